/**
 * What a lane sends, whatever it is: the lane (lane.ts) claims, marks, sends and settles in the one
 * order in which a kill -9 is right; a source says how each step is done for its emails or SMS.
 */

/** The types that the steps of one kind of source hand to each other. */
export interface SourceTypes {
  /** What is claimed. */
  item: { id: number }
  /** An item that can be sent: an email that is written, an SMS as it is. */
  ready: { id: number }
  /** What items go by: a route, a gateway. */
  transport: object
  /** What the transport says of a try. */
  verdict: unknown
  /** What is written down of a try. */
  outcome: unknown
}

export interface ClaimRequest {
  /** Of the claim, made by the lane. */
  claimId: string
  worker: string
  leasedUntil: Date
  most: number
}

export interface Source<T extends SourceTypes> {
  accountId: number
  /** How many are claimed at once. */
  batch: number
  /** How many groups shall find room in the window side by side. */
  groupsInWindow: number
  /** How much of the window, which has such a size, an item takes up now. */
  weight(window: number): number
  /** What to send by now; undefined: nothing can go. */
  transport(): T['transport'] | undefined
  /**
   * Waits until some may go by rate and quota, and answers how many; none when the transport fails
   * or the process stops.
   */
  admit(transport: T['transport'], most: number, stopping: AbortSignal): Promise<number>

  /** Takes a batch that is due, under a lease: rows and claim in one statement. */
  claim(by: ClaimRequest): Promise<T['item'][]>
  /** Answers how many of the claims are still the worker's. */
  renew(by: { claimIds: string[]; worker: string; leasedUntil: Date }): Promise<number>
  /** Gives back what was claimed and not handed over. */
  release(claimId: string): Promise<unknown>

  /** What can be sent of a group. The others are settled here: they wait, or can't be written. */
  prepare(
    transport: T['transport'],
    group: T['item'][],
    settle: (outcome: T['outcome']) => Promise<void>,
  ): T['ready'][] | Promise<T['ready'][]>
  /**
   * The durable mark before sending, in one statement: asks once more whether claim, source and
   * person still want it. Answers those that were found claimed; those that may not go are
   * withdrawn with the reason. None at all: the claim is not ours any more, or the source has been
   * stopped.
   */
  handOver(
    transport: T['transport'],
    group: T['ready'][],
    by: { claimId: string; worker: string },
  ): Promise<{ id: number; mayGo: boolean }[]>
  /**
   * Never rejects for what a relay or gateway does. `stillOurs` is asked just before anything goes.
   */
  send(transport: T['transport'], one: T['ready'], stillOurs: () => boolean): Promise<T['verdict']>
  outcomeOf(transport: T['transport'], one: T['ready'], verdict: T['verdict']): T['outcome']
  /** Of one that may have been marked, and was certainly not sent. */
  notSent(one: T['ready']): T['outcome']
  /** What a verdict says of the transport itself. The item is settled already. */
  learn?(transport: T['transport'], one: T['ready'], verdict: T['verdict']): Promise<unknown>
  /** The statement that settles a batch and ends claims; the settler runs it until it succeeds. */
  settling(outcomes: T['outcome'][], doneClaims: string[]): () => Promise<unknown>
}

/** Sources of one kind: where those with work are found, opened and left. */
export interface SourceQueue<T extends SourceTypes> {
  /** Tells them from those of other kinds. */
  sourceKind: number | string
  /**
   * Sources that have, or may have, something due, over all accounts, the longest waiting first. No
   * lock is taken.
   */
  due(most: number): Promise<{ accountId: number; sourceId: number }[]>
  /** Undefined: nothing of it may go now, and its mark of work says so already. */
  open(accountId: number, sourceId: number): Promise<Source<T> | undefined>
  /**
   * Nothing was found due: its mark of work shall say when to come back, or go. Under the lock of
   * the mark.
   */
  closeOut(accountId: number, sourceId: number): Promise<unknown>
  /** Marks were refused: it may have been stopped meanwhile. */
  letGo(accountId: number, sourceId: number): Promise<unknown>
}
