/**
 * Events of changed people for webhooks: the names of what changed, never the values. Imports and
 * bulk jobs change people without events: they may be a million.
 */
import type { Db, Store } from '../../db/db.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { FIRST_NAME, LAST_NAME } from '../../lib/name-parts.ts'
import { hasListener, publish } from '../webhooks/publish.ts'
import { valuesOfPeople } from './subscribers.sql.ts'

type PersonValues = Awaited<ReturnType<typeof valuesOfPeople>>[number]

const SINGLE = ['email', 'name', 'format', 'countryCode', 'phone'] as const

const fieldName = (number: number): string =>
  number === FIRST_NAME ? 'firstName' : number === LAST_NAME ? 'lastName' : `DD${number}`

function changedNames(before: PersonValues, after: PersonValues): string[] {
  const [was, is] = [before, after].map(({ fields }) => fields.split(FIELD_SEPARATOR))
  const numbers = Array.from({ length: Math.max(was!.length, is!.length) }, (_, i) => i + 1)
  return [
    ...SINGLE.filter(name => before[name] !== after[name]),
    ...numbers.filter(n => (was![n - 1] ?? '') !== (is![n - 1] ?? '')).map(fieldName),
  ]
}

/** `before`: as they were in this transaction, locked since then; `emailKeys`: as they are now. */
export async function publishChanged(
  db: Store,
  tx: Db,
  accountId: number,
  before: readonly PersonValues[],
  emailKeys: readonly string[],
): Promise<void> {
  if (before.length === 0 || !(await hasListener(db, accountId, 'subscriber-changed'))) return
  const now = await valuesOfPeople(tx, { accountId, emailKeys: [...emailKeys] })
  const known = new Map(now.map(person => [person.id, person]))
  const changes = before.flatMap(person => {
    const after = known.get(person.id)
    const changed = after ? changedNames(person, after) : []
    return changed.length === 0 ? [] : [{ id: person.id, changed }]
  })
  await publish(tx, accountId, {
    kind: 'subscriber-changed',
    ids: changes.map(({ id }) => id),
    details: changes.map(({ changed }) => ({ changed })),
  })
}

/** `save`, with the events of the people with these addresses that it changes. */
export const tellingChanges =
  <Saved>(
    db: Store,
    accountId: number,
    emailKeys: readonly string[],
    save: (tx: Db) => Promise<Saved>,
  ) =>
  async (tx: Db): Promise<Saved> => {
    if (!(await hasListener(db, accountId, 'subscriber-changed'))) return save(tx)
    const before = await valuesOfPeople(tx, { accountId, emailKeys: [...emailKeys] })
    const saved = await save(tx)
    await publishChanged(db, tx, accountId, before, emailKeys)
    return saved
  }
