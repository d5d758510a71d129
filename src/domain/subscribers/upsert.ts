/**
 * Upserts of people by address, many at once: for programs that keep customers in step. Nobody who
 * has unsubscribed is put back without a newer consent.
 */
import { arrayLiteral } from '../../db/array-literal.ts'
import type { Db, Store } from '../../db/db.ts'
import { returnIds, takeIds, withFreshIds } from '../../db/ids.ts'
import { recordedActor } from '../audit/actor.ts'
import { recordEach } from '../audit/record.ts'
import { checkErased, hasErased, keyHashesOf } from '../opt-outs/erased.ts'
import { bringBackDeclines } from '../opt-outs/erased-declines.ts'
import { saveAndPublishJoined } from '../webhooks/publish-joined.ts'
import { notePeopleChanged } from '../words/note-change.ts'
import { tellingChanges } from './change-events.ts'
import type { CheckedPerson } from './person.ts'
import type { Consent } from './subscribe.ts'
import { upsertPeople } from './subscribers.sql.ts'
import { keepConsents, liftUnsubscribes, listsThere, unsubscriptions } from './upsert.sql.ts'

export interface UpsertRow extends CheckedPerson {
  /** Undefined: the person is saved, and put on no list. */
  listId: number | undefined
  /** DD1 first: null leaves a field, '' empties it. */
  fields: readonly (string | null)[]
  /** Kept if the row puts the person on the list. */
  consent: Consent | undefined
  /** The consent lifts an unsubscription that is older. */
  resubscribe: boolean
}

export interface UpsertedPerson {
  id: number
  /** They were not known before. */
  created: boolean
  /** Whether they are on the list of the row; null without one. */
  subscribed: boolean | null
  unsubscribed: { since: string; source: string } | undefined
}

/** A row of no effect: the person has opted out of everything, or the list is not there. */
export type UpsertOutcome = UpsertedPerson | 'opted-out' | 'no-such-list'

interface NumberedRow {
  row: UpsertRow
  id: number
}

interface SavedRow extends NumberedRow {
  joined: boolean
  optedOut: boolean
  /** The row has made the person: they have its id. */
  created: boolean
  unsubscribed: UpsertedPerson['unsubscribed']
}

/**
 * Saves rows, each address once, in one transaction, and returns an outcome for each by its
 * `emailKey`. Given values replace stored ones, empty values do not. Costs two statements, and one
 * more for consents, for people who are not put on their list, and for each list in the audit log.
 */
export async function upsert(
  db: Store,
  accountId: number,
  rows: readonly UpsertRow[],
): Promise<Map<string, UpsertOutcome>> {
  const saved = await withFreshIds(db, accountId, async () => {
    const ids = await takeIds(db, accountId, 'subscriber', rows.length)
    const numbered = rows.map((row, i) => ({ row, id: ids[i]! }))
    const keys = rows.map(({ emailKey }) => emailKey)
    const hashes = hasErased(db, accountId) ? await keyHashesOf(db, accountId, keys) : undefined
    const first = await saveRows(db, accountId, numbered, hashes)
    // Without hashes nothing is saved in an account with erased addresses.
    const again = first.length === 0 && !hashes && (await checkErased(db, accountId))
    const all = again
      ? await saveRows(db, accountId, numbered, await keyHashesOf(db, accountId, keys))
      : first
    const used = new Set(all.map(({ id }) => id))
    returnIds(
      db,
      accountId,
      'subscriber',
      ids.filter(id => !used.has(id)),
    )
    return all
  })
  notePeopleChanged(db, accountId, saved.length)
  return outcomesOf(db, accountId, rows, saved)
}

const saveRows = (
  db: Store,
  accountId: number,
  numbered: readonly NumberedRow[],
  hashes: ReadonlyMap<string, string> | undefined,
): Promise<SavedRow[]> => {
  const actor = recordedActor()
  const save = async (tx: Db) => {
    const saved: SavedRow[] = []
    const groups = Map.groupBy(numbered, ({ row }) => row.format === undefined)
    for (const [keepFormat, group] of groups)
      saved.push(...(await saveGroup(tx, accountId, group, { keepFormat, hashes })))
    const people = saved.map(({ id, row: { emailKey } }) => ({ id, emailKey }))
    if (hashes) await bringBackDeclines(db, tx, accountId, people)
    await lift(tx, accountId, saved)
    await keepGiven(tx, accountId, saved)
    await noteUnsubscribed(tx, accountId, saved)
    const alone = saved.filter(({ created, row }) => created && row.listId === undefined)
    if (actor && alone.length > 0) {
      const ids = alone.map(({ id }) => id)
      const change = { action: 'subscriber.edit', ids, after: { changed: 'email' } } as const
      await recordEach(tx, accountId, change, actor)
    }
    return saved
  }
  const by = { actor, source: 'program' } as const
  const keys = numbered.map(({ row }) => row.emailKey)
  const saveAll = tellingChanges(db, accountId, keys, save)
  return saveAndPublishJoined(db, accountId, saveAll, ({ row }) => row.listId!, by)
}

async function saveGroup(
  tx: Db,
  accountId: number,
  group: readonly NumberedRow[],
  given: { keepFormat: boolean; hashes: ReadonlyMap<string, string> | undefined },
): Promise<SavedRow[]> {
  const { keepFormat, hashes } = given
  const rows = group.map(({ row }) => row)
  const byKey = new Map(group.map(one => [one.row.emailKey, one]))
  const saved = await upsertPeople(tx, {
    accountId,
    keepFormat,
    liftBefore: '-infinity',
    ids: group.map(({ id }) => id),
    listIds: rows.map(({ listId = 0 }) => listId),
    emails: rows.map(({ email }) => email),
    emailKeys: rows.map(({ emailKey }) => emailKey),
    names: rows.map(({ name }) => name),
    formats: rows.map(({ format = 'html' }) => format),
    countryCodes: rows.map(({ countryCode }) => countryCode),
    phones: rows.map(({ phone }) => phone),
    fields: rows.map(({ fields }) => arrayLiteral(fields)),
    hashed: hashes !== undefined,
    keyHashes: hashes ? rows.map(({ emailKey }) => hashes.get(emailKey) ?? null) : [],
  })
  return saved.map(({ emailKey, ...person }) => {
    const { row, id } = byKey.get(emailKey)!
    return { row, ...person, created: person.id === id, unsubscribed: undefined }
  })
}

/** Those who are known, on whose list the statement has not put them. */
const notJoined = (saved: readonly SavedRow[]): SavedRow[] =>
  saved.filter(({ row, joined, optedOut }) => row.listId !== undefined && !joined && !optedOut)

async function lift(tx: Db, accountId: number, saved: readonly SavedRow[]): Promise<void> {
  const meant = notJoined(saved).filter(({ row }) => row.resubscribe && row.consent)
  if (meant.length === 0) return
  const moments = meant.map(({ row }) => row.consent!.given)
  const lifted = await liftUnsubscribes(tx, { accountId, ...pairs(meant), moments })
  const ids = new Set(lifted.map(({ id }) => id))
  for (const one of meant) one.joined = ids.has(one.id)
}

async function keepGiven(tx: Db, accountId: number, saved: readonly SavedRow[]): Promise<void> {
  const given = saved.filter(({ row, joined }) => joined && row.consent)
  if (given.length === 0) return
  const sources = given.map(({ row }) => row.consent!.source)
  const moments = given.map(({ row }) => row.consent!.given)
  await keepConsents(tx, { accountId, ...pairs(given), sources, moments })
}

async function noteUnsubscribed(tx: Db, accountId: number, saved: readonly SavedRow[]) {
  const known = notJoined(saved)
  if (known.length === 0) return
  const ended = await unsubscriptions(tx, { accountId, ...pairs(known) })
  const byId = new Map(ended.map(({ id, since, source }) => [id, { since, source }]))
  for (const one of known) one.unsubscribed = byId.get(one.id)
}

const pairs = (saved: readonly SavedRow[]) => ({
  ids: saved.map(({ id }) => id),
  listIds: saved.map(({ row }) => row.listId!),
})

async function outcomesOf(
  db: Store,
  accountId: number,
  rows: readonly UpsertRow[],
  saved: readonly SavedRow[],
): Promise<Map<string, UpsertOutcome>> {
  const outcomes = new Map(saved.map(one => [one.row.emailKey, outcomeOf(one)]))
  const missing = rows.filter(({ emailKey }) => !outcomes.has(emailKey))
  if (missing.length === 0) return outcomes
  const listIds = [...new Set(missing.flatMap(({ listId }) => listId ?? []))]
  const there = new Set((await listsThere(db, { accountId, listIds })).map(({ id }) => id))
  for (const { emailKey, listId } of missing) {
    const erased = listId === undefined || there.has(listId)
    outcomes.set(emailKey, erased ? 'opted-out' : 'no-such-list')
  }
  return outcomes
}

function outcomeOf({ row, id, optedOut, created, unsubscribed }: SavedRow): UpsertOutcome {
  if (optedOut) return 'opted-out'
  const subscribed = row.listId === undefined ? null : unsubscribed === undefined
  return { id, created, subscribed, unsubscribed }
}
