/** Metrics of the wires of providers. */
import { Counter, Registry } from 'prom-client'
import { wireCalls, wireUnserved } from '../lib/telemetry.ts'

export const wireRegistry = new Registry()
const registers = [wireRegistry]

const calls = new Counter({
  name: 'pennypost_wire_calls_total',
  help: 'Calls of programs that speak the API of a provider of email, by the class of the answer.',
  labelNames: ['wire', 'answer'],
  registers,
})
const unserved = new Counter({
  name: 'pennypost_wire_unserved_total',
  help:
    'Values and routes of a provider that programs asked for and that are not served, by name; ' +
    '"other": what the provider does not have either.',
  labelNames: ['wire', 'name'],
  registers,
})

wireCalls.subscribe(({ wire, status }) =>
  calls.inc({ wire, answer: `${Math.floor(status / 100)}xx` }),
)
wireUnserved.subscribe(({ wire, name }) => unserved.inc({ wire, name }))
