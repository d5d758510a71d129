/**
 * How much mail for nobody a peer may bring in an hour: postmaster@ and abuse@ have to be there for
 * everybody (RFC 2142), and whoever likes can write to them without end. Counted in this process,
 * by peerOf: an IPv4 address, or the /64 of an IPv6 one.
 */
export interface PeerQuota {
  /** Counts a message of this peer that was for nobody, at a time in milliseconds since 1970. */
  count(peer: string, at: number): void
  usedUp(peer: string, at: number): boolean
}

const HOUR = 3_600_000
const MOST_OF_PEER = 60
/** Peers that are remembered; the one that was first seen longest ago is forgotten beyond it. */
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
      // Anew at the end: the map is in the order in which hours began.
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
