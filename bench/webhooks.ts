/**
 * Events delivered to a local receiver by one worker, each signed and settled, beside fetch posting
 * the same bodies.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createWebhook } from '../src/domain/webhooks/manage-webhooks.ts'
import { payloadOf } from '../src/domain/webhooks/payload.ts'
import { publish } from '../src/domain/webhooks/publish.ts'
import { createSealer } from '../src/lib/secrets.ts'
import type { Context } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { execute } from './fixture.ts'
import { type Bench, onNewDatabase, startWorker } from './own-database.ts'
import { processorOf } from './processors.ts'
import { sized } from './smoke.ts'

const EVENTS = sized(20_000, 100)
const BUNDLE = sized(500, EVENTS)
const CONNECTIONS = 32
/** As in startWorker. */
const SECRET = 'a secret for the bench, long enough to be one'

interface Received {
  count: number
  first: number
  last: number
}

export async function webhookBench(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  for (let run = 0; run < context.runs; run++) {
    context.noteLoad()
    await onNewDatabase(context, async bench => {
      const receiver = fork(fileURLToPath(new URL('./webhook-receiver.ts', import.meta.url)))
      try {
        const [{ port }] = (await once(receiver, 'message')) as [{ port: number }]
        const url = `http://127.0.0.1:${port}/hook`
        figures.add(
          'fetch, same bodies',
          'requests/s',
          await context.quietly(() => byFetch(receiver, url, bench.accountId)),
        )
        const ours = await context.quietly(() => byWorker(context, bench, receiver, url))
        figures.add('delivered', 'events/s', ours.perSecond)
        figures.add('from happening to the last', 's', ours.seconds)
        figures.add('processor, worker', 'us/event', ours.worker)
        figures.add('processor, store', 'us/event', ours.store)
      } finally {
        receiver.disconnect()
      }
    })
  }
  const delivered = figures.get('delivered')
  const wanted = { name: 'wanted', unit: '', runs: delivered.runs.map(() => 1000) }
  return {
    name: 'webhooks',
    about:
      `${EVENTS.toLocaleString('en-US')} events of as many people, spread out, signed, posted ` +
      `one by one over up to ${CONNECTIONS} connections and settled, by one worker.`,
    series: figures.series,
    ratios: [
      ratio('delivered / 1,000 events/s', delivered, wanted, { least: 1 }),
      ratio('delivered / fetch', delivered, figures.get('fetch, same bodies')),
    ],
  }
}

async function ask(receiver: ChildProcess, what: 'begin' | 'how many'): Promise<Received> {
  receiver.send(what)
  return ((await once(receiver, 'message')) as [Received])[0]
}

async function until(receiver: ChildProcess, count: number): Promise<Received> {
  for (;;) {
    const received = await ask(receiver, 'how many')
    if (received.count >= count) return received
    await pause(50)
  }
}

const pace = ({ first, last }: Received, events: number) =>
  (events * 1000) / Math.max(1, last - first)

async function byFetch(receiver: ChildProcess, url: string, accountId: number): Promise<number> {
  await ask(receiver, 'begin')
  let next = 0
  const headers = { 'content-type': 'application/json' }
  const lane = async () => {
    while (next < EVENTS) {
      const response = await fetch(url, { method: 'POST', headers, body: body(accountId, ++next) })
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  return pace(await until(receiver, EVENTS), EVENTS)
}

const body = (accountId: number, id: number): string =>
  payloadOf(accountId, {
    id,
    kind: 'subscribed',
    at: '2026-11-21 14:00:00.123456+01',
    subscriberId: id,
    email: `p${id}@example.com`,
    listId: 1,
    sourceKind: null,
    sourceId: null,
    deliveryId: null,
    identifier: null,
    tags: null,
    metadata: null,
    smsNumber: null,
    smsText: null,
    triggerId: null,
    details: null,
  })

async function byWorker({ fixture }: Context, bench: Bench, receiver: ChildProcess, url: string) {
  const { store, accountId, listId } = bench
  const kinds = ['subscribed']
  await createWebhook(store, createSealer(SECRET), accountId, {
    name: 'bench',
    url,
    kinds,
    beginsAfterMillis: 0,
  })
  await execute(
    store,
    `insert into subscribers (account_id, id, email, email_key) select ${accountId}, n, 'p' ` +
      `|| n || '@example.com', 'p' || n || '@example.com' from generate_series(1, ${EVENTS}) n`,
    'vacuum analyze',
  )
  const worker = await startWorker(bench)
  try {
    await ask(receiver, 'begin')
    await publish(store, accountId, { kind: 'subscribed', ids: [1], listId })
    await until(receiver, 1)
    await ask(receiver, 'begin')
    const processor = processorOf(worker.pid, fixture.dataDir)
    const from = Date.now()
    for (let id = 1; id <= EVENTS; id += BUNDLE)
      await publish(store, accountId, {
        kind: 'subscribed',
        ids: Array.from({ length: BUNDLE }, (_, i) => id + i),
        listId,
      })
    const received = await until(receiver, EVENTS)
    const used = processor()
    const seconds = (received.last - from) / 1000
    await settled(bench)
    const each = (cores: number) => (cores * seconds * 1e6) / EVENTS
    return {
      perSecond: pace(received, EVENTS),
      seconds,
      worker: each(used.service),
      store: each(used.store),
    }
  } finally {
    await worker.stop()
  }
}

/** Each is settled once. */
async function settled({ store }: Bench): Promise<void> {
  for (let looks = 0; ; looks++) {
    const { rows } = await store.withClient(client =>
      client.query<{ sent: string; tries: string }>(
        "select count(*) filter (where state = 'sent') as sent, max(attempts) as tries from " +
          'webhook_events',
      ),
    )
    const { sent, tries } = rows[0]!
    if (Number(sent) === EVENTS + 1 && Number(tries) === 1) return
    if (looks === 100)
      throw new Error(`${sent} of ${EVENTS + 1} events are settled, with up to ${tries} tries`)
    await pause(100)
  }
}
