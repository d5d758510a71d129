/** Dependencies of the loops. */
import type { Store } from '../db/db.ts'
import type { BounceRules } from '../domain/bounces/apply-reports.ts'
import type { TryResult } from '../domain/deliveries/outcome.ts'
import type { Keys } from '../domain/keys/keys.ts'
import type { EventValues } from '../domain/program-events/event-values.ts'
import type { RoutedEmail } from '../domain/routes/route-rules.ts'
import type { EmailData } from '../domain/transactions/checks/check-email.ts'
import type { FeedValues } from '../domain/triggers/feeds/issue-values.ts'
import type { Sealer } from '../lib/secrets.ts'
import type { SourceKind } from '../lib/source-kind.ts'
import type { MeasuredPerson } from '../mail/message/compose.ts'
import type { SenderWarnings } from './sender-warnings.ts'
import type { ShapedEmail } from './shaping.ts'

export interface WorkerSettings {
  /** Maximum number of emails in flight without a settled reply. */
  window: number
  leaseMillis: number
  /** How late a sending may start without being confirmed. */
  lateMillis: number
  retryUncertain: boolean
  bounceRules: BounceRules
  /** The domain that receives bounces and replies. */
  bounceDomain: string
}

/**
 * As `deliveries.source_kind` has it: a sending (1), an email of a trigger (2), a transaction
 * project (3).
 */

/** A subscriber's data for one email. */
export interface Addressee {
  id: number
  email: string
  name: string
  /** `html` or `text`; behind it, unless both are the person's, how hits are recorded. */
  format: string
  /** Demographic values, DD1 first, joined by the unit separator. */
  fields: string
  /** Ids of the filters of blocks shown to this subscriber, separated by commas. */
  blocks: string
  /** Of an email of a trigger: the values of the event that it is about. */
  event?: EventValues | undefined
  /** The same of new items of a feed. */
  feed?: FeedValues | undefined
  /** Of an email whose call has given values. */
  data?: EmailData | undefined
}

export interface WrittenMessage {
  envelopeFrom: string
  /** The domain of From; of a forwarded reply it says nothing. */
  senderDomain?: string
  subject: string
  /** The whole email: its signatures, if any, and the composed message. */
  pieces: Buffer[]
  /** Its headers contain a non-ASCII address (RFC 6532). */
  utf8Headers: boolean
  /** How its opens and clicks are recorded; absent: as those of the person. */
  measured?: MeasuredPerson
}

/** Writes the emails of one source; the common part is compiled once. */
export type MessageWriter = (addressee: Addressee) => Promise<WrittenMessage>

/** An email ready to be sent, with the facts that the sandbox stores. */
export interface Outgoing extends WrittenMessage {
  to: string
  accountId: number
  sourceKind: SourceKind
  sourceId: number
  deliveryId: number
  /** Sent before emails that are not urgent. */
  urgent?: boolean
  /** As shape() gave it. */
  provider: string
  /** Called just before the email is sent; false cancels it. */
  stillOurs(): boolean
}

export interface Route {
  id: number
  name: string
  send(message: Outgoing): Promise<TryResult>
  /**
   * Waits until the route's pace, rate and quota admit emails; returns how many. Urgent ones go
   * first. None if another route is better asked, or the process stops.
   */
  admit(messages: number, urgent?: boolean, stopping?: AbortSignal): Promise<number>
  /**
   * The emails to these addresses that may be sent now, and when the rest come back; in their
   * order.
   */
  shape(emails: string[], urgent?: boolean): Promise<ShapedEmail[]>
  /** When an email that was admitted and then not sent comes back; undefined: at once. */
  comesBack(provider: string): ShapedEmail | undefined
  /** Applies a reply about the route itself: pauses it, slows a provider, or lets it recover. */
  learn(provider: string, tried: TryResult): Promise<void>
}

export interface Routes {
  /**
   * The route to use now, or the reason for none. A requested route is preferred if it is usable,
   * before the rules.
   */
  choose(email: RoutedEmail, wished?: number | null): Route | { none: string }
  /** All routes, and whether each is usable now. */
  states(): { name: string; up: boolean; paused: boolean }[]
  /** There is no route: the sandbox keeps all emails. */
  inSandbox(): boolean
  /** Called before work starts after an idle time: refreshes the routes' state. */
  fresh(): Promise<void>
  close(): Promise<void>
}

/** Dependencies for writing emails of any source. */
export interface MessageMeans {
  keys: Keys
  sealer: Sealer
  publicUrl: string
  /** The domain that receives bounces and unsubscribe messages. */
  bounceDomain: string
  warnOfSender: SenderWarnings
}

export interface WorkerContext {
  db: Store
  worker: string
  host: string
  settings: WorkerSettings
  routes: Routes
  /** Dependencies for writing emails of all sources. */
  writing: MessageMeans
  log(event: string, facts: Record<string, string | number | boolean>): void
  report(error: unknown, name: string): void
}
