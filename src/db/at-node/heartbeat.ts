/**
 * The heartbeat of a node of a cluster. A node without power sends nothing, and connections to it
 * stay open: without this, calls would wait for their time limits, here or on the connections of
 * the coordinator.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { cut } from '../copy-streams.ts'
import { type Attempts, clientOf } from './attempts.ts'
import { inTime } from './in-time.ts'

export interface Heartbeat {
  isDown(): boolean
  stop(): Promise<void>
}

export interface HeartbeatOptions {
  connection: pg.ClientConfig
  attempts: Attempts
  /** Whether the coordinator can connect to the node within that time. */
  isReached(patienceMillis: number): Promise<boolean>
  /** Statements in flight on the node get no answer. Called each time that it is found down. */
  onDown(): void
  /** In milliseconds; otherwise those below. */
  timeOuts?: Partial<typeof MILLIS>
}

const MILLIS = {
  /**
   * Callers hear of it within two seconds: 0.3, 0.5 and 0.8, if the coordinator answers at once. It
   * gets some time above that for connecting to the node.
   */
  between: 300,
  answer: 500,
  connect: 800,
  coordinator: 1_200,
  reach: 700,
  /** Backoff: the longest pause of a node that does not answer. */
  most: 4_800,
  /**
   * For connecting to one that is down: an attempt that is given up costs it more than one more.
   */
  reachDown: 20_000,
}

export function startHeartbeat({
  connection,
  attempts,
  isReached,
  onDown,
  timeOuts = {},
}: HeartbeatOptions): Heartbeat {
  const millis = { ...MILLIS, ...timeOuts }
  const Client = clientOf(attempts)
  let client: pg.Client | undefined
  /** The query without an answer yet. */
  let asking: Promise<unknown> | undefined
  let isDown = false
  /** Beats without an answer of ours. */
  let unanswered = 0
  /** The question to the coordinator. */
  let question: Promise<boolean> | undefined
  const stopping = new AbortController()

  function hangUp(): void {
    // A farewell would be waited for.
    if (!client) return
    cut(client)
    client = undefined
    asking = undefined
  }

  async function connected(): Promise<pg.Client> {
    if (client) return client
    const made = new Client(connection)
    // Without a listener the error would end the process. The next beat notices it.
    made.on('error', () => {})
    client = await made.connect()
    return made
  }

  function ask(): Promise<unknown> {
    if (asking) return asking
    const ours = connected()
      .then(asked => asked.query('select 1'))
      .finally(() => {
        if (asking === ours) asking = undefined
      })
    asking = ours
    return ours
  }

  /**
   * On the connection that is open, else on the new one, which is waited for in the next beat too.
   */
  async function answers(): Promise<boolean> {
    const limit = client ? millis.answer : millis.connect
    const answered = await inTime(ask(), limit).catch(() => undefined)
    if (!answered) hangUp()
    return answered !== undefined
  }

  async function beat(): Promise<void> {
    if (await answers()) {
      isDown = false
      unanswered = 0
      return
    }
    unanswered++
    // A node is up while this process reaches it, and down for all only if the coordinator says so.
    const [ours, reached] = await Promise.all([answers(), coordinatorSays()])
    if (stopping.signal.aborted) return
    isDown = !ours && (reached === undefined ? isDown : !reached)
    if (isDown) onDown()
  }

  /** Of a node that is down it is asked again when it has answered. Undefined: not yet. */
  async function coordinatorSays(): Promise<boolean | undefined> {
    if (!isDown) question = undefined
    question ??= isReached(isDown ? millis.reachDown : millis.reach)
    const said = await inTime(question, millis.coordinator).catch(() => null)
    if (said !== undefined) question = undefined
    return said ?? undefined
  }

  async function run(): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted) {
      await beat()
      const wait = Math.min(millis.between * 2 ** unanswered, millis.most)
      await pause(wait, undefined, { signal, ref: false }).catch(() => {})
    }
    hangUp()
  }

  const running = run()
  return {
    isDown: () => isDown,
    async stop() {
      stopping.abort()
      attempts.stop()
      hangUp()
      await running
    },
  }
}
