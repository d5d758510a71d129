/** Invitations: made, and those that were not used yet. */
import type { MemberLinkFacts } from '../../../actions/http/mailed-link.ts'
import { forgetKept, useKept } from '../../api/kept.ts'
import { useSignInWays } from '../../api/session.ts'
import { useInvitations, useInvite, useTakeBack } from '../../api/team.ts'
import { TeamFailure } from '../../parts/action-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { YesNo } from '../../parts/small-fields.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { RoleFields, type RoleValue } from './role-form.tsx'

/** The key of the persisted form. */
export const NEW_INVITATION = 'member.invite'

type TypedInvitation = RoleValue & { email: string; mail: boolean }

export function InviteDialog(props: {
  onClose(): void
  onMade(email: string, made: MemberLinkFacts): void
}) {
  const texts = useTexts('team')
  const invite = useInvite()
  const canMail = useSignInWays().data?.passwordByMail ?? false
  const [typed, setTyped] = useKept<TypedInvitation>(NEW_INVITATION, {
    email: '',
    role: 'editor',
    masked: false,
    mail: true,
  })
  const { email, role, masked } = typed
  const mail = canMail && typed.mail
  const close = () => {
    forgetKept(NEW_INVITATION)
    props.onClose()
  }
  return (
    <FormDialog
      title={texts.invite}
      act={mail ? texts.inviteMail : texts.inviteSend}
      error={invite.error}
      busy={invite.isPending}
      onSubmit={() => {
        const onSuccess = (made: MemberLinkFacts) => {
          forgetKept(NEW_INVITATION)
          props.onMade(email, made)
        }
        invite.mutate({ email, role, masked, mail }, { onSuccess })
      }}
      onClose={close}
    >
      <TextField
        label={texts.email}
        type="email"
        value={email}
        onChange={next => setTyped({ ...typed, email: next })}
        maxLength={320}
        focused
      />
      <RoleFields value={{ role, masked }} onChange={next => setTyped({ ...typed, ...next })} />
      {canMail && (
        <YesNo
          label={texts.inviteByMail}
          value={mail}
          onChange={next => setTyped({ ...typed, mail: next })}
        />
      )}
    </FormDialog>
  )
}

export function OpenInvitations() {
  const texts = useTexts('team')
  const common = useTexts('common')
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
