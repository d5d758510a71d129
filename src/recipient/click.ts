/**
 * Where a link of a letter leads: to the target that stands in it under our signature, and with it
 * a token of this click.
 */
import type { ServerResponse } from 'node:http'
import { createCache } from '../lib/cache.ts'

/** A newsletter's links are followed thousands of times. */
const MOST_KNOWN = 5000
const known = createCache<string, string | undefined>({ most: MOST_KNOWN })

/** The address to lead on to; undefined for what is no web address. */
export const webTarget = (target: string): string | undefined => known.through(target, readTarget)

function readTarget(target: string): string | undefined {
  const address = URL.parse(target)
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined
}

/**
 * The target with one more parameter, before its fragment. A target that has a parameter of that
 * name keeps its own.
 */
export function withParameter(target: string, name: string, value: string): string {
  const hash = target.indexOf('#')
  const [address, fragment] = hash < 0 ? [target, ''] : [target.slice(0, hash), target.slice(hash)]
  const query = address.indexOf('?')
  if (query < 0) return `${address}?${name}=${value}${fragment}`
  const named = address.slice(query + 1).split('&')
  if (named.some(part => part === name || part.startsWith(`${name}=`))) return target
  return `${address}${/[?&]$/.test(address) ? '' : '&'}${name}=${value}${fragment}`
}

/** Without a target it was the trap. */
export function answerClick(res: ServerResponse, target: string | undefined): void {
  const same = { 'X-Robots-Tag': 'noindex' }
  if (target === undefined) {
    res
      .writeHead(200, {
        'Content-Type': 'text/plain',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        ...same,
      })
      .end('There is nothing to see here.\n')
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
