/** Metrics of the submission server. */
import { Counter, Registry } from 'prom-client'

export const submissionRegistry = new Registry()

/** By outcome: taken, refused, too large, no room, not stored, cut off, too many connections. */
export const submissionCounter = new Counter({
  name: 'pennypost_submissions_total',
  help: 'Messages that programs handed over by SMTP, and connections refused, by outcome.',
  labelNames: ['outcome'],
  registers: [submissionRegistry],
})
