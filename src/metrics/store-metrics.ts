/** Metrics of the store as used by this process. */
import { Counter, Histogram, Registry } from 'prom-client'
import { replicaReads, statementSeconds, storeRetries } from '../lib/telemetry.ts'

export const storeRegistry = new Registry()
const registers = [storeRegistry]

const statements = new Histogram({
  name: 'pennypost_store_statement_duration_seconds',
  help:
    'Time from sending a statement, or COMMIT, to the end of its result; without those of the ' +
    'import thread.',
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30],
  registers,
})
statementSeconds.subscribe(seconds => statements.observe(seconds))

const retries = new Counter({
  name: 'pennypost_store_retries_total',
  help:
    'Statements and transactions that were retried after a conflict, a deadlock, or a lost ' +
    'connection.',
  labelNames: ['reason'],
  registers,
})
// Initialized to 0, so that the first increase is visible.
for (const reason of ['conflict', 'deadlock', 'lost']) retries.inc({ reason }, 0)
storeRetries.subscribe(({ reason }) => retries.inc({ reason }))

const reads = new Counter({
  name: 'pennypost_store_replica_reads_total',
  help:
    'Reads that the standby of DATABASE_REPLICA_URL may answer, and who did: the primary does ' +
    'while the standby is behind or fails.',
  labelNames: ['by'],
  registers,
})
for (const by of ['standby', 'primary']) reads.inc({ by }, 0)
replicaReads.subscribe(({ by }) => reads.inc({ by }))
