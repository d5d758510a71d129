/**
 * The metrics of the service, in the text format of Prometheus. Served at /metrics by
 * http/probes.ts.
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
import { submissionRegistry } from './submission-counters.ts'
import { transactionRegistry } from './transaction-counters.ts'
import { webhookRegistry } from './webhook-counters.ts'
import { wireRegistry } from './wire-counters.ts'
import { workRegistry } from './work-metrics.ts'

/** A finished call of the web service. */
export interface MeasuredCall {
  operation?: string | undefined
  /** The name of an operation that does not exist, as called. */
  unknown?: string | undefined
  binding: string
  outcome: string
  ms: number
}

/** As stored by prom-client. */
export interface MetricDefinition {
  name: string
  help: string
  type: string
  labelNames: string[]
}

export interface Metrics {
  observe(call: MeasuredCall): void
  /** Counts the outcome of a request of a recipient or a shop. */
  observeRecipient(part: string, outcome: string): void
  /** The text and its content type. */
  text(): Promise<[text: string, type: string]>
  /** Definitions of our metrics, without values: docs/metrics.md is generated from them. */
  definitions(): MetricDefinition[]
}

export interface MetricsSources {
  store: Store
  dataDir: string
  storeUp(): Promise<boolean>
  /** The nodes of a store on a cluster; undefined if unknown. */
  nodes(): Promise<{ name: string; up: boolean }[] | undefined>
  /** Bytes in the bodies of requests in flight; absent in a process that answers only probes. */
  bytesInHand?(): number
  /** Opens and clicks in this process; absent where none are answered. */
  hits?: () => { waiting: number; lost: number }
}

/** Counters of the process, incremented where events happen. */
const OF_PROCESS = [
  sendingRegistry,
  workRegistry,
  storeRegistry,
  logInRegistry,
  inboundRegistry,
  submissionRegistry,
  importRegistry,
  webhookRegistry,
  smsRegistry,
  transactionRegistry,
  wireRegistry,
]

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createMetrics({
  store,
  dataDir,
  storeUp,
  nodes,
  bytesInHand = () => 0,
  hits,
}: MetricsSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  // Gauges whose names end as those of counters do; the types that they count stay.
  for (const counted of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${counted}_total`)
  const calls = new Counter({
    name: 'pennypost_calls_total',
    help:
      'Calls of the web service: ok, refused, client-fault, server-fault, broken (the ' +
      'caller went away). ' +
      'Requests for its description have the binding "document".',
    labelNames: ['operation', 'binding', 'outcome'],
    registers,
  })
  const countUnknown = unknownOperations(registry)
  const seconds = new Histogram({
    name: 'pennypost_call_duration_seconds',
    help: 'Time from the request to the end of the response, including slow readers.',
    labelNames: ['operation', 'binding'],
    buckets: BUCKETS,
    registers,
  })
  new Gauge({
    name: 'pennypost_pool_connections',
    help: 'Connections to the store and to nodes of a cluster, and callers waiting for one.',
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
    name: 'pennypost_store_node_up',
    help: '1 while the node of a store on a cluster can be reached.',
    labelNames: ['node'],
    registers,
    async collect() {
      const known = await nodes()
      this.reset()
      for (const { name, up } of known ?? []) this.set({ node: name }, up ? 1 : 0)
    },
  })

  new Gauge({
    name: 'pennypost_store_oldest_statement_seconds',
    help: 'Age of the oldest statement in flight; 0 without any.',
    registers,
    collect() {
      this.set(store.oldestStatementSeconds())
    },
  })
  new Gauge({
    name: 'pennypost_request_bytes_in_hand',
    help: 'Bytes in the bodies of all requests in flight; BODY_BUDGET is the limit.',
    registers,
    collect() {
      this.set(bytesInHand())
    },
  })

  if (hits) addHitMetrics(registry, hits)
  addQueueGauges(registry, store)
  addMachineGauges(registry, dataDir)

  const observeRecipient = countRecipients(registry)
  return {
    observe({ operation = '', unknown, binding, outcome, ms }) {
      if (unknown !== undefined) countUnknown(unknown)
      calls.inc({ operation, binding, outcome })
      seconds.observe({ operation, binding }, ms / 1000)
    },
    observeRecipient,
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

/** Anybody chooses the names, so their number and length are limited. */
const MOST_UNKNOWN = 100
const NAME = /^[A-Za-z_][\w.-]{0,63}$/

function unknownOperations(registry: Registry): (name: string) => void {
  const known = new Set<string>()
  const counter = new Counter({
    name: 'pennypost_unknown_operations_total',
    help:
      'Calls of operations that do not exist, or are not served by API_OPERATIONS, by the name ' +
      'that programs gave; "other" beyond 100 names, and for what is no name.',
    labelNames: ['operation'],
    registers: [registry],
  })
  return name => {
    const room = known.has(name) || (known.size < MOST_UNKNOWN && NAME.test(name))
    if (room) known.add(name)
    counter.inc({ operation: room ? name : 'other' })
  }
}

/**
 * Counted in a map and copied when they are read: a counter of the library costs 0.5 µs for each
 * of the most frequent requests of all. Outcomes are few and fixed.
 */
function countRecipients(registry: Registry): Metrics['observeRecipient'] {
  const counts = new Map<string, number>()
  new Counter({
    name: 'pennypost_recipient_total',
    help:
      'Pixels (view), links (click) and purchases (conversion) of recipients, by outcome; ' +
      '"unknown token": not ' +
      'signed by us; refused: an impossible value.',
    labelNames: ['part', 'outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [name, count] of counts) {
        const [part, outcome] = name.split('/') as [string, string]
        this.inc({ part, outcome }, count)
      }
    },
  })
  return (part, outcome) => {
    const name = `${part}/${outcome}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
}

function addHitMetrics(registry: Registry, hits: () => { waiting: number; lost: number }): void {
  const registers = [registry]
  new Gauge({
    name: 'pennypost_hits_waiting',
    help: 'Answered opens and clicks waiting in memory for the store.',
    registers,
    collect() {
      this.set(hits().waiting)
    },
  })
  new Counter({
    name: 'pennypost_hits_lost_total',
    help:
      'Answered opens and clicks that were never stored: the store was unavailable for too ' +
      'long, or at a stop.',
    registers,
    collect() {
      this.reset()
      this.inc(hits().lost)
    },
  })
}
