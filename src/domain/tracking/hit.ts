/** A hit. Which hits count as a person's: by_person() in db/functions. */
import type { SourceName } from '../../lib/source-kind.ts'

/** An email that was opened or clicked: of a sending, a trigger's step or a transaction project. */
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
  /** The reason, in one or two words. */
  reason: string
  /** The kind of program, like "Firefox, Windows". */
  agent: string
  /** The kind of network, as in networks.txt; empty for any other. */
  network: string
}

export interface Hit extends HitSource, HitJudgement {
  /** 0: not assigned yet, as the store was unavailable. */
  id: number
  /** `look`: a HEAD request; not counted, but remembered for a moment. */
  kind: 'view' | 'click' | 'look'
  /** 0: the pixel, or the trap. */
  link: number
  /** The address of a link kept nowhere else: of an email whose content came with its call. */
  target?: string | undefined
  /** Milliseconds since 1970. */
  at: number
}

/** How long after a sign of a machine hits of the same program and network are still its own. */
export const AFTER_MILLIS = 10_000
