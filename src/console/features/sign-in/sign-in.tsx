/** Signing in. */

import { useState } from 'react'
import { keepAddress } from '../../api/left-address.ts'
import { useSignIn, useSignInWays } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PasswordField, TextField } from '../../parts/fields.tsx'
import { useSaid } from '../../parts/said.ts'
import { BigStamp, Stamp } from '../../parts/stamp.tsx'
import { useTexts } from '../../texts/language.tsx'

export function SignInPage() {
  const texts = useTexts('common')
  const said = useSaid()
  const signIn = useSignIn()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const { error } = signIn
  const { provider, passwordByMail } = useSignInWays().data ?? {}
  return (
    <main className="sign-in">
      <title>{`${texts.signIn} · Pennypost`}</title>
      <div className="sign-in-side">
        <div className="sign-in-brand">
          <Stamp id="stamp-brand" />
          Pennypost
        </div>
        <form
          onSubmit={event => {
            event.preventDefault()
            if (!signIn.isPending) signIn.mutate({ username, password })
          }}
        >
          <h1>{texts.signIn}</h1>
          <p className="soft">{texts.signInHint}</p>
          {error && (
            <p className="note bad" role="alert">
              {said(error)}
            </p>
          )}
          <TextField
            label={texts.username}
            value={username}
            onChange={setUsername}
            autoComplete="username"
            maxLength={500}
          />
          <PasswordField
            label={texts.password}
            shown={texts.showPassword}
            value={password}
            onChange={setPassword}
          />
          <Button look="primary huge" type="submit" busy={signIn.isPending}>
            {texts.signIn}
          </Button>
          {provider && (
            <a className="sign-in-other" href={provider.path} onClick={keepAddress}>
              {texts.signInWith(provider.name)}
            </a>
          )}
          {passwordByMail && (
            <a className="sign-in-other" href="/console/password">
              {texts.passwordForgotten}
            </a>
          )}
          <p className="tiny faint">{texts.oldLink}</p>
        </form>
        <p className="tiny faint">{texts.ownServer}</p>
      </div>
      <div className="sign-in-picture" aria-hidden="true">
        <BigStamp />
      </div>
    </main>
  )
}
