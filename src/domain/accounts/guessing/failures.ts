/**
 * Failed log-ins, counted per account and address and per address, as leaky buckets. After too many
 * failures attempts are slowed but never locked out: the next one may be right.
 */
import { isIPv6 } from 'node:net'

export interface Failures {
  /** Milliseconds until the next attempt of this account from this address may be checked. */
  wait(peer: string, key: string): number
  /** Milliseconds between two attempts of this account from this address at present. */
  pause(peer: string, key: string): number
  /** Counts a failure; true if there were too many. */
  add(peer: string, key: string): boolean
  /** A right password resets the count of the account at the address. */
  clear(peer: string, key: string): void
}

interface FailureRule {
  /** Failures before attempts are slowed. */
  most: number
  /** The time in which one failure leaks away. */
  leakMillis: number
  /** Between two attempts, once slowed. */
  pauseMillis: number
  /** Exponential backoff: the pause doubles after this number of further failures. */
  doubling: number
  longestPauseMillis: number
}

/**
 * The limits that docs/operating.md documents; test/domain/accounts-sign-in.test.ts compares them.
 */
export const FAILURE_RULES: Record<'pair' | 'peer', FailureRule> = {
  /** Per account and address. */
  pair: { most: 20, leakMillis: 30_000, pauseMillis: 250, doubling: 40, longestPauseMillis: 4_000 },
  /** Many programs may share an address, so its pause is constant. */
  peer: { most: 1000, leakMillis: 1_000, pauseMillis: 50, doubling: 40, longestPauseMillis: 50 },
}

const MOST_COUNTED = 20_000

export function createFailures(): Failures {
  const pairs = counter(FAILURE_RULES.pair)
  const peers = counter(FAILURE_RULES.peer)
  const pairOf = (peer: string, key: string) => `${peer}\n${key}`
  return {
    wait: (peer, key) => Math.max(pairs.wait(pairOf(peer, key)), peers.wait(peer)),
    pause: (peer, key) => Math.max(pairs.pause(pairOf(peer, key)), peers.pause(peer)),
    add(peer, key) {
      const pairFull = pairs.add(pairOf(peer, key))
      return peers.add(peer) || pairFull
    },
    clear: (peer, key) => pairs.clear(pairOf(peer, key)),
  }
}

function counter({ most, leakMillis, pauseMillis, doubling, longestPauseMillis }: FailureRule) {
  const counts = new Map<string, { level: number; at: number; notBefore: number }>()
  // Without a limit the address would be slowed for days after the last failure.
  const highest = most + doubling * Math.max(1, Math.log2(longestPauseMillis / pauseMillis))
  const pauseAt = (level: number): number =>
    level > most
      ? Math.min(longestPauseMillis, pauseMillis * 2 ** Math.floor((level - most) / doubling))
      : 0
  return {
    wait: (name: string) => Math.max(0, (counts.get(name)?.notBefore ?? 0) - performance.now()),
    pause: (name: string) => pauseAt(counts.get(name)?.level ?? 0),
    add(name: string): boolean {
      const now = performance.now()
      const before = counts.get(name)
      const left = before ? Math.max(0, before.level - (now - before.at) / leakMillis) : 0
      const level = Math.min(left + 1, highest)
      counts.delete(name)
      counts.set(name, { level, at: now, notBefore: now + pauseAt(level) })
      if (counts.size > MOST_COUNTED) counts.delete(counts.keys().next().value!)
      return level > most
    },
    clear: (name: string) => {
      counts.delete(name)
    },
  }
}

/**
 * The unit of counting: an IPv4 address, or the /64 network of an IPv6 address, since one machine
 * may use all addresses of it.
 */
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
