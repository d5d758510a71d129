/**
 * A fair queue of password checks. Attempts wait in lanes, one for each account and address; the
 * scheduler takes addresses in rotation, and the lanes of an address in rotation: an attempt waits
 * for at most one of another address, however many that makes. Lanes are bounded: when one is full,
 * a randomly chosen attempt is dropped, so that each has a chance under any load.
 */
import { Refusal } from '../../refusal.ts'

export interface SignInQueue {
  /**
   * Runs the check when its turn comes; refuses with too-many-failures when it is dropped, or when
   * `left` aborts.
   */
  take<T>(peer: string, key: string, check: () => Promise<T>, left?: AbortSignal): Promise<T>
}

export interface TurnsOptions {
  /** The number of concurrent checks. */
  atOnce: number
  /** Milliseconds until the next attempt of a lane may run. */
  wait(peer: string, key: string): number
  /** Milliseconds between two attempts of a lane. */
  pause(peer: string, key: string): number
}

interface Attempt {
  run(): Promise<void>
  refuse(): void
}

interface Lane {
  key: string
  waiting: Attempt[]
  busy: boolean
}

/** An address with waiting or running attempts. */
interface Peer {
  name: string
  lanes: Map<string, Lane>
  waiting: number
}

const MOST = { inLane: 64, ofPeer: 256, inAll: 4096 }
/** A slow lane is shorter: no attempt waits longer than this. */
const LONGEST_WAIT_MILLIS = 64_000

export function createTurns({ atOnce, wait, pause }: TurnsOptions): SignInQueue {
  // Both kinds of maps are in the order of rotation: an entry that ran moves to the end.
  const peers = new Map<string, Peer>()
  let waiting = 0
  let running = 0
  let timer: NodeJS.Timeout | undefined

  const roomOf = (peer: Peer, { key }: Lane) =>
    Math.min(MOST.inLane, Math.floor(LONGEST_WAIT_MILLIS / Math.max(1, pause(peer.name, key))))

  function add(peerName: string, key: string, attempt: Attempt): void {
    const peer = peers.get(peerName) ?? { name: peerName, lanes: new Map(), waiting: 0 }
    peers.set(peerName, peer)
    const lane: Lane = peer.lanes.get(key) ?? { key, waiting: [], busy: false }
    peer.lanes.set(key, lane)
    lane.waiting.push(attempt)
    peer.waiting++
    waiting++
    if (lane.waiting.length > roomOf(peer, lane)) makeRoom(peer, lane)
    else if (peer.waiting > MOST.ofPeer) makeRoom(peer, longest(peer))
    else if (waiting > MOST.inAll) makeRoom(busiest(), longest(busiest()))
  }

  const makeRoom = (peer: Peer, lane: Lane) =>
    remove(peer, lane, Math.floor(Math.random() * lane.waiting.length))

  function remove(peer: Peer, lane: Lane, place: number): void {
    const [attempt] = lane.waiting.splice(place, 1)
    peer.waiting--
    waiting--
    attempt?.refuse()
    tidy(peer, lane)
  }

  /** Has no effect on an attempt that runs already. */
  function drop(peerName: string, key: string, attempt: Attempt): void {
    const peer = peers.get(peerName)
    const lane = peer?.lanes.get(key)
    const place = lane?.waiting.indexOf(attempt) ?? -1
    if (peer && lane && place >= 0) remove(peer, lane, place)
  }

  const longest = (peer: Peer) =>
    [...peer.lanes.values()].reduce((a, b) => (b.waiting.length > a.waiting.length ? b : a))
  const busiest = () => [...peers.values()].reduce((a, b) => (b.waiting > a.waiting ? b : a))

  function tidy(peer: Peer, lane: Lane): void {
    if (lane.waiting.length === 0 && !lane.busy) peer.lanes.delete(lane.key)
    if (peer.lanes.size === 0) peers.delete(peer.name)
  }

  function next(): void {
    clearTimeout(timer)
    let soonest = Number.POSITIVE_INFINITY
    for (const peer of [...peers.values()]) {
      if (running >= atOnce) return
      for (const lane of peer.lanes.values()) {
        if (lane.busy || lane.waiting.length === 0) continue
        const left = wait(peer.name, lane.key)
        soonest = Math.min(soonest, left)
        if (left > 0) continue
        start(peer, lane)
        break
      }
    }
    if (soonest === 0 && running < atOnce) next()
    else if (soonest > 0 && soonest < Number.POSITIVE_INFINITY)
      timer = setTimeout(next, soonest + 1)
  }

  function start(peer: Peer, lane: Lane): void {
    const attempt = lane.waiting.shift()!
    peer.waiting--
    waiting--
    running++
    lane.busy = true
    peer.lanes.delete(lane.key)
    peer.lanes.set(lane.key, lane)
    peers.delete(peer.name)
    peers.set(peer.name, peer)
    attempt.run().finally(() => {
      running--
      lane.busy = false
      tidy(peer, lane)
      next()
    })
  }

  return {
    take: (peer, key, check, left) =>
      new Promise((resolve, reject) => {
        const attempt: Attempt = {
          run: () => check().then(resolve, reject),
          refuse: () => reject(new Refusal('too-many-failures')),
        }
        add(peer, key, attempt)
        left?.addEventListener('abort', () => drop(peer, key, attempt))
        next()
      }),
  }
}
