/**
 * Search of single emails by each kind of query, on an account with many; and emails of projects
 * claimed, handed over and settled with the words of their addresses being written, beside without.
 */
import { openSession } from '../src/domain/accounts/session.ts'
import { type Context, profileOptions } from './driving.ts'
import { fillEmails, SEARCHES, SHAPE } from './email-search-fixture.ts'
import { Figures, quantiles, type Result, ratio } from './figures.ts'
import { type Bench, onKeptDatabase, startWeb } from './own-database.ts'
import { sized } from './smoke.ts'
import { type Turn, takeWordTurns, WORD_TURNS } from './word-turns.ts'

/** Of each kind. */
const ROUNDS = sized(60, 2)
const MOST_MILLIS = 100

export async function emailSearch(
  context: Context,
  emails: number,
): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  const kept = {
    name: 'bench_emails',
    shape: `${SHAPE} ${emails}`,
    fill: (bench: Bench) => fillEmails(bench, emails, context.log),
  }
  await onKeptDatabase(context, kept, async bench => {
    const addresses = await someAddresses(bench, emails)
    const web = await startWeb(bench, profileOptions(context.profiles), {
      API_CALLS_PER_MINUTE: '10000000',
    })
    try {
      const cookie = `pennypost_session=${await openSession(bench.store, bench.accountId)}`
      const headers = { cookie, 'X-Pennypost-Console': '1' }
      for (let run = 0; run < context.runs; run++) {
        context.noteLoad()
        for (const [kind, query] of Object.entries(SEARCHES)) {
          const millis: number[] = []
          // The first one loads what answers.
          for (let round = -1; round < ROUNDS; round++) {
            const n = (run + 1) * ROUNDS + round
            const path = `/api/v1/emails/search?${query(n, addresses[n % addresses.length]!)}`
            const took = await timed(`http://127.0.0.1:${web.port}${path}`, headers)
            if (round >= 0) millis.push(took)
          }
          const [p50, p95] = quantiles(millis, [0.5, 0.95]) as [number, number]
          figures.add(`${kind}, p50`, 'ms', p50)
          figures.add(`${kind}, p95`, 'ms', p95)
        }
        context.log(`run ${run + 1}`)
      }
    } finally {
      await web.stop()
    }
    await takeWordTurns(context, bench, figures)
  })
  const most = (kind: string) => {
    const series = figures.get(`${kind}, p95`)
    const limits = { name: '', unit: '', runs: series.runs.map(() => MOST_MILLIS) }
    return ratio(`${kind}, p95 / ${MOST_MILLIS} ms`, series, limits, { most: 1 })
  }
  const of = (turn: Turn) => figures.get(WORD_TURNS[turn])
  return {
    name: 'email-search',
    about:
      `Searches of 50 among ${emails.toLocaleString('en-US')} single emails, one call after the ` +
      'other; and claims of 500 emails to new addresses, handed over and settled.',
    series: figures.series,
    ratios: [
      ...Object.keys(SEARCHES).map(most),
      ratio('emails with words / without, in turns', of('background'), of('none'), { least: 0.9 }),
      ratio('words within the claim / without, in turns', of('within'), of('none')),
    ],
  }
}

async function someAddresses({ store, accountId }: Bench, emails: number): Promise<string[]> {
  const some = Math.min(997, emails)
  const { rows } = await store.withClient(client =>
    client.query('select email from transactions where account_id = $1 and id = any ($2)', [
      accountId,
      Array.from({ length: some }, (_, n) => 1 + Math.floor((n * emails) / some)),
    ]),
  )
  return rows.map(({ email }) => email)
}

async function timed(url: string, headers: Record<string, string>): Promise<number> {
  const from = performance.now()
  const answer = await fetch(url, { headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 300)}`)
  return performance.now() - from
}
