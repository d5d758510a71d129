/**
 * Three years of weekly sendings: octets of an email, an open, a click and a person, what pages
 * take on the first day and after, what retention frees, and the backup.
 */
import { spawnSync } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { openSession } from '../src/domain/accounts/session.ts'
import { dropOldHits } from '../src/domain/tracking/hit-months.ts'
import { databaseUrl } from '../test/support/worker-process.ts'
import { type Context, OUT, ROOT, type Running } from './driving.ts'
import { Figures, quantiles, type Result, ratio } from './figures.ts'
import { type Bench, onNewDatabase, startWeb } from './own-database.ts'
import { COMPILED, PROGRAM, sized } from './smoke.ts'
import { fillPeople, fillWeeks, NAMES, PEOPLE, WEEKS } from './years-fixture.ts'

const ROUNDS = sized(40, 2)
const PAGES: Record<string, (round: number) => string> = {
  home: () => '/home',
  report: () => `/sendings/${WEEKS}/report`,
  search: round => `/subscribers?q=${NAMES[round % NAMES.length]}`,
}

export async function years(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  context.noteLoad()
  await onNewDatabase(context, async bench => {
    await fillPeople(bench)
    figures.add('a person', 'octets', (await sizeOf(bench, PERSON)) / PEOPLE)
    const seconds = await timed(() => fillWeeks(bench, 1, WEEKS))
    context.log(`${WEEKS} weeks of ${PEOPLE} emails made in ${Math.round(seconds)} s`)
    await onNewDatabase(
      context,
      async young => besideFirstDay(young, bench, figures),
      'bench_first',
    )
    context.noteLoad()
    await measureSizes(bench, figures)
    await measureBackup(bench, figures)
    const before = await databaseSize(bench)
    await dropOldHits(bench.store, 24)
    figures.add('freed by HIT_KEEP_MONTHS=24', 'MB', (before - (await databaseSize(bench))) / 1e6)
  })
  const pages = Object.keys(PAGES).map(name => {
    const of = (when: string) => figures.get(`${name} ${when}, p95`)
    return ratio(`${name}: after / first`, of('after all weeks'), of('on the first day'))
  })
  return {
    name: 'years',
    about:
      `${WEEKS} weekly sendings to ${PEOPLE.toLocaleString('en-US')} people, 40 of 100 opened and ` +
      '8 clicked, made in the store; calls of pages one after the other.',
    series: figures.series,
    ratios: pages,
  }
}

const PERSON = ['subscribers', 'subscriptions', 'subscriber_words']
const HITS = "select oid from pg_class where relname ~ '^hits_' and relkind = 'r'"

async function number({ store }: Bench, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await store.withClient(client => client.query(text, values))
  return Number(rows[0].n)
}

const sizeOf = (bench: Bench, tables: string[]) =>
  number(
    bench,
    'select coalesce(sum(pg_total_relation_size(oid)), 0) as n from pg_class where relname = any ($1)',
    [tables],
  )

const databaseSize = (bench: Bench) =>
  number(bench, 'select pg_database_size(current_database()) as n')

async function measureSizes(bench: Bench, figures: Figures): Promise<void> {
  const count = (table: string) => number(bench, `select count(*) as n from ${table}`)
  const hits = await number(bench, `select sum(pg_total_relation_size(oid)) as n from (${HITS}) h`)
  figures.add('an email', 'octets', (await sizeOf(bench, ['deliveries'])) / (PEOPLE * WEEKS))
  figures.add('an open or click', 'octets', hits / (await count('hits')))
  const engaged = await count('engagements')
  figures.add('first open', 'octets', (await sizeOf(bench, ['engagements'])) / engaged)
  const clicked = await count('clicked_links')
  figures.add('clicked link', 'octets', (await sizeOf(bench, ['clicked_links'])) / clicked)
  figures.add('database', 'MB', (await databaseSize(bench)) / 1e6)
}

async function measureBackup({ connection }: Bench, figures: Figures): Promise<void> {
  const file = `${OUT}years.backup`
  rmSync(file, { force: true })
  const env = {
    ...COMPILED,
    PATH: process.env.PATH,
    DATA_DIR: `${OUT}database-web`,
    DATABASE_URL: databaseUrl(connection),
    SECRET_KEY: 'a secret for the bench, long enough to be one',
  }
  const seconds = await timed(async () => {
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'backup', file], {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`the backup failed: ${stderr}`)
  })
  figures.add('backup', 's', seconds)
  figures.add('backup file', 'MB', statSync(file).size / 1e6)
  rmSync(file)
}

/** The pages of both in turns, so that what else the machine does meets both. */
async function besideFirstDay(young: Bench, old: Bench, figures: Figures): Promise<void> {
  await fillPeople(young)
  await fillWeeks(young, WEEKS, WEEKS)
  const stores = [
    { bench: young, when: 'on the first day' },
    { bench: old, when: 'after all weeks' },
  ]
  const running: Running[] = []
  try {
    const asked = []
    for (const { bench, when } of stores) {
      const web = await startWeb(bench)
      running.push(web)
      const cookie = `pennypost_session=${await openSession(bench.store, bench.accountId)}`
      const url = `http://127.0.0.1:${web.port}/api/v1`
      asked.push({ url, when, headers: { cookie, 'X-Pennypost-Console': '1' } })
    }
    for (const [name, path] of Object.entries(PAGES)) {
      const millis = new Map(stores.map(({ when }) => [when, [] as number[]]))
      // The first ones load and compile what answers.
      for (let round = -ROUNDS / 2; round < ROUNDS; round++)
        for (const { url, when, headers } of asked) {
          const took = await timed(() => ask(url + path(Math.abs(round)), headers))
          if (round >= 0) millis.get(when)!.push(took * 1000)
        }
      for (const [when, found] of millis)
        figures.add(`${name} ${when}, p95`, 'ms', quantiles(found, [0.95])[0]!)
    }
  } finally {
    for (const web of running) await web.stop()
  }
}

async function ask(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}
