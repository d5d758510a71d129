/** What a hit is. Whose hits count as those of people: by_person() in db/functions. */
import type { SourceName } from '../../lib/source-kind.ts'

/**
 * A letter that was opened or clicked in: of a sending, a trigger's step or a transaction project.
 */
export interface HitSource {
  accountId: number
  source: SourceName
  sourceId: number
  deliveryId: number
}

export const VERDICTS = ['person', 'image proxy', 'privacy prefetch', 'scanner'] as const

export type HitVerdict = (typeof VERDICTS)[number]

export interface HitJudgement {
  verdict: HitVerdict
  /** One word or two that say why. */
  reason: string
  /** The kind of program, like "Firefox, Windows". */
  agent: string
  /** The kind of network, of those in networks.txt; empty for any other. */
  network: string
}

export interface Hit extends HitSource, HitJudgement {
  /** 0: has none yet, for it came while the store was away. */
  id: number
  /** `look`: a HEAD, which is no hit and is remembered for a moment. */
  kind: 'view' | 'click' | 'look'
  /** 0: the pixel, or the trap. */
  link: number
  /** Milliseconds since 1970. */
  at: number
}
