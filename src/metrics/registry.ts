/** What the service counts, in the text form of Prometheus. Served at /metrics by probes.ts of the hallway. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { importRegistry } from './import-counters.ts'
import { inboundRegistry } from './inbound-counters.ts'
import { smsRegistry } from './sms-counters.ts'
import { transactionRegistry } from './transaction-counters.ts'
import { webhookRegistry } from './webhook-counters.ts'

/** A call of the web service that has ended. */
export interface MeasuredCall {
  operation?: string | undefined
  binding: string
  outcome: string
  ms: number
}

export interface Metrics {
  observe(call: MeasuredCall): void
  /** What became of a request of a recipient or a shop. */
  observeRecipient(part: string, outcome: string): void
  /** The text, and the type to send it with. */
  text(): Promise<[text: string, type: string]>
}

export interface MetricsSources {
  pool(): { size: number; idle: number; waiting: number }
  storeUp(): Promise<boolean>
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMetrics({ pool, storeUp }: MetricsSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const calls = new Counter({
    name: 'pennypost_calls_total',
    help: 'Calls of the web service. Requests for its description have the binding "document".',
    labelNames: ['operation', 'binding', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'pennypost_call_duration_seconds',
    help: 'Time from the request to the end of the answer.',
    labelNames: ['operation', 'binding'],
    buckets: BUCKETS,
    registers,
  })
  const requests = new Counter({
    name: 'pennypost_recipient_total',
    help: 'Pixels, links and purchases of recipients, by what became of them; "unknown token" is what we have not signed.',
    labelNames: ['part', 'outcome'],
    registers,
  })
  new Gauge({
    name: 'pennypost_pool_connections',
    help: 'Connections to the store, and callers that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { size, idle, waiting } = pool()
      this.set({ state: 'busy' }, size - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  new Gauge({
    name: 'pennypost_store_up',
    help: '1 while the store answers.',
    registers,
    async collect() {
      this.set((await storeUp()) ? 1 : 0)
    },
  })

  /** Looking a counter up by its labels costs more than counting. Outcomes are few, and ours. */
  const known = new Map<string, { inc(): void }>()
  return {
    observe({ operation = '', binding, outcome, ms }) {
      calls.inc({ operation, binding, outcome })
      seconds.observe({ operation, binding }, ms / 1000)
    },
    observeRecipient(part, outcome) {
      const name = `${part} ${outcome}`
      const request = known.get(name) ?? requests.labels(part, outcome)
      known.set(name, request)
      request.inc()
    },
    text: async () => [
      await Registry.merge([
        registry,
        inboundRegistry,
        importRegistry,
        webhookRegistry,
        smsRegistry,
        transactionRegistry,
      ]).metrics(),
      registry.contentType,
    ],
  }
}
