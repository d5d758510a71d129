/**
 * One request for a file: follows redirects, checking each connection anew, up to a response whose
 * body is the file.
 */
import { type IncomingMessage, request } from 'node:http'
import { type AllowedPlaces, connectGuarded, type Resolve } from '../fetch-guard.ts'
import { checkUrl, shown } from './address.ts'
import { checkEncoding, tooLarge } from './body.ts'
import { ChangedMeanwhile, Failure, failedBy, failureOfStatus } from './failure.ts'
import { createPace } from './pace.ts'
import { inSeconds } from './words.ts'

export interface FetchRules {
  /** Non-public hosts that FETCH_ALLOW permits. */
  allow: AllowedPlaces
  /** Limit for the received and for the decompressed bytes. */
  maxBytes: number
  /** Per connection: DNS, TCP and TLS. */
  connectMillis: number
  /** Longest time without a byte. */
  idleMillis: number
  /** Minimum octets per second from the server; see pace.ts. */
  leastRate: number
  /** The window over which the rate is averaged; the first one is not checked. */
  rateMillis: number
  /** Including all redirects, tries and pauses. */
  totalMillis: number
  /** At least 1. */
  tries: number
  /** Before the second try; doubled for each further one. */
  firstPauseMillis: number
  /** Resolves host names; default: the system's resolver. */
  resolve?: Resolve
  /** Called with the first bytes, at most once per try. */
  onFirstBytes?: () => void
}

export interface DownloadResponse {
  /** The received bytes; throws if the transfer is interrupted or idle for too long. */
  body: AsyncIterable<Buffer>
  encoding: string
  contentType: string | undefined
  /** The file is as the caller knows it (304): there is no body. */
  isUnchanged: boolean
  /** As headers have them, to ask again whether it has changed. */
  validators: { etag: string | null; lastModified: string | null }
  /** A strong entity tag: lets a range of exactly this file be requested. */
  tag: string | undefined
}

/** The part of the file with this tag that was already received. */
export interface PartialFile {
  from: number
  tag: string
}

const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Throws a Failure, or an error of the network. */
export async function open(
  url: URL,
  rules: FetchRules,
  signal: AbortSignal,
  begun?: PartialFile,
  known: Record<string, string> = {},
): Promise<DownloadResponse> {
  let at = url
  let authorization = credentials(url)
  for (let redirects = 0; ; redirects++) {
    const response = await answer(at, rules, signal, {
      ...known,
      ...(authorization && { authorization }),
      ...(begun && { range: `bytes=${begun.from}-`, 'if-range': begun.tag }),
    })
    const { statusCode = 0, headers } = response
    if (!REDIRECTS.has(statusCode) || headers.location === undefined)
      return opened(response, rules, begun, signal, Object.keys(known).length > 0)
    response.destroy()
    if (redirects === MOST_REDIRECTS)
      throw new Failure(failedBy('fetch-redirects', { most: MOST_REDIRECTS }))
    const to = target(headers.location, at)
    authorization = credentials(to) ?? (maySendCredentials(at, to) ? authorization : undefined)
    at = to
  }
}

function target(location: string, from: URL): URL {
  const to = URL.parse(location, from.href)
  const wrong = to ? checkUrl(to.href)?.detail : 'That is no address.'
  if (!to || wrong !== undefined) {
    const why = (wrong ?? '').replace(/\.$/, '')
    throw new Failure(failedBy('fetch-redirected', { from: shown(from), wrong: why }))
  }
  return to
}

/**
 * Credentials in the first URL are sent only to the same server, including a redirect from http to
 * https.
 */
function maySendCredentials(from: URL, to: URL): boolean {
  const upgraded =
    from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === ''
  return from.hostname === to.hostname && (from.origin === to.origin || upgraded)
}

function credentials({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  return (
    'Basic ' +
    `${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
  )
}

/** Sends one request; resolves with the response's head. */
async function answer(
  url: URL,
  rules: FetchRules,
  signal: AbortSignal,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  const { allow, connectMillis, resolve, idleMillis } = rules
  const socket = await connectGuarded(url, { allow, connectMillis, resolve, signal })
  return await new Promise((resolve, reject) => {
    const asked = request({
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        'user-agent': 'Pennypost',
        accept: '*/*',
        'accept-encoding': 'gzip, deflate',
        ...headers,
      },
      createConnection: () => socket,
    })
    const give = (error: unknown) => {
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
      asked.destroy()
      socket.destroy()
      reject(error)
    }
    const stop = () => give(signal.reason)
    const late = setTimeout(() => give(silent(idleMillis)), idleMillis)
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    asked.on('error', give)
    asked.on('response', response => {
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
      resolve(response)
    })
    asked.end()
  })
}

const silent = (millis: number): Failure =>
  new Failure(failedBy('fetch-silent', { seconds: inSeconds(millis) }), { transient: true })

function opened(
  response: IncomingMessage,
  rules: FetchRules,
  begun: PartialFile | undefined,
  signal: AbortSignal,
  isKnown: boolean,
): DownloadResponse {
  const { statusCode = 0, statusMessage, headers } = response
  const isUnchanged = isKnown && statusCode === 304
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase()
  try {
    if (begun) checkRest(response, begun)
    else if (statusCode !== 200 && !isUnchanged)
      throw failureOfStatus(statusCode, statusMessage, headers['retry-after'])
    if (Number(headers['content-length']) > rules.maxBytes) throw tooLarge(rules.maxBytes)
    checkEncoding(encoding)
  } catch (error) {
    response.destroy()
    throw error
  }
  const tag = /^"[^"]*"$/.test(headers.etag ?? '') ? headers.etag : undefined
  return {
    body: bodyOf(response, rules, signal),
    encoding,
    contentType: headers['content-type']?.slice(0, 200),
    isUnchanged,
    validators: {
      etag: validator(headers.etag),
      lastModified: validator(headers['last-modified']),
    },
    tag,
  }
}

const validator = (value: string | undefined): string | null =>
  value !== undefined && /^[ -~]{1,300}$/.test(value) ? value : null

/** The response to a range request must be the rest of the same file. */
function checkRest(response: IncomingMessage, { from }: PartialFile): void {
  const { statusCode = 0, statusMessage, headers } = response
  if (statusCode === 206 && headers['content-range']?.startsWith(`bytes ${from}-`)) return
  if ([200, 206, 412, 416].includes(statusCode))
    throw new ChangedMeanwhile(failedBy('fetch-changed'), { transient: true })
  throw failureOfStatus(statusCode, statusMessage, headers['retry-after'])
}

async function* bodyOf(
  response: IncomingMessage,
  rules: FetchRules,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const { idleMillis } = rules
  const pace = createPace(rules)
  let late: NodeJS.Timeout | undefined
  let since = 0
  // The timer runs only while waiting for the server; while the disk is slow nothing is read.
  const watch = () => {
    since = performance.now()
    late = setTimeout(() => response.destroy(silent(idleMillis)), idleMillis)
  }
  const stop = () => response.destroy(signal.reason)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    watch()
    for await (const chunk of response) {
      clearTimeout(late)
      pace(performance.now() - since, chunk.length)
      yield chunk
      watch()
    }
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
    response.destroy()
  }
}
