/**
 * Passes a request to one of the services, as it came, and its answer back as it comes, with a copy
 * of the answer up to a limit.
 */
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { MOST_COMPARED, type PassedAnswer } from './answer.ts'
import type { PassedRequest } from './call.ts'

export interface ShadowTarget {
  url: URL
  agent: http.Agent
  /** The longest time without a byte. */
  idleMillis: number
  /** Whether the service derives its own address from the name that programs call. */
  keepsHost: boolean
}

export function shadowTarget(url: URL, idleMillis: number, keepsHost: boolean): ShadowTarget {
  const options = { keepAlive: true, maxSockets: 256 }
  const agent = url.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options)
  return { url, agent, idleMillis, keepsHost }
}

/** Headers of one connection, not of the message. */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
])

type Headers = Record<string, string | string[] | undefined>

const passed = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)))

/** Throws an error of the network. */
export async function send(
  target: ShadowTarget,
  asked: PassedRequest,
): Promise<http.IncomingMessage> {
  const { url, agent, idleMillis, keepsHost } = target
  const { host: asIt, 'content-length': _, ...headers } = passed(asked.headers)
  const { request } = url.protocol === 'https:' ? https : http
  const sent = request({
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    method: asked.method,
    path: asked.target,
    agent,
    headers: {
      ...headers,
      host: keepsHost ? String(asIt ?? url.host) : url.host,
      ...((asked.method !== 'GET' || asked.body.length > 0) && {
        'content-length': String(asked.body.length),
      }),
    },
  })
  sent.setTimeout(idleMillis, () =>
    sent.destroy(new Error(`no byte for ${Math.round(idleMillis / 1000)} s`)),
  )
  sent.end(asked.body)
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage]
  return response
}

/** Reads an answer that is not passed on. */
export async function receive(response: http.IncomingMessage): Promise<PassedAnswer> {
  const keep = keeper()
  for await (const chunk of response) keep.add(chunk as Buffer)
  return { status: response.statusCode ?? 0, headers: response.headers, body: keep.body() }
}

/**
 * Answers with the answer. A program that goes away does not end the reading: the call counts.
 * Throws if the answer breaks off; the connection of the program is broken then too.
 */
export async function passOn(
  response: http.IncomingMessage,
  res: http.ServerResponse,
): Promise<PassedAnswer> {
  const status = response.statusCode ?? 502
  const keep = keeper()
  res.writeHead(status, passed(response.headers) as http.OutgoingHttpHeaders)
  try {
    for await (const chunk of response) {
      keep.add(chunk as Buffer)
      if (!res.write(chunk) && !res.destroyed) await drained(res)
    }
  } catch (error) {
    res.destroy()
    throw error
  }
  res.end()
  return { status, headers: response.headers, body: keep.body() }
}

const drained = (res: http.ServerResponse): Promise<unknown> =>
  Promise.race([once(res, 'drain'), once(res, 'close')]).catch(() => {})

function keeper() {
  let chunks: Buffer[] | undefined = []
  let size = 0
  return {
    add(chunk: Buffer) {
      size += chunk.length
      if (size > MOST_COMPARED) chunks = undefined
      chunks?.push(chunk)
    },
    body: () => chunks && Buffer.concat(chunks),
  }
}
