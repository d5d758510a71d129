/**
 * Saves filters. A stored filter compiles, refers only to existing lists and sendings, and needs no
 * engagement that is not stored.
 */

import { atomically, type Db, type Store } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import { type GivenId, holdGivenId, idFor } from '../given-id.ts'
import {
  noSuch,
  type Refusal,
  refused,
  refusedAt,
  type Violation,
  violationsOfValues,
} from '../refusal.ts'
import { checkLine } from '../text.ts'
import { type Condition, type FrozenFilter, testsIn } from './condition.ts'
import { FilterError } from './filter-words.ts'
import {
  addFilter,
  changeFilter,
  filtersById,
  findFilterByName,
  listIsAnonymous,
  lockFilter,
  removeFilter,
} from './filters.sql.ts'
import { peopleRemoved, requireNamed, sendingWithoutPeople } from './named-in-filters.ts'
import { readFilter } from './read-filter.ts'
import { writeFilter } from './write-filter.ts'

const MAX_NAME = 200
const MOST_INT = 2_147_483_647
/** Per sending. */
const MOST_FILTERS = 20

/**
 * Saves a new filter and returns its id. Refuses an invalid one, with the column and what was
 * expected.
 */
export async function addNamedFilter(
  db: Store,
  accountId: number,
  given: string,
  source: string,
  givenId: GivenId = {},
): Promise<number> {
  const condition = await conditionOf(db, accountId, source)
  const name = checkName(given)
  const taken = () => findFilterByName(db, { accountId, name })
  const known = await taken()
  if (known) throw refused('not-valid', 'filter-twin', { id: known.id }).ofValue('name')
  const id = await idFor(db, accountId, 'filter', givenId)
  const row = { accountId, id, name, source, condition: JSON.stringify(condition) }
  await atomically(db, async tx => {
    await holdGivenId(
      tx,
      accountId,
      'filter',
      givenId,
      async id => (await filtersById(tx, { accountId, ids: [id] }))[0],
    )
    const added = await addFilter(tx, row)
    // A retry after a lost connection finds its own row.
    if (added === 0 && (await taken())?.id !== id)
      throw refused('not-valid', 'filter-name-taken').ofValue('name')
    await recordChange(tx, accountId, { action: 'filter.add', id, after: { name, source } })
  })
  return id
}

function checkName(given: string): string {
  const name = checkLine(given, 'name', MAX_NAME)
  if (name === '') throw refused('not-valid', 'filter-nameless')
  return name
}

/** The condition is checked later, with the fields of the account. */
export const violationsOfFilter = ({ name }: { name?: string | undefined }): Violation[] =>
  violationsOfValues({ name }, { name: checkName })

export interface FilterChanges {
  name?: string | undefined
  source?: string | undefined
}

/** Changes the given values; existing sendings are not changed. */
export async function editFilter(
  db: Db,
  accountId: number,
  id: number,
  { name: given, source }: FilterChanges,
): Promise<void> {
  await atomically(db, async tx => {
    const known = await lockFilter(tx, { accountId, id })
    if (!known) throw noSuch('no-such-filter', id)
    const condition =
      source === undefined
        ? known.condition
        : JSON.stringify(await conditionOf(tx, accountId, source))
    const name = given === undefined ? known.name : checkName(given)
    const twin = await findFilterByName(tx, { accountId, name })
    if (twin && twin.id !== id)
      throw refused('not-valid', 'filter-twin', { id: twin.id }).ofValue('name')
    const change = { name, source: source ?? known.source }
    await changeFilter(tx, { accountId, id, ...change, condition })
    const values = { before: { name: known.name, source: known.source }, after: change }
    await recordChange(tx, accountId, { action: 'filter.edit', id, ...values })
  })
}

/** Sendings and triggers keep their frozen copies. */
export function dropFilter(db: Db, accountId: number, id: number): Promise<void> {
  return atomically(db, async tx => {
    const [before] = await filtersById(tx, { accountId, ids: [id] })
    if ((await removeFilter(tx, { accountId, id })) === 0) throw noSuch('no-such-filter', id)
    const values = { before: { name: before?.name } }
    await recordChange(tx, accountId, { action: 'filter.remove', id, ...values })
  })
}

const atPlace = ({ message, detail, line, column }: FilterError): Refusal =>
  refusedAt(detail, { part: undefined, line, column }, message).ofValue('where')

/**
 * Parses a filter. Refuses unknown lists and sendings, and engagement that is not stored by person.
 */
export async function conditionOf(
  db: Db,
  accountId: number,
  source: string,
  options: { events?: boolean } = {},
): Promise<Condition> {
  const fields = await fieldsOfAccount(db, { accountId })
  let condition: Condition
  try {
    condition = readFilter(source, fields, options)
  } catch (error) {
    if (error instanceof FilterError) throw atPlace(error)
    throw error
  }
  await requireNamed(db, accountId, condition)
  return condition
}

/** Filters by id, in the given order, each once. Refuses an unknown one. */
export async function requireFilters(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<FrozenFilter[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const valid = wanted.filter(id => Number.isInteger(id) && id > 0 && id <= MOST_INT)
  const found = new Map(
    (await filtersById(db, { accountId, ids: valid })).map(row => [row.id, row]),
  )
  return wanted.map(id => {
    const filter = found.get(id)
    if (!filter) throw noSuch('no-such-filter', id)
    return { id, name: filter.name, condition: JSON.parse(filter.condition) as Condition }
  })
}

/** The filters of a sending to a list, to be frozen with it. */
export async function filtersForSending(
  db: Db,
  accountId: number,
  lists: readonly number[],
  ids: readonly number[],
): Promise<FrozenFilter[]> {
  if (new Set(ids).size > MOST_FILTERS)
    throw refused('not-valid', 'filters-many', { most: MOST_FILTERS })
  const filters = await requireFilters(db, accountId, ids)
  const conditions = filters.map(({ condition }) => condition)
  const removed = await sendingWithoutPeople(db, accountId, conditions)
  if (removed !== undefined) throw peopleRemoved(removed)
  const tracking = filters.find(({ condition }) => testsIn(condition).some(test => 'did' in test))
  for (const listId of tracking ? lists : [])
    if ((await listIsAnonymous(db, { accountId, listId })).anonymous)
      throw refused('not-valid', 'filter-anonymous', { filter: tracking!.id, list: listId })
  return filters
}

/** Formats a condition, with the present names of fields. */
export async function conditionText(
  db: Db,
  accountId: number,
  condition: Condition,
): Promise<string> {
  const fields = await fieldsOfAccount(db, { accountId })
  return writeFilter(condition, new Map(fields.map(({ number, name }) => [number, name])))
}
