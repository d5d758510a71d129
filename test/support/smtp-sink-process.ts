/**
 * The sink of smtp-sink.ts in a process of its own: it outlives workers that are killed, and shares
 * no processor time with them.
 */
import { fork } from 'node:child_process'
import { type Sink, type SinkOptions, startSink } from './smtp-sink.ts'
import type { Trick } from './smtp-tricks.ts'

/** The view of a sink in another process. */
export interface Tally {
  counts: Map<string, number>
  seen: Sink['seen']
}

export interface RemoteSink {
  port: number
  tell(tricks: Trick[]): Promise<void>
  tally(): Promise<Tally>
  stop(): Promise<void>
}

type Order = { tell: Trick[] } | { tally: true }

/**
 * A sink that does not share our processor time, nor our fate. It keeps no bytes unless told to.
 */
export async function sinkInOwnProcess(
  options: Omit<SinkOptions, 'tls'> = {},
): Promise<RemoteSink> {
  const child = fork(import.meta.filename, [JSON.stringify({ keep: 0, ...options })], {
    serialization: 'advanced',
    // Not those of the test runner.
    execArgv: [],
  })
  // One order at a time, answered in turn.
  const answers: ((message: unknown) => void)[] = []
  const next = (): Promise<unknown> => new Promise(resolve => answers.push(resolve))
  const order = (message: Order): Promise<unknown> => {
    child.send(message)
    return next()
  }
  child.on('message', message => answers.shift()?.(message))
  const port = (await next()) as number
  return {
    port,
    tell: async tricks => void (await order({ tell: tricks })),
    tally: async () => (await order({ tally: true })) as Tally,
    stop: () =>
      new Promise(resolve => {
        child.once('exit', () => resolve())
        child.kill()
      }),
  }
}

if (process.send && process.argv[1] === import.meta.filename) {
  const sink = await startSink(JSON.parse(process.argv[2]!))
  process.on('message', (order: Order) => {
    if ('tell' in order) sink.tell(order.tell)
    process.send?.('tell' in order ? null : { counts: sink.counts, seen: sink.seen })
  })
  process.on('disconnect', () => process.exit())
  process.send(sink.port)
}
