/**
 * The baseline of pages: the driver alone reads the same rows, in its own process, with the
 * service's pool size and number of callers.
 */
import pg from 'pg'
import { quantiles } from './figures.ts'

export interface ReaderJob {
  connection: pg.ClientConfig
  pool: number
  callers: number
  text: string
  /** Sets of values, used in turn. */
  values: unknown[][]
  rows: number
  warmupMs: number
  measuredMs: number
}

export interface ReaderOutcome {
  perSecond: number
  p50: number
}

process.on(
  'message',
  (job: ReaderJob) => void read(job).then(outcome => process.send!(outcome, () => process.exit(0))),
)

async function read({
  connection,
  pool: max,
  callers,
  text,
  values,
  rows,
  warmupMs,
  measuredMs,
}: ReaderJob) {
  const pool = new pg.Pool({ ...connection, max })
  const types = { getTypeParser: () => (cell: string) => cell }
  const from = performance.now() + warmupMs
  const until = from + measuredMs
  const latencies: number[] = []

  const caller = async (first: number) => {
    for (let turn = first; performance.now() < until; turn++) {
      const start = performance.now()
      const query = {
        name: 'raw',
        text,
        values: values[turn % values.length],
        rowMode: 'array',
        types,
      }
      const answer = await pool.query(query as pg.QueryArrayConfig)
      if (answer.rows.length !== rows)
        throw new Error(`${answer.rows.length} rows came, ${rows} should have`)
      const now = performance.now()
      if (now >= from && now < until) latencies.push(now - start)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, first) => caller(first)))
  await pool.end()
  return { perSecond: latencies.length / (measuredMs / 1000), p50: quantiles(latencies, [0.5])[0]! }
}
