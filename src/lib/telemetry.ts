/**
 * Typed channels of node:diagnostics_channel on which folders publish measurements, for metrics/
 * and others. Publishers do not know the subscribers; without one a message costs almost nothing.
 */
import { channel } from 'node:diagnostics_channel'

/** A worker starts or ends a run. */
export type WorkTurn =
  | { worker: string; phase: 'begun' }
  | { worker: string; phase: 'ended'; outcome: 'more' | 'done' | 'failed'; seconds: number }

/** An attempt to hand an email to the relay has ended; `code` is the SMTP reply, 0 without one. */
export interface EmailTried {
  route: string
  /** The subject of a reply that did not accept it. */
  class: 'none' | 'recipient' | 'domain' | 'sender' | 'content' | 'relay'
  /** The mailbox provider, of a closed list. */
  provider: string
  outcome:
    | 'accepted'
    | 'deferred'
    | 'refused'
    | 'uncertain'
    | 'unusable'
    | 'abandoned'
    | 'unwritable'
  code: number
}

/** Work on the store failed and is retried. */
export interface StoreRetry {
  reason: 'conflict' | 'deadlock' | 'lost'
}

/** A failed login; after too many failures the attempt was delayed. */
export interface LogInFailure {
  tooMany: boolean
}

/** Transaction calls were answered: new ones and repeats. */
export interface TransactionsTaken {
  taken: number
  repeated: number
}

/** Rows of an import were processed outside of the threads of imports. */
export interface RowsImported {
  rows: number
  rejected: number
}

/** A call on the wire of a provider was answered. */
export interface WireCalled {
  wire: string
  /** HTTP. */
  status: number
}

/** A program asked a wire for what it does not serve; `name` is of a closed list. */
export interface WireUnserved {
  wire: string
  name: string
}

/** The source of a read that a standby may answer. */
export interface ReplicaRead {
  by: 'standby' | 'primary'
}

export const workTurns = telemetry<WorkTurn>('work-turn')
export const emailsTried = telemetry<EmailTried>('email-tried')
export const storeRetries = telemetry<StoreRetry>('store-retry')
export const logInFailures = telemetry<LogInFailure>('log-in-failure')
export const transactionsTaken = telemetry<TransactionsTaken>('transactions-taken')
export const rowsImported = telemetry<RowsImported>('rows-imported')
export const wireCalls = telemetry<WireCalled>('wire-call')
export const wireUnserved = telemetry<WireUnserved>('wire-unserved')
export const replicaReads = telemetry<ReplicaRead>('replica-read')
/** Seconds from sending a statement to its complete result. */
export const statementSeconds = telemetry<number>('statement-seconds')

function telemetry<Message>(name: string) {
  // Referenced here: a channel without a reference is garbage collected with its subscribers.
  const messages = channel(`pennypost:${name}`)
  return {
    /** Whether there is a subscriber; if not, nothing need be measured. */
    observed: (): boolean => messages.hasSubscribers,
    publish: (message: Message): void => messages.publish(message),
    subscribe: (listener: (message: Message) => void): void =>
      messages.subscribe(message => listener(message as Message)),
  }
}
