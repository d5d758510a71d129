/** The recipients of a test email: addresses, a test group or both. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { useLastTestAddresses, useTestGroups } from '../../api/test-emails.ts'
import {
  AddressesField,
  addressesIn,
  type GivenAddresses,
  isAddress,
} from '../../parts/addresses-field.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

/** As the service has it. */
const MOST_ADDRESSES = 20

export function useTestRecipients() {
  const texts = useTexts('testEmails')
  const { number } = useFigures()
  const own = useSession().data?.person?.email
  const last = useLastTestAddresses()
  const groups = useTestGroups()
  const [given, setGiven] = useState<GivenAddresses>()
  const [named, setNamed] = useState<string>()
  const first = own ?? last.data?.[0]
  const value = given ?? { chips: first === undefined ? [] : [first], typed: '' }
  const known = groups.data ?? []
  const emails = addressesIn(value)
  // A member who has tested by a group only finds it chosen.
  const group = named ?? (given === undefined && emails.length === 0 ? (known[0]?.name ?? '') : '')
  const wrong = emails.filter(address => !isAddress(address))
  const tooMany = emails.length > MOST_ADDRESSES
  const problem = tooMany
    ? texts.tooMany(number(emails.length), number(MOST_ADDRESSES))
    : wrong.length > 0
      ? texts.noAddress(wrong[0] ?? '')
      : undefined
  return {
    value,
    setGiven,
    group,
    setNamed,
    groups,
    problem,
    offered: [...new Set([...(own === undefined ? [] : [own]), ...(last.data ?? [])])],
    ready: problem === undefined && (emails.length > 0 || group !== ''),
    /** For the service. */
    to: { ...(group !== '' && { group }), ...(emails.length > 0 && { emails }) },
  }
}

export function TestRecipients({ of }: { of: ReturnType<typeof useTestRecipients> }) {
  const texts = useTexts('testEmails')
  const { number } = useFigures()
  const { value, setGiven, group, setNamed, groups, problem, offered } = of
  return (
    <>
      <AddressesField
        label={texts.to}
        value={value}
        offered={offered}
        problem={problem}
        focused
        onChange={setGiven}
      />
      {groups.error && <Failure error={groups.error} onRetry={() => void groups.refetch()} />}
      {groups.data && groups.data.length > 0 && (
        <SelectField
          label={texts.group}
          value={group}
          choices={[
            { value: '', label: texts.noGroup },
            ...groups.data.map(({ name, emails }) => ({
              value: name,
              label: texts.groupOf(name, number(emails.length)),
            })),
          ]}
          onChange={setNamed}
        />
      )}
      {groups.data && (
        <Link to="/test-groups" className="small">
          {groups.data.length === 0 ? texts.makeGroup : texts.editGroups}
        </Link>
      )}
    </>
  )
}
