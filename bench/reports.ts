/**
 * Reports of a sending with 5,000,000 hits: one day of its clicks beside COPY TO of the same rows,
 * and its returns by 50 links.
 */
import http from 'node:http'
import { copyOut } from '../src/db/copy-streams.ts'
import { type Context, drive } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { type Bench, onNewDatabase, startWeb } from './own-database.ts'
import { residentOf } from './processors.ts'
import { DAY, DAYS, FIELD, fillReports, HITS, LINKS, PEOPLE } from './reports-fixture.ts'
import { PATH, soap11 } from './requests.ts'

export async function reports(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  let rows = 0
  await onNewDatabase(context, async bench => {
    context.log(`a sending with ${HITS.toLocaleString('en-US')} hits`)
    const seconds = await timed(() => fillReports(bench, HITS))
    context.log(`made in ${Math.round(seconds)} s`)
    const service = await startWeb(bench)
    try {
      rows = await rowsByCopy(bench)
      await day(service.port)
      for (let run = 0; run < context.runs; run++) {
        context.noteLoad()
        const copied = await context.quietly(() => timed(() => rowsByCopy(bench)))
        figures.add('COPY TO', 'rows/s', rows / copied)
        const ours = await context.quietly(() => day(service.port, service.pid))
        if (ours.rows !== rows) throw new Error(`${ours.rows} rows came, COPY has ${rows}`)
        figures.add('GetReportClicksByDateInterval', 'rows/s', rows / ours.seconds)
        figures.add('first byte', 'ms', ours.firstMs)
        figures.add('memory of the service before', 'MB', ours.before)
        figures.add('memory of the service at most', 'MB', ours.peak)
        const returns = await context.quietly(() => returnsBySoap(service.port, context.seconds))
        figures.add('GetRoiResults, p50', 'ms', returns.p50)
        figures.add('GetRoiResults, p99', 'ms', returns.p99)
      }
    } finally {
      await service.stop()
    }
  })
  const of = (name: string) => figures.get(name)
  const wanted = (figure: number) => ({
    name: 'wanted',
    unit: '',
    runs: of('first byte').runs.map(() => figure),
  })
  return {
    name: 'reports',
    about:
      `A sending with ${HITS.toLocaleString('en-US')} hits of ` +
      `${PEOPLE.toLocaleString('en-US')} people in ${DAYS} days. One day of its clicks, ` +
      `${rows.toLocaleString('en-US')} rows with a data field, over SOAP 1.1 beside COPY TO ` +
      `of the same rows; and GetRoiResults with ${LINKS} links.`,
    series: figures.series,
    ratios: [
      ratio('rows/s / COPY TO', of('GetReportClicksByDateInterval'), of('COPY TO'), { least: 0.3 }),
      ratio('first byte / 200 ms', of('first byte'), wanted(200), { most: 1 }),
      ratio('GetRoiResults, p50 / 50 ms', of('GetRoiResults, p50'), wanted(50), { most: 1 }),
      ratio('GetRoiResults, p99 / 50 ms', of('GetRoiResults, p99'), wanted(50), { most: 1 }),
    ],
  }
}

async function rowsByCopy({ store, accountId }: Bench): Promise<number> {
  const day = `h.at >= '${DAY} 00:00:00+01' and h.at <= '${DAY} 23:59:59.999+01'`
  const text = `copy (
    select s.id, s.email, s.name, l.target, h.at, s.fields[3] from hits h
    join subscribers s on s.account_id = h.account_id and s.id = h.delivery_id
    join links l on l.account_id = h.account_id and l.source_kind = 1 and l.source_id = 1 and \
l.number = h.link
    where h.account_id = ${accountId} and h.source_kind = 1 and h.source_id = 1 and h.kind = \
'click' and ${day} and h.verdict in ('person', 'image proxy')
    order by h.at, h.id) to stdout`
  return store.withClient(async client => {
    let rows = 0
    for await (const chunk of copyOut(client, text))
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
    return rows
  }, 'long')
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return (performance.now() - from) / 1000
}

/** Requests the day like a client program; rows are counted by their end tags. */
async function day(port: number, pid = process.pid) {
  const before = residentOf(pid)
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentOf(pid))
  }, 20)
  const request = soap11('GetReportClicksByDateInterval', 'bench', {
    strSendQueueId: 1,
    datIntervalFrom: `${DAY}T00:00:00`,
    datIntervalTo: DAY,
    ddField: FIELD,
  })
  const from = performance.now()
  let firstMs = 0
  let rows = 0
  let rest = ''
  for await (const chunk of await posted(port, request)) {
    if (firstMs === 0) firstMs = performance.now() - from
    const text = rest + (chunk as Buffer).toString('latin1')
    const parts = text.split('</Click>')
    rows += parts.length - 1
    rest = parts.at(-1)!.slice(-8)
  }
  clearInterval(sampling)
  return { rows, firstMs, seconds: (performance.now() - from) / 1000, before, peak }
}

/** Resolves with the head of the response. */
function posted(port: number, request: string): Promise<http.IncomingMessage> {
  const [head, body] = request.split('\r\n\r\n') as [string, string]
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(2)
      .map(line => line.split(/: /, 2)),
  )
  return new Promise((resolve, reject) => {
    const call = http.request(
      { port, host: '127.0.0.1', path: PATH, method: 'POST', headers, agent: false },
      answer => {
        if (answer.statusCode === 200) resolve(answer)
        else reject(new Error(`the service answered ${answer.statusCode}`))
      },
    )
    call.on('error', reject).end(body)
  })
}

const returnsBySoap = (port: number, seconds: number) =>
  drive({
    port,
    connections: 1,
    requests: [soap11('GetRoiResults', 'bench', { strSendQueueId: 1 })],
    positive: '<Clicks>',
    warmupMs: 500,
    measuredMs: seconds * 1000,
  })
