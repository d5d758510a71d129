/**
 * What the pages of a sending ask of a large account: who would get it, who got it, and how it
 * goes on, with twenty viewers beside none.
 */
import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openSession } from '../src/domain/accounts/session.ts'
import { addDraft } from '../src/domain/newsletters/save-newsletter.ts'
import { makeSending } from '../src/domain/sendings/make-sending.ts'
import { findSending } from '../src/domain/sendings/sendings.sql.ts'
import { startPostfixSink, withoutPostfix } from '../test/support/postfix-sink.ts'
import { type Context, startBare } from './driving.ts'
import { Figures, quantiles, type Result, ratio } from './figures.ts'
import { type Bench, onNewDatabase, startWeb, startWorker } from './own-database.ts'
import { newsletter } from './send-fixture.ts'
import { sized } from './smoke.ts'
import { FILTERS, fillWatch, PEOPLE, SENT } from './watch-fixture.ts'

const VIEWERS = 20
/** Of each of the two; halves are measured in turns. */
const TURNS = sized(6, 1)
const ROUNDS = sized(20, 2)
/** Pages of recipients that are read one after the other. */
const PAGES = sized(10, 2)

const RECIPIENTS = [
  '',
  'state=bounced,failed',
  'state=uncertain',
  'reply=USER+unknown',
  'reply=nobody+says+this',
  'domain=firm7.test',
  'provider=Gmail',
  'opened=yes',
  'opened=no',
  'clicked=yes',
  'clicked=no&state=accepted&provider=Gmail',
]

type Ask = (path: string, post?: unknown) => Promise<{ millis: number; body: Body }>

interface Body {
  next?: string | null
  willGet?: number
}

export async function watch(context: Context, messages: number): Promise<Omit<Result, 'loads'>> {
  if (withoutPostfix) throw new Error(withoutPostfix)
  const figures = new Figures()
  await onNewDatabase(context, async bench => {
    context.log('a million subscribers, and a sending to them')
    await fillWatch(bench, messages)
    const web = await startWeb(bench)
    const bare = await startBare('x'.repeat(2000))
    try {
      const cookie = `pennypost_session=${await openSession(bench.store, bench.accountId)}`
      for (const where of FILTERS)
        await caller(web.port, cookie)('/api/v1/filters', { name: where, where })
      for (let run = 0; run < context.runs; run++) {
        context.noteLoad()
        // Calls are limited by session.
        const session = await openSession(bench.store, bench.accountId)
        const ask = caller(web.port, `pennypost_session=${session}`)
        figures.add('bare node:http, p95', 'ms', await p95(() => caller(bare.port, '')('/')))
        figures.add('subscribers read once', 'ms', await context.quietly(() => readOnce(bench)))
        figures.add(FUNNEL, 'ms', await context.quietly(() => funnel(ask)))
        figures.add(LOOKED, 'ms', await context.quietly(() => recipients(ask)))
        context.log(`run ${run + 1}`)
      }
      context.log('a sending with viewers and without, in turns')
      await sendingsInTurns(context, bench, web.port, figures)
    } finally {
      await web.stop()
      await bare.stop()
    }
  })
  const most = (name: string, limit: number) => {
    const series = figures.get(name)
    const limits = { name: '', unit: '', runs: series.runs.map(() => limit) }
    return ratio(`${name} / ${limit} ms`, series, limits, { most: 1 })
  }
  return {
    name: 'watch',
    about:
      `Calls of the pages of a sending to ${number(PEOPLE)} subscribers, one after the other; ` +
      `and a sending of ${number(messages)} emails to smtp-sink with ${VIEWERS} live viewers.`,
    series: figures.series,
    ratios: [
      most(FUNNEL, 1500),
      ratio('funnel / subscribers read once', figures.get(FUNNEL), figures.get(READ)),
      most(LOOKED, 100),
      ratio('sending with viewers / without, in turns', figures.get(WITH), figures.get(WITHOUT), {
        least: 0.97,
      }),
    ],
  }
}

const READ = 'subscribers read once'
const FUNNEL = `funnel of ${PEOPLE.toLocaleString('en-US')} with two filters`
const LOOKED = 'recipients by any filter, p95 of the slowest'
const WITH = `emails/s with ${VIEWERS} viewers`
const WITHOUT = 'emails/s without viewers'

const number = (value: number): string => value.toLocaleString('en-US')

/** Calls over one kept connection. */
function caller(port: number, cookie: string): Ask {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  return (path, post) =>
    new Promise((resolve, reject) => {
      const from = performance.now()
      const headers = { cookie, 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' }
      const method = post === undefined ? 'GET' : 'POST'
      const call = http.request({ port, path, agent, headers, method }, async res => {
        let text = ''
        for await (const part of res) text += part
        const millis = performance.now() - from
        const isJson = /json/.test(res.headers['content-type'] ?? '')
        if (res.statusCode! < 300) resolve({ millis, body: isJson ? JSON.parse(text) : {} })
        else reject(new Error(`${path}: ${res.statusCode} ${text.slice(0, 300)}`))
      })
      call.on('error', reject).end(post === undefined ? undefined : JSON.stringify(post))
    })
}

async function p95(ask: () => Promise<{ millis: number }>): Promise<number> {
  const millis: number[] = []
  for (let round = 0; round < ROUNDS; round++) millis.push((await ask()).millis)
  return quantiles(millis, [0.95])[0]!
}

async function readOnce({ store, accountId }: Bench): Promise<number> {
  const text = 'select count(*) from subscribers where account_id = $1 and email <> name'
  const from = performance.now()
  await store.run({ name: '', text, again: true }, [accountId])
  return performance.now() - from
}

async function funnel(ask: Ask): Promise<number> {
  const order = { listIds: [1], filterIds: [1, 2] }
  const { millis, body } = await ask('/api/v1/audiences', order)
  if (!body.willGet) throw new Error(`nobody would get it: ${JSON.stringify(body)}`)
  return millis
}

/** The first pages by each filter; the p95 of the slowest of them. */
async function recipients(ask: Ask): Promise<number> {
  let slowest = 0
  for (const filter of RECIPIENTS) {
    const millis: number[] = []
    let after = ''
    for (let page = 0; page < PAGES; page++) {
      const query = `limit=50&${filter}${after && `&after=${after}`}`
      const answer = await ask(`/api/v1/sendings/${SENT}/recipients?${query}`)
      millis.push(answer.millis)
      after = answer.body.next ?? ''
      if (after === '') break
    }
    slowest = Math.max(slowest, quantiles(millis, [0.95])[0]!)
  }
  return slowest
}

async function sendingsInTurns(
  { log }: Context,
  bench: Bench,
  port: number,
  figures: Figures,
): Promise<void> {
  const { store, accountId } = bench
  const sink = await startPostfixSink()
  const worker = await startWorker(bench, {
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    PUBLIC_URL: 'https://post.example.org',
  })
  const draft = newsletter('Watched', 'news@example.org')
  const newsletterId = await addDraft(store, accountId, draft)
  const half = async (name: string, viewers: number) => {
    const order = { newsletterId, listId: 3, dueAt: new Date(), zone: '+01:00' }
    const sendingId = await makeSending(store, accountId, order)
    const close = await viewed(bench, port, sendingId, viewers)
    try {
      figures.add(name, 'emails/s', await paceOf(bench, sendingId))
    } finally {
      close()
    }
  }
  try {
    // The first one finds everything cold.
    await half('emails/s, the first', 0)
    for (let turn = 0; turn < TURNS; turn++) {
      for (const viewers of turn % 2 === 0 ? [VIEWERS, 0] : [0, VIEWERS])
        await half(viewers > 0 ? WITH : WITHOUT, viewers)
      log(`turn ${turn + 1} of ${TURNS}`)
    }
  } finally {
    await worker.stop()
    await sink.stop()
  }
}

/** Live streams of as many sessions; closed by what it returns. */
async function viewed({ store, accountId }: Bench, port: number, id: number, viewers: number) {
  const open: http.IncomingMessage[] = []
  for (let at = 0; at < viewers; at++) {
    const cookie = `pennypost_session=${await openSession(store, accountId)}`
    const path = `/api/v1/live?topics=sending:${id}`
    const stream = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const call = http.request({ port, path, headers: { cookie }, agent: false }, resolve)
      call.on('error', reject).end()
    })
    if (stream.statusCode !== 200) throw new Error(`a stream was answered ${stream.statusCode}`)
    stream.resume().on('error', () => {})
    open.push(stream)
  }
  return () => {
    for (const stream of open) stream.destroy()
  }
}

/** From its plan to its end, by the moments in the store. */
async function paceOf({ store, accountId }: Bench, sendingId: number): Promise<number> {
  for (;;) {
    const found = (await findSending(store, { accountId, sendingId }))!
    if (found.state === 'finished') {
      const seconds = (Date.parse(found.finishedAt!) - Date.parse(found.plannedAt!)) / 1000
      return (found.planned ?? 0) / seconds
    }
    await pause(sized(200, 20))
  }
}
