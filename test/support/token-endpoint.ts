/** A token endpoint of OAuth 2 whose tokens end when told, and that refuses when told. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TokenEndpoint {
  url: string
  /** The requests, form by form. */
  asked: URLSearchParams[]
  /** Requests at the same time, at most. */
  most(): number
  /** Whether a server would take the token now. */
  takes(token: string): boolean
  /** No token that was given is valid any more. */
  revoke(): void
  /** The next answers; undefined for tokens again. */
  answer(other: { status: number; body: string } | undefined): void
  stop(): Promise<void>
}

/** @param seconds for which each token is valid; the endpoint says so. */
export async function startTokenEndpoint(
  seconds: number,
  more: Record<string, unknown> = {},
): Promise<TokenEndpoint> {
  const asked: URLSearchParams[] = []
  const ends = new Map<string, number>()
  let [now, most] = [0, 0]
  let other: { status: number; body: string } | undefined
  const server = createServer(async (request, response) => {
    most = Math.max(most, ++now)
    asked.push(new URLSearchParams(await bodyOf(request)))
    const token = `token-${asked.length}-${'x'.repeat(100)}`
    ends.set(token, Date.now() + seconds * 1000)
    const facts = { token_type: 'Bearer', access_token: token, expires_in: seconds, ...more }
    response.writeHead(other?.status ?? 200, { 'content-type': 'application/json' })
    response.end(other?.body ?? JSON.stringify(facts))
    now--
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/token`,
    asked,
    most: () => most,
    takes: token => Date.now() < (ends.get(token) ?? 0),
    revoke: () => ends.clear(),
    answer(told) {
      other = told
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** The answer of an SMTP server to a log-in by XOAUTH2: in while the token is valid. */
export const authBy =
  (endpoint: TokenEndpoint) =>
  (line: string): string =>
    endpoint.takes(tokenIn(line.split(' ')[2] ?? '')) ? '235 2.7.0 In' : '535 5.7.8 No such token'

/** The token in an answer of XOAUTH2. */
export const tokenIn = (response: string): string =>
  Buffer.from(response, 'base64')
    .toString()
    .split('\x01')[1]
    ?.replace(/^auth=Bearer /, '') ?? ''
