/**
 * Failed log-ins, counted per account and address and per address. The counts leak away, so nobody
 * is locked out for long. Who fails too often is slowed, never shut out: the next attempt may be
 * right.
 */
import { isIPv6 } from 'node:net'

export interface Failures {
  /** Milliseconds until an attempt of this account from this address may be looked at. */
  wait(peer: string, key: string): number
  /** Milliseconds between two attempts of this account from this address as things stand. */
  pause(peer: string, key: string): number
  /** Counts one; true when there were too many. */
  add(peer: string, key: string): boolean
  /** A right password clears what was counted for the account at the address. */
  clear(peer: string, key: string): void
}

interface FailureRule {
  /** Failures before attempts are slowed. */
  most: number
  /** One failure is forgotten in this time. */
  leakMillis: number
  /** Between two attempts, once slowed. */
  pauseMillis: number
  /** Exponential backoff: so many further failures double the pause. */
  doubling: number
  longestPauseMillis: number
}

/**
 * The limits, as docs/operating.md tells them to operators; test/domain/accounts-sign-in.test.ts
 * compares.
 */
export const FAILURE_RULES: Record<'pair' | 'peer', FailureRule> = {
  /** Of one account from one address. */
  pair: { most: 20, leakMillis: 30_000, pauseMillis: 250, doubling: 40, longestPauseMillis: 4_000 },
  /** One address may stand for many programs, so its pause stays as it is. */
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
  // A count that rises without end would slow the address for days after the last failure.
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
 * What counts as one address: of IPv6 the network of 64 bits, for one machine has as many addresses
 * in it as it likes.
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
