/**
 * A day's mix of work at a steady rate for some minutes: subscribers, hits, pages, transactions,
 * opt-outs, and a sending a minute. It is no measurement of pace: it looks for errors, deadlocks,
 * lost rows, and growth of memory and descriptors.
 */
import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openKeys } from '../src/domain/keys/keys.ts'
import { addDraft } from '../src/domain/newsletters/save-newsletter.ts'
import { makeSending } from '../src/domain/sendings/make-sending.ts'
import { createSealer } from '../src/lib/secrets.ts'
import { messageTokens } from '../src/mail/links/links.ts'
import { macKey } from '../src/mail/links/signing.ts'
import type { Context, Running } from './driving.ts'
import { Figures, quantiles, type Result } from './figures.ts'
import { execute } from './fixture.ts'
import { type Bench, onNewDatabase } from './own-database.ts'
import { residentOf } from './processors.ts'
import { insertOf, POSITIVE, pageOf, soap11 } from './requests.ts'
import { newsletter } from './send-fixture.ts'
import { sized } from './smoke.ts'
import { startClock } from './smtp-clock.ts'
import { orderOf, projectIn, SECRET_KEY, startWithRelay } from './transactions.ts'

/** Recipients of each sending. */
const PEOPLE = sized(500, 50)
/** How often the service's memory and descriptors are read. */
const LOOK_MILLIS = sized(15_000, 250)
const SENDING_MILLIS = sized(60_000, 500)
const OPENED_SENDING = 987_654

interface Kind {
  name: string
  perSecond: number
  /** The request of a call by its number. */
  of(serial: number): string
  /** What a good answer holds. */
  good: string
}

interface Tally {
  answered: Record<string, number>
  failures: string[]
  millis: number[]
}

export async function soak(context: Context, minutes: number): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  context.noteLoad()
  await onNewDatabase(context, async bench => {
    const clock = await startClock()
    const kinds = await kindsOf(bench)
    const sendTo = await listOfRecipients(bench)
    const service = await startWithRelay(bench, clock.port)
    const tally: Tally = { answered: {}, failures: [], millis: [] }
    const until = performance.now() + sized(minutes * 60_000, 1_000)
    try {
      const [sendings] = await Promise.all([
        every(SENDING_MILLIS, until, sendTo),
        every(LOOK_MILLIS, until, async () => look(figures, service)),
        ...kinds.map(kind => callAtRate(kind, service.port, until, tally)),
      ])
      for (let tries = 0; clock.messages < sendings * PEOPLE && tries < 600; tries++)
        await pause(100)
      const mailed = clock.messages - (tally.answered.InsertTransaction ?? 0)
      figures.add('emails of sendings missing', 'emails', Math.max(0, sendings * PEOPLE - mailed))
    } finally {
      await service.stop()
      await clock.stop()
    }
    await conclude(bench, tally, figures)
  })
  return {
    name: 'soak',
    about: `Subscribers, hits, pages, transactions, opt-outs and sendings for ${minutes} minutes.`,
    series: figures.series,
    ratios: [],
  }
}

/** What a service in use is asked in a second. */
async function kindsOf(bench: Bench): Promise<Kind[]> {
  const { listId, store, accountId } = bench
  const guid = await projectIn(bench)
  const keys = await openKeys(store, createSealer(SECRET_KEY))
  const { id, secret } = keys.newest()
  keys.close()
  const key = macKey(id, secret)
  const ref = { accountId, of: 'sending' as const, ofId: OPENED_SENDING }
  const numbered = (text: string) => (serial: number) =>
    text.replaceAll('##########', String(serial).padStart(10, '0'))
  const optOut = (serial: number) =>
    soap11('MoveSubscriberToOptOutAll', 'bench', {
      strEmail: `${String(serial * 7).padStart(10, '0')}.soak@example.com`,
    })
  return [
    {
      name: 'InsertSubscriber',
      perSecond: 75,
      good: POSITIVE.insert,
      of: numbered(insertOf('bench', listId, 'soak')),
    },
    {
      name: 'pixel',
      perSecond: 47,
      good: 'GIF8',
      of: serial => `GET /t/${messageTokens({ ...ref, id: serial + 1 }, key).hit}.gif`,
    },
    {
      name: 'GetPagedSubscribers',
      perSecond: 8,
      good: 'GetPagedSubscribersResult',
      of: serial => pageOf('bench', listId, (serial % 5) + 1, 100),
    },
    {
      name: 'InsertTransaction',
      perSecond: 5,
      good: '<InsertTransactionResult>',
      of: numbered(orderOf(guid, 'soak', '')),
    },
    { name: 'opt-out', perSecond: 1.5, good: 'MoveSubscriberToOptOutAllResult', of: optOut },
  ]
}

/** A sending to a list of its own, each time it is called. */
async function listOfRecipients({ store, accountId, listId }: Bench): Promise<() => Promise<void>> {
  const newsletterId = await addDraft(store, accountId, newsletter('News', 'news@example.org'))
  const own = listId + 1
  await execute(
    store,
    `insert into lists (account_id, id, name, from_name, from_email, description, character_set)
     select account_id, ${own}, 'Read', from_name, from_email, '', '' from lists
     where account_id = ${accountId} and id = ${listId}`,
    `insert into subscribers (account_id, id, email, email_key, name, fields)
     select ${accountId}, n + 100000000, 'p' || n || '@example.com', 'p' || n || '@example.com',
       'Jane Doe ' || n, array['Lund', 'Sweden'] from generate_series(1, ${PEOPLE}) n`,
    `insert into subscriptions (account_id, subscriber_id, list_id)
     select ${accountId}, n + 100000000, ${own} from generate_series(1, ${PEOPLE}) n`,
  )
  return async () => {
    const sending = { newsletterId, listId: own, dueAt: new Date(), zone: '+01:00' }
    await makeSending(store, accountId, sending)
  }
}

/** Runs the work at a steady interval until that time, and returns how often. */
async function every(millis: number, until: number, work: () => Promise<void>): Promise<number> {
  let times = 0
  for (let next = performance.now(); next < until; next += millis) {
    await pause(Math.max(0, next - performance.now()))
    await work()
    times++
  }
  return times
}

/** Calls begin at their time whether the ones before are answered or not, as real ones do. */
async function callAtRate(kind: Kind, port: number, until: number, tally: Tally): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const calls: Promise<void>[] = []
  let serial = 0
  await every(1000 / kind.perSecond, until, async () => {
    calls.push(call(agent, port, kind, serial++, tally))
  })
  await Promise.all(calls)
  agent.destroy()
}

function call(agent: Agent, port: number, kind: Kind, serial: number, tally: Tally): Promise<void> {
  const { name, good } = kind
  const [head, body = ''] = kind.of(serial).split('\r\n\r\n', 2)
  const [line, ...headers] = head!.split('\r\n')
  const [method, path] = line!.split(' ')
  const from = performance.now()
  const failed = (why: string) => tally.failures.push(`${name} ${serial}: ${why}`)
  return new Promise(done => {
    const options = {
      agent,
      port,
      host: '127.0.0.1',
      method,
      path,
      timeout: 60_000,
      headers: Object.fromEntries(headers.map(header => header.split(/: /, 2))),
    }
    const sent = request(options, res => {
      let answer = ''
      res.setEncoding('latin1')
      res.on('data', text => (answer += text))
      res.on('end', () => {
        tally.millis.push(performance.now() - from)
        if (res.statusCode === 200 && answer.includes(good))
          tally.answered[name] = (tally.answered[name] ?? 0) + 1
        else failed(`${res.statusCode} ${answer.slice(0, 200)}`)
        done()
      })
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer within a minute')))
    sent.on('error', error => {
      failed(error.message)
      done()
    })
    sent.end(body)
  })
}

function look(figures: Figures, { pid }: Running): void {
  figures.add('memory of the service', 'MB', residentOf(pid))
  figures.add('its descriptors', '', readdirSync(`/proc/${pid}/fd`).length)
}

/** Compares what was answered with what is stored, and asks the store for its troubles. */
async function conclude(bench: Bench, tally: Tally, figures: Figures): Promise<void> {
  const { answered, failures, millis } = tally
  const one = async (text: string) => {
    const { rows } = await bench.store.withClient(client => client.query(text))
    return Number(rows[0].n)
  }
  const account = `account_id = ${bench.accountId}`
  const stored = await one(
    `select count(*) n from subscribers where ${account} and email like '%.soak@%'`,
  )
  const hits = await one(
    `select (select count(*) from hits where ${account} and source_id = ${OPENED_SENDING}) +
     coalesce((select sum(cardinality(ids)) from hit_arrivals where ${account}), 0) n`,
  )
  const store = 'from pg_stat_database where datname = current_database()'
  const [p50, p99] = quantiles(millis, [0.5, 0.99]) as [number, number]
  figures.add('calls', '', millis.length)
  figures.add('calls failed', '', failures.length)
  figures.add('p50', 'ms', p50)
  figures.add('p99', 'ms', p99)
  figures.add('subscribers answered', '', answered.InsertSubscriber ?? 0)
  figures.add('subscribers stored', '', stored)
  figures.add('pixels answered', '', answered.pixel ?? 0)
  figures.add('hits stored', '', hits)
  figures.add('deadlocks', '', await one(`select deadlocks n ${store}`))
  figures.add('transactions rolled back', '', await one(`select xact_rollback n ${store}`))
  figures.add('temporary files', '', await one(`select temp_files n ${store}`))
  for (const failure of failures.slice(0, 10)) console.error(`  ${failure}`)
  const isWhole = stored === (answered.InsertSubscriber ?? 0) && hits >= (answered.pixel ?? 0)
  if (failures.length > 0 || !isWhole) process.exitCode = 1
}
