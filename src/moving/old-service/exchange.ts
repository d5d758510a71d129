/** One HTTP request to the former service, and its response as a stream of bytes. */
import http from 'node:http'
import https from 'node:https'
import { retryAfterMillis } from '../../lib/retry-after.ts'
import { OldServiceBusy, OldServiceRefused } from './failures.ts'

export interface OldRequest {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body: string
  /** The longest time without a byte. */
  idleMillis: number
  agent: http.Agent
  signal?: AbortSignal
}

export interface OldResponse {
  status: number
  contentType: string
  /** Part by part. Throws OldServiceBusy if it ends early. */
  bytes: AsyncIterable<Buffer>
}

export const agentFor = (url: URL): http.Agent =>
  url.protocol === 'https:'
    ? new https.Agent({ keepAlive: true, maxSockets: 4 })
    : new http.Agent({ keepAlive: true, maxSockets: 4 })

const LONGEST_WAIT_MILLIS = 10 * 60_000

/** Throws OldServiceBusy or OldServiceRefused; faults come with status 500 and are returned. */
export async function exchange(asked: OldRequest): Promise<OldResponse> {
  const response = await respond(asked)
  const { statusCode: status = 0, headers } = response
  const type = headers['content-type'] ?? ''
  if (status >= 300 && status < 400) {
    response.destroy()
    throw new OldServiceRefused(
      `The old service answers with a redirect to ${String(headers.location).slice(0, 200)}: ` +
        'give that address.',
    )
  }
  if (status === 429 || status === 503 || (status >= 500 && !/xml/i.test(type))) {
    response.destroy()
    const after = retryAfterMillis(headers['retry-after'])
    const wait = after === undefined ? undefined : Math.min(LONGEST_WAIT_MILLIS, after)
    throw new OldServiceBusy(`The old service answers with status ${status}.`, 'away', wait)
  }
  if (status !== 200 && status !== 500) {
    response.destroy()
    throw new OldServiceRefused(
      `The old service answers with status ${status}: check the address, which ends with ` +
        '/externalapiservice.asmx.',
    )
  }
  return { status, contentType: type, bytes: bytesOf(response) }
}

function respond(asked: OldRequest): Promise<http.IncomingMessage> {
  const { method, url, headers, body, idleMillis, agent, signal } = asked
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      agent,
      ...(signal && { signal }),
      headers: {
        ...headers,
        ...(method === 'POST' && { 'content-length': String(Buffer.byteLength(body)) }),
      },
    })
    sent.setTimeout(idleMillis, () =>
      sent.destroy(new Error(`no byte for ${Math.round(idleMillis / 1000)} s`)),
    )
    sent.on('error', error => reject(signal?.aborted ? signal.reason : away(error)))
    sent.on('response', resolve)
    sent.end(body)
  })
}

const away = (error: unknown): OldServiceBusy => {
  const { code, message } = error as NodeJS.ErrnoException
  return new OldServiceBusy(`The old service can't be reached: ${code ?? message}.`, 'away')
}

async function* bytesOf(response: http.IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const bytes of response) yield bytes as Buffer
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ECONNRESET' || code === 'ABORT_ERR' || code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw new OldServiceBusy('The answer of the old service broke off.', 'away')
    throw error
  } finally {
    response.destroy()
  }
}
