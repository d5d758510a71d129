/**
 * What the web console asks for, on a large account: the calls of each page, search, a filter of
 * five rules, the first page, 500 live streams; and InsertSubscriber with the words of the search
 * being written, beside without.
 */
import http from 'node:http'
import { openSession } from '../src/domain/accounts/session.ts'
import {
  fillConsole,
  forgetRun,
  HITS,
  LISTS,
  PEOPLE,
  SEARCHES,
  SENDINGS,
  SHAPE,
} from './console-fixture.ts'
import { type Context, drive, startBare } from './driving.ts'
import { Figures, quantiles, type Result, ratio } from './figures.ts'
import { type Bench, onKeptDatabase, startWeb, startWorker } from './own-database.ts'
import { residentOf } from './processors.ts'
import { insertOf, POSITIVE } from './requests.ts'
import { sized } from './smoke.ts'

const ROUNDS = sized(20, 1)
const STREAMS = sized(500, 5)
const TURNS = sized(30, 2)
const FILTER =
  'country = "46" and (DD5 contains "Lund" or clicked within 90 days) and not on list 2 and ' +
  'not bounced hard and DD1 contains "1"'

/** The GET calls of each page; N: another number in each round. */
const PAGES: Record<string, string[]> = {
  frame: ['/session', '/session/accounts'],
  lists: ['/lists?limit=200', '/lists/N', '/lists/N/days', '/lists/N/uses'],
  subscribers: [
    '/subscribers',
    '/subscribers?listId=N',
    '/subscribers?listId=1',
    '/subscribers/count',
    '/subscribers/count?listId=1',
    '/fields',
    '/bulk-jobs',
  ],
  'subscribers of a filter': ['/subscribers?filterId=F'],
  'a person': [
    '/subscribers/N',
    '/subscribers/N/emails',
    '/subscribers/N/bounces',
    '/subscribers/N/imports',
  ],
  filters: ['/filters', '/filters/F', '/filters/F/uses'],
  imports: ['/imports'],
  'opt-outs and suppression': ['/opt-outs', '/suppressions', '/bounces'],
  newsletters: ['/newsletters', '/templates', '/triggers', '/sendings', '/sendings/N'],
  people: ['/members', '/invitations', '/api-keys', '/sessions', '/audit'],
}

interface Answer {
  status: number
  bytes: number
  text: string
  millis: number
}

type Get = (path: string, post?: unknown) => Promise<Answer>

export async function consoleBench(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  const kept = {
    name: 'bench_console',
    shape: `${SHAPE} ${PEOPLE} ${HITS}`,
    fill: (bench: Bench) => fillConsole(bench, context.log),
  }
  await onKeptDatabase(context, kept, async bench => {
    await forgetRun(bench)
    const web = await startWeb(bench)
    const bare = await startBare('x'.repeat(2000))
    try {
      // Calls are limited by session.
      const signedIn = async () => {
        const session = await openSession(bench.store, bench.accountId)
        return caller(web.port, `pennypost_session=${session}`)
      }
      const fiveRules = { name: 'Five rules', where: FILTER }
      const filter = JSON.parse((await (await signedIn())('/api/v1/filters', fiveRules)).text).id
      for (let run = 0; run < context.runs; run++) {
        context.noteLoad()
        const get = await signedIn()
        const timed = async (name: string, paths: (round: number) => string[], by = get) =>
          figures.add(name, 'ms', await slowest(by, paths))
        await timed('bare node:http, p95', () => ['/'], caller(bare.port, ''))
        for (const [page, paths] of Object.entries(PAGES))
          await timed(`calls of ${page}, p95 of the slowest`, round =>
            pathsOf(paths, round, filter),
          )
        figures.add('search, p95', 'ms', await searched(get))
        const asked = async (path: string) => (await get(path, { where: FILTER })).millis
        figures.add('filter of five rules counted', 'ms', await asked('/api/v1/filters/try'))
        figures.add('how much each narrows', 'ms', await asked('/api/v1/filters/narrowing'))
        context.log(`run ${run + 1}`)
      }
      figures.add('first page, compressed', 'kB', (await firstPage(await signedIn())) / 1000)
      figures.add(`${STREAMS} streams`, 'MB', await streams(bench, web))
      context.log('InsertSubscriber with and without search, in turns')
      await insertsInTurns(bench, web.port, figures)
    } finally {
      await web.stop()
      await bare.stop()
    }
  })
  return {
    name: 'console',
    about:
      `Calls of the console for ${number(PEOPLE)} subscribers, ${LISTS} lists, ${SENDINGS} ` +
      `sendings and ${number(HITS)} hits, one after the other; InsertSubscriber with 32 ` +
      'connections while a worker writes words and while it is frozen.',
    series: figures.series,
    ratios: ratiosOf(figures),
  }
}

const number = (value: number): string => value.toLocaleString('en-US')

/** Calls over one kept connection. */
function caller(port: number, cookie: string): Get {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  return (path, post) =>
    new Promise((resolve, reject) => {
      const from = performance.now()
      const headers = {
        cookie,
        'X-Pennypost-Console': '1',
        'Accept-Encoding': 'gzip, br',
        ...(post !== undefined && { 'Content-Type': 'application/json' }),
      }
      const options = { port, path, agent, headers, method: post === undefined ? 'GET' : 'POST' }
      const call = http.request(options, async res => {
        const parts: Buffer[] = []
        for await (const part of res) parts.push(part as Buffer)
        const body = Buffer.concat(parts)
        const answer = { status: res.statusCode!, bytes: body.length, text: body.toString('utf8') }
        if (answer.status < 300) resolve({ ...answer, millis: performance.now() - from })
        else reject(new Error(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`))
      })
      call.on('error', reject).end(post === undefined ? undefined : JSON.stringify(post))
    })
}

function pathsOf(paths: string[], round: number, filter: number): string[] {
  const one = String(1 + ((round * 7) % Math.min(LISTS, SENDINGS)))
  return paths.map(path => `/api/v1${path.replace('F', String(filter)).replace('N', one)}`)
}

/** The p95 of each of the calls; the largest of them. */
async function slowest(get: Get, paths: (round: number) => string[]): Promise<number> {
  const millis: number[][] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, path] of paths(round).entries()) {
      millis[at] ??= []
      millis[at].push((await get(path)).millis)
    }
  return Math.max(...millis.map(each => quantiles(each, [0.95])[0]!))
}

async function searched(get: Get): Promise<number> {
  const millis: number[] = []
  for (const words of SEARCHES)
    for (let round = 0; round < Math.max(1, ROUNDS / 5); round++)
      millis.push((await get(`/api/v1/subscribers?q=${encodeURIComponent(words)}`)).millis)
  return quantiles(millis, [0.95])[0]!
}

/** Bytes of the page and of all that it names. */
async function firstPage(get: Get): Promise<number> {
  const { text, bytes } = await get('/console/')
  const named = [...text.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, path]) => path!)
  let sum = bytes
  for (const path of new Set(named)) sum += (await get(path)).bytes
  return sum
}

/** What the service grows by, in MB. */
async function streams({ store, accountId }: Bench, { port, pid }: { port: number; pid: number }) {
  const before = residentOf(pid)
  const open: http.IncomingMessage[] = []
  for (let at = 0; at < STREAMS; at++) {
    const cookie = `pennypost_session=${await openSession(store, accountId)}`
    const path = `/api/v1/live?topics=sending:${1 + (at % SENDINGS)}`
    const stream = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const call = http.request({ port, path, headers: { cookie }, agent: false }, resolve)
      call.on('error', reject).end()
    })
    if (stream.statusCode !== 200) throw new Error(`a stream was answered ${stream.statusCode}`)
    stream.resume()
    open.push(stream)
  }
  await new Promise(resolve => setTimeout(resolve, sized(5000, 100)))
  const grown = residentOf(pid) - before
  for (const stream of open) stream.destroy()
  return grown
}

async function insertsInTurns(bench: Bench, port: number, figures: Figures): Promise<void> {
  const worker = await startWorker(bench)
  const stamp = Date.now().toString(36)
  let turn = 0
  const half = async (name: string) => {
    const requests = [insertOf('bench', bench.listId, `t${turn++}x${stamp}`)]
    const load = { port, connections: 32, requests, positive: POSITIVE.insert }
    const times = { warmupMs: sized(300, 50), measuredMs: sized(1500, 100) }
    figures.add(name, 'calls/s', (await drive({ ...load, ...times })).perSecond)
  }
  try {
    for (let at = 0; at < TURNS; at++)
      for (const frozen of at % 2 === 0 ? [true, false] : [false, true]) {
        process.kill(worker.pid, frozen ? 'SIGSTOP' : 'SIGCONT')
        await half(frozen ? WITHOUT : WITH)
      }
  } finally {
    process.kill(worker.pid, 'SIGCONT')
    await worker.stop()
  }
}

const WITH = 'InsertSubscriber, words being written'
const WITHOUT = 'InsertSubscriber, none being written'

function ratiosOf(figures: Figures) {
  const most = (name: string, limit: number) => {
    const series = figures.get(name)
    const limits = { name: '', unit: '', runs: series.runs.map(() => limit) }
    return ratio(`${name} / ${limit} ${series.unit}`, series, limits, { most: 1 })
  }
  return [
    ...Object.keys(PAGES).map(page => most(`calls of ${page}, p95 of the slowest`, 150)),
    most('search, p95', 60),
    most('filter of five rules counted', 1000),
    most('first page, compressed', 300),
    most(`${STREAMS} streams`, 60),
    ratio(
      'InsertSubscriber with search / without, in turns',
      figures.get(WITH),
      figures.get(WITHOUT),
      {
        least: 0.97,
      },
    ),
  ]
}
