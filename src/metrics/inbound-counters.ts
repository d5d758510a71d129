/** What comes in by mail, counted for /metrics. */
import { Counter, Registry } from 'prom-client'

export const inboundRegistry = new Registry()
const registers = [inboundRegistry]

/** By outcome: taken, forged, expired, relaying, unknown, too large, ... */
export const mailCounter = new Counter({
  name: 'pennypost_inbound_mail_total',
  help: 'Mail for the bounce domain: messages that were taken, recipients and messages that were refused and why.',
  labelNames: ['outcome'],
  registers,
})

/** By kind: hard, soft, blocked, complaint, unknown, and what is no bounce by its class. */
export const judgedCounter = new Counter({
  name: 'pennypost_inbound_judged_total',
  help: 'Messages that came in, by what they mean; alert and brake: sendings with many complaints.',
  labelNames: ['kind'],
  registers,
})
