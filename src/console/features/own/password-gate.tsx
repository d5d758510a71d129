/** Asks for the password over the page, whenever a change needs it. */
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { AskPassword, PasswordRefused } from '../../api/confirmation.tsx'

const ConfirmDialog = lazy(async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
}))

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
        <Suspense>
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
        </Suspense>
      )}
    </AskPassword>
  )
}
