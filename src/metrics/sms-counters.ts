/** Metrics of SMS gateways. */
import { Counter, Gauge, Registry } from 'prom-client'

export const smsRegistry = new Registry()
const registers = [smsRegistry]

/**
 * By outcome: delivered, undelivered, refused, in transit, unknown (no SMS of ours has this id).
 */
export const receiptCounter = new Counter({
  name: 'pennypost_sms_receipts_total',
  help: 'Delivery receipts of SMS; unknown: for an SMS that is not ours.',
  labelNames: ['outcome'],
  registers,
})

/** By meaning: stop, start, other; or from a number to which no SMS was sent. */
export const replyCounter = new Counter({
  name: 'pennypost_sms_replies_total',
  help: 'Replies to SMS, by meaning.',
  labelNames: ['meaning'],
  registers,
})

export const gatewayUpGauge = new Gauge({
  name: 'pennypost_sms_gateway_up',
  help: '1 while the gateway of SMS_URL accepts SMS of this process.',
  registers,
})
