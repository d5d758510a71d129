/** Metrics of incoming mail. */
import { Counter, Registry } from 'prom-client'

export const inboundRegistry = new Registry()
const registers = [inboundRegistry]

/** By outcome: taken, forged, expired, relaying, unknown, too large, ... */
export const mailCounter = new Counter({
  name: 'pennypost_inbound_mail_total',
  help:
    'Mail for the bounce domain: messages accepted, recipients and messages refused, by ' +
    'reason.',
  labelNames: ['outcome'],
  registers,
})

/** By kind: hard, soft, blocked, complaint, unknown, and classes that are not bounces. */
export const judgedCounter = new Counter({
  name: 'pennypost_inbound_judged_total',
  help:
    'Incoming messages by kind; alert and brake: sendings with many complaints; hold: replies ' +
    'that made many people undeliverable.',
  labelNames: ['kind'],
  registers,
})
