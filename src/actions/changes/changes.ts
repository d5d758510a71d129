/** Changes since a moment, for programs that keep a copy of the account. */

import { z } from 'zod'
import type { Store } from '../../db/db.ts'
import {
  deliveryChanges,
  optOutChanges,
  subscriberChanges,
  subscriptionChanges,
} from '../../domain/changes/changed-rows.ts'
import { type ChangesPhase, readChanges } from '../../domain/changes/feed.ts'
import { refused } from '../../domain/refusal.ts'
import { DELIVERY_STATES } from '../../domain/reports/sendings/recipients.ts'
import { SOURCE, type SourceName } from '../../lib/source-kind.ts'
import { action } from '../action.ts'
import { cursorOf, placeOf } from '../cursor.ts'
import { answeredWord } from '../http/api-words.ts'
import { personalText, replyText } from '../mask.ts'
import { Subscriber } from '../subscribers/subscribers.ts'
import { bigId, email, id, moment, since } from '../values.ts'

const Asked = z.strictObject({
  changedSince: since.describe('From this moment on. Without it and a cursor: all there is.'),
  cursor: z.string().max(500).optional().describe('The `cursor` of the answer before.'),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
})

const changed = moment.describe('The start of the transaction that changed it last.')
const removed = z.boolean().describe('It is there no more: forget it.')

const changesOf = <Change extends z.ZodType>(change: Change) =>
  z.object({
    items: z.array(change),
    cursor: z.string().describe('Keep it: what changes from here on comes with it.'),
    more: z.boolean().describe('There is more now; false: ask again in a while.'),
  })

const millis = z.int().min(0).max(8_640_000_000_000_000)
const number = z.int().min(0)
const begun = z.tuple([z.string(), millis])
const within = z.tuple([
  z.string(),
  millis,
  millis,
  number.max(1),
  number,
  number.max(2_147_483_647 * 2),
  number,
])

function placeGiven(feed: string, { changedSince, cursor }: z.output<typeof Asked>) {
  if (cursor === undefined) return { since: changedSince?.getTime() ?? 0 }
  if (changedSince !== undefined) throw refused('not-valid', 'changes-twice')
  const read = placeOf(cursor, z.union([begun, within]), 'query.cursor')!
  if (read[0] !== feed) throw refused('not-valid', 'changes-of-others')
  if (read.length === 2) return { since: read[1] }
  const [, from, until, phase, a, b, c] = read
  return { since: from, until, phase, after: [a, b, c] as const }
}

async function answered<Change>(
  feed: string,
  { db, account }: { db: Store; account: { id: number } },
  asked: z.output<typeof Asked>,
  phases: readonly ChangesPhase<Change>[],
) {
  const given = placeGiven(feed, asked)
  const { items, place, more } = await readChanges(db, account.id, given, asked.limit, phases)
  const kept =
    'until' in place
      ? [place.since, place.until, place.phase, ...place.after]
      : [Math.max(place.since, 0)]
  return { items, more, cursor: cursorOf([feed, ...kept]) }
}

export const changes = [
  action({
    route: 'GET /changes/subscribers',
    right: 'read',
    about: 'Subscribers that have changed, as they are now, and the ids of those who are gone.',
    command: 'changes subscribers',
    query: Asked,
    out: changesOf(
      z.object({
        id: bigId,
        changed,
        removed: removed.describe('Erased, or known by another id.'),
        newId: bigId.nullable().describe('Of one who goes on under another id.'),
        subscriber: Subscriber.nullable(),
      }),
    ),
    run: (call, { query }) => answered('subscribers', call, query, subscriberChanges),
  }),
  action({
    route: 'GET /changes/subscriptions',
    right: 'read',
    about: 'Subscriptions that have changed, ended ones included.',
    command: 'changes subscriptions',
    query: Asked,
    out: changesOf(
      z.object({
        subscriberId: bigId,
        listId: id,
        changed,
        removed: removed.describe('Removed by a program or a member, or erased.'),
        subscribed: moment.nullable(),
        unsubscribed: moment.nullable().describe('When the person left the list.'),
        unsubscribeSource: z.string().nullable(),
        unsubscribeReason: personalText.nullable(),
      }),
    ),
    run: (call, { query }) => answered('subscriptions', call, query, subscriptionChanges),
  }),
  action({
    route: 'GET /changes/opt-outs',
    right: 'read',
    about: 'Opt-outs that have changed, and the ids of lifted ones.',
    command: 'changes opt-outs',
    query: Asked,
    out: changesOf(
      z.object({
        id: bigId,
        changed,
        removed: removed.describe('Lifted.'),
        subscriberId: bigId.nullable(),
        email: email.nullable().describe('Null: removed, or the person was erased.'),
        erased: z.boolean().describe('The person was erased, and is kept out.'),
        reason: personalText,
        listId: id.nullable(),
        sendingId: bigId.nullable(),
        created: moment.nullable(),
      }),
    ),
    run: (call, { query }) => answered('opt-outs', call, query, optOutChanges),
  }),
  action({
    route: 'GET /changes/deliveries',
    right: 'read',
    about:
      'Emails whose state has changed: of sendings, triggers and transactions, without test ' +
      'emails and addresses.',
    command: 'changes deliveries',
    query: Asked,
    out: changesOf(
      z.object({
        source: z.enum(Object.keys(SOURCE) as [SourceName]),
        sourceId: bigId.describe('Of the sending, the email of the trigger, or the project.'),
        id: bigId.describe('Of the subscriber; of a transaction its own.'),
        changed,
        state: answeredWord(DELIVERY_STATES),
        tries: z.int(),
        reply: replyText.nullable(),
        reason: z.string().nullable(),
      }),
    ),
    async run(call, { query }) {
      const page = await answered('deliveries', call, query, deliveryChanges)
      const items = page.items.map(({ attempts, state, ...rest }) => ({
        ...rest,
        tries: attempts,
        state: state as (typeof DELIVERY_STATES)[number],
      }))
      return { ...page, items }
    },
  }),
] as const
