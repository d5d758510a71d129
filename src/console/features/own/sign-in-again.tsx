/** Re-authentication after the session has expired, over the page, which keeps its state. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionAnswer } from '../../../actions/sessions/session.ts'
import { ApiFailure, call } from '../../api/client.ts'
import { SESSION_ENDED } from '../../api/queries.ts'
import { useSignIn } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { PasswordField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AtProvider } from './at-provider.tsx'

export function SignInAgain({ session }: { session: SessionAnswer }) {
  const texts = useTexts('team')
  const common = useTexts('common')
  const queries = useQueryClient()
  const signIn = useSignIn()
  const [password, setPassword] = useState('')
  const { account, person } = session
  const username = person?.email ?? account.username
  const onSuccess = () => {
    queries.setQueryData(SESSION_ENDED, false)
    void queries.invalidateQueries()
  }
  const leave = () => location.assign('/console')
  if (!session.passwordSet)
    return (
      <Dialog title={texts.signInAgain} onClose={leave}>
        <div className="stack">
          <p>{texts.signInAgainTells}</p>
          <AtProvider query={`?account=${account.id}`} attempt={isSignedIn} onDone={onSuccess} />
        </div>
      </Dialog>
    )
  return (
    <Dialog title={texts.signInAgain} onClose={leave}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (signIn.isPending) return
          signIn.mutate({ username, password, accountId: account.id }, { onSuccess })
        }}
      >
        <p>{texts.signInAgainTells}</p>
        {signIn.error && <Failure error={signIn.error} />}
        <p>
          <b>
            <bdi>{username}</bdi>
          </b>
        </p>
        <PasswordField
          label={common.password}
          shown={common.showPassword}
          value={password}
          onChange={setPassword}
        />
        <div className="dialog-acts">
          <Button look="primary" type="submit" busy={signIn.isPending}>
            {common.signIn}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

async function isSignedIn(): Promise<boolean> {
  try {
    await call('GET /session')
    return true
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return false
    throw error
  }
}
