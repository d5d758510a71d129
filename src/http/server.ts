/**
 * The HTTP server of all edges: assigns request ids and drains at a graceful shutdown. It listens
 * only when the service is ready: balancers that don't request /readyz send calls to any open port.
 * app.ts chooses the edge.
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
import { CallerGone, HUNG_UP } from '../lib/caller-gone.ts'
import type { Log } from '../lib/log.ts'
import { numberRequest, requestIdOf } from './request-facts.ts'

export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => unknown

export interface DrainOptions {
  /** How long requests are still accepted, in milliseconds, so that balancers notice first. */
  delayMillis?: number
  /** Time limit for requests in flight after that, in milliseconds; then they are aborted. */
  patienceMillis?: number
}

/** The last step of a start, which needs the address. */
export type Prepare = (address: AddressInfo) => Promise<void>

export interface HttpServer {
  server: Server
  /**
   * Resolves with the address. Rejects with the system's error if listening fails, and as `prepare`
   * does: requests that come meanwhile wait for it.
   */
  listen(prepare?: Prepare): Promise<AddressInfo>
  /** Whether a stop has begun. */
  stopping(): boolean
  /** Accepts no new requests and finishes those in flight. */
  close(options?: DrainOptions): Promise<void>
}

export interface HttpServerOptions {
  host: string
  port: number
  log: Log
  answer: RequestHandler
  /** Whether the client sees the service by https. */
  cameByHttps?(req: IncomingMessage): boolean
  /** The response was sent, or the client is gone. */
  onEnd?(req: IncomingMessage): void
}

/**
 * Load balancers check at least this often: without them, no client would have to notice a stop.
 */
const UNUSED_MILLIS = 60_000

const NOSNIFF = { 'X-Content-Type-Options': 'nosniff' }
/** For a year, of this host alone: its subdomains are not ours. */
const BY_HTTPS = { ...NOSNIFF, 'Strict-Transport-Security': 'max-age=31536000' }
const PAIRS = { plain: Object.entries(NOSNIFF).flat(), byHttps: Object.entries(BY_HTTPS).flat() }

/**
 * Responses with what every answer has: the id of its request, that its type is as it says, and to
 * browsers that came by https that they always do. The headers are added in writeHead: set earlier,
 * they would make Node.js copy all headers one by one, which costs a call 5 µs.
 */
export const responseClass = (cameByHttps: (req: IncomingMessage) => boolean) =>
  class extends ServerResponse {
    override writeHead(status: number, ...rest: [(string | Headers)?, Headers?]): this {
      const id = requestIdOf(this.req)
      const secure = cameByHttps(this.req)
      const [headers] = rest
      if (Array.isArray(headers))
        return super.writeHead(status, [
          'X-Request-Id',
          id,
          ...(secure ? PAIRS.byHttps : PAIRS.plain),
          ...headers,
        ])
      const common = secure ? BY_HTTPS : NOSNIFF
      if (typeof headers === 'object')
        return super.writeHead(status, { ...headers, ...common, 'X-Request-Id': id })
      this.setHeaders(new Map(Object.entries({ ...common, 'X-Request-Id': id })))
      return super.writeHead(status, ...(rest as [string, Headers?]))
    }
  }

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/**
 * How long kept-alive connections stay open after the server stopped listening: requests already
 * sent into them are still answered.
 */
const LINGER_MILLIS = 2_000
const KEPT_AGAIN_MILLIS = 300
const QUIET_TURNS = 3
const LONGEST_WAIT_FOR_QUIET_MILLIS = 2_000
/** No local server takes longer to accept a connection. */
const PROBE_MILLIS = 1_000

export function createHttpServer({
  host,
  port,
  log,
  answer,
  cameByHttps = () => false,
  onEnd,
}: HttpServerOptions): HttpServer {
  /** Responses not yet sent. */
  let inFlight = 0
  /**
   * The pending response of each connection. A set with responses added and removed would keep them
   * in memory: docs/decisions/0027.
   */
  const answers = new Map<Socket, ServerResponse | undefined>()
  /** Connections since the start. */
  let accepted = 0
  let lastRequest = Number.NEGATIVE_INFINITY
  /** Requests that wait for the last step of the start; undefined once it is done. */
  let waiting: (() => void)[] | undefined = []
  let stopping = false
  /** Each response asks the client to close the connection. */
  let endsKept = false

  function left(this: ServerResponse): void {
    inFlight--
    onEnd?.(this.req)
    const { socket } = this.req
    if (answers.get(socket) === this) answers.set(socket, undefined)
  }

  const server = createServer(
    {
      ServerResponse: responseClass(cameByHttps),
      // Programs put whole subscribers into the URL of a GET.
      maxHeaderSize: 64 * 1024,
      // A client that sends its request slowly is disconnected; one that reads slowly is not.
      headersTimeout: 20_000,
      requestTimeout: 300_000,
      connectionsCheckingInterval: 5_000,
      // Longer than the keep-alive of clients and proxies (.NET 100 s, nginx 60 s), else they send
      // into a connection that is being closed.
      keepAliveTimeout: 125_000,
      // The system detects a vanished reader.
      keepAlive: true,
      keepAliveInitialDelay: 60_000,
    },
    (req, res) => {
      inFlight++
      lastRequest = performance.now()
      answers.set(req.socket, res)
      res.on('close', left)
      const call = numberRequest(req)
      if (endsKept) res.shouldKeepAlive = false
      const failed = (error: unknown) => {
        if (error instanceof CallerGone) log.info({ call }, HUNG_UP)
        else log.error({ call, error }, 'a request was not answered')
        res.destroy()
      }
      const begin = () => {
        try {
          const answered = answer(req, res)
          if (answered instanceof Promise) answered.catch(failed)
        } catch (error) {
          failed(error)
        }
      }
      if (waiting) waiting.push(begin)
      else begin()
    },
  )

  // A client that half-closes its connection after the request still gets the response. The option
  // is missing from Node's types.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', socket => {
    accepted++
    socket.once('close', () => answers.delete(socket))
  })

  /**
   * Resolves with the address when the last step of the start is done, and requests are answered.
   */
  async function opened(address: AddressInfo, prepare: Prepare | undefined): Promise<AddressInfo> {
    try {
      await prepare?.(address)
    } catch (error) {
      server.closeAllConnections()
      throw error
    }
    const held = waiting ?? []
    waiting = undefined
    for (const begin of held) begin()
    return address
  }

  /** From now on responses close their connections, including those in flight. */
  function endKept(): void {
    endsKept = true
    for (const res of answers.values()) if (res && !res.headersSent) res.shouldKeepAlive = false
  }

  /**
   * Waits until no connection is in the accept queue: closing the listening socket resets those.
   * Kept connections are kept alive again for a moment, so that few new ones are made; one is
   * accepted per turn of the event loop, so after some turns without any the queue is empty.
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
    async listen(prepare) {
      const address = await new Promise<AddressInfo>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          server.on('error', error => log.error({ error }, 'the server has trouble'))
          resolve(server.address() as AddressInfo)
        })
      })
      return opened(address, prepare)
    },
    stopping: () => stopping,
    async close({ delayMillis: asked = 0, patienceMillis = 30_000 } = {}) {
      const isUsed = answers.size > 0 || performance.now() - lastRequest < UNUSED_MILLIS
      const delayMillis = isUsed ? asked : 0
      stopping = true
      endKept()
      if (delayMillis > 0) {
        await pause(delayMillis)
        await noneWaits()
      }
      // http.Server.close() also closes idle connections: a request in transit to one would be
      // reset.
      const closed = new Promise<void>(resolve =>
        NetServer.prototype.close.call(server, () => resolve()),
      )
      endKept()
      if (delayMillis > 0) await pause(Math.min(delayMillis, LINGER_MILLIS))
      server.closeIdleConnections()
      const until = Date.now() + patienceMillis
      while (inFlight > 0 && Date.now() < until) await pause(20)
      if (inFlight > 0) log.warn({ calls: inFlight }, 'calls were cut when the service stopped')
      // Only connections without a request, and responses handed to the system, are left.
      await Promise.race([closed, pause(inFlight > 0 ? 0 : 200)])
      server.closeAllConnections()
      await closed
      // Ends the timer that checks for slow senders.
      server.close()
    },
  }
}

/**
 * The port to listen at, which emails name in their links: for 0, one that is free. Rejects like
 * listen() if it is in use, before anything needs to be undone. It tries to connect: listening for
 * a moment could accept and reset a call from a balancer, which knows no port of 0.
 */
export async function portToListenAt(host: string, port: number): Promise<number> {
  if (port === 0) return freePort(host)
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
  if (taken) throw Object.assign(new Error('the port is in use'), { code: 'EADDRINUSE' })
  return port
}

async function freePort(host: string): Promise<number> {
  const server = new NetServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
