/** Named groups of addresses for test emails. A group exists while it has an address. */
import { atomically, type Db } from '../../db/db.ts'
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { recordChange } from '../audit/record.ts'
import { quoted, type RuleCheck, refused, type Violation, violationsOf } from '../refusal.ts'
import { checkLine } from '../text.ts'
import { addressesOfGroup, addToGroup, removeFromGroup } from './test-groups.sql.ts'

/** People read test emails; larger audiences are lists. */
const MOST = 100

/** Returns the number of addresses in the group afterwards. */
export async function addToTestGroup(
  db: Db,
  accountId: number,
  name: string,
  addresses: string[],
): Promise<number> {
  const group = groupName(name)
  const emails = addressesOf(addresses)
  const known = (await addressesOfGroup(db, { accountId, name: group })).map(({ email }) => email)
  const size = new Set([...known, ...emails]).size
  if (size > MOST) throw refused('not-valid', 'test-group-full', { most: MOST })
  await atomically(db, async tx => {
    await addToGroup(tx, { accountId, name: group, emails })
    const change = { id: group, before: { addresses: known.length }, after: { addresses: size } }
    await recordChange(tx, accountId, { action: 'test-group.add', ...change })
  })
  return size
}

/**
 * Gives a group exactly these addresses, and another name; a new one is made. Refuses the name of
 * another group. Returns the number of addresses.
 */
export const setTestGroup = (
  db: Db,
  accountId: number,
  name: string,
  to: { name?: string | undefined; emails: string[] },
): Promise<number> =>
  atomically(db, async tx => {
    const group = groupName(name)
    const renamed = to.name === undefined ? group : groupName(to.name)
    const emails = addressesOf(to.emails)
    if (emails.length === 0) throw refused('not-valid', 'test-group-empty')
    if (emails.length > MOST) throw refused('not-valid', 'test-group-full', { most: MOST })
    const taken = renamed !== group && (await addressesOfGroup(tx, { accountId, name: renamed }))
    if (taken && taken.length > 0)
      throw refused('not-valid', 'test-group-twin', { name: quoted(renamed) }).ofValue('name')
    const former = (await addressesOfGroup(tx, { accountId, name: group })).map(row => row.email)
    await removeFromGroup(tx, { accountId, name: group, emails: [] })
    await addToGroup(tx, { accountId, name: renamed, emails })
    await recordChange(tx, accountId, {
      action: 'test-group.edit',
      id: group,
      before: { name: group, addresses: former.length, newAddresses: 0 },
      after: {
        name: renamed,
        addresses: emails.length,
        newAddresses: emails.filter(email => !former.includes(email)).length,
      },
    })
    return emails.length
  })

/** Without addresses the whole group is removed. Returns the number of removed addresses. */
export const removeFromTestGroup = (
  db: Db,
  accountId: number,
  name: string,
  emails: string[],
): Promise<number> =>
  atomically(db, async tx => {
    const group = groupName(name)
    const removed = await removeFromGroup(tx, { accountId, name: group, emails })
    const change = { id: group, before: { addresses: removed } }
    if (removed > 0) await recordChange(tx, accountId, { action: 'test-group.remove', ...change })
    return removed
  })

/** Values of a test group that are refused. */
export const violationsOfTestGroup = ({
  name,
  emails = [],
}: {
  name?: string | undefined
  emails?: string[] | undefined
}): Violation[] =>
  violationsOf([
    [['name'], () => name !== undefined && groupName(name)],
    ...emails.flatMap((email, i): RuleCheck[] => [[['emails', i], () => addressesOf([email])]]),
  ])

/** Each once, however it is written. Refuses what no mail can be sent to. */
export function addressesOf(given: string[]): string[] {
  const trimmed = given.map(address => address.trim())
  const wrong = trimmed.filter(address => !isEmailAddress(address))
  if (wrong.length > 0) throw refused('not-valid', 'addresses-wrong', { addresses: few(wrong) })
  return [...new Map(trimmed.map(address => [emailKey(address), address])).values()]
}

const few = (texts: string[]): string =>
  `${texts.slice(0, 5).map(quoted).join(', ')}${texts.length > 5 ? ` and ${texts.length - 5} more` : ''}`

function groupName(text: string): string {
  const name = checkLine(text, 'name of the group', 100)
  if (name === '') throw refused('not-valid', 'test-group-nameless')
  return name
}
