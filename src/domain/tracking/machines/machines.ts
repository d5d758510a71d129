/**
 * Finds the hits of one email that were a machine's, by looking at them together. Most scanners
 * request every link within a second, some half a minute after the pictures; few identify
 * themselves.
 */
import { AFTER_MILLIS } from '../hit.ts'

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
  /** `flood`: too many hits, judged in batches. */
  reason: 'sweep' | 'head' | 'trap' | 'flood'
  /** Milliseconds since 1970: the first and last sign. */
  from: number
  until: number
  agent: string
  network: string
}

/** This many different links within this time: faster than a person reads. */
const SWEEP_LINKS = 3
export const SWEEP_MILLIS = 1000
/** A scanner that loads pictures does so at most this long before it requests the links. */
export const BEFORE_MILLIS = 60_000

/** The reasons, by hit id. */
export function machineHits(hits: SeenHit[], suspicions: Suspicion[]): Map<number, string> {
  const found = new Map<number, string>()
  const mark = (from: number, until: number, reason: string, fits: (hit: SeenHit) => boolean) => {
    for (const hit of hits)
      if (hit.at >= from && hit.at <= until && !found.has(hit.id) && fits(hit))
        found.set(hit.id, reason)
  }
  for (const { reason, from, until, agent, network } of suspicions) {
    const same = (hit: SeenHit) => hit.agent === agent && hit.network === network
    if (reason === 'trap') mark(from - BEFORE_MILLIS, until + AFTER_MILLIS, 'trap', same)
    if (reason === 'head')
      mark(from, until + AFTER_MILLIS, 'head first', hit => hit.kind === 'click' && same(hit))
  }
  for (const { from, until } of sweepsIn(hits)) {
    const within = (hit: SeenHit) => hit.kind === 'click' && hit.at >= from
    const programs = new Set(hits.filter(hit => within(hit) && hit.at <= until).map(programOf))
    mark(from - BEFORE_MILLIS, until, 'sweep', hit => within(hit) || programs.has(programOf(hit)))
  }
  return found
}

const programOf = ({ agent, network }: SeenHit): string => `${agent}\n${network}`

/** Time spans in which each second, up to the last click, has enough different links. */
function sweepsIn(hits: SeenHit[]): { from: number; until: number }[] {
  const clicks = hits.filter(({ kind }) => kind === 'click').sort((a, b) => a.at - b.at)
  const sweeps: { from: number; until: number }[] = []
  /** Clicks of each link in the second before. */
  const links = new Map<number, number>()
  let first = 0
  for (const { at, link } of clicks) {
    links.set(link, (links.get(link) ?? 0) + 1)
    for (let old = clicks[first]!; at - old.at > SWEEP_MILLIS; old = clicks[++first]!) {
      const left = links.get(old.link)! - 1
      if (left === 0) links.delete(old.link)
      else links.set(old.link, left)
    }
    if (links.size < SWEEP_LINKS) continue
    const from = clicks[first]!.at
    const last = sweeps.at(-1)
    if (last && from <= last.until) last.until = at
    else sweeps.push({ from, until: at })
  }
  return sweeps
}
