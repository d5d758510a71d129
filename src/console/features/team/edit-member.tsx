/** Changes the role of a member. */
import { useState } from 'react'
import type { MemberAnswer } from '../../../actions/members/members.ts'
import { useEditMember } from '../../api/team.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { RoleFields, type RoleValue } from './role-form.tsx'

export function EditMemberDialog({ member, onClose }: { member: MemberAnswer; onClose(): void }) {
  const texts = useTexts('team')
  const toast = useToast()
  const edit = useEditMember()
  const { id, email, role, masked } = member
  const [value, setValue] = useState<RoleValue>({ role, masked })
  return (
    <FormDialog
      title={email}
      act={texts.save}
      error={edit.error}
      busy={edit.isPending}
      onSubmit={() => {
        const onSuccess = () => {
          toast({ text: texts.saved(email) })
          onClose()
        }
        edit.mutate({ id, ...value }, { onSuccess })
      }}
      onClose={onClose}
    >
      <RoleFields value={value} onChange={setValue} />
    </FormDialog>
  )
}
