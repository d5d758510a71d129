/**
 * Brings opt-outs of the former service here, with their reason and date, and the ids of people who
 * are unknown here. An opt-out from here stays.
 */
import { arrayLiteral } from '../../db/array-literal.ts'
import type { Store, Tx } from '../../db/db.ts'
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { erasedAmong } from '../opt-outs/erased.ts'
import { optOutMany } from '../opt-outs/import-opt-outs.ts'
import { keptReason } from '../opt-outs/opt-out.ts'
import type { OldId } from '../shadow/take-old-ids.ts'
import { type CheckedPerson, judgePerson } from '../subscribers/person.ts'
import type { EmailFormat } from '../text.ts'
import { countsOf, differs, type MoveRun } from './move.ts'
import { addMovedPeople, dateOptedOut, dateOptOuts, optedOutAmong } from './people.sql.ts'

export interface MovedOptOut {
  email: string
  /** How a difference names it: never by the address. */
  shown: string
  subscriberId: number | undefined
  person: { name: string; countryCode: string; phone: string }
  format: EmailFormat
  created: Date
  reason: string
  listId: number | null
  sendingId: number | null
}

type Checked = MovedOptOut & { key: string; values: CheckedPerson }

/** The ids that the former service names, of addresses that can be people here. */
export function idsOfOptOuts(rows: readonly MovedOptOut[]): OldId[] {
  const ids = new Map<number, OldId>()
  for (const { email, subscriberId } of rows) {
    const address = email.trim()
    if (subscriberId === undefined || !isEmailAddress(address) || ids.has(subscriberId)) continue
    ids.set(subscriberId, { id: subscriberId, emailKey: emailKey(address) })
  }
  return [...ids.values()]
}

export async function moveOptOuts(
  db: Store,
  tx: Tx,
  move: MoveRun,
  rows: readonly MovedOptOut[],
): Promise<void> {
  const { accountId } = move
  const given = checkRows(move, rows)
  if (given.size === 0) return
  const emailKeys = literal([...given.keys()])
  const before = new Set(
    (await optedOutAmong(tx, { accountId, emailKeys })).map(row => row.emailKey),
  )
  const fresh = [...given.values()].filter(({ key }) => !before.has(key))
  const erased = await erasedAmong(
    db,
    tx,
    accountId,
    fresh.map(({ key }) => key),
  )
  const known = fresh.filter(({ key, subscriberId }) => subscriberId && !erased.has(key))
  await keepPeople(tx, accountId, known)
  if (fresh.length > 0) {
    const entries = new Map(fresh.map(({ key, values }) => [key, { email: values.email }]))
    await optOutMany(db, accountId, entries, '', { within: tx })
    countsOf(move, 'opt-outs').added += fresh.length
  }
  const all = [...given.values()]
  const dated = { accountId, emailKeys, created: all.map(({ created }) => created) }
  await dateOptOuts(tx, {
    ...dated,
    reasons: literal(all.map(({ reason }) => keptReason(reason))),
    listIds: numbers(all.map(({ listId }) => listId)),
    sendingIds: numbers(all.map(({ sendingId }) => sendingId)),
  })
  await dateOptedOut(tx, dated)
}

/** Rows with the ids of the former service, for addresses that are not known here. */
async function keepPeople(tx: Tx, accountId: number, people: Checked[]): Promise<void> {
  if (people.length === 0) return
  await addMovedPeople(tx, {
    accountId,
    ids: people.map(({ subscriberId }) => subscriberId!),
    emails: literal(people.map(({ values }) => values.email)),
    emailKeys: literal(people.map(({ key }) => key)),
    names: literal(people.map(({ values }) => values.name)),
    formats: literal(people.map(({ format }) => format)),
    countryCodes: literal(people.map(({ values }) => values.countryCode)),
    phones: literal(people.map(({ values }) => values.phone)),
    fields: literal(people.map(() => '')),
    created: people.map(({ created }) => created),
  })
}

function checkRows(move: MoveRun, rows: readonly MovedOptOut[]): Map<string, Checked> {
  const given = new Map<string, Checked>()
  for (const row of rows) {
    const judged = judgePerson({ email: row.email, format: row.format, ...row.person })
    // An invalid name is no reason to write to a person.
    const values =
      'part' in judged && judged.part !== 'address'
        ? judgePerson({
            email: row.email,
            format: row.format,
            name: '',
            countryCode: '',
            phone: '',
          })
        : judged
    if ('part' in values) {
      differs(move, 'opt-outs', 'not valid here: address', row.shown)
      continue
    }
    if (!given.has(values.emailKey))
      given.set(values.emailKey, { ...row, key: values.emailKey, values })
  }
  return given
}

const literal = (texts: string[]) => arrayLiteral(texts) as unknown as string[]
const numbers = (values: (number | null)[]) => arrayLiteral(values) as unknown as number[]
