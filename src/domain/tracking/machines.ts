/**
 * Which hits of one letter were a machine's, once they are looked at together. Nearly all scanners go through every link within a second, some
 * half a minute after the pictures; few of them tell who they are.
 */

export interface SeenHit {
  kind: 'view' | 'click'
  /** Milliseconds since 1970. */
  at: number
  id: number
  link: number
  agent: string
  network: string
}

export interface Suspicion {
  reason: 'sweep' | 'head' | 'trap'
  /** Milliseconds since 1970: the first and last sign of it. */
  from: number
  until: number
  agent: string
  network: string
}

/** So many different links within so short a time: nobody reads so fast. */
export const SWEEP_LINKS = 3
export const SWEEP_MILLIS = 1000
/** A machine that loads pictures does so at most this long before it goes through the links. */
export const BEFORE_MILLIS = 60_000
/** After a sign, what comes from the same program and network is still the machine. */
export const AFTER_MILLIS = 10_000

/** By the id of the hit, why. */
export function machineHits(hits: SeenHit[], suspicions: Suspicion[]): Map<number, string> {
  const found = new Map<number, string>()
  const mark = (from: number, until: number, reason: string, fits: (hit: SeenHit) => boolean) => {
    for (const hit of hits) if (hit.at >= from && hit.at <= until && !found.has(hit.id) && fits(hit)) found.set(hit.id, reason)
  }
  for (const { reason, from, until, agent, network } of suspicions) {
    const same = (hit: SeenHit) => hit.agent === agent && hit.network === network
    if (reason === 'trap') mark(from - BEFORE_MILLIS, until + AFTER_MILLIS, 'trap', same)
    if (reason === 'head') mark(from, until + AFTER_MILLIS, 'head first', hit => hit.kind === 'click' && same(hit))
  }
  const clicks = hits.filter(({ kind }) => kind === 'click').sort((a, b) => a.at - b.at)
  let first = 0
  for (const [last, { at, agent, network }] of clicks.entries()) {
    while (at - clicks[first]!.at > SWEEP_MILLIS) first++
    const sweep = clicks.slice(first, last + 1)
    if (new Set(sweep.map(({ link }) => link)).size < SWEEP_LINKS) continue
    for (const { id } of sweep) if (!found.has(id)) found.set(id, 'sweep')
    mark(sweep[0]!.at - BEFORE_MILLIS, at, 'sweep', hit => hit.agent === agent && hit.network === network)
  }
  return found
}
