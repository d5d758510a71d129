/**
 * InsertTransaction beside InsertSubscriber, both over SOAP 1.1 with 32 connections and durable
 * when answered; and the latency of an email from the call to the final dot at the relay: on an
 * idle service, and during a large sending.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { addDraft } from '../src/domain/newsletters/save-newsletter.ts'
import { makeSending } from '../src/domain/sendings/make-sending.ts'
import { makeProject } from '../src/domain/transactions/projects.ts'
import { freePort } from '../test/support/free-port.ts'
import { databaseUrl } from '../test/support/worker-process.ts'
import {
  type Context,
  drive,
  OUT,
  ROOT,
  type Running,
  startBare,
  stopped,
  untilAnswered,
} from './driving.ts'
import { Figures, quantiles, type Result, ratio } from './figures.ts'
import { execute } from './fixture.ts'
import { type Bench, onNewDatabase } from './own-database.ts'
import { processorOf } from './processors.ts'
import { answerTo, insertOf, POSITIVE, soap11 } from './requests.ts'
import { newsletter } from './send-fixture.ts'
import { COMPILED, PROGRAM, sized } from './smoke.ts'
import { type Clock, startClock } from './smtp-clock.ts'
import { batchPaces, batchRatios } from './transaction-batch.ts'

const CONNECTIONS = 32
/** Warm-up of each of the two: the service was just started on a new database. */
const WARM_MILLIS = sized(6_000, 20)
/** Of the concurrent sending. */
const PEOPLE = sized(200_000, 5_000)
/** Calls whose emails are timed, one after the other. */
const TIMED = sized(300, 3)
/** Of the services that are started here. */
export const SECRET_KEY = 'a secret for the bench, long enough to be one'
/** Pause between two of them during a sending. */
const PAUSE_MILLIS = 30

export async function transactions(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  for (let run = 0; run < context.runs; run++) {
    context.noteLoad()
    await onNewDatabase(context, async bench => {
      const clock = await startClock()
      const guid = await projectIn(bench)
      const service = await startWithRelay(bench, clock.port)
      try {
        await paces(context, bench, service, guid, figures, run)
        const idle = await context.quietly(() => delays(service.port, clock, guid, 'idle', 20))
        figures.add('call to final dot, idle, p50', 'ms', idle.p50)
        figures.add('call to final dot, idle, p99', 'ms', idle.p99)
        const busy = await context.quietly(() => whileSending(bench, service, clock, guid))
        figures.add('call to final dot, a sending on its way, p50', 'ms', busy.p50)
        figures.add('call to final dot, a sending on its way, p99', 'ms', busy.p99)
        figures.add('emails of that sending meanwhile', 'emails/s', busy.pace)
        const shown = (figure: number) => figure.toFixed(0)
        context.log(
          `run ${run + 1}: idle p50 ${shown(idle.p50)} p99 ${shown(idle.p99)}, sending p99 ${shown(busy.p99)} ms`,
        )
      } finally {
        await service.stop()
        await clock.stop()
      }
    })
  }
  await batchPaces(context, figures, projectIn)
  const of = (name: string) => figures.get(name)
  const wanted = (figure: number) => ({
    name: 'wanted',
    unit: '',
    runs: of('InsertTransaction').runs.map(() => figure),
  })
  const delay = (name: string, most: number) =>
    ratio(`${name} / ${most} ms`, of(`call to final dot, ${name}`), wanted(most), { most: 1 })
  return {
    name: 'transactions',
    about: `InsertTransaction over SOAP 1.1 with an identifier, ${CONNECTIONS} connections, durable when answered, beside InsertSubscriber on the same store; then ${TIMED} emails timed one by one, idle and with a sending of ${PEOPLE.toLocaleString('en-US')} emails of 23 KB on its way. Last, a file of 100,000 transactions, queued for a later time.`,
    series: figures.series,
    ratios: [
      ratio(
        'InsertTransaction / InsertSubscriber',
        of('InsertTransaction'),
        of('InsertSubscriber'),
        { least: 0.8 },
      ),
      ratio('InsertTransaction / bare node:http', of('InsertTransaction'), of('bare node:http')),
      delay('idle, p50', 50),
      delay('idle, p99', 250),
      delay('a sending on its way, p99', 1000),
      ...batchRatios(figures),
    ],
  }
}

/**
 * Inserted with a later send time, so that only inserting is measured; then with immediate sending.
 */
async function paces(
  context: Context,
  bench: Bench,
  service: Running,
  guid: string,
  figures: Figures,
  run: number,
) {
  const { seconds, quietly, fixture, log } = context
  const stamp = `r${run}x${Date.now().toString(36)}`
  const load = { connections: CONNECTIONS, measuredMs: seconds * 1000 }
  const subscriber = insertOf('bench', bench.listId, `s${stamp}`)
  const { body } = await answerTo(service.port, subscriber.replace('##########', 'sample'))
  const bare = await startBare(body)
  try {
    const base = await quietly(() =>
      drive({ ...load, port: bare.port, requests: [subscriber], positive: POSITIVE.insert }),
    )
    figures.add('bare node:http', 'calls/s', base.perSecond)
  } finally {
    await bare.stop()
  }
  const measured = async (name: string, request: string, positive: string) => {
    const processor = processorOf(service.pid, fixture.dataDir)
    const outcome = await quietly(() =>
      drive({ ...load, port: service.port, requests: [request], positive }),
    )
    const used = processor()
    figures.add(name, 'calls/s', outcome.perSecond)
    figures.add(`${name}, p99`, 'ms', outcome.p99)
    figures.add(`${name}: cores of the service`, 'cores', used.service)
    figures.add(`${name}: cores of the store`, 'cores', used.store)
    return outcome.perSecond
  }
  const positive = '<InsertTransactionResult>'
  const warming = { ...load, port: service.port, measuredMs: WARM_MILLIS }
  await drive({
    ...warming,
    requests: [insertOf('bench', bench.listId, `v${stamp}`)],
    positive: POSITIVE.insert,
  })
  await drive({ ...warming, requests: [orderOf(guid, `w${stamp}`, '2099-01-01')], positive })
  const subscribers = await measured('InsertSubscriber', subscriber, POSITIVE.insert)
  const taken = await measured(
    'InsertTransaction',
    orderOf(guid, `t${stamp}`, '2099-01-01'),
    positive,
  )
  const sent = await measured(
    'InsertTransaction, sent at once',
    orderOf(guid, `u${stamp}`, ''),
    positive,
  )
  await untilSent(bench)
  log(
    `run ${run + 1}: subscribers ${Math.round(subscribers)}, transactions ${Math.round(taken)}, sent at once ${Math.round(sent)}`,
  )
}

/** Sends the remaining emails before anything is timed. */
async function untilSent({ store }: Bench): Promise<void> {
  const waiting = `select exists (select from deliveries
    where source_kind = 3 and (next_try_at <= now() or state in ('claimed', 'handed over'))) as "any"`
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await store.withClient(client => client.query(waiting))
    if (!rows[0].any) return
    await pause(100)
  }
  throw new Error('emails were left over')
}

export async function projectIn({ store, accountId }: Bench): Promise<string> {
  const newsletterId = await addDraft(store, accountId, {
    ...newsletter('Receipt', 'till@example.org'),
    subject: 'Your order {{ DD1 }}',
    source: {
      kind: 'html' as const,
      html: '<p>Dear {{ name }},</p><p>thank you for <a href="https://shop.example.org/orders">your order {{ DD1 }}</a>.</p>',
    },
    text: '',
  })
  const { guid } = await makeProject(store, accountId, {
    name: 'Receipts',
    newsletterId,
    fromName: 'Till',
    fromEmail: '',
    replyTo: '',
    routeId: null,
    marketing: false,
    repeats: '24h',
    retentionDays: null,
    versions: [],
  })
  return guid
}

/** The load replaces the row of #. */
export const orderOf = (guid: string, run: string, sendTime: string): string =>
  soap11('InsertTransaction', 'bench', {
    strId: guid,
    strIdentifier: `order-##########-${run}`,
    strEmail: `##########.${run}@example.com`,
    strName: 'Ada Lovelace 1815',
    strFormat: 'HTML',
    strSendTime: sendTime,
    strDataFields: 'DD1;DD2',
    strDataValues: '##########;Lund',
  })

interface Delays {
  p50: number
  p99: number
}

/** One call after the other, each when the previous email has arrived. */
async function delays(
  port: number,
  clock: Clock,
  guid: string,
  name: string,
  pauseMillis: number,
): Promise<Delays> {
  const millis: number[] = []
  for (let i = 0; i < TIMED; i++) {
    const number = String(i).padStart(10, '0')
    const request = orderOf(guid, name, '').replaceAll('##########', number)
    const arrived = clock.arrival(`${number}.${name}@example.com`)
    const from = performance.now()
    const { body } = await answerTo(port, request)
    if (!/<InsertTransactionResult>[1-9]/.test(body))
      throw new Error(`a call failed: ${body.slice(0, 300)}`)
    millis.push((await Promise.race([arrived, late()])) - from)
    await pause(pauseMillis)
  }
  const [p50, p99] = quantiles(millis, [0.5, 0.99]) as [number, number]
  return { p50, p99 }
}

const late = async (): Promise<never> => {
  await pause(30_000)
  throw new Error('an email did not come within 30 seconds')
}

async function whileSending(
  { store, accountId, listId }: Bench,
  service: Running,
  clock: Clock,
  guid: string,
): Promise<Delays & { pace: number }> {
  await execute(
    store,
    `insert into subscribers (account_id, id, email, email_key, name, fields)
     select ${accountId}, n + 100000000, 'p' || n || '@example.com', 'p' || n || '@example.com', 'Jane Doe ' || n, array['Lund', 'Sweden'] from generate_series(1, ${PEOPLE}) n`,
    `insert into subscriptions (account_id, subscriber_id, list_id) select ${accountId}, n + 100000000, ${listId} from generate_series(1, ${PEOPLE}) n`,
    'analyze subscribers, subscriptions',
  )
  const newsletterId = await addDraft(store, accountId, newsletter('News', 'news@example.org'))
  await makeSending(store, accountId, { newsletterId, listId, dueAt: new Date(), zone: '+01:00' })
  for (const before = clock.messages; clock.messages - before < sized(1_000, 20); ) await pause(50)
  const before = { messages: clock.messages, at: performance.now() }
  const measured = await delays(service.port, clock, guid, 'busy', PAUSE_MILLIS)
  const seconds = (performance.now() - before.at) / 1000
  const pace = (clock.messages - before.messages - TIMED) / seconds
  const { rows } = await store.withClient(client =>
    client.query("select count(*)::int as waiting from sendings where state = 'sending'"),
  )
  if (rows[0].waiting !== 1) throw new Error('the sending was over before all emails were timed')
  return { ...measured, pace }
}

/** The service with default settings and workers, on that database. */
export async function startWithRelay({ connection }: Bench, smtpPort: number): Promise<Running> {
  mkdirSync(OUT, { recursive: true })
  const port = await freePort()
  const log = openSync(`${OUT}service.log`, 'a')
  const child = spawn(process.execPath, [PROGRAM, 'start'], {
    cwd: ROOT,
    env: {
      ...COMPILED,
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      PORT: String(port),
      STOP_DELAY: '0',
      DATA_DIR: `${OUT}transactions`,
      DATABASE_URL: databaseUrl(connection),
      SECRET_KEY,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      PUBLIC_URL: 'https://post.example.org',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', log, log],
  })
  await untilAnswered(child, port, 'bench')
  return { port, pid: child.pid!, stop: () => stopped(child) }
}
