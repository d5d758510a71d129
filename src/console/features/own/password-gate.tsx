/** Asks for the password over the page, whenever a change needs it. */
import { type ReactNode, useMemo, useState } from 'react'
import { AskPassword, PasswordRefused } from '../../api/confirmation.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Question {
  answered(): void
  refused(error: unknown): void
}

export function PasswordGate({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()
  const ask = useMemo(
    () => () =>
      new Promise<void>((answered, refused) => {
        setQuestion({ answered, refused })
      }),
    [],
  )
  return (
    <AskPassword value={ask}>
      {children}
      {question && (
        <ConfirmDialog
          onDone={() => {
            question.answered()
            setQuestion(undefined)
          }}
          onClose={() => {
            question.refused(new PasswordRefused())
            setQuestion(undefined)
          }}
        />
      )}
    </AskPassword>
  )
}
