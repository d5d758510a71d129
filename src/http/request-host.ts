/** Checks the Host of a request: conflicting hosts are refused (RFC 9112 3.2). */
import type { IncomingMessage } from 'node:http'

/**
 * The error, in a sentence. Undefined: there is one Host, and an absolute request target names the
 * same one.
 */
export function hostProblem({
  url = '/',
  headers,
  rawHeaders,
}: IncomingMessage): string | undefined {
  let hosts = 0
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts > 1) return 'A request has one Host header.'
  // The absolute form, which proxies may send (RFC 9112 3.2.2). HTTP/1.0 has no Host to compare
  // with.
  if (url.startsWith('/') || headers.host === undefined || !/^https?:/i.test(url)) return undefined
  const named = URL.parse(url)?.host
  return named !== undefined && named === URL.parse(`http://${headers.host}`)?.host
    ? undefined
    : 'The address and the Host header of the request name two hosts.'
}
