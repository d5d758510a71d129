/** Invitations: made, and those that were not used yet. */
import { forgetKept, useKept } from '../../api/kept.ts'
import { useInvitations, useInvite, useTakeBack } from '../../api/team.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormats, useTexts, useTextsOf } from '../../texts/language.tsx'
import { RoleFields, type RoleValue } from './role-form.tsx'
import { TeamFailure } from './team-failure.tsx'
import { teamTexts } from './texts.ts'

/** Where what is typed is kept. */
export const NEW_INVITATION = 'member.invite'

export function InviteDialog(props: {
  onClose(): void
  onLink(email: string, link: string): void
}) {
  const texts = useTextsOf(teamTexts)
  const common = useTexts()
  const invite = useInvite()
  const [{ email, ...value }, setTyped] = useKept<RoleValue & { email: string }>(NEW_INVITATION, {
    email: '',
    role: 'editor',
    masked: false,
  })
  const close = () => {
    forgetKept(NEW_INVITATION)
    props.onClose()
  }
  return (
    <Dialog title={texts.invite} onClose={close}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (invite.isPending) return
          const onSuccess = (link: string) => {
            forgetKept(NEW_INVITATION)
            props.onLink(email, link)
          }
          invite.mutate({ email, ...value }, { onSuccess })
        }}
      >
        <TeamFailure error={invite.error} />
        <TextField
          label={texts.email}
          type="email"
          value={email}
          onChange={next => setTyped({ email: next, ...value })}
          maxLength={320}
          focused
        />
        <RoleFields value={value} onChange={next => setTyped({ email, ...next })} />
        <div className="dialog-acts">
          <Button onClick={close}>{common.close}</Button>
          <Button look="primary" type="submit" busy={invite.isPending}>
            {texts.inviteSend}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export function OpenInvitations() {
  const texts = useTextsOf(teamTexts)
  const common = useTexts()
  const { day } = useFormats()
  const toast = useToast()
  const invitations = useInvitations()
  const takeBack = useTakeBack()
  if (!invitations.data?.length) return null
  return (
    <section className="stack" aria-labelledby="open-invitations">
      <h2 id="open-invitations">{texts.openInvitations}</h2>
      <TeamFailure error={takeBack.error} />
      <table>
        <thead>
          <tr>
            <th>{texts.email}</th>
            <th>{texts.role}</th>
            <th className="hide-s">{texts.expires}</th>
            <th>
              <span className="sr">{texts.takeBack}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invitations.data.map(({ email, role, expires }) => (
            <tr key={email}>
              <td className="strong wrap">
                <bdi>{email}</bdi>
              </td>
              <td>{common.roles[role] ?? role}</td>
              <td className="nowrap hide-s">{day(expires)}</td>
              <td className="num">
                <Button
                  onClick={() =>
                    takeBack.mutate(email, {
                      onSuccess: () => toast({ text: texts.takenBack(email) }),
                    })
                  }
                >
                  {texts.takeBack}
                  <span className="sr"> {email}</span>
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
