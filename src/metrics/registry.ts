/**
 * What the service counts, in the text form of Prometheus. Served at /metrics by probes.ts of the
 * hallway.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Store } from '../db/db.ts'
import { importRegistry } from './import-counters.ts'
import { inboundRegistry } from './inbound-counters.ts'
import { logInRegistry } from './log-in-counters.ts'
import { addMachineGauges } from './machine-gauges.ts'
import { addQueueGauges } from './queue-gauges.ts'
import { sendingRegistry } from './sending-metrics.ts'
import { smsRegistry } from './sms-counters.ts'
import { storeRegistry } from './store-metrics.ts'
import { transactionRegistry } from './transaction-counters.ts'
import { webhookRegistry } from './webhook-counters.ts'
import { workRegistry } from './work-metrics.ts'

/** A call of the web service that has ended. */
export interface MeasuredCall {
  operation?: string | undefined
  binding: string
  outcome: string
  ms: number
}

/** As prom-client keeps it. */
export interface MetricDefinition {
  name: string
  help: string
  type: string
  labelNames: string[]
}

export interface Metrics {
  observe(call: MeasuredCall): void
  /** What became of a request of a recipient or a shop. */
  observeRecipient(part: string, outcome: string): void
  /** The text, and the type to send it with. */
  text(): Promise<[text: string, type: string]>
  /** What there is of our own, without asking for values: docs/metrics.md is written from it. */
  definitions(): MetricDefinition[]
}

export interface MetricsSources {
  store: Store
  dataDir: string
  storeUp(): Promise<boolean>
  /** What the bodies of requests in hand take; a process that answers probes alone has none. */
  bytesInHand?(): number
  /** Opens and clicks in this process; left out where none are answered. */
  hits?: () => { waiting: number; lost: number }
}

/** Counted where it happens, for the whole process. */
const OF_PROCESS = [
  sendingRegistry,
  workRegistry,
  storeRegistry,
  logInRegistry,
  inboundRegistry,
  importRegistry,
  webhookRegistry,
  smsRegistry,
  transactionRegistry,
]

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMetrics({
  store,
  dataDir,
  storeUp,
  bytesInHand = () => 0,
  hits,
}: MetricsSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const calls = new Counter({
    name: 'pennypost_calls_total',
    help:
      'Calls of the web service: ok, refused, client-fault, server-fault, broken (the caller went away). ' +
      'Requests for its description have the binding "document".',
    labelNames: ['operation', 'binding', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'pennypost_call_duration_seconds',
    help: 'Time from the request to the end of the answer, so a slow reader counts.',
    labelNames: ['operation', 'binding'],
    buckets: BUCKETS,
    registers,
  })
  const requests = new Counter({
    name: 'pennypost_recipient_total',
    help:
      'Pixels (view), links (click) and purchases (conversion) of recipients, by what became of them; "unknown token" is what we ' +
      'have not signed, refused a value that can not be.',
    labelNames: ['part', 'outcome'],
    registers,
  })
  new Gauge({
    name: 'pennypost_pool_connections',
    help: 'Connections to the store, and callers that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { size, idle, waiting } = store.pool()
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

  new Gauge({
    name: 'pennypost_store_oldest_statement_seconds',
    help: 'How long the oldest statement in flight has waited for the store; 0 when there is none.',
    registers,
    collect() {
      this.set(store.oldestStatementSeconds())
    },
  })
  new Gauge({
    name: 'pennypost_request_bytes_in_hand',
    help: 'Bytes in the bodies of all requests that are being read and answered; BODY_BUDGET is their bound.',
    registers,
    collect() {
      this.set(bytesInHand())
    },
  })

  if (hits) addHitMetrics(registry, hits)
  addQueueGauges(registry, store)
  addMachineGauges(registry, dataDir)

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
      await Registry.merge([registry, ...OF_PROCESS]).metrics(),
      registry.contentType,
    ],
    definitions: () =>
      Registry.merge([registry, ...OF_PROCESS])
        .getMetricsAsArray()
        .map(metric => metric as unknown as MetricDefinition)
        .filter(({ name }) => name.startsWith('pennypost_')),
  }
}

function addHitMetrics(registry: Registry, hits: () => { waiting: number; lost: number }): void {
  const registers = [registry]
  new Gauge({
    name: 'pennypost_hits_waiting',
    help: 'Opens and clicks that were answered and wait in memory for the store.',
    registers,
    collect() {
      this.set(hits().waiting)
    },
  })
  new Counter({
    name: 'pennypost_hits_lost_total',
    help: 'Opens and clicks that were answered and never came into the store: it was away for too long, or at a stop.',
    registers,
    collect() {
      this.reset()
      this.inc(hits().lost)
    },
  })
}
