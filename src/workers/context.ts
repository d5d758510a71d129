/** What the loops are given by the hallway. */
import type { Store } from '../db/db.ts'
import type { BounceRules } from '../domain/bounces/act.ts'
import type { TryResult } from '../domain/deliveries/outcome.ts'
import type { Keys } from '../domain/keys/keys.ts'
import type { Sealer } from '../lib/secrets.ts'
import type { SourceKind } from '../lib/source-kind.ts'

export interface WorkerSettings {
  /** How many letters may be on their way without a settled reply. */
  window: number
  leaseMillis: number
  /** How long after its time a sending still goes without a person's word. */
  lateMillis: number
  retryUncertain: boolean
  bounceRules: BounceRules
  /** Where mail to us comes in. */
  bounceDomain: string
}

/**
 * As `deliveries.source_kind` has it: a sending (1), a letter of a trigger (2), a transaction
 * project (3).
 */

/** One person's data for one letter. */
export interface Addressee {
  id: number
  email: string
  name: string
  /** `html` or `text`. */
  format: string
  /** Demographic values, DD1 first, joined by the unit separator. */
  fields: string
  /** Ids of the filters by which parts of the letter are shown to them, with commas between. */
  blocks: string
}

export interface WrittenLetter {
  envelopeFrom: string
  subject: string
  /** The whole letter: its signatures, if any, and what was composed. */
  pieces: Buffer[]
  /** Its headers hold an address that is not ASCII (RFC 6532). */
  utf8Headers: boolean
}

/** Writes the letters of one source: what is the same for all was made once. */
export type LetterWriter = (addressee: Addressee) => Promise<WrittenLetter>

/** A letter ready to go, with what the sandbox wants to know of it. */
export interface Outgoing extends WrittenLetter {
  to: string
  accountId: number
  sourceKind: SourceKind
  sourceId: number
  deliveryId: number
  /** Goes before letters that are not. */
  urgent?: boolean
  /** Asked just before the letter goes: false holds it back. */
  stillOurs(): boolean
}

export interface Route {
  id: number
  name: string
  send(letter: Outgoing): Promise<TryResult>
  /**
   * Waits until so many letters may go by the route's rate and quota; answers how many may. Urgent
   * ones have their turn first.
   */
  admit(letters: number, urgent?: boolean): Promise<number>
  /** Until when this route shall be sent nothing for the domain of an address. */
  slowedUntil(email: string): Date | undefined
  /**
   * What a reply says about the route itself: pauses it, slows a group of domains, or lets them
   * recover.
   */
  learn(email: string, tried: TryResult): Promise<void>
}

export interface Routes {
  /**
   * The route to use now, or in words why there is none. One that is wished for is taken if letters
   * can go by it.
   */
  choose(wished?: number | null): Route | { none: string }
  /** All that there are, and whether letters can go by each now. */
  states(): { name: string; up: boolean }[]
  /**
   * Before something is begun after a rest: what is known of the routes is as new as it is while
   * letters go out.
   */
  fresh(): Promise<void>
  close(): Promise<void>
}

/** What letters are written with, whatever they belong to. */
export interface LetterMeans {
  keys: Keys
  sealer: Sealer
  publicUrl: string
  /** Where bounces and unsubscribing by mail come in. */
  bounceDomain: string
}

export interface WorkerContext {
  db: Store
  worker: string
  host: string
  settings: WorkerSettings
  routes: Routes
  /** What the letters of all sources are written with. */
  writing: LetterMeans
  log(event: string, facts: Record<string, string | number | boolean>): void
  report(error: unknown, name: string): void
}
