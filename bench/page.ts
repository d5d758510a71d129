/**
 * GetPagedSubscribers over SOAP 1.1: 1,000 rows with 25 fields, and the whole list of 1,000,000 as
 * one DataSet.
 */
import { ask, type Context, drive, type Running, startService } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { PEOPLE } from './fixture.ts'
import { processorOf, residentOf } from './processors.ts'
import type { ReaderJob, ReaderOutcome } from './raw-reader.ts'
import { answerTo, POSITIVE, pageOf } from './requests.ts'
import { sized } from './smoke.ts'
import { pageStatement } from './statements.ts'

const CALLERS = 32
/** The service's default. */
const POOL = 16
const SIZE = sized(1000, 20)
const LAST = PEOPLE / SIZE
/** Pages requested in turn, from the whole list. */
const PAGES = Array.from({ length: 10 }, (_, at) => 1 + (at * LAST) / 10)

/** The same columns and rows by the simplest statement, given the start of the page. */
const PLAIN = `select s.id, s.email, s.name, s.format, s.country_code, s.phone, s.created_at, \
page.subscribed_at, s.fields
from (select subscriber_id, subscribed_at from subscriptions
  where account_id = $1 and list_id = $2 and unsubscribed_at is null and (subscribed_at, \
subscriber_id) > ($3::timestamptz, $4::bigint)
  order by subscribed_at, subscriber_id limit $5) page
join subscribers s on s.account_id = $1 and s.id = page.subscriber_id
order by page.subscribed_at, page.subscriber_id`

export async function page(context: Context): Promise<Omit<Result, 'loads'>> {
  const { fixture, runs, seconds, quietly, log } = context
  const { username, accountId, fullList } = fixture.people
  const figures = new Figures()
  const service = await startService(context)
  const times = { warmupMs: sized(2000, 20), measuredMs: seconds * 1000 }
  const requests = PAGES.map(number => pageOf(username, fullList, number, SIZE))
  const read = (callers: number, text: string, values: unknown[][]): Promise<ReaderOutcome> => {
    const job: ReaderJob = {
      connection: fixture.connection,
      pool: POOL,
      callers,
      text,
      values,
      rows: SIZE,
      ...times,
    }
    return ask('./raw-reader.ts', job)
  }
  const call = (connections: number, ...which: string[]) =>
    drive({ port: service.port, connections, requests: which, positive: POSITIVE.page, ...times })
  try {
    await lookAtPage(service, pageOf(username, fullList, LAST, SIZE))
    const statements = PAGES.map(number =>
      pageStatement(accountId, fullList, (number - 1) * SIZE, SIZE),
    )
    const begins = await beginnings(context)
    for (let run = 0; run < runs; run++) {
      context.noteLoad()
      const raw = await quietly(() =>
        read(
          CALLERS,
          statements[0]!.statement.text,
          statements.map(({ values }) => values),
        ),
      )
      figures.add('driver, the same statement', 'pages/s', raw.perSecond)
      const plain = await quietly(() => read(CALLERS, PLAIN, begins))
      figures.add('driver, a plain statement', 'pages/s', plain.perSecond)
      const ours = await quietly(async () => {
        const processor = processorOf(service.pid, fixture.dataDir)
        const outcome = await call(CALLERS, ...requests)
        return { ...outcome, used: processor() }
      })
      figures.add('GetPagedSubscribers', 'pages/s', ours.perSecond)
      figures.add('GetPagedSubscribers, p50', 'ms', ours.p50)
      figures.add('GetPagedSubscribers, p99', 'ms', ours.p99)
      figures.add('bytes of an answer', 'kB', ours.bytes / ours.calls / 1000)
      figures.add('cores used by the service', 'cores', ours.used.service)
      figures.add('cores used by the store', 'cores', ours.used.store)
      figures.add('cores used by the load', 'cores', ours.loadShare)
      figures.add(
        'driver alone, one caller, p50',
        'ms',
        (await quietly(() => read(1, PLAIN, begins))).p50,
      )
      const first = await quietly(() => call(1, pageOf(username, fullList, 1, SIZE)))
      figures.add('one call alone, first page, p50', 'ms', first.p50)
      const last = await quietly(() => call(1, pageOf(username, fullList, LAST, SIZE)))
      figures.add('one call alone, last page, p50', 'ms', last.p50)
      log(
        `run ${run + 1}: driver ${Math.round(raw.perSecond)}, plain ` +
          `${Math.round(plain.perSecond)}, ours ${Math.round(ours.perSecond)}`,
      )
    }
    for (let run = 0; run < runs; run++) {
      const whole = await quietly(() => wholeList(context, service))
      figures.add('1,000,000 rows as one DataSet', 's', whole.p50 / 1000)
      figures.add('1,000,000 rows, size', 'MB', whole.bytes / 1e6)
      figures.add('memory of the service before', 'MB', whole.before)
      figures.add('memory of the service at most', 'MB', whole.peak)
    }
  } finally {
    await service.stop()
  }
  const ours = figures.get('GetPagedSubscribers')
  const target = { least: 0.5, aim: 0.8 }
  return {
    name: 'page',
    about:
      `GetPagedSubscribers over SOAP 1.1: pages of ${SIZE} rows with 25 filled fields from ` +
      `all over a list of 1,000,000, ${CALLERS} connections; the driver reads the same rows ` +
      `raw with the same pool of ${POOL} and ${CALLERS} callers in one process.`,
    series: figures.series,
    ratios: [
      ratio(
        'GetPagedSubscribers / driver, the same statement',
        ours,
        figures.get('driver, the same statement'),
        target,
      ),
      ratio(
        'GetPagedSubscribers / driver, a plain statement',
        ours,
        figures.get('driver, a plain statement'),
        target,
      ),
      ratio(
        'last page / first page',
        figures.get('one call alone, last page, p50'),
        figures.get('one call alone, first page, p50'),
        {
          most: 1.5,
        },
      ),
    ],
  }
}

/** Checks a page; afterwards the milestones up to it exist. */
async function lookAtPage(service: Running, request: string): Promise<void> {
  const { status, body } = await answerTo(service.port, request)
  const rows = body.split('<Subscriber ').length - 1
  const cells = body.split('</dd').length - 1
  if (status !== 200 || rows !== SIZE || cells !== SIZE * 25)
    throw new Error(`a page of ${rows} rows and ${cells} fields, status ${status}`)
}

/** Start of each page, for the plain statement. */
async function beginnings({ fixture: { store, people } }: Context): Promise<unknown[][]> {
  const all: unknown[][] = []
  for (const number of PAGES) {
    const { rows } = await store.withClient(client =>
      client.query<[string, string]>({
        text: `select subscribed_at::text, subscriber_id::text from subscriptions where \
account_id = $1 and list_id = $2 and unsubscribed_at is null
               order by subscribed_at, subscriber_id offset $3 limit 1`,
        values: [people.accountId, people.fullList, Math.max(0, (number - 1) * SIZE - 1)],
        rowMode: 'array',
      }),
    )
    const [moment, id] = number === 1 ? ['-infinity', '0'] : rows[0]!
    all.push([people.accountId, people.fullList, moment, id, SIZE])
  }
  return all
}

/** All rows in one response, and the memory of the service meanwhile. */
async function wholeList({ fixture: { people } }: Context, service: Running) {
  const before = residentOf(service.pid)
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentOf(service.pid))
  }, 50)
  const whole = await drive({
    port: service.port,
    connections: 1,
    requests: [pageOf(people.username, people.fullList, 1, PEOPLE)],
    positive: POSITIVE.page,
    warmupMs: 0,
    measuredMs: 600_000,
    mostCalls: 1,
  })
  clearInterval(sampling)
  return { ...whole, before, peak }
}
