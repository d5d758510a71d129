/** Subscribes a new or an existing address to a list. */
import { arrayLiteral } from '../../db/array-literal.ts'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { gathered } from '../../db/gather.ts'
import { returnIds, takeId, takeIds, withFreshIds } from '../../db/ids.ts'
import { type Actor, recordedActor } from '../audit/actor.ts'
import { actorColumns, nextAuditId } from '../audit/record.ts'
import { erasedOnList } from '../opt-outs/erased.sql.ts'
import { checkErased, hasErased, keyHashesOf, keyHashOf } from '../opt-outs/erased.ts'
import { bringBackDeclines, hasErasedAnswers } from '../opt-outs/erased-declines.ts'
import { Refusal } from '../refusal.ts'
import {
  type JoinSource,
  joiningIsPublished,
  saveAndPublishJoined,
} from '../webhooks/publish-joined.ts'
import { notePeopleChanged } from '../words/note-change.ts'
import { tellingChanges } from './change-events.ts'
import { type SubscriberReference, subscriberNamed } from './named-subscriber.ts'
import { type CheckedPerson, checkPerson, type Person } from './person.ts'
import {
  joinList,
  keepNewConsent,
  saveSubscription,
  saveSubscriptions,
  saveSubscriptionsRecorded,
  saveSubscriptionsToPublish,
} from './subscribers.sql.ts'

export interface SubscribeResult {
  id: number
  optedOut: boolean
  /** As stored, if the call made them; only of calls that the audit log records. */
  made?: NewSubscriber | undefined
}

type RecordedRow = Awaited<ReturnType<typeof saveSubscriptionsRecorded>>[number]

/** A subscriber that a call has just made, with the one list that they are on. */
export type NewSubscriber = Omit<RecordedRow, 'emailKey' | 'optedOut' | 'made'>

/** When and where a person agreed to be on a list. */
export interface Consent {
  /** At most 500 characters. */
  source: string
  given: Date
}

/**
 * The effect of a new subscription on an unsubscription of the person: `lift` it, since an insert
 * by an old program is a new consent; `keep` it; or lift it by a consent that was given later.
 */
export type Lifting = 'lift' | 'keep' | Consent

interface Subscribing extends CheckedPerson {
  listId: number
  fields: string
  lifts: boolean
  /** The recorded actor. */
  actor: Actor | undefined
  source: JoinSource
}

/**
 * Subscribes a person to a list: creates the subscriber, or updates the given values; empty values
 * leave the stored ones unchanged. `fields` are demographic values, DD1 first: null leaves a field,
 * '' empties it.
 *
 * An address on OptOutAll is never subscribed and its subscriber is not changed; for an erased
 * address none is created. An unsubscription from this list is lifted, or kept, as `lifting` says;
 * values are updated all the same. Refuses an unknown list and invalid values.
 */
export async function subscribe(
  db: Store,
  accountId: number,
  listId: number,
  person: Person,
  fields: readonly (string | null)[] = [],
  lifting: 'lift' | 'keep' = 'lift',
  source: JoinSource = 'program',
): Promise<SubscribeResult> {
  const lifts = lifting === 'lift'
  return save(db, accountId, {
    ...checkPerson(person),
    listId,
    fields: arrayLiteral(fields),
    lifts,
    actor: recordedActor(),
    source,
  })
}

const save = gathered<Subscribing, SubscribeResult>({
  keyOf: call => call.emailKey,

  one: saveOne,

  async many(db, accountId, calls) {
    const ids = await takeIds(db, accountId, 'subscriber', calls.length)
    const numbered = calls.map((call, i) => ({ call, id: ids[i]! }))
    const keys = calls.map(({ emailKey }) => emailKey)
    const hashes = hasErased(db, accountId) ? await keyHashesOf(db, accountId, keys) : undefined
    const saved = new Map<string, SubscribeResult>()
    for (const group of Map.groupBy(numbered, ({ call }) => sharedBy(call)).values()) {
      const rows = await saveGroup(db, accountId, group, hashes)
      for (const { emailKey, ...result } of rows) saved.set(emailKey, result)
    }
    notePeopleChanged(db, accountId, calls.length)
    returnIds(
      db,
      accountId,
      'subscriber',
      numbered.filter(({ call, id }) => saved.get(call.emailKey)?.id !== id).map(({ id }) => id),
    )
    return Promise.all(
      calls.map(
        call =>
          saved.get(call.emailKey) ??
          unsaved(db, accountId, call, hashes?.get(call.emailKey) ?? null),
      ),
    )
  },
})

/** The parameters that the calls of a statement share. */
const sharedBy = ({ format, lifts, actor, source }: Subscribing): string =>
  JSON.stringify([format === undefined, lifts, actor, source])

interface Numbered {
  call: Subscribing
  id: number
}

/**
 * Saves calls that share what sharedBy() says. If a webhook listens, the new subscriptions are
 * published in the same transaction.
 */
async function saveGroup(
  db: Store,
  accountId: number,
  group: Numbered[],
  hashes: ReadonlyMap<string, string> | undefined,
): Promise<(SubscribeResult & { emailKey: string })[]> {
  const { lifts, format, actor, source } = group[0]!.call
  const liftBefore = lifts ? 'infinity' : '-infinity'
  const keepFormat = format === undefined
  const given = { accountId, keepFormat, liftBefore, ...columns(group, hashes) }
  const back = hashes !== undefined && (await hasErasedAnswers(db, accountId))
  const withDeclines =
    <Row extends { id: number; emailKey: string }>(save: (by: Db) => Promise<Row[]>) =>
    async (by: Db) => {
      const rows = await save(by)
      if (back) await bringBackDeclines(db, by, accountId, rows)
      return rows
    }
  if (!(await joiningIsPublished(db, accountId, undefined))) {
    const saveAll = withDeclines<SubscribeResult & { emailKey: string }>(by =>
      actor ? saveRecorded(by, given, actor, group) : saveSubscriptions(by, given),
    )
    return back ? atomically(db, saveAll, { again: true, accountId }) : saveAll(db)
  }
  const lists = new Map(group.map(({ call }) => [call.emailKey, call.listId]))
  const join = withDeclines(by => saveSubscriptionsToPublish(by, given))
  const save = tellingChanges(db, accountId, given.emailKeys, join)
  const by = { actor, source }
  return saveAndPublishJoined(db, accountId, save, row => lists.get(row.emailKey)!, by)
}

async function saveRecorded(
  db: Db,
  given: Parameters<typeof saveSubscriptions>[1],
  actor: Actor,
  group: Numbered[],
) {
  const entry = { ...actorColumns(actor), entryIds: group.map(nextAuditId) }
  const rows = await saveSubscriptionsRecorded(db, { ...given, ...entry })
  return rows.map(({ emailKey, optedOut, made, ...row }) => ({
    emailKey,
    id: row.id,
    optedOut,
    made: made ? row : undefined,
  }))
}

function saveOne(db: Store, accountId: number, call: Subscribing): Promise<SubscribeResult> {
  return withFreshIds(db, accountId, () => saveWithNewId(db, accountId, call))
}

async function saveWithNewId(
  db: Store,
  accountId: number,
  call: Subscribing,
): Promise<SubscribeResult> {
  const id = await takeId(db, accountId, 'subscriber')
  const { listId, email, emailKey, name, format = 'html', countryCode, phone } = call
  const keepFormat = call.format === undefined
  const keyHash = hasErased(db, accountId) ? await keyHashOf(db, accountId, emailKey) : null
  // One literal: the driver would build the same text from an array.
  const fields = call.fields as unknown as string[]
  const given = {
    accountId,
    id,
    listId,
    email,
    emailKey,
    name,
    format,
    keepFormat,
    countryCode,
    phone,
    fields,
    keyHash,
  }
  const hashes = keyHash === null ? undefined : new Map([[emailKey, keyHash]])
  const saved: SubscribeResult | undefined =
    !call.lifts ||
    (await joiningIsPublished(db, accountId, call.actor)) ||
    (keyHash !== null && (await hasErasedAnswers(db, accountId)))
      ? (await saveGroup(db, accountId, [{ call, id }], hashes))[0]
      : savedAlone(await saveSubscription(db, given))
  if (saved?.id !== id) returnIds(db, accountId, 'subscriber', [id])
  if (saved) notePeopleChanged(db, accountId)
  const answer = saved ?? (await unsaved(db, accountId, call, keyHash))
  if (answer instanceof Refusal) throw answer
  return answer
}

const savedAlone = ({ saved }: { saved: number | null }): SubscribeResult | undefined =>
  saved === null ? undefined : { id: Math.abs(saved), optedOut: saved < 0 }

/**
 * The result of an insert that saved nothing: an unknown list, or the former id of an erased
 * subscriber. Without a hash all inserts into an account with erased addresses are refused; then it
 * is retried with one, as are later calls.
 */
async function unsaved(
  db: Store,
  accountId: number,
  call: Subscribing,
  keyHash: string | null,
): Promise<SubscribeResult | Refusal> {
  if (keyHash !== null) {
    const erased = await erasedOnList(db, { accountId, listId: call.listId, keyHash })
    return erased ? { id: erased.id, optedOut: true } : new Refusal('no-such-list')
  }
  if (!(await checkErased(db, accountId))) return new Refusal('no-such-list')
  return saveOne(db, accountId, call).catch(error => {
    if (error instanceof Refusal) return error
    throw error
  })
}

function columns(group: Numbered[], hashes: ReadonlyMap<string, string> | undefined) {
  return {
    ids: group.map(({ id }) => id),
    listIds: group.map(({ call }) => call.listId),
    emails: group.map(({ call }) => call.email),
    emailKeys: group.map(({ call }) => call.emailKey),
    names: group.map(({ call }) => call.name),
    formats: group.map(({ call }) => call.format ?? 'html'),
    countryCodes: group.map(({ call }) => call.countryCode),
    phones: group.map(({ call }) => call.phone),
    fields: group.map(({ call }) => call.fields),
    hashed: hashes !== undefined,
    keyHashes: hashes ? group.map(({ call }) => hashes.get(call.emailKey) ?? null) : [],
  }
}

/**
 * Subscribes an existing subscriber to a list and returns the id. As in subscribe(), opted-out
 * subscribers are refused, and an unsubscription is lifted or kept; a consent is stored with it.
 */
export async function joinKnown(
  db: Store,
  accountId: number,
  listId: number,
  named: SubscriberReference,
  lifting: Lifting = 'lift',
  source: JoinSource = 'program',
): Promise<number> {
  const subscriberId = await subscriberNamed(db, accountId, named)
  if (subscriberId === undefined) throw new Refusal('no-such-subscriber')
  const consent = typeof lifting === 'object' ? lifting : undefined
  const liftBefore = consent?.given ?? (lifting === 'keep' ? '-infinity' : 'infinity')
  const these = { accountId, listId, subscriberId }
  const join = async (by: Db) => {
    const row = await joinList(by, { ...these, liftBefore })
    if (consent && row?.joined) await keepNewConsent(by, { ...these, ...consent })
    return row ? [row] : []
  }
  const actor = recordedActor()
  const [joined] =
    consent || (await joiningIsPublished(db, accountId, actor))
      ? await saveAndPublishJoined(db, accountId, join, () => listId, { actor, source })
      : await join(db)
  if (!joined) throw new Refusal('no-such-list')
  if (joined.optedOut) throw new Refusal('opted-out')
  return joined.id
}
