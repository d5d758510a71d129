/** A role, with its rights, and whether personal data is shown. */
import type { MemberAnswer } from '../../../actions/members/members.ts'
import { SelectField } from '../../parts/fields.tsx'
import { YesNo } from '../../parts/small-fields.tsx'
import { useTexts } from '../../texts/language.tsx'

export type RoleValue = Pick<MemberAnswer, 'role' | 'masked'>

const ROLES = ['viewer', 'writer', 'editor', 'owner'] as const

export function RoleFields(props: { value: RoleValue; onChange(value: RoleValue): void }) {
  const texts = useTexts('team')
  const common = useTexts('common')
  const { value, onChange } = props
  return (
    <>
      <SelectField
        label={texts.role}
        value={value.role}
        choices={ROLES.map(role => ({ value: role, label: common.roles[role] ?? role }))}
        onChange={role => onChange({ ...value, role })}
      />
      <p className="soft">{texts.roleHints[value.role]}</p>
      <YesNo
        label={texts.masked}
        value={value.masked}
        onChange={masked => onChange({ ...value, masked })}
      />
    </>
  )
}
