/**
 * Assigns queued messages to connections: marks messages, hands them over, and opens connections as
 * needed.
 */
import { prepareContent } from './content.ts'
import type { RelayConnection, RelayPool } from './pool.ts'
import {
  begin,
  connect,
  drop,
  end,
  isClosed,
  isLost,
  limitOf,
  lower,
  putBack,
  takeIdle,
  track,
} from './pool.ts'
import {
  answerAll,
  enqueue,
  lengthOf,
  type QueuedMessage,
  type SendQueue,
  takeReady,
} from './queue.ts'
import { commandsFor, resetConnection, type TransactionEnd, transact } from './transaction.ts'
import { abandoned, inFairness, type RelayVerdict } from './verdict.ts'

export interface RelayWork {
  pool: RelayPool
  queue: SendQueue
  /** Messages after which a connection is closed and replaced; fewer if the relay takes fewer. */
  messagesPerConnection: number
  /** Limit of messages that are marked, or being marked, while they wait for a connection. */
  marksAhead: number
}

/**
 * The verdict for messages still queued when the relay closes: they go to its replacement
 * immediately. A relay is replaced when the number of workers, and so its share of connections, has
 * changed.
 */
export const relayClosed = (): RelayVerdict => abandoned('waiting')

/**
 * Starts all work that can start now: called whenever a message or a connection becomes available.
 */
export function dispatch(work: RelayWork): void {
  const { pool, queue } = work
  if (isClosed(pool)) return
  while (queue.ready.length > 0 && pool.idle.length > 0) {
    const message = takeReady(queue, pool.busy)
    if (!message) break
    const connection = takeIdle(pool)
    if (!connection) {
      queue.ready.unshift(message)
      break
    }
    track(pool, handOver(work, connection, message))
  }
  // Only while the relay accepts messages: otherwise marks would have to be undone.
  while (pool.open.size > 0 && mayMark(work)) track(pool, mark(work, queue.unmarked.shift()!))
  let missing = lengthOf(queue) - pool.opening
  while (missing-- > 0 && pool.open.size + pool.opening < limitOf(pool))
    track(pool, openAnother(work))
}

function mayMark({ queue, marksAhead }: RelayWork): boolean {
  const first = queue.unmarked[0]
  if (!first) return false
  return first.options.urgent === true || queue.marking + queue.ready.length < marksAhead
}

async function mark(work: RelayWork, message: QueuedMessage): Promise<void> {
  const { pool, queue } = work
  queue.marking++
  try {
    const marked = await message.options.beforeData!()
    if (!marked) message.resolve(abandoned('waiting'))
    else if (isClosed(pool)) message.resolve(relayClosed())
    else enqueue(queue.ready, message)
  } catch (error) {
    message.reject(error)
  }
  queue.marking--
  dispatch(work)
}

async function openAnother(work: RelayWork): Promise<void> {
  const opened = await connect(work.pool)
  if (!('outcome' in opened)) release(work, opened)
  else if (isLost(work.pool)) answerAll(work.queue, opened)
}

async function handOver(work: RelayWork, connection: RelayConnection, message: QueuedMessage) {
  const { pool, queue } = work
  const { wire, offers } = connection
  const { timeOuts } = pool.opens
  const { destination } = message.options
  const kept = connection.used > 0
  begin(pool, connection, destination)
  let after: TransactionEnd['after'] = 'close'
  let settle: () => void
  try {
    const content = prepareContent(message.message, message.options.canonical)
    const commands = commandsFor(message.envelope, content, offers)
    const ended: TransactionEnd =
      'outcome' in commands
        ? { verdict: commands, after: 'ready' }
        : await transact(wire, commands, content, offers, timeOuts, message.holding)
    const isFull = learnLimit(work, connection, ended.verdict)
    after = isFull ? 'close' : ended.after
    const { from, to, ours = [] } = message.envelope
    const verdict = inFairness(ended.verdict, { ours: [from, ...ours], recipient: to })
    settle = () => message.resolve(verdict)
    // Retried once. A kept connection may have been closed by the relay between two messages.
    if ((isFull || (ended.stale && kept)) && !message.again && !isClosed(pool)) {
      message.again = true
      settle = () => queue.ready.unshift(message)
    }
  } catch (error) {
    settle = () => message.reject(error)
  }
  end(pool, destination)
  // Releases the connection before the caller is notified, so that the caller's next message uses
  // it instead of opening another.
  if (after === 'ready') release(work, connection)
  settle()
  if (after === 'ready') return
  if (await resetConnection(wire, after, timeOuts)) return release(work, connection)
  drop(pool, connection)
  dispatch(work)
}

/** Returns whether the connection is one too many, or has had its share of messages. */
function learnLimit(work: RelayWork, { used }: RelayConnection, { limit }: RelayVerdict): boolean {
  if (limit?.of === 'connections') lower(work.pool, work.pool.open.size - 1)
  if (limit?.of === 'connection')
    work.messagesPerConnection = Math.max(1, Math.min(work.messagesPerConnection, used - 1))
  return limit?.of === 'connections' || limit?.of === 'connection'
}

function release(work: RelayWork, connection: RelayConnection): void {
  putBack(work.pool, connection, work.messagesPerConnection)
  dispatch(work)
}
