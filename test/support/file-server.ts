/**
 * An HTTP server for files, on loopback, with the tricks that real ones play: each path is given an
 * answer, the tricks make them.
 * `npm test` starts one per test file; `received` has every request.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, isIPv6 } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

export interface FileServer {
  port: number
  /** The address of a path; the path begins with a slash. */
  url(path: string): string
  /** The answer of a path from now on. Returns the path's address. */
  serve(path: string, answer: Answer): string
  received: { path: string; headers: IncomingMessage['headers'] }[]
  /** How many requests a path has got. */
  count(path: string): number
  /** Connections that are open. */
  connections(): Promise<number>
  close(): Promise<void>
}

export interface FileServerOptions {
  host?: string
  port?: number
  /** With a certificate it speaks TLS, and its addresses begin with https://localhost. */
  tls?: { key: string; cert: string }
}

export async function fileServer({
  host = '127.0.0.1',
  port = 0,
  tls,
}: FileServerOptions = {}): Promise<FileServer> {
  const answers = new Map<string, Answer>()
  const received: FileServer['received'] = []
  const listener: RequestListener = async (request, response) => {
    const path = request.url!.replace(/\?.*$/s, '')
    received.push({ path, headers: request.headers })
    const answer = answers.get(path) ?? status(404)
    // A caller that has gone ends the trick.
    response.on('error', () => {})
    await Promise.resolve(answer(request, response)).catch(() => response.destroy())
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>(resolve => server.listen(port, host, resolve))
  const bound = (server.address() as AddressInfo).port
  const place = tls
    ? `https://localhost:${bound}`
    : `http://${isIPv6(host) ? `[${host}]` : host}:${bound}`
  const url = (path: string) => `${place}${path}`
  return {
    port: bound,
    url,
    serve: (path, answer) => {
      answers.set(path, answer)
      return url(path)
    },
    received,
    count: path => received.filter(one => one.path === path).length,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, n) => (error ? reject(error) : resolve(n))),
      ),
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

type Headers = Record<string, string | number>

/** The file, whole. */
export const whole =
  (bytes: Buffer | string, headers: Headers = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-length': Buffer.byteLength(bytes), ...headers }).end(bytes)

export const status =
  (code: number, headers: Headers = {}): Answer =>
  (_request, response) =>
    response.writeHead(code, headers).end(`status ${code}\n`)

export const redirect = (location: string, code = 302): Answer => status(code, { location })

/** One answer after the other; the last one again and again. */
export function inTurn(...answers: Answer[]): Answer {
  let next = 0
  return (request, response) => answers[Math.min(next++, answers.length - 1)]!(request, response)
}

/** Takes the request and says nothing. */
export const silent: Answer = () => {}

/** So many bytes at a time, with pauses. The length is told before. */
export const trickle =
  (bytes: Buffer, perStep: number, stepMillis: number): Answer =>
  async (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length })
    for (let from = 0; from < bytes.length && !response.destroyed; from += perStep) {
      response.write(bytes.subarray(from, from + perStep))
      await pause(stepMillis)
    }
    response.end()
  }

/** Begins, and says nothing more. */
export const stall =
  (bytes: Buffer | string): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-length': 1_000_000 }).write(bytes)

/** Breaks the connection off after so many bytes. Chunked, unless a length is told. */
export const breakOff =
  (bytes: Buffer, after: number, headers: Headers = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, headers)
    response.write(bytes.subarray(0, after), () => setTimeout(() => response.destroy(), 20))
  }

/** Text as it stands, head and all; then the connection is closed. For malformed HTTP. */
export const verbatim =
  (text: string | Buffer): Answer =>
  request =>
    request.socket.end(text)

/**
 * Serves the rest of the file to who asks for it by its tag. Up to so many bytes an answer (for
 * `answers` answers), then it breaks off.
 */
export function resumable(
  bytes: Buffer,
  tag: string,
  { perAnswer, answers = 1000, packed }: { perAnswer: number; answers?: number; packed?: boolean },
): Answer {
  let answered = 0
  return (request, response) => {
    const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')
    const from = asked && request.headers['if-range'] === tag ? Number(asked[1]) : 0
    const rest = bytes.subarray(from)
    const headers = {
      etag: tag,
      'content-length': rest.length,
      ...(packed && { 'content-encoding': 'gzip' }),
    }
    response.writeHead(from > 0 ? 206 : 200, {
      ...headers,
      ...(from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    })
    if (rest.length <= perAnswer || answered++ >= answers) return response.end(rest)
    return response.write(rest.subarray(0, perAnswer), () =>
      setTimeout(() => response.destroy(), 20),
    )
  }
}

/**
 * As much as the caller takes, made of one block again and again: a file of any size that lies
 * nowhere.
 */
export const endless =
  (block: Buffer, times = Number.POSITIVE_INFINITY, headers: Headers = {}): Answer =>
  async (_request, response) => {
    response.writeHead(200, headers)
    for (let sent = 0; sent < times && !response.destroyed; sent++) {
      if (response.write(block)) continue
      await new Promise<void>(resolve => {
        const go = () => {
          response.off('drain', go).off('close', go)
          resolve()
        }
        response.on('drain', go).on('close', go)
      })
    }
    response.end()
  }
