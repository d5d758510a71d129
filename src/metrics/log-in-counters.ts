/** Metrics of failed log-ins. */
import { Counter, Registry } from 'prom-client'
import { logInFailures } from '../lib/telemetry.ts'

export const logInRegistry = new Registry()

const failures = new Counter({
  name: 'pennypost_log_in_failures_total',
  help:
    'Log-ins with wrong credentials, of calls and at the console: refused, or delayed after ' +
    'many failures.',
  labelNames: ['outcome'],
  registers: [logInRegistry],
})
for (const outcome of ['refused', 'slowed']) failures.inc({ outcome }, 0)
logInFailures.subscribe(({ tooMany }) => failures.inc({ outcome: tooMany ? 'slowed' : 'refused' }))
