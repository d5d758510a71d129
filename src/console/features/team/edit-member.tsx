/** Changes the role of a member. */
import { useState } from 'react'
import type { MemberAnswer } from '../../../actions/members/members.ts'
import { useEditMember } from '../../api/team.ts'
import { TeamFailure } from '../../parts/action-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { RoleFields, type RoleValue } from './role-form.tsx'

export function EditMemberDialog({ member, onClose }: { member: MemberAnswer; onClose(): void }) {
  const texts = useTexts('team')
  const common = useTexts('common')
  const toast = useToast()
  const edit = useEditMember()
  const { id, email, role, masked } = member
  const [value, setValue] = useState<RoleValue>({ role, masked })
  return (
    <Dialog title={email} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (edit.isPending) return
          const onSuccess = () => {
            toast({ text: texts.saved(email) })
            onClose()
          }
          edit.mutate({ id, ...value }, { onSuccess })
        }}
      >
        <TeamFailure error={edit.error} />
        <RoleFields value={value} onChange={setValue} />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={edit.isPending}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
