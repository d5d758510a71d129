/**
 * A proxy before the store that does what networks do at the worst moment: it cuts the connection
 * at a chosen protocol message, swallows data, leads to another server, or is not there.
 */
import { createServer, connect as netConnect, type Server, type Socket } from 'node:net'
import type pg from 'pg'

export type Direction = 'to the store' | 'from the store'

export interface StoreProxy {
  connection: pg.ClientConfig
  /**
   * Cuts every connection when this many more messages have passed in one direction; the last of
   * them is delivered only `whole`.
   */
  arm(direction: Direction, messages: number): void
  /** Whether the armed cut happened. */
  cut(): boolean
  /** Swallows from now on all that is sent on the connections there are. New ones are as ever. */
  blackHole(): void
  /** Swallows new connections from their first query on, until told otherwise. */
  silent(isSilent: boolean): void
  /** New connections lead there. */
  leadTo(target: pg.ClientConfig): void
  /** Cuts all connections and takes no new ones, until told otherwise. */
  away(isAway: boolean): void
  close(): Promise<void>
}

export async function storeProxy(first: pg.ClientConfig): Promise<StoreProxy> {
  let target = first
  let isAway = false
  let isSilent = false
  const swallowed = new WeakSet<Socket>()
  const silenced = new WeakSet<Socket>()
  const sockets = new Set<Socket>()
  let fuse: { direction: Direction; left: number } | undefined
  let happened = false

  const server: Server = createServer(client => {
    if (isAway) {
      client.destroy()
      return
    }
    if (isSilent) silenced.add(client)
    const store = target.host?.startsWith('/')
      ? netConnect(`${target.host}/.s.PGSQL.${target.port ?? 5432}`)
      : netConnect(Number(target.port ?? 5432), target.host ?? '127.0.0.1')
    for (const socket of [client, store]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        // The other end gets no acknowledgement of swallowed data either.
        if (swallowed.has(socket)) return
        client.destroy()
        store.destroy()
      })
    }
    pass(client, store, 'to the store')
    pass(store, client, 'from the store')
  })

  function pass(from: Socket, to: Socket, direction: Direction): void {
    // The first message of a client has no type byte.
    let untyped = direction === 'to the store'
    let rest = Buffer.alloc(0)
    from.on('data', chunk => {
      if (swallowed.has(from)) return
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const head = untyped ? 0 : 1
        if (rest.length < head + 4) return
        const length = head + rest.readInt32BE(head)
        if (rest.length < length) return
        const message = rest.subarray(0, length)
        rest = rest.subarray(length)
        if (silenced.has(from) && !untyped && /[QP]/.test(String.fromCharCode(message[0]!))) {
          swallowed.add(from).add(to)
          return
        }
        untyped = false
        if (fuse?.direction === direction && fuse.left-- <= 0) {
          fuse = undefined
          happened = true
          for (const socket of sockets) socket.destroy()
          return
        }
        to.write(message)
      }
    })
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    connection: { ...first, host: '127.0.0.1', port },
    arm: (direction, messages) => {
      fuse = { direction, left: messages }
      happened = false
    },
    cut: () => happened,
    blackHole: () => {
      for (const socket of sockets) swallowed.add(socket)
    },
    silent: now => {
      isSilent = now
    },
    leadTo: other => {
      target = other
    },
    away: now => {
      isAway = now
      if (now) for (const socket of sockets) socket.destroy()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}
