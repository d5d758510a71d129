/** The store as this process uses it. */
import { Counter, Histogram, Registry } from 'prom-client'
import { statementSeconds, storeRetries } from '../lib/telemetry.ts'

export const storeRegistry = new Registry()
const registers = [storeRegistry]

const statements = new Histogram({
  name: 'pennypost_store_statement_duration_seconds',
  help: 'Time from sending a statement, or COMMIT, to its whole answer; those of the thread of imports are not in it.',
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30],
  registers,
})
statementSeconds.subscribe(seconds => statements.observe(seconds))

const retries = new Counter({
  name: 'pennypost_store_retries_total',
  help: 'Statements and transactions that were tried again: after a conflict, a deadlock, or a lost connection.',
  labelNames: ['reason'],
  registers,
})
// All are there from the start, so that an increase from nothing shows.
for (const reason of ['conflict', 'deadlock', 'lost']) retries.inc({ reason }, 0)
storeRetries.subscribe(({ reason }) => retries.inc({ reason }))
