/** Redirects a click to the link's signed target, with a click token added. */
import type { ServerResponse } from 'node:http'
import { createCache } from '../lib/cache.ts'

/** The links of a newsletter are followed thousands of times. */
const MOST_KNOWN = 5000
const known = createCache<string, string | undefined>({ most: MOST_KNOWN })

/** The normalized target; undefined if it is not a web address. */
export const webTarget = (target: string): string | undefined => known.through(target, readTarget)

function readTarget(target: string): string | undefined {
  const address = URL.parse(target)
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined
}

/**
 * Adds a parameter to the query, before the fragment. Only the first `?` begins the query (WHATWG
 * URL 4.4): others are part of a value. An existing parameter of that name is kept.
 */
export function withParameter(target: string, name: string, value: string): string {
  const hash = target.indexOf('#')
  const [address, fragment] = hash < 0 ? [target, ''] : [target.slice(0, hash), target.slice(hash)]
  const mark = address.indexOf('?')
  if (mark < 0) return `${address}?${name}=${value}${fragment}`
  const query = address.slice(mark + 1)
  // Of a text that begins with `?` the constructor drops that, which may be part of a name here.
  if (new URLSearchParams(`?${query}`).has(name)) return target
  const between = query === '' || query.endsWith('&') ? '' : '&'
  return `${address}${between}${name}=${value}${fragment}`
}

/** Without a target it was the trap. */
export function answerClick(res: ServerResponse, target: string | undefined): void {
  const same = { 'X-Robots-Tag': 'noindex' }
  if (target === undefined) {
    res
      .writeHead(200, {
        'Content-Type': 'text/plain',
        'Cache-Control': 'no-store',
        ...same,
      })
      .end('This link has no content.\n')
  } else {
    res
      .writeHead(302, {
        Location: target,
        'Cache-Control': 'private, no-store',
        ...same,
        'Content-Length': 0,
      })
      .end()
  }
}
