/**
 * One request for a file: redirects followed, each to a connection judged anew, up to an answer
 * whose body is the file.
 */
import { type IncomingMessage, request } from 'node:http'
import { type AllowedPlaces, connectGuarded, type Resolve } from '../fetch-guard.ts'
import { checkUrl, shown } from './address.ts'
import { checkEncoding, tooLarge } from './body.ts'
import { ChangedMeanwhile, duration, Failure, failureOfStatus } from './failure.ts'
import { createPace } from './pace.ts'

export interface FetchRules {
  /** What FETCH_ALLOW opens of places that are not public. */
  allow: AllowedPlaces
  /** Of what is received, and of what it unpacks to. */
  maxBytes: number
  /** For one connection: resolving, connecting, encryption. */
  connectMillis: number
  /** Without a byte. */
  idleMillis: number
  /** Octets a second that a server must send, see pace.ts. */
  leastRate: number
  /** Over so long it is averaged; a first one is let pass. */
  rateMillis: number
  /** For everything: all redirects, tries and pauses. */
  totalMillis: number
  /** At least 1. */
  tries: number
  /** Before the second try; each further pause is twice the one before. */
  firstPauseMillis: number
  /** How names are resolved; if not said, as all programs of this machine do. */
  resolve?: Resolve
  /** Called when the first bytes are there, at most once for each try. */
  onFirstBytes?: () => void
}

export interface DownloadResponse {
  /** As they come; throws when it breaks off, or nothing comes for too long. */
  body: AsyncIterable<Buffer>
  encoding: string
  contentType: string | undefined
  /** A strong entity tag: the rest of exactly this can be asked for. */
  tag: string | undefined
}

/** What is there already of the file with this tag. */
export interface PartialFile {
  from: number
  tag: string
}

const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Throws a Failure, or what the network says. */
export async function open(
  url: URL,
  rules: FetchRules,
  signal: AbortSignal,
  begun?: PartialFile,
): Promise<DownloadResponse> {
  let at = url
  let authorization = credentials(url)
  for (let redirects = 0; ; redirects++) {
    const response = await answer(at, rules, signal, {
      ...(authorization && { authorization }),
      ...(begun && { range: `bytes=${begun.from}-`, 'if-range': begun.tag }),
    })
    const { statusCode = 0, headers } = response
    if (!REDIRECTS.has(statusCode) || headers.location === undefined)
      return opened(response, rules, begun, signal)
    response.destroy()
    if (redirects === MOST_REDIRECTS)
      throw new Failure(`it leads on more than ${MOST_REDIRECTS} times`, {
        todo: 'Give the address of the file itself.',
      })
    const to = target(headers.location, at)
    authorization = credentials(to) ?? (mayKnow(at, to) ? authorization : undefined)
    at = to
  }
}

function target(location: string, from: URL): URL {
  const to = URL.parse(location, from.href)
  const wrong = to ? checkUrl(to.href) : 'That is no address.'
  if (!to || wrong !== undefined)
    throw new Failure(
      `${shown(from)} leads on to what is not fetched: ${wrong?.replace(/\.$/, '')}`,
      {
        todo: 'Give the address of the file itself.',
      },
    )
  return to
}

/**
 * Who gets a user and a password that were meant for another address: the same server, also when it
 * leads from http to https.
 */
function mayKnow(from: URL, to: URL): boolean {
  const upgraded =
    from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === ''
  return from.hostname === to.hostname && (from.origin === to.origin || upgraded)
}

function credentials({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
}

/** The answer to one request, up to the end of its head. */
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
  new Failure(`nothing came from the server for ${duration(millis)}`, {
    passing: true,
    todo: 'Try again later, or look whether the server is up.',
  })

function opened(
  response: IncomingMessage,
  rules: FetchRules,
  begun: PartialFile | undefined,
  signal: AbortSignal,
): DownloadResponse {
  const { statusCode = 0, statusMessage, headers } = response
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase()
  try {
    if (begun) checkRest(response, begun)
    else if (statusCode !== 200)
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
    tag,
  }
}

/** The answer to a request for the rest must be the rest, of what was begun. */
function checkRest(response: IncomingMessage, { from }: PartialFile): void {
  const { statusCode = 0, statusMessage, headers } = response
  if (statusCode === 206 && headers['content-range']?.startsWith(`bytes ${from}-`)) return
  if ([200, 206, 412, 416].includes(statusCode))
    throw new ChangedMeanwhile('the file on the server changed while it was fetched', {
      passing: true,
      todo: 'Try again later.',
    })
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
  // Only waiting for the server counts; while the disk is slow nothing is asked of the server.
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
