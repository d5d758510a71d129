/** Asks for the password over the page, whenever a change needs it. */
import { type ReactNode, useMemo, useState } from 'react'
import { AskPassword, givePassword, PasswordRefused } from '../../api/confirmation.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { PasswordField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts, useTextsOf } from '../../texts/language.tsx'
import { teamTexts } from './texts.ts'

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
        <PasswordDialog
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

function PasswordDialog({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  const texts = useTextsOf(teamTexts)
  const common = useTexts()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const give = async () => {
    setBusy(true)
    try {
      await givePassword(password)
      onDone()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog title={texts.passwordAgain} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!busy) void give()
        }}
      >
        <p>{texts.passwordTells}</p>
        {error !== undefined && <Failure error={error} />}
        <PasswordField
          label={texts.password}
          shown={texts.showPassword}
          value={password}
          onChange={setPassword}
        />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={busy}>
            {texts.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
