/**
 * The HTTP server of all edges: it numbers the requests, and drains at a graceful shutdown. It
 * listens when the service is ready and not before: balancers that don't ask /readyz send calls to
 * whoever listens. Which edge answers is said by app.ts.
 */
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type Server,
  ServerResponse,
} from 'node:http'
import { type AddressInfo, connect, Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../lib/log.ts'
import { numberRequest, requestIdOf } from './request-facts.ts'

export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => unknown

export interface DrainOptions {
  /** How long calls are still taken, in milliseconds, so that balancers look elsewhere first. */
  delayMillis?: number
  /** How long calls in hand may take after that, in milliseconds; then they are cut. */
  patienceMillis?: number
}

export interface HttpServer {
  server: Server
  /** Answers where it listens. Rejects with the system's error when it can't. */
  listen(): Promise<AddressInfo>
  /** Whether it was told to stop. */
  stopping(): boolean
  /** Takes nothing new and finishes what is in hand. */
  close(options?: DrainOptions): Promise<void>
}

export interface HttpServerOptions {
  host: string
  port: number
  log: Log
  answer: RequestHandler
  /** The request is answered, or its caller is gone. */
  onEnd?(req: IncomingMessage): void
}

/**
 * An answer with the id of its request. The header is added when the others are written: set
 * before, it would make Node.js take them all one by one, which costs a call 5 µs.
 */
class NumberedResponse extends ServerResponse {
  override writeHead(status: number, ...rest: [(string | Headers)?, Headers?]): this {
    const id = requestIdOf(this.req)
    const [headers] = rest
    if (Array.isArray(headers)) return super.writeHead(status, ['X-Request-Id', id, ...headers])
    if (typeof headers === 'object')
      return super.writeHead(status, { ...headers, 'X-Request-Id': id })
    this.setHeader('X-Request-Id', id)
    return super.writeHead(status, ...(rest as [string, Headers?]))
  }
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/**
 * After it has stopped listening, kept connections are left alive so long: what was sent into them
 * meanwhile is still answered.
 */
const LINGER_MILLIS = 2_000
const KEPT_AGAIN_MILLIS = 300
const QUIET_TURNS = 3
const LONGEST_WAIT_FOR_QUIET_MILLIS = 2_000
/** Nobody on this machine takes so long to accept a connection. */
const PROBE_MILLIS = 1_000

export function createHttpServer({
  host,
  port,
  log,
  answer,
  onEnd,
}: HttpServerOptions): HttpServer {
  /** Answers that have not left. */
  let inHand = 0
  /**
   * Of each connection the answer that it waits for. A set in which answers come and go would keep
   * them alive: docs/decisions/0027.
   */
  const answers = new Map<Socket, ServerResponse | undefined>()
  /** Connections, since the start. */
  let accepted = 0
  let stopping = false
  /** Each answer asks the caller for a new connection. */
  let endsKept = false

  function left(this: ServerResponse): void {
    inHand--
    onEnd?.(this.req)
    const { socket } = this.req
    if (answers.get(socket) === this) answers.set(socket, undefined)
  }

  const server = createServer(
    {
      ServerResponse: NumberedResponse,
      // Programs put whole subscribers into the address of a GET.
      maxHeaderSize: 64 * 1024,
      // Who sends its request drop by drop is cut; who reads its answer so is not.
      headersTimeout: 20_000,
      requestTimeout: 300_000,
      connectionsCheckingInterval: 5_000,
      // Longer than clients and proxies keep theirs (.NET for 100 s, nginx for 60 s), else they
      // send into a connection that we are closing.
      keepAliveTimeout: 125_000,
      // A reader that has vanished is noticed by the system.
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    },
    (req, res) => {
      inHand++
      answers.set(req.socket, res)
      res.on('close', left)
      const call = numberRequest(req)
      if (endsKept) res.shouldKeepAlive = false
      const failed = (error: unknown) => {
        log.error({ call, error }, 'a request was not answered')
        res.destroy()
      }
      try {
        const answered = answer(req, res)
        if (answered instanceof Promise) answered.catch(failed)
      } catch (error) {
        failed(error)
      }
    },
  )

  // Who closes its half of the connection behind the request reads the answer all the same; then it
  // is closed. Not in Node's types.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', socket => {
    accepted++
    socket.once('close', () => answers.delete(socket))
  })

  /** Answers from now on ask for a new connection, also those in hand. */
  function endKept(): void {
    endsKept = true
    for (const res of answers.values()) if (res && !res.headersSent) res.shouldKeepAlive = false
  }

  /**
   * The system resets connections that it has made and we have not accepted when the listening
   * socket goes. So connections are kept again for a moment, and hardly any new ones are made; and
   * one is accepted in a turn of the event loop, so after some turns without any none waits.
   */
  async function noneWaits(): Promise<void> {
    endsKept = false
    await pause(KEPT_AGAIN_MILLIS)
    const until = performance.now() + LONGEST_WAIT_FOR_QUIET_MILLIS
    for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < until; ) {
      const before = accepted
      await nextTurn()
      quiet = accepted === before ? quiet + 1 : 0
    }
  }

  return {
    server,
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          server.on('error', error => log.error({ error }, 'the server has trouble'))
          resolve(server.address() as AddressInfo)
        })
      }),
    stopping: () => stopping,
    async close({ delayMillis = 0, patienceMillis = 30_000 } = {}) {
      stopping = true
      endKept()
      if (delayMillis > 0) {
        await pause(delayMillis)
        await noneWaits()
      }
      // That of http closes idle connections in the same breath: a request on its way into one
      // would be reset.
      const closed = new Promise<void>(resolve =>
        NetServer.prototype.close.call(server, () => resolve()),
      )
      endKept()
      if (delayMillis > 0) await pause(Math.min(delayMillis, LINGER_MILLIS))
      server.closeIdleConnections()
      const until = Date.now() + patienceMillis
      while (inHand > 0 && Date.now() < until) await pause(20)
      if (inHand > 0) log.warn({ calls: inHand }, 'calls were cut when the service stopped')
      // What is left are connections without a request, and answers whose last bytes the system
      // has.
      await Promise.race([closed, pause(inHand > 0 ? 0 : 200)])
      server.closeAllConnections()
      await closed
      // Nobody listens any more; it ends the watch over slow senders.
      server.close()
    },
  }
}

/**
 * Rejects as listen() would when somebody listens there already, so that it is known before there
 * is anything to undo. It asks by connecting: to listen for a moment would take a call that a
 * balancer sends just then, and reset it.
 */
export async function refusePortInUse(host: string, port: number): Promise<void> {
  if (port === 0) return
  const socket = connect({
    port,
    host: host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host,
  })
  const taken = await Promise.race([
    once(socket, 'connect').then(
      () => true,
      () => false,
    ),
    pause(PROBE_MILLIS, false, { ref: false }),
  ])
  socket.destroy()
  if (taken) throw Object.assign(new Error('somebody listens there'), { code: 'EADDRINUSE' })
}
