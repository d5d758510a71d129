/**
 * The source of a lane's work. The lane (lane.ts) claims, marks, sends and settles in the one order
 * that survives a kill -9; a source implements each step for emails or SMS.
 */

/** The types passed between the steps of a kind of source. */
export interface SourceTypes {
  /** A claimed item. */
  item: { id: number }
  /** An item that can be sent: a written email, or the SMS itself. */
  ready: { id: number }
  /** The sender of items: a route, a gateway. */
  transport: object
  /** The transport's reply to a try. */
  verdict: unknown
  /** The recorded outcome of a try. */
  outcome: unknown
}

export interface ClaimRequest {
  /** Id of the claim, made by the lane. */
  claimId: string
  worker: string
  /** From now, by the clock of the store. */
  leaseSeconds: number
  most: number
}

export interface Source<T extends SourceTypes> {
  accountId: number
  /** Items per claim. */
  batch: number
  /** Number of groups that fit in the window side by side. */
  groupsInWindow: number
  /** How much of a window of this size an item takes now. */
  weight(window: number): number
  /** The transport to use now; undefined: nothing can be sent. */
  transport(): T['transport'] | undefined
  /**
   * Waits until rate and quota admit some items, and returns how many; none if the transport fails
   * or the process stops.
   */
  admit(transport: T['transport'], most: number, stopping: AbortSignal): Promise<number>

  /** Claims a due batch under a lease: rows and claim in one statement. */
  claim(by: ClaimRequest): Promise<T['item'][]>
  /** Returns how many of the claims are still the worker's. */
  renew(by: { claimIds: string[]; worker: string; leaseSeconds: number }): Promise<number>
  /** Releases claimed items that were not handed over. */
  release(claimId: string): Promise<unknown>

  /** Returns the items that can be sent, and settles the rest: deferred, or not writable. */
  prepare(
    transport: T['transport'],
    group: T['item'][],
    settle: (outcome: T['outcome']) => Promise<void>,
  ): T['ready'][] | Promise<T['ready'][]>
  /**
   * The durable mark before sending, in one statement: checks again that claim, source and
   * subscriber allow it. Returns the items that were found claimed; those that may not be sent are
   * withdrawn with the reason. Empty if the claim is no longer ours or the source was stopped.
   */
  handOver(
    transport: T['transport'],
    group: T['ready'][],
    by: { claimId: string; worker: string },
  ): Promise<{ id: number; mayGo: boolean }[]>
  /** Asked every second: false once the source was paused or cancelled. */
  goesOn?(): Promise<boolean>
  /** Never rejects because of a relay or gateway. Calls `stillOurs` just before sending. */
  send(transport: T['transport'], one: T['ready'], stillOurs: () => boolean): Promise<T['verdict']>
  outcomeOf(transport: T['transport'], one: T['ready'], verdict: T['verdict']): T['outcome']
  /** Outcome of an item that may have been marked and was certainly not sent. */
  notSent(one: T['ready']): T['outcome']
  /** Applies a verdict to the transport itself, after the item is settled. */
  learn?(transport: T['transport'], one: T['ready'], verdict: T['verdict']): Promise<unknown>
  /**
   * The statement that settles a batch and ends claims; the settler retries it until it succeeds.
   */
  settling(outcomes: T['outcome'][], doneClaims: string[]): () => Promise<unknown>
}

/** Finds, opens and closes the sources of one kind. */
export interface SourceQueue<T extends SourceTypes> {
  /** Distinguishes the kinds. */
  sourceKind: number | string
  /**
   * Sources that may have due items, over all accounts, the longest waiting first. Takes no lock.
   */
  due(most: number): Promise<{ accountId: number; sourceId: number }[]>
  /** Undefined: nothing of it may be sent now, and its mark of work already says so. */
  open(accountId: number, sourceId: number): Promise<Source<T> | undefined>
  /** Nothing was due: updates or removes its mark of work, under the lock of the mark. */
  closeOut(accountId: number, sourceId: number): Promise<unknown>
  /** Hand-overs were refused: the source may have been stopped. */
  onHeldBack(accountId: number, sourceId: number): Promise<unknown>
}
