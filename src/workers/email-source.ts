/**
 * What emails belong to: a sending (1), a letter of a trigger (2), a transaction project (3).
 * Ledger, claims, settling and recovery are the same for all (email-lane.ts); what differs between
 * the kinds is said here, one file per kind (sending-source.ts, trigger-source.ts,
 * transaction-source.ts).
 */
import type { Db } from '../db/db.ts'
import type { SourceKind } from '../lib/source-kind.ts'
import type { Addressee, WorkerContext, WrittenLetter } from './context.ts'
import type { ClaimRequest } from './engine/source.ts'

/** A delivery that was claimed, with what merging wants. */
export interface ClaimedEmail extends Addressee {
  attempts: number
  wasUncertain: boolean
}

export interface EmailMarking {
  /** Of the deliveries, and where they go. */
  ids: number[]
  emails: string[]
  claimId: string
  worker: string
  routeId: number
}

/** One source that a lane sends, as it is when the lane is opened. */
export interface EmailSource {
  accountId: number
  sourceKind: SourceKind
  sourceId: number
  /** Its letters don't wait behind those of sources that are not. */
  urgent: boolean
  /** The route its letters go by if it can be had; null or none: the usual choice. */
  routeId?: number | null
  /**
   * What a letter may come to, in bytes, encoded and with its links, as long as none is written.
   */
  guessedBytes: number
  /**
   * Takes a batch that is due out of the ledger, under a lease: state 'claimed' and a row in
   * `claims`, in one statement.
   */
  claim(by: ClaimRequest): Promise<ClaimedEmail[]>
  /**
   * The durable mark before DATA, in one statement: asks once more whether claim, source and person
   * still want the letter. Answers those that were found claimed; those that may not go are
   * withdrawn with the reason. None at all: the claim is not ours any more, or the source has been
   * stopped.
   */
  handOver(marking: EmailMarking): Promise<{ id: number; mayGo: boolean }[]>
  /** Throws for a letter that can't be written, which fails alone. */
  write(claimed: ClaimedEmail): Promise<WrittenLetter>
}

/** A kind of source, as the dispatcher and recovery see it. */
export interface EmailSourceKind {
  sourceKind: SourceKind
  /**
   * Sources that have, or may have, letters due, over all accounts, the longest waiting first. No
   * lock is taken.
   */
  due(db: Db, most: number): Promise<{ accountId: number; sourceId: number }[]>
  /** Undefined: none of its letters may go now, and its mark of work says so already. */
  open(
    context: WorkerContext,
    accountId: number,
    sourceId: number,
  ): Promise<EmailSource | undefined>
  /**
   * Nothing was found due: its mark of work shall say when to come back, or go. Under the lock of
   * the mark.
   */
  closeOut(context: WorkerContext, accountId: number, sourceId: number): Promise<void>
  /** Marks were refused: it may have been stopped meanwhile. */
  letGo(context: WorkerContext, accountId: number, sourceId: number): Promise<void>
  /**
   * Letters went back into the queue: there is work now. In the transaction that puts them there.
   */
  wake(tx: Db, accountId: number, sourceId: number): Promise<void>
}
