/**
 * Limits messages without an account per peer and hour: postmaster@ and abuse@ must be open to
 * everyone (RFC 2142), so they can be flooded. Counts in this process, by peerOf: an IPv4 address,
 * or the /64 of an IPv6 one.
 */
export interface PeerQuota {
  /** Counts a message of this peer without an account, at a time in milliseconds since 1970. */
  count(peer: string, at: number): void
  usedUp(peer: string, at: number): boolean
}

const HOUR = 3_600_000
const MOST_OF_PEER = 60
/** Limit of remembered peers; beyond it the one first seen longest ago is dropped. */
const MOST_PEERS = 10_000

export function createPeerQuota({ ofPeer = MOST_OF_PEER, peers = MOST_PEERS } = {}): PeerQuota {
  const hours = new Map<string, { messages: number; until: number }>()
  return {
    count(peer, at) {
      const hour = hours.get(peer)
      if (hour && hour.until > at) {
        hour.messages++
        return
      }
      // Reinserted at the end: the map is ordered by the start of the hour.
      hours.delete(peer)
      hours.set(peer, { messages: 1, until: at + HOUR })
      if (hours.size > peers) hours.delete(hours.keys().next().value!)
    },
    usedUp(peer, at) {
      const hour = hours.get(peer)
      return hour !== undefined && hour.until > at && hour.messages >= ofPeer
    },
  }
}
