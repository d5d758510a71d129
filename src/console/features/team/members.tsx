/** Who may sign in to the account, and as what. */
import { useState } from 'react'
import type { MemberLinkFacts } from '../../../actions/http/mailed-link.ts'
import type { MemberAnswer } from '../../../actions/members/members.ts'
import { isKept } from '../../api/kept.ts'
import { useSession, useSignInWays } from '../../api/session.ts'
import { memberRemoval, useKeysEndingWith, useMembers, useResetLink } from '../../api/team.ts'
import { TeamFailure } from '../../parts/action-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ActionMenu } from '../../parts/menus.tsx'
import { RemovalDialog } from '../../parts/removal-dialog.tsx'
import { useTroubleWords } from '../../parts/said.ts'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { EditMemberDialog } from './edit-member.tsx'
import { InviteDialog, NEW_INVITATION, OpenInvitations } from './invitations.tsx'
import { OnceDialog } from './once-dialog.tsx'

type Open =
  | { dialog: 'invite' }
  | { dialog: 'edit' | 'remove'; member: MemberAnswer }
  | { dialog: 'link'; title: string; tells: string; link: string; made: MemberLinkFacts }

export function MembersPage() {
  const texts = useTexts('team')
  const members = useMembers()
  const toast = useToast()
  const troubleWords = useTroubleWords()
  const reset = useResetLink()
  const [open, setOpen] = useState<Open | undefined>(() =>
    isKept(NEW_INVITATION) ? { dialog: 'invite' } : undefined,
  )
  const close = () => setOpen(undefined)
  const invite = (
    <Button
      look="primary"
      icon={<Icon name="plus" />}
      onClick={() => setOpen({ dialog: 'invite' })}
    >
      {texts.invite}
    </Button>
  )
  /** A link that was mailed is not shown. */
  const tell = (title: string, tells: string, made: MemberLinkFacts) => {
    const { link } = made
    if (link !== null) return setOpen({ dialog: 'link', title, tells, link, made })
    close()
    toast({ text: texts.mailed(title) })
  }
  const makeLink = ({ id, email }: MemberAnswer, mail: boolean) =>
    reset.mutate({ id, mail }, { onSuccess: made => tell(email, texts.linkOnce, made) })
  return (
    <>
      <PageHead title={texts.members} actions={members.data?.length !== 0 && invite} />
      <div className="page">
        <TeamFailure error={reset.error} />
        {members.error && <Failure error={members.error} onRetry={() => void members.refetch()} />}
        {members.isPending && <LoadingRows onRetry={() => void members.refetch()} />}
        {members.data?.length === 0 && (
          <EmptyState title={texts.membersNone} sentence={texts.membersHint}>
            {invite}
          </EmptyState>
        )}
        {members.data && members.data.length > 0 && (
          <MembersTable
            members={members.data}
            onLink={makeLink}
            onOpen={(dialog, member) => setOpen({ dialog, member })}
          />
        )}
        <OpenInvitations />
      </div>
      {open?.dialog === 'invite' && (
        <InviteDialog onClose={close} onMade={(email, made) => tell(email, texts.invited, made)} />
      )}
      {open?.dialog === 'edit' && <EditMemberDialog member={open.member} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveDialog member={open.member} onClose={close} />}
      {open?.dialog === 'link' && (
        <OnceDialog
          title={open.title}
          tells={open.tells}
          warning={
            open.made.trouble === null ? undefined : texts.notMailed(troubleWords(open.made))
          }
          secret={open.link}
          onClose={close}
        />
      )}
    </>
  )
}

function MembersTable(props: {
  members: readonly MemberAnswer[]
  onLink(member: MemberAnswer, mail: boolean): void
  onOpen(dialog: 'edit' | 'remove', member: MemberAnswer): void
}) {
  const texts = useTexts('team')
  const common = useTexts('common')
  const { time } = useFormats()
  const own = useSession().data?.person?.id
  const byMail = useSignInWays().data?.passwordByMail ?? false
  const resting = props.members.some(({ codesRest }) => codesRest !== null)
  return (
    <table>
      <thead>
        <tr>
          <th>{texts.email}</th>
          <th>{texts.role}</th>
          <th className={resting ? undefined : 'hide-s'}>{texts.codes}</th>
          <th className="hide-s">{texts.seen}</th>
          <th>
            <span className="sr">{texts.changeRole}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.members.map(member => (
          <tr key={member.id}>
            <td className="strong wrap">
              <bdi>{member.email}</bdi>
              {member.id === own && ` (${texts.you})`}
              <span className="sub">
                <bdi>{member.name}</bdi>
              </span>
              {!member.proven && <span className="sub">{texts.notProven}</span>}
            </td>
            <td>
              {common.roles[member.role] ?? member.role}
              {member.masked && <span className="sub">{texts.masked}</span>}
            </td>
            <td className={resting ? undefined : 'hide-s'}>
              {member.codesRest === null
                ? member.codeSet
                  ? texts.codesOn
                  : texts.codesOff
                : texts.codesRest(time(member.codesRest))}
            </td>
            <td className="nowrap hide-s">
              {member.seen === null ? texts.never : time(member.seen)}
            </td>
            <td className="num">
              <ActionMenu
                name={texts.actionsOf(member.email)}
                button={<Icon name="more" />}
                look="btn quiet icon"
                actions={[
                  { label: texts.changeRole, onClick: () => props.onOpen('edit', member) },
                  ...(byMail
                    ? [{ label: texts.resetMail, onClick: () => props.onLink(member, true) }]
                    : []),
                  { label: texts.resetLink, onClick: () => props.onLink(member, false) },
                  {
                    label: texts.remove,
                    danger: true,
                    onClick: () => props.onOpen('remove', member),
                  },
                ]}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RemoveDialog({ member, onClose }: { member: MemberAnswer; onClose(): void }) {
  const texts = useTexts('team')
  const keys = useKeysEndingWith(member.id)
  return (
    <RemovalDialog
      of={memberRemoval(member.id)}
      title={texts.removeAsks(member.email)}
      act={texts.remove}
      isReady={!keys.isPending}
      said={texts.removed(member.email)}
      onClose={onClose}
    >
      <p>{texts.removeTells}</p>
      {keys.data && keys.data.length > 0 && (
        <p className="wrap">{texts.removeStops(keys.data.map(({ name }) => name).join(', '))}</p>
      )}
    </RemovalDialog>
  )
}
