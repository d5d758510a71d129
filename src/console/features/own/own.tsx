/** The settings of a member. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { TeamFailure } from '../../parts/action-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { PasswordField } from '../../parts/fields.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { useChangePassword, useEndSession, useSessions } from './calls.ts'
import { Codes } from './codes.tsx'
import { ConfirmAddress, NameAndLanguage } from './own-person.tsx'

export function OwnPage() {
  const texts = useTexts('team')
  const session = useSession().data
  return (
    <>
      <PageHead title={texts.mine} aside={session?.person?.email ?? session?.account.username} />
      <div className="page stack wide">
        {session?.person ? (
          <>
            {!session.person.proven && <ConfirmAddress email={session.person.email} />}
            <NameAndLanguage person={session.person} />
            <NewPassword known={session.passwordSet} />
            <Codes set={session.codeSet} />
          </>
        ) : (
          <>
            <section className="narrow-page stack">
              <p className="soft">{texts.accountOnly}</p>
              <div className="acts">
                <Link to="/members" className="btn">
                  {texts.becomePerson}
                </Link>
              </div>
            </section>
            <NewPassword known hint={texts.accountPassword} />
          </>
        )}
        <OpenSessions />
      </div>
    </>
  )
}

function NewPassword({ known, hint }: { known: boolean; hint?: string }) {
  const texts = useTexts('team')
  const toast = useToast()
  const change = useChangePassword()
  const [password, setPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  return (
    <section className="narrow-page stack" aria-labelledby="own-password">
      <h2 id="own-password">{texts.changePassword}</h2>
      {hint && <p className="soft">{hint}</p>}
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (change.isPending) return
          const onSuccess = () => {
            toast({ text: texts.passwordChanged })
            setPassword('')
            setNewPassword('')
          }
          change.mutate({ password, newPassword }, { onSuccess })
        }}
      >
        <TeamFailure error={change.error} />
        {known && (
          <PasswordField
            label={texts.password}
            shown={texts.showPassword}
            value={password}
            onChange={setPassword}
          />
        )}
        <PasswordField
          label={texts.newPassword}
          shown={texts.showPassword}
          autoComplete="new-password"
          value={newPassword}
          onChange={setNewPassword}
        />
        <div className="acts">
          <Button type="submit" busy={change.isPending}>
            {texts.changePassword}
          </Button>
        </div>
      </form>
    </section>
  )
}

function OpenSessions() {
  const texts = useTexts('team')
  const { time } = useFormats()
  const toast = useToast()
  const sessions = useSessions()
  const end = useEndSession()
  return (
    <section className="stack" aria-labelledby="own-sessions">
      <h2 id="own-sessions">{texts.sessions}</h2>
      {(sessions.error ?? end.error) && <Failure error={sessions.error ?? end.error} />}
      {sessions.isPending && <LoadingRows onRetry={() => void sessions.refetch()} />}
      {sessions.data && (
        <table>
          <thead>
            <tr>
              <th>{texts.who}</th>
              <th className="hide-s">{texts.from}</th>
              <th className="hide-s">{texts.lastUse}</th>
              <th>
                <span className="sr">{texts.end}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sessions.data.map(({ id, email, kind, userAgent, agent, peer, seen, current }) => (
              <tr key={id}>
                <td className="wrap">
                  <b>
                    <bdi>{email ?? texts.actors[kind]}</bdi>
                  </b>{' '}
                  {current && `(${texts.thisOne})`}
                  <span className="sub" title={userAgent}>
                    <bdi>{/^(other|none)/.test(agent) ? userAgent : agent}</bdi>
                  </span>
                </td>
                <td className="nowrap hide-s">
                  <code>{peer}</code>
                </td>
                <td className="nowrap hide-s">{time(seen)}</td>
                <td className="num">
                  {!current && (
                    <Button
                      onClick={() =>
                        end.mutate(id, { onSuccess: () => toast({ text: texts.ended }) })
                      }
                    >
                      {texts.end}
                      <span className="sr"> {email ?? kind}</span>
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
