/**
 * Several servers under load in turns of a fraction of a second, in its own process. Each keeps its
 * connections open, and only one at a time gets requests. On a machine whose speed varies within
 * seconds each gets the same share of fast and slow moments: the ratios are more reliable than
 * those of whole runs, though each server finds the caches filled by the others. Started by
 * takeTurns() in turns.ts.
 */
import { createAnswerReader } from './answer-reader.ts'
import { keptConnection } from './kept-connection.ts'
import { firstOf, templatesFor, writeScattered } from './templates.ts'

export interface Target {
  port: number
  /** See Job in load.ts. */
  requests: string[]
  positive: string
}

export interface TurnJob {
  targets: Target[]
  connections: number
  turns: number
  turnMs: number
  /** Not measured, at the beginning of each turn. */
  settleMs: number
}

export interface TurnOutcome {
  /** Responses per second of each target in each turn. */
  perSecond: number[][]
  failures: string[]
}

process.on(
  'message',
  (job: TurnJob) => void run(job).then(outcome => process.send!(outcome, () => process.exit(0))),
)

/** A server with its connections, which send while it is on. */
function open({ port, requests, positive }: Target, connections: number, failures: string[]) {
  const resting: (() => void)[] = []
  const state = { on: false, answered: 0 }
  let serial = 0
  let rested = () => {}

  const templatesOfOne = templatesFor(requests)
  for (let index = 0; index < connections; index++) {
    const templates = templatesOfOne()
    let next = firstOf(index, connections, templates.length)
    const socket = keptConnection(port, (buffer, length) => reader.take(buffer, length))
    const send = (): void => {
      if (!state.on) {
        resting.push(send)
        if (resting.length === connections) rested()
        return
      }
      const request = templates[next]!
      next = next + 1 === templates.length ? 0 : next + 1
      writeScattered(request, serial++)
      socket.write(request.buffer)
    }
    const reader = createAnswerReader(positive, (_size, wrong) => {
      if (wrong !== undefined) failures.push(wrong)
      state.answered++
      send()
    })
    socket.on('connect', send)
    socket.on('error', error => failures.push(String(error)))
  }

  /** Resolves when no request is in flight. */
  const rest = (): Promise<void> =>
    new Promise(resolve => {
      state.on = false
      rested = resolve
      if (resting.length === connections) resolve()
    })
  return {
    rest,
    async turn(settleMs: number, turnMs: number): Promise<number> {
      state.on = true
      for (const send of resting.splice(0)) send()
      await pause(settleMs)
      const [before, start] = [state.answered, performance.now()]
      await pause(turnMs)
      const perSecond = (state.answered - before) / ((performance.now() - start) / 1000)
      await rest()
      return perSecond
    },
  }
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function run({
  targets,
  connections,
  turns,
  turnMs,
  settleMs,
}: TurnJob): Promise<TurnOutcome> {
  const failures: string[] = []
  const opened = targets.map(target => open(target, connections, failures))
  for (const { rest } of opened) await rest()
  const perSecond: number[][] = targets.map(() => [])
  for (let turn = 0; turn < turns && failures.length < 5; turn++) {
    // Alternating order: otherwise the first would always inherit the caches of the last.
    const order = targets.map((_, at) => (turn % 2 === 0 ? at : targets.length - 1 - at))
    for (const at of order) perSecond[at]!.push(await opened[at]!.turn(settleMs, turnMs))
  }
  return { perSecond, failures }
}
