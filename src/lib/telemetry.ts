/**
 * What rooms tell of their own work to whoever measures it (metrics/): typed channels of
 * node:diagnostics_channel. A room that publishes knows no subscriber, and without one a message
 * costs next to nothing.
 */
import { channel } from 'node:diagnostics_channel'

/** A worker begins a turn, or has ended one. */
export type WorkTurn =
  | { worker: string; phase: 'begun' }
  | { worker: string; phase: 'ended'; outcome: 'more' | 'done' | 'failed'; seconds: number }

/** A try to hand an email over has ended; `code` is the reply of the relay, 0 without one. */
export interface EmailTried {
  route: string
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

/** Work on the store failed and is tried again. */
export interface StoreRetry {
  reason: 'conflict' | 'deadlock' | 'lost'
}

/** Somebody failed to log in; with too many failures before, the attempt was slowed. */
export interface LogInFailure {
  tooMany: boolean
}

/** Calls for transactions were answered: new ones, and repetitions of earlier ones. */
export interface TransactionsTaken {
  taken: number
  repeated: number
}

export const workTurns = telemetry<WorkTurn>('work-turn')
export const emailsTried = telemetry<EmailTried>('email-tried')
export const storeRetries = telemetry<StoreRetry>('store-retry')
export const logInFailures = telemetry<LogInFailure>('log-in-failure')
export const transactionsTaken = telemetry<TransactionsTaken>('transactions-taken')
/** Seconds from sending one statement to its whole answer. */
export const statementSeconds = telemetry<number>('statement-seconds')

function telemetry<Message>(name: string) {
  // Kept here: a channel that nobody holds is collected, with its subscribers.
  const messages = channel(`pennypost:${name}`)
  return {
    /** Whether anybody listens: where not, nothing need be measured. */
    observed: (): boolean => messages.hasSubscribers,
    publish: (message: Message): void => messages.publish(message),
    subscribe: (listener: (message: Message) => void): void =>
      messages.subscribe(message => listener(message as Message)),
  }
}
