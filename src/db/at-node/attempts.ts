/**
 * Attempts to connect to a node of a cluster (Citus): one at a time in a process, and none is
 * abandoned that the kernel of the node has accepted. It would stay in the backlog of the server,
 * which serves each in vain before those with a waiting caller: so a node that comes back into a
 * busy cluster stayed unreachable. docs/decisions/0066-attempts-to-connect.md.
 */
import pg from 'pg'
import { cut } from '../copy-streams.ts'

export interface Attempts {
  /** Callers that wait for an attempt fail with it: their own would fail likewise. */
  connect(client: pg.Client, begin: () => Promise<unknown>): Promise<void>
  /** Gives up the one that is under way, and begins no other. */
  stop(): void
}

const MILLIS = {
  /** Until the kernel of the node takes the connection. Given up before that, it leaves nothing. */
  taken: 3_000,
  /** Until its server comes to it: longer than a full queue takes. */
  served: 60_000,
}

export function createAttempts(timeOuts: Partial<typeof MILLIS> = {}): Attempts {
  const millis = { ...MILLIS, ...timeOuts }
  let underWay: { client: pg.Client; done: Promise<unknown> } | undefined
  let isStopped = false

  async function limited(client: pg.Client, begin: () => Promise<unknown>): Promise<void> {
    const { stream } = (client as unknown as { connection: { stream: NodeJS.EventEmitter } })
      .connection
    const giveUp = () => cut(client)
    const taken = setTimeout(giveUp, millis.taken)
    const served = setTimeout(giveUp, millis.served)
    stream.once('connect', () => clearTimeout(taken))
    try {
      await begin()
    } finally {
      clearTimeout(taken)
      clearTimeout(served)
    }
  }

  return {
    async connect(client, begin) {
      while (underWay) await underWay.done
      if (isStopped) throw new Error('the connections to the node are closed')
      const done = limited(client, begin)
      underWay = { client, done }
      try {
        await done
      } finally {
        underWay = undefined
      }
    },
    stop() {
      isStopped = true
      if (underWay) cut(underWay.client)
    },
  }
}

type Connected = (error: Error | undefined) => void

/** The driver's client, connecting when it is its turn. */
export const clientOf = (attempts: Attempts) =>
  class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connected = attempts.connect(this, () => super.connect()).then(() => this)
      if (!callback) return connected
      connected.then(() => callback(undefined), callback)
      return undefined
    }
  }
