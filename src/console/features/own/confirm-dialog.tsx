/** Re-authentication: by password, or at the provider in another tab for members without one. */
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { givePassword } from '../../api/confirmation.tsx'
import { useSession } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { PasswordField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AtProvider } from './at-provider.tsx'
import { useTry } from './use-try.ts'

interface ConfirmProps {
  onDone(): void
  onClose(): void
}

export function ConfirmDialog(props: ConfirmProps) {
  const texts = useTexts('team')
  const session = useSession().data
  return (
    <Dialog title={texts.passwordAgain} onClose={props.onClose}>
      {session?.passwordSet === false ? (
        <AtProvider
          {...props}
          query={`?again&account=${session.account.id}`}
          attempt={async () => (await call('GET /session')).confirmed}
        />
      ) : (
        <ByPassword {...props} />
      )}
    </Dialog>
  )
}

function ByPassword({ onDone, onClose }: ConfirmProps) {
  const texts = useTexts('team')
  const common = useTexts('common')
  const [password, setPassword] = useState('')
  const { error, busy, run } = useTry(() => givePassword(password), onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void run()
  }
  return (
    <form className="stack" onSubmit={submit}>
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
  )
}
