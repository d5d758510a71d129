/**
 * Brings a page of a list of the former service into the list here: new subscribers with their ids,
 * changed values, subscriptions with their time. What people said here stays: who has opted out or
 * unsubscribed here is not put back.
 */
import { arrayLiteral } from '../../db/array-literal.ts'
import type { Store, Tx } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { withoutEmptyEnd } from '../imports/apply/packed-fields.ts'
import { erasedAmong } from '../opt-outs/erased.ts'
import type { OldId } from '../shadow/take-old-ids.ts'
import { type CheckedPerson, judgePerson } from '../subscribers/person.ts'
import type { EmailFormat } from '../text.ts'
import { addPeople, type MovedValues, type NewPerson } from './add-people.ts'
import { countsOf, differs, type MoveRun } from './move.ts'
import {
  changeMovedPeople,
  joinMovedPeople,
  lockMovedList,
  lockPeople,
  peopleThere,
} from './people.sql.ts'

/** A subscriber as the former service has it. Undefined: it does not say. */
export interface MovedPerson {
  id: number
  email: string
  name: string
  format: EmailFormat | undefined
  countryCode: string | undefined
  phone: string | undefined
  created: Date | undefined
  subscribed: Date | undefined
  /** DD1 first, joined by the separator; those beyond the last are left alone. */
  fields: string
  /** The number of the first field that can't be stored. */
  wrongField: number | undefined
}

type Known = Awaited<ReturnType<typeof peopleThere>>[number]

/** Some are known here under other ids, or others have theirs. */
export class IdsDiffer extends Error {
  readonly ids: OldId[]

  constructor(ids: OldId[]) {
    super('Ids differ.')
    this.ids = ids
  }
}

/** What was read of the list before, by id. */
export interface ReadBefore {
  /** On an earlier page of this reading: an id comes once. */
  has(id: number): boolean
  /** In an earlier reading of this pass, which has noted the differences. */
  noted(id: number): boolean
  /** By the last pass: who has the id here has it from there. */
  brought(id: number): boolean
  /** IdsDiffer was thrown for this page before: what differs still can't be made equal. */
  idsTaken: boolean
}

/**
 * Returns who of them is on the list here now, by the id that they have here. Undefined: there is
 * no such list. Nothing is done where it throws: a unique violation, try again; IdsDiffer, give
 * them their ids first.
 */
export async function movePeople(
  db: Store,
  tx: Tx,
  move: MoveRun,
  listId: number,
  rows: readonly MovedPerson[],
  before: ReadBefore,
): Promise<number[] | undefined> {
  const { accountId } = move
  const list = await lockMovedList(tx, { accountId, listId })
  if (!list) return undefined
  const note: NoteDifference = (id, difference, also = '') => {
    if (!before.noted(id)) differs(move, 'subscribers', difference, `${id}${also}`)
  }
  const given = checkRows(note, rows)
  const erased = await erasedAmong(db, tx, accountId, [...given.keys()])
  const { known, here } = await knownOf(tx, accountId, listId, given, erased)
  const byKey = new Map(known.map(one => [one.emailKey, one]))
  const byId = new Map(known.map(one => [one.id, one]))
  const made: NewPerson[] = []
  const changed: { id: number; values: MovedValues }[] = []
  const joining: { id: number; subscribed: Date }[] = []
  const apart: OldId[] = []

  for (const [key, row] of given) {
    if (erased.has(key)) {
      note(row.id, 'erased here')
      continue
    }
    const holder = byId.get(row.id)
    const known = byKey.get(key)
    // An id comes once, and an address keeps the first one.
    const repeated = before.has(row.id) || (known !== undefined && before.has(known.id))
    const there = known ?? (before.brought(row.id) && !repeated ? renamed(holder) : undefined)
    const subscribed = row.subscribed ?? new Date()
    if ((there?.id ?? row.id) !== row.id || (!there && holder))
      if (!repeated && !before.idsTaken) {
        apart.push({ id: row.id, emailKey: key })
        continue
      }
    if (!there) {
      if (holder && repeated) {
        note(row.id, 'the id belongs to another address here')
        continue
      }
      const id = holder ? await takeId(db, accountId, 'subscriber') : row.id
      if (holder) note(row.id, 'the id stays with another address here', `, copied as ${id}`)
      made.push({ ...valuesOf(row, undefined), id, subscribed })
      continue
    }
    if (there.id !== row.id) note(row.id, 'known here under another id', `, here ${there.id}`)
    if (there.optedOut || there.unsubscribed) {
      const what = there.optedOut ? 'opted out here' : 'unsubscribed here'
      note(row.id, what, `, list ${listId}`)
      continue
    }
    const values = valuesOf(row, there)
    if (!isSame(values, there)) changed.push({ id: there.id, values })
    if (there.onList) here.push(there.id)
    else joining.push({ id: there.id, subscribed })
  }
  if (apart.length > 0) throw new IdsDiffer(apart)
  await addPeople(tx, { accountId, listId, ...list }, made)
  await change(tx, move, changed)
  const joined = await join(tx, accountId, listId, joining)
  const added = [...made.map(({ id }) => id), ...joined]
  countsOf(move, 'subscribers').added += added.length
  return [...here, ...added]
}

type GivenPeople = Map<string, MovedPerson & CheckedPerson>

/**
 * Takes out of `given` who is the same here as there: they are read and not locked, which would
 * write each of them. Returns them as `here`, and what is known of the others, locked.
 */
async function knownOf(
  tx: Tx,
  accountId: number,
  listId: number,
  given: GivenPeople,
  erased: ReadonlySet<string>,
): Promise<{ known: Known[]; here: number[] }> {
  const of = () => ({
    ...{ accountId, listId, emailKeys: literal([...given.keys()]) },
    ids: [...given.values()].map(({ id }) => id),
  })
  const found = await peopleThere(tx, of())
  const here: number[] = []
  for (const there of found) {
    const { emailKey, id, onList, optedOut, unsubscribed } = there
    const row = given.get(emailKey)
    if (row?.id !== id || !onList || optedOut || unsubscribed || erased.has(emailKey)) continue
    if (!isSame(valuesOf(row, there), there)) continue
    here.push(id)
    given.delete(emailKey)
  }
  if (found.length === here.length) return { known: [], here }
  await lockPeople(tx, of())
  return { known: await peopleThere(tx, of()), here }
}

/** An address that was changed there: the person keeps the id. */
const renamed = (there: Known | undefined): Known | undefined =>
  there && !there.merged && there.onList && !there.optedOut ? there : undefined

async function change(
  tx: Tx,
  move: MoveRun,
  changed: { id: number; values: MovedValues }[],
): Promise<void> {
  if (changed.length === 0) return
  await changeMovedPeople(tx, { accountId: move.accountId, ...columns(changed) })
  countsOf(move, 'subscribers').changed += changed.length
}

async function join(
  tx: Tx,
  accountId: number,
  listId: number,
  joining: { id: number; subscribed: Date }[],
): Promise<number[]> {
  if (joining.length === 0) return []
  const joined = await joinMovedPeople(tx, {
    accountId,
    listId,
    ids: joining.map(({ id }) => id),
    subscribed: joining.map(({ subscribed }) => subscribed),
  })
  return joined.map(({ subscriberId }) => subscriberId)
}

type NoteDifference = (id: number, difference: string, also?: string) => void

/** The valid rows by address; the first row of an address counts. */
function checkRows(note: NoteDifference, rows: readonly MovedPerson[]): GivenPeople {
  const given: GivenPeople = new Map()
  const ids = new Map<number, string>()
  for (const row of rows) {
    const person = { ...row, countryCode: row.countryCode ?? '', phone: row.phone ?? '' }
    const judged = judgePerson(person)
    if ('part' in judged) {
      note(row.id, `not valid here: ${judged.part}`)
      continue
    }
    if (row.wrongField !== undefined) {
      note(row.id, 'not valid here: data field', `, DD${row.wrongField}`)
      continue
    }
    const before = given.get(judged.emailKey)
    if (before) {
      if (before.id !== row.id) note(row.id, 'one address under two ids', `, ${before.id}`)
      continue
    }
    if (ids.has(row.id)) {
      note(row.id, 'one id for two addresses')
      continue
    }
    ids.set(row.id, judged.emailKey)
    given.set(judged.emailKey, { ...row, ...judged })
  }
  return given
}

function valuesOf(row: MovedPerson & CheckedPerson, known: Known | undefined): MovedValues {
  return {
    ...row,
    format: row.format ?? (known?.format as EmailFormat | undefined) ?? 'html',
    countryCode: row.countryCode ?? known?.countryCode ?? '',
    phone: row.phone ?? known?.phone ?? '',
    created: row.created ?? row.subscribed ?? new Date(),
    fields: fieldsOf(row.fields, known?.fields ?? ''),
  }
}

/** The given ones, then those that the former service does not show. */
function fieldsOf(given: string, known: string): string {
  let from = 0
  for (let at = 0; at >= 0; ) {
    from = known.indexOf(FIELD_SEPARATOR, from) + 1
    if (from === 0) return withoutEmptyEnd(given)
    at = given.indexOf(FIELD_SEPARATOR, at)
    if (at >= 0) at++
  }
  return withoutEmptyEnd(given + FIELD_SEPARATOR + known.slice(from))
}

const isSame = (values: MovedValues, there: Known): boolean =>
  values.email === there.email &&
  values.name === there.name &&
  values.format === there.format &&
  values.countryCode === there.countryCode &&
  values.phone === there.phone &&
  values.fields === withoutEmptyEnd(there.fields)

const columns = (rows: { id: number; values: MovedValues }[]) => ({
  ids: rows.map(({ id }) => id),
  emails: literal(rows.map(({ values }) => values.email)),
  emailKeys: literal(rows.map(({ values }) => values.emailKey)),
  names: literal(rows.map(({ values }) => values.name)),
  formats: literal(rows.map(({ values }) => values.format)),
  countryCodes: literal(rows.map(({ values }) => values.countryCode)),
  phones: literal(rows.map(({ values }) => values.phone)),
  fields: literal(rows.map(({ values }) => values.fields)),
})

/** One literal: the driver would build the same text more slowly. */
const literal = (texts: string[]) => arrayLiteral(texts) as unknown as string[]
