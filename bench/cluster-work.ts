/** The kinds of work that a cluster is measured with; each answers how many units it did. */
import { randomUUID } from 'node:crypto'
import { claimDeliveries, settleDeliveries } from '../src/domain/deliveries/deliveries.sql.ts'
import { makeSending } from '../src/domain/sendings/make-sending.ts'
import { planSending } from '../src/domain/sendings/plan-sending.ts'
import { subscribe } from '../src/domain/subscribers/subscribe.ts'
import { foldSome } from '../src/domain/tracking/fold-hits.ts'
import type { Hit } from '../src/domain/tracking/hit.ts'
import { newBatch, recordBatch } from '../src/domain/tracking/record-hit.ts'
import { insertTransaction } from '../src/domain/transactions/insert.ts'
import { claimTransactions } from '../src/domain/transactions/sending.sql.ts'
import { SOURCE } from '../src/lib/source-kind.ts'
import type { BenchAccount, Side } from './cluster-stores.ts'
import { execute } from './fixture.ts'
import { sized } from './smoke.ts'

const CALLERS = 32
const CALLS = sized(8_000, 64)
/** Emails of each account. */
const EMAILS = sized(2_500, 20)
const BATCH = sized(100, 10)
/** Hits of each account that are stored. */
const HITS = sized(2_500, 200)

export interface Work {
  name: string
  unit: string
  /** What it needs, not measured. */
  before?(side: Side, turn: string): Promise<void>
  run(side: Side, turn: string): Promise<number>
}

/** Calls of 32 callers, each of one account, one after the other. */
async function byCallers(
  { accounts }: Side,
  calls: number,
  call: (account: BenchAccount, n: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const caller = async (_: unknown, at: number) => {
    const account = accounts[at % accounts.length]!
    while (next < calls) await call(account, next++)
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  return calls
}

/** One worker for each account. */
export const byAccount = async (
  { accounts }: Side,
  work: (account: BenchAccount) => Promise<number>,
): Promise<number> => (await Promise.all(accounts.map(work))).reduce((sum, one) => sum + one, 0)

const scattered = (n: number): string =>
  String(Math.imul(n + 1, 0x9e3779b1) >>> 0).padStart(10, '0')

/** The sending of a turn whose deliveries are claimed and settled. */
const sendingOf = (turn: string): number => 1_000_000 + Number(turn)

async function addDeliveries({ store, accounts }: Side, turn: string): Promise<void> {
  for (const { accountId } of accounts)
    await execute(
      store,
      `insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at)
       select t.account_id, ${SOURCE.sending}, ${sendingOf(turn)}, n, n || '@example.com',
         now() - interval '1 minute'
       from tenants t, generate_series(1, ${EMAILS}) n where t.account_id = ${accountId}`,
    )
  await execute(store, 'analyze deliveries')
}

const claimOf = (turn: string, { accountId }: BenchAccount) => ({
  accountId,
  sourceKind: SOURCE.sending,
  sourceId: sendingOf(turn),
  most: BATCH,
  claimId: randomUUID(),
  worker: randomUUID(),
  leaseSeconds: 3_600,
})

/** What was claimed in a turn, for settling it. */
const claimed = new Map<string, { claimId: string; ids: number[] }[]>()
const keyOf = (side: Side, turn: string, { accountId }: BenchAccount) =>
  `${side.connection.database} ${turn} ${accountId}`

const subscribing: Work = {
  name: 'InsertSubscriber',
  unit: 'call',
  run: (side, turn) =>
    byCallers(side, CALLS, ({ accountId, listId }, n) => {
      const email = `${scattered(n)}.${turn}@example.com`
      return subscribe(side.store, accountId, listId, {
        email,
        name: 'Ada Lovelace',
        format: undefined,
        countryCode: '',
        phone: '',
      })
    }),
}

const transacting: Work = {
  name: 'InsertTransaction',
  unit: 'call',
  run: (side, turn) =>
    byCallers(side, CALLS, ({ accountId, guid }, n) =>
      insertTransaction(side.store, accountId, {
        guid,
        identifier: `order ${turn} ${n}`,
        name: 'Ada Lovelace',
        format: undefined,
        email: `${scattered(n)}.${turn}@example.com`,
        sendAt: undefined,
        fields: [String(n), 'Lund'],
        split: false,
      }),
    ),
}

const claimingTransactions: Work = {
  name: 'claim of transactions',
  unit: 'email',
  run: side =>
    byAccount(side, async ({ accountId }) => {
      for (let sum = 0; ; ) {
        const rows = await claimTransactions(side.store, {
          accountId,
          projectId: 1,
          most: BATCH,
          claimId: randomUUID(),
          worker: randomUUID(),
          leaseSeconds: 3_600,
        })
        sum += rows.length
        if (rows.length < BATCH) return sum
      }
    }),
}

const planning: Work = {
  name: 'planning',
  unit: 'email',
  run: side =>
    byAccount(side, async ({ accountId, listId, newsletterId }) => {
      const sending = { newsletterId, listId, dueAt: new Date(), zone: '+01:00' }
      const sendingId = await makeSending(side.store, accountId, sending)
      return (await planSending(side.store, accountId, sendingId, 3_600_000))!.planned
    }),
}

const claiming: Work = {
  name: 'claim',
  unit: 'email',
  before: addDeliveries,
  run: (side, turn) =>
    byAccount(side, async account => {
      const claims: { claimId: string; ids: number[] }[] = []
      claimed.set(keyOf(side, turn, account), claims)
      for (let sum = 0; ; ) {
        const claim = claimOf(turn, account)
        const rows = await claimDeliveries(side.store, claim)
        sum += rows.length
        if (rows.length > 0) claims.push({ claimId: claim.claimId, ids: rows.map(({ id }) => id) })
        if (rows.length < BATCH) return sum
      }
    }),
}

const settling: Work = {
  name: 'settling',
  unit: 'email',
  run: (side, turn) =>
    byAccount(side, async account => {
      let sum = 0
      for (const { claimId, ids } of claimed.get(keyOf(side, turn, account)) ?? []) {
        const sorted = ids.toSorted((one, other) => one - other)
        const { settled } = await settleDeliveries(side.store, {
          accountId: account.accountId,
          sourceKind: SOURCE.sending,
          sourceId: sendingOf(turn),
          ids: sorted,
          doneClaims: [claimId],
          states: ids.map(() => 'accepted'),
          replies: ids.map(() => '250 2.0.0 Ok: queued'),
          reasons: ids.map(() => null),
          nextTries: ids.map(() => null as never),
          tries: ids.map(() => 0),
          unspent: ids.map(() => 0),
          providers: ids.map(() => 'Gmail'),
          providerOutcomes: ids.map(() => 'accepted'),
          routeIds: ids.map(() => 1),
          providerReplies: ids.map(() => ''),
          part: 0,
        })
        sum += settled
      }
      return sum
    }),
}

let hitId = 0

const hitOf = (accountId: number, turn: string, n: number): Hit => ({
  accountId,
  source: 'sending',
  sourceId: sendingOf(turn),
  deliveryId: n,
  id: ++hitId,
  kind: 'view',
  link: 0,
  at: Date.now(),
  verdict: 'person',
  reason: '',
  agent: 'Firefox, Windows',
  network: '',
})

/** How many hits are in a batch: those that arrive together, so the more the more arrive. */
const BATCHED = [10, 100]

const hitsIn = (size: number): Work => ({
  name: `hits stored, ${size} a batch`,
  unit: 'hit',
  run: async (side, turn) => {
    const batches = (HITS / size) * side.accounts.length
    await byCallers(side, batches, ({ accountId }, n) => {
      const hits = Array.from({ length: size }, (_, at) => hitOf(accountId, turn, n * size + at))
      return recordBatch(side.store, newBatch(accountId, hits))
    })
    return batches * size
  },
})

const hitsCounted: Work = {
  name: 'hits counted',
  unit: 'hit',
  run: async side => {
    await Promise.all(
      side.accounts.map(async ({ accountId }) => {
        while ((await foldSome(side.store, accountId)).more);
      }),
    )
    return BATCHED.length * HITS * side.accounts.length
  },
}

/** In this order: later ones use what the earlier ones made. */
export const WORKS: Work[] = [
  subscribing,
  transacting,
  claimingTransactions,
  planning,
  claiming,
  settling,
  ...BATCHED.map(hitsIn),
  hitsCounted,
]
