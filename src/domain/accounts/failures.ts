/**
 * Failed log-ins, counted per account and address and per address. The counts leak away, so nobody is locked out for long.
 * Who fails too often is slowed, never shut out: the next attempt may be right.
 */
import { isIPv6 } from 'node:net'

export interface Failures {
  /** Milliseconds until an attempt of this account from this address may be looked at. */
  wait(peer: string, key: string): number
  /** Counts one; true when there were too many. */
  add(peer: string, key: string): boolean
  /** A right password clears what was counted for the account at the address. */
  clear(peer: string, key: string): void
}

interface Rule {
  most: number
  leakMillis: number
  pauseMillis: number
}

/** 20 failures, then four attempts a second; one is forgotten each half minute. */
const PAIR: Rule = { most: 20, leakMillis: 30_000, pauseMillis: 250 }
/** One address may stand for many programs: it fails 1000 times over all accounts before it is slowed to 20 attempts a second. */
const PEER: Rule = { most: 1000, leakMillis: 1_000, pauseMillis: 50 }

const MOST_COUNTED = 20_000

export function createFailures(): Failures {
  const pairs = counter(PAIR)
  const peers = counter(PEER)
  const pairOf = (peer: string, key: string) => `${peer}\n${key}`
  return {
    wait: (peer, key) => Math.max(pairs.wait(pairOf(peer, key)), peers.wait(peer)),
    add(peer, key) {
      const pairFull = pairs.add(pairOf(peer, key))
      return peers.add(peer) || pairFull
    },
    clear: (peer, key) => pairs.clear(pairOf(peer, key)),
  }
}

function counter({ most, leakMillis, pauseMillis }: Rule) {
  const counts = new Map<string, { level: number; at: number; notBefore: number }>()
  return {
    wait: (name: string) => Math.max(0, (counts.get(name)?.notBefore ?? 0) - performance.now()),
    add(name: string): boolean {
      const now = performance.now()
      const before = counts.get(name)
      const left = before ? Math.max(0, before.level - (now - before.at) / leakMillis) : 0
      // A count that rises without end would slow the address for days after the last failure.
      const level = Math.min(left + 1, most * 2)
      counts.delete(name)
      counts.set(name, { level, at: now, notBefore: level > most ? now + pauseMillis : 0 })
      if (counts.size > MOST_COUNTED) counts.delete(counts.keys().next().value!)
      return level > most
    },
    clear: (name: string) => {
      counts.delete(name)
    },
  }
}

/** What counts as one address: of IPv6 the network of 64 bits, for one machine has as many addresses in it as it likes. */
export function peerOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  return `${[...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, 4).join(':')}::/64`
}
