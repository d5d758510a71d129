/**
 * Brings a page of a list of the former service into the list here: new subscribers with their ids,
 * changed values, subscriptions with their time. Decisions made here stay: opt-outs and
 * unsubscribes are not lifted.
 */
import type { Store, Tx } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { erasedAmong } from '../opt-outs/erased.ts'
import { bringBackDeclines } from '../opt-outs/erased-declines.ts'
import type { OldId } from '../shadow/take-old-ids.ts'
import { judgePerson } from '../subscribers/person.ts'
import { addPeople, type MovedValues, type NewPerson } from './add-people.ts'
import { countsOf, differs, type MoveRun } from './move.ts'
import { changeMovedPeople, joinMovedPeople, lockMovedList } from './people.sql.ts'
import {
  type GivenPeople,
  isSame,
  knownOf,
  literal,
  type MovedPerson,
  type PersonHere,
  valuesOf,
} from './people-here.ts'

/** Some are known here under other ids, or others have theirs. */
export class IdsDiffer extends Error {
  readonly ids: OldId[]

  constructor(ids: OldId[]) {
    super('Ids differ.')
    this.ids = ids
  }
}

/** The earlier reads of the list, by id. */
export interface ReadBefore {
  /** On an earlier page of this reading: an id comes once. */
  has(id: number): boolean
  /** In an earlier reading of this pass, which has noted the differences. */
  noted(id: number): boolean
  /** By the last pass: the id here comes from there. */
  brought(id: number): boolean
  /** The people of the page who were here when it was read; undefined: to be read now. */
  found: PersonHere[] | undefined
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
  const { known, here } = await knownOf(tx, { accountId, listId, given, erased, ...before })
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
  await bringBackDeclines(db, tx, accountId, made)
  await change(tx, move, changed)
  const joined = await join(tx, accountId, listId, joining)
  const added = [...made.map(({ id }) => id), ...joined]
  countsOf(move, 'subscribers').added += added.length
  return [...here, ...added]
}

/** An address that was changed there: the person keeps the id. */
const renamed = (there: PersonHere | undefined): PersonHere | undefined =>
  there?.onList && !there.optedOut ? there : undefined

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
