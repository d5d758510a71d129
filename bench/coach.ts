/** The findings on deliverability and their page, of an account that sent to many in a month. */
import { openSession } from '../src/domain/accounts/session.ts'
import { fillMonth, SHAPE } from './coach-fixture.ts'
import { type Context, profileOptions } from './driving.ts'
import { Figures, quantiles, type Result, ratio } from './figures.ts'
import { type Bench, onKeptDatabase, startWeb } from './own-database.ts'
import { sized } from './smoke.ts'

const ROUNDS = sized(60, 2)
const MOST_MILLIS = 150
/** What the page calls, together. */
const CALLS = ['/deliverability', '/providers']

export async function coachBench(context: Context, emails: number): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  const kept = {
    name: 'bench_coach',
    shape: `${SHAPE} ${emails}`,
    fill: (bench: Bench) => fillMonth(bench, emails),
  }
  await onKeptDatabase(context, kept, async bench => {
    const web = await startWeb(bench, profileOptions(context.profiles), {
      API_CALLS_PER_MINUTE: '10000000',
    })
    try {
      const cookie = `pennypost_session=${await openSession(bench.store, bench.accountId)}`
      const headers = { cookie, 'X-Pennypost-Console': '1' }
      const url = (path: string) => `http://127.0.0.1:${web.port}/api/v1${path}`
      for (let run = 0; run < context.runs; run++) {
        context.noteLoad()
        const millis: number[] = []
        // The first one loads what answers.
        for (let round = -1; round < ROUNDS; round++) {
          const from = performance.now()
          await Promise.all(CALLS.map(path => answered(url(path), headers)))
          if (round >= 0) millis.push(performance.now() - from)
        }
        const [p50, p95] = quantiles(millis, [0.5, 0.95]) as [number, number]
        figures.add('the page, p50', 'ms', p50)
        figures.add('the page, p95', 'ms', p95)
        context.log(`run ${run + 1}`)
      }
    } finally {
      await web.stop()
    }
  })
  const page = figures.get('the page, p95')
  const limits = { name: '', unit: '', runs: page.runs.map(() => MOST_MILLIS) }
  return {
    name: 'coach',
    about:
      `What the page "Do emails arrive?" calls, of an account with ` +
      `${emails.toLocaleString('en-US')} emails in 30 days, one page after the other.`,
    series: figures.series,
    ratios: [ratio(`the page, p95 / ${MOST_MILLIS} ms`, page, limits, { most: 1 })],
  }
}

async function answered(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 300)}`)
}
