/** Metrics of webhooks. */
import { Counter, Registry } from 'prom-client'

export const webhookRegistry = new Registry()

/** By outcome: sent; failed, to be retried; dead, after three days. */
export const webhookCounter = new Counter({
  name: 'pennypost_webhook_events_total',
  help:
    'Tries to deliver an event to a webhook: sent, failed (retried later) or dead (given up ' +
    'after three days).',
  labelNames: ['outcome'],
  registers: [webhookRegistry],
})
