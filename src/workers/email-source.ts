/**
 * The owners of emails: a sending (1), an email of a trigger (2), a transaction project (3).
 * Ledger, claims, settling and recovery are common (email-lane.ts); the differences between the
 * kinds are in sending-source.ts, trigger-source.ts and transaction-source.ts.
 */
import type { Db } from '../db/db.ts'
import type { RoutedEmail } from '../domain/routes/route-rules.ts'
import type { SourceKind } from '../lib/source-kind.ts'
import type { Addressee, WorkerContext, WrittenMessage } from './context.ts'
import type { ClaimRequest } from './engine/source.ts'

/** A claimed delivery, with its merge data. */
export interface ClaimedEmail extends Addressee {
  attempts: number
  wasUncertain: boolean
  /** Of a key for trying: it goes nowhere. */
  simulated?: boolean
}

export interface EmailMarking {
  /** The deliveries and their addresses. */
  ids: number[]
  emails: string[]
  /** Whether each was written without measuring the person's opens, or clicks. */
  opensUnmeasured: boolean[]
  clicksUnmeasured: boolean[]
  claimId: string
  worker: string
  routeId: number
}

/** A source that a lane sends, as of the opening of the lane. */
export interface EmailSource {
  accountId: number
  sourceKind: SourceKind
  sourceId: number
  /** Its emails don't queue behind those of sources that are not urgent. */
  urgent: boolean
  /** The facts about its emails for the rules of routes. */
  routed: Omit<RoutedEmail, 'accountId'>
  /** The preferred route of its emails; null or absent: the usual choice. */
  routeId?: number | null
  /** Estimated size of an email in bytes, encoded and with its links, until one is written. */
  guessedBytes: number
  /** At least the size of the largest email that was claimed last, where that is known. */
  claimedBytes?(): number
  /** Claims a due batch under a lease: state 'claimed' and a row in `claims`, in one statement. */
  claim(by: ClaimRequest): Promise<ClaimedEmail[]>
  /**
   * The durable mark before DATA, in one statement: checks again that claim, source and subscriber
   * allow the email. Returns the deliveries that were found claimed; those that may not be sent are
   * withdrawn with the reason. Empty if the claim is no longer ours or the source was stopped.
   */
  handOver(db: Db, marking: EmailMarking): Promise<{ id: number; mayGo: boolean }[]>
  /**
   * The relay takes no emails of this size: true if the source was paused for it, so that the email
   * waits; false if only this email is too large.
   */
  tooLarge?(route: { id: number; name: string }, says: string): Promise<boolean>
  /**
   * Its own rate, before that of the route: waits, and returns how many may go; none if the process
   * stops.
   */
  pace?(most: number, stopping: AbortSignal): Promise<number>
  /** Asked every second: false once the source was paused or cancelled. */
  goesOn?(): Promise<boolean>
  /** Throws for an email that can't be written; only that email fails. */
  write(claimed: ClaimedEmail): Promise<WrittenMessage>
}

/** A kind of source, as used by the dispatcher and recovery. */
export interface EmailSourceKind {
  sourceKind: SourceKind
  /**
   * Sources that may have due emails, over all accounts, the longest waiting first. Takes no lock.
   */
  due(db: Db, most: number): Promise<{ accountId: number; sourceId: number }[]>
  /** Undefined: none of its emails may be sent now, and its mark of work already says so. */
  open(
    context: WorkerContext,
    accountId: number,
    sourceId: number,
  ): Promise<EmailSource | undefined>
  /** No email was due: updates or removes its mark of work, under the lock of the mark. */
  closeOut(context: WorkerContext, accountId: number, sourceId: number): Promise<void>
  /** Hand-overs were refused: the source may have been stopped. */
  onHeldBack(context: WorkerContext, accountId: number, sourceId: number): Promise<void>
  /** Emails returned to the queue: marks work as due, in the same transaction. */
  wake(tx: Db, accountId: number, sourceId: number): Promise<void>
}
