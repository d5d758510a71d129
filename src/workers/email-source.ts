/**
 * What letters belong to, as lanes see it: a sending (1), a letter of a trigger (2), a transaction project (3). The ledger, claims,
 * hand-over, settling and recovery are the same for all; what differs between the kinds is said here, one file per kind
 * (sending-source.ts, transaction-source.ts).
 */
import type { Db } from '../db/db.ts'
import type { Addressee, WorkerContext, WrittenLetter } from './context.ts'

/** As `deliveries.source_kind` has it. */
export type SourceNumber = 1 | 2 | 3

export interface Claiming {
  /** Of the claim, made by the lane. */
  claimId: string
  worker: string
  leasedUntil: Date
  most: number
}

/** A delivery that was claimed, with what merging wants. */
export interface Claimed extends Addressee {
  attempts: number
  wasUncertain: boolean
}

export interface Marking {
  /** Of the deliveries, and where they go. */
  ids: number[]
  emails: string[]
  claimId: string
  worker: string
  routeId: number
}

/** One source that a lane sends, as it is when the lane is opened. */
export interface Source {
  accountId: number
  sourceKind: SourceNumber
  sourceId: number
  /** Its letters don't wait behind those of sources that are not. */
  urgent: boolean
  /** The route its letters go by if it can be had; null or none: the usual choice. */
  routeId?: number | null
  /** What a letter may come to, in bytes, encoded and with its links, as long as none is written. */
  guessedBytes: number
  /** Takes a batch that is due out of the ledger, under a lease: state 'claimed' and a row in `claims`, in one statement. */
  claim(by: Claiming): Promise<Claimed[]>
  /**
   * The durable mark before DATA, in one statement: asks once more whether claim, source and person still want the letter. Answers those
   * that were found claimed; those that may not go are withdrawn with the reason. None at all: the claim is not ours any more, or the
   * source has been stopped.
   */
  handOver(marking: Marking): Promise<{ id: number; mayGo: boolean }[]>
  /** Throws for a letter that can't be written, which fails alone. */
  write(claimed: Claimed): Promise<WrittenLetter>
}

/** A kind of source, as the deliverer and recovery see it. */
export interface SourceKind {
  sourceKind: SourceNumber
  /** Sources that have, or may have, letters due, over all accounts, the longest waiting first. No lock is taken. */
  due(db: Db, most: number): Promise<{ accountId: number; sourceId: number }[]>
  /** Undefined: none of its letters may go now, and its mark of work says so already. */
  open(context: WorkerContext, accountId: number, sourceId: number): Promise<Source | undefined>
  /** Nothing was found due: its mark of work shall say when to come back, or go. Under the lock of the mark. */
  closeOut(context: WorkerContext, accountId: number, sourceId: number): Promise<void>
  /** Marks were refused: it may have been stopped meanwhile. */
  letGo(context: WorkerContext, accountId: number, sourceId: number): Promise<void>
  /** Letters went back into the queue: there is work now. In the transaction that puts them there. */
  wake(tx: Db, accountId: number, sourceId: number): Promise<void>
}
