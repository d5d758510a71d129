/**
 * Whether a node of a cluster answers. One that lost its power says nothing, and connections to it
 * stay open: without this, calls would wait for it until their time limits, ours at its
 * connections, the others at those of the coordinator.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { cut } from '../copy-streams.ts'
import { inTime } from './in-time.ts'

export interface Heartbeat {
  isDown(): boolean
  stop(): Promise<void>
}

export interface HeartbeatOptions {
  connection: pg.ClientConfig
  /** Whether the coordinator can connect to the node. */
  isReached(): Promise<boolean>
  /** What was sent to the node gets no answer. Called each time that it is found down. */
  onDown(): void
  /** In milliseconds; otherwise those below. */
  timeOuts?: Partial<typeof MILLIS>
}

/** Callers hear of it within two seconds: 0.3, 0.5 and 0.8, if the coordinator answers at once. */
const MILLIS = { between: 300, answer: 500, connect: 800, coordinator: 1_200 }

export function startHeartbeat({
  connection,
  isReached,
  onDown,
  timeOuts = {},
}: HeartbeatOptions): Heartbeat {
  const millis = { ...MILLIS, ...timeOuts }
  let client: pg.Client | undefined
  let isDown = false
  const stopping = new AbortController()

  function hangUp(): void {
    // A farewell would be waited for.
    if (client) cut(client)
    client = undefined
  }

  async function connected(): Promise<pg.Client> {
    if (client) return client
    client = new pg.Client({ ...connection, connectionTimeoutMillis: millis.connect })
    // Without a listener the error would end the process. The next beat notices it.
    client.on('error', () => {})
    return await client.connect()
  }

  const ask = async (): Promise<true> => {
    await (await connected()).query('select 1')
    return true
  }

  /** On the connection that is open, else on a new one. */
  async function answers(): Promise<boolean> {
    const limit = client ? millis.answer : millis.connect
    const answered = await inTime(ask(), limit).catch(() => undefined)
    if (!answered) hangUp()
    return answered === true
  }

  async function beat(): Promise<void> {
    if (await answers()) {
      isDown = false
      return
    }
    // It is not down while somebody reaches it, nor for all if the coordinator doesn't say so.
    const theirs = inTime(isReached(), millis.coordinator).catch(() => undefined)
    const [ours, reached] = await Promise.all([answers(), theirs])
    if (stopping.signal.aborted) return
    isDown = !ours && (reached === undefined ? isDown : !reached)
    if (isDown) onDown()
  }

  async function run(): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted) {
      await beat()
      await pause(millis.between, undefined, { signal, ref: false }).catch(() => {})
    }
    hangUp()
  }

  const running = run()
  return {
    isDown: () => isDown,
    async stop() {
      stopping.abort()
      hangUp()
      await running
    },
  }
}
