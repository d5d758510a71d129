/**
 * The load, in its own process: N kept-alive connections, each sending its next request when the
 * last is answered. It is cheap, because it shares the cores with the service: requests are
 * prebuilt, and responses are only counted and spot-checked. Started by drive() in driving.ts,
 * which sends the job and receives the outcome.
 */
import { createAnswerReader } from './answer-reader.ts'
import { quantiles } from './figures.ts'
import { keptConnection } from './kept-connection.ts'
import { firstOf, templatesFor, writeScattered } from './templates.ts'

export interface Job {
  port: number
  connections: number
  /** Not measured. */
  warmupMs: number
  measuredMs: number
  /** Ends after this many measured calls. */
  mostCalls?: number
  /**
   * Requests that a connection sends in turn. A row of # is replaced by a number unique to each
   * call.
   */
  requests: string[]
  /** Text in the first bytes of each response body, followed by a digit from 1 to 9. */
  positive: string
}

export interface Outcome {
  calls: number
  /** Including the warm-up. */
  allCalls: number
  perSecond: number
  p50: number
  p95: number
  p99: number
  bytes: number
  /** Processor time of this process over the measured time. */
  loadShare: number
  failures: string[]
}

const MOST_SAMPLES = 4_000_000

process.on(
  'message',
  (job: Job) => void run(job).then(outcome => process.send!(outcome, () => process.exit(0))),
)

function run(job: Job): Promise<Outcome> {
  const latencies = new Float64Array(MOST_SAMPLES)
  const failures: string[] = []
  const start = performance.now()
  const from = start + job.warmupMs
  const until = from + job.measuredMs
  let calls = 0
  let all = 0
  let bytes = 0
  let open = 0
  let serial = 0
  let processor = process.cpuUsage()
  let measuring = false
  let last = from

  return new Promise(resolve => {
    const end = (): void => {
      const ms = last - from
      const { user, system } = process.cpuUsage(processor)
      const [p50, p95, p99] = quantiles(latencies.subarray(0, calls), [0.5, 0.95, 0.99])
      resolve({
        calls,
        allCalls: all,
        perSecond: calls / (ms / 1000),
        p50: p50!,
        p95: p95!,
        p99: p99!,
        bytes,
        loadShare: (user + system) / 1000 / ms,
        failures,
      })
    }

    const templates = templatesFor(job.requests)
    for (let index = 0; index < job.connections; index++) {
      const turns = templates()
      let turn = firstOf(index, job.connections, turns.length)
      let sentAt = 0
      const socket = keptConnection(job.port, (buffer, length) => reader.take(buffer, length))
      open++
      const send = (): void => {
        const request = turns[turn]!
        turn = turn + 1 === turns.length ? 0 : turn + 1
        writeScattered(request, serial++)
        sentAt = performance.now()
        socket.write(request.buffer)
      }
      const reader = createAnswerReader(job.positive, (size, wrong) => {
        const now = performance.now()
        all++
        if (wrong !== undefined) {
          failures.push(wrong)
          if (failures.length > 5) socket.destroy()
        }
        if (now >= from && now < until && calls < (job.mostCalls ?? MOST_SAMPLES)) {
          if (!measuring) processor = process.cpuUsage()
          measuring = true
          latencies[calls++] = now - sentAt
          bytes += size
          last = now
        } else if (now >= from) {
          socket.end()
          return
        }
        send()
      })
      socket.on('connect', send)
      socket.on('error', error => failures.push(String(error)))
      socket.on('close', () => {
        if (--open === 0) end()
      })
    }
  })
}
