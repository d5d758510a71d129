/** What gateways of SMS say, counted for /metrics. */
import { Counter, Gauge, Registry } from 'prom-client'

export const smsRegistry = new Registry()
const registers = [smsRegistry]

/**
 * By outcome: delivered, undelivered, refused, on its way, unknown (no SMS of ours has such an
 * id).
 */
export const receiptCounter = new Counter({
  name: 'pennypost_sms_receipts_total',
  help: 'Receipts of SMS; unknown: of an SMS that is not ours.',
  labelNames: ['outcome'],
  registers,
})

/** By meaning: stop, start, other; or of a stranger, to whom no SMS was sent. */
export const replyCounter = new Counter({
  name: 'pennypost_sms_replies_total',
  help: 'Answers to SMS, by what they mean.',
  labelNames: ['meaning'],
  registers,
})

export const gatewayUpGauge = new Gauge({
  name: 'pennypost_sms_gateway_up',
  help: '1 while the gateway of SMS_URL takes SMS of this process.',
  registers,
})
