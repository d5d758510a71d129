/**
 * Posts events to one receiver over kept-alive connections. Each connection goes to a checked
 * address (lib/fetch-guard.ts), redirects are not followed, and the time limits hold whatever the
 * receiver does.
 */
import {
  Agent,
  type AgentOptions,
  type ClientRequest,
  type IncomingMessage,
  request,
} from 'node:http'
import type { Socket } from 'node:net'
import { detailed } from '../domain/details/details.ts'
import type { WebhookResponse } from '../domain/webhooks/outcome.ts'
import { failureOf, plain } from '../lib/download/failure.ts'
import { type AllowedPlaces, connectGuarded, type Resolve } from '../lib/fetch-guard.ts'
import { retryAfterMillis } from '../lib/retry-after.ts'
import type { EventFormat } from './formats/event-format.ts'
import type { WebhookSigningKey } from './formats/signature-headers.ts'

export interface PostLimits {
  allow: AllowedPlaces
  resolve?: Resolve | undefined
  /** Time limits of connecting, and of the whole request. */
  connectMillis: number
  totalMillis: number
  connections: number
}

export interface TimedResponse extends WebhookResponse {
  /** How long it took. */
  millis: number
}

export interface EventToPost {
  id: string
  kind: string
  body: string
}

export interface Poster {
  /** Never throws: failures are responses. */
  post(event: EventToPost): Promise<TimedResponse>
  close(): void
}

/**
 * Bytes of a response that are read to keep its connection; after more the connection is closed.
 */
const MOST_ANSWER = 64 * 1024
/** How long an idle connection is reused: many receivers close theirs after five seconds. */
const IDLE_MILLIS = 4_000
const CLOSED = new Set(['ECONNRESET', 'EPIPE'])

interface EventSigning {
  format: EventFormat
  /** The newest first. */
  keys: readonly WebhookSigningKey[]
}

export function createPoster(url: URL, { format, keys }: EventSigning, limits: PostLimits): Poster {
  const { allow, resolve, connectMillis, totalMillis, connections } = limits
  const late = { seconds: totalMillis / 1000 }
  const agentOf = (options: AgentOptions): Agent => {
    const agent = new Agent(options)
    agent.createConnection = ((
      _options: unknown,
      made: (error: Error | null, socket?: Socket) => void,
    ) => {
      connectGuarded(url, { allow, connectMillis, ...(resolve && { resolve }) }).then(
        socket => made(null, socket),
        made,
      )
    }) as never
    return agent
  }
  const kept = agentOf({
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: connections,
    timeout: IDLE_MILLIS,
  })
  const fresh = agentOf({ keepAlive: false })
  const fixed = {
    host: url.host,
    'user-agent': 'Pennypost-Webhook/1',
    'content-type': 'application/json; charset=utf-8',
    ...credentials(url),
  }
  const path = url.pathname + url.search

  function post(event: EventToPost): Promise<TimedResponse> {
    const began = Date.now()
    const timestamp = Math.floor(began / 1000)
    const { headers: signature, body } = format.signed(keys, { ...event, timestamp })
    return new Promise(done => {
      let sent: ClientRequest | undefined
      let ended = false
      const end = (answered: WebhookResponse, close = true) => {
        if (ended) return
        ended = true
        clearTimeout(timer)
        if (close) sent?.destroy()
        done({ ...answered, millis: Date.now() - began })
      }
      const timer = setTimeout(
        () => end({ ok: false, answer: detailed('answer-late', late).detail }),
        totalMillis,
      )
      const headers = {
        ...fixed,
        'content-length': Buffer.byteLength(body),
        ...signature,
      }
      const send = (agent: Agent) => {
        const one = request({ agent, method: 'POST', path, headers })
        sent = one
        one.on('error', error => {
          // The receiver closed the idle connection just as it was reused: retried on a new one,
          // and not counted as a failure.
          if (!ended && one.reusedSocket && CLOSED.has((error as NodeJS.ErrnoException).code ?? ''))
            send(fresh)
          else end({ ok: false, answer: wordsFor(error) })
        })
        one.on('response', response => readResponse(response, end))
        one.end(body)
      }
      send(kept)
    })
  }

  const close = () => {
    kept.destroy()
    fresh.destroy()
  }
  return { post, close }
}

/** The status is the result; the body is drained to keep the connection. */
function readResponse(
  response: IncomingMessage,
  end: (answered: WebhookResponse, close?: boolean) => void,
): void {
  const answered = answerOf(response)
  let octets = 0
  response.on('data', (chunk: Buffer) => {
    octets += chunk.length
    if (octets > MOST_ANSWER) end(answered)
  })
  response.on('end', () => end(answered, false))
  response.on('error', () => end(answered))
  response.on('close', () => end(answered))
}

function answerOf({
  statusCode = 0,
  statusMessage = '',
  headers,
}: IncomingMessage): WebhookResponse {
  const words = plain(statusMessage, 60)
  const answer = words === '' ? `${statusCode}` : `${statusCode} ${words}`
  if (statusCode >= 200 && statusCode < 300) return { ok: true, answer }
  if (statusCode >= 300 && statusCode < 400)
    return { ok: false, answer: detailed('answer-redirect', { answer }).detail }
  return {
    ok: false,
    answer,
    gone: statusCode === 410,
    waitMillis: retryAfterMillis(headers['retry-after']),
  }
}

const wordsFor = (error: Error): string => failureOf(error)?.message ?? plain(error.message, 200)

function credentials({ username, password }: URL): { authorization?: string } {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}
