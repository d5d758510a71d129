/**
 * The kind of an address's network, by networks.txt: prefetching proxies, image proxies, scanners.
 */

import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { createCache } from '../../../lib/cache.ts'

/** Networks by prefix length: one lookup for each length. */
type Table = Map<number, Map<bigint, string>>

const tables: Record<4 | 6, Table> = { 4: new Map(), 6: new Map() }
const BITS = { 4: 32, 6: 128 } as const

for (const line of readFileSync(new URL('./networks.txt', import.meta.url), 'utf8').split('\n')) {
  const [kind, ...networks] = line.replace(/#.*/, '').trim().split(/\s+/)
  for (const network of networks) {
    const [address, length] = network.split('/') as [string, string]
    const family = isIP(address) as 4 | 6
    const table = tables[family]
    const ofLength = table.get(Number(length)) ?? new Map<bigint, string>()
    table.set(Number(length), ofLength)
    ofLength.set(numberOf(address, family) >> BigInt(BITS[family] - Number(length)), kind!)
  }
}

/** Caches recent addresses. */
const MOST_KNOWN = 20_000
const known = createCache<string, string>({ most: MOST_KNOWN })

/** Empty for an unknown network or an invalid address. */
export const networkOf = (address: string): string => known.through(address, lookUp)

function lookUp(address: string): string {
  const family = isIP(address)
  if (family !== 4 && family !== 6) return ''
  const number = numberOf(address, family)
  for (const [length, networks] of tables[family]) {
    const kind = networks.get(number >> BigInt(BITS[family] - length))
    if (kind !== undefined) return kind
  }
  return ''
}

function numberOf(address: string, family: 4 | 6): bigint {
  if (family === 4)
    return address.split('.').reduce((number, part) => (number << 8n) | BigInt(part), 0n)
  const plain = address
    .replace(/%.*$/s, '')
    .replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, a, b, c, d) => {
      const two = (high: string, low: string) => ((Number(high) << 8) | Number(low)).toString(16)
      return `${two(a, b)}:${two(c, d)}`
    })
  const [before = '', after] = plain.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const head = groups(before)
  const tail = groups(after ?? '')
  const middle =
    after === undefined ? [] : Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...middle, ...tail].reduce(
    (number, group) => (number << 16n) | BigInt(Number.parseInt(group, 16)),
    0n,
  )
}
