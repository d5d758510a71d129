/**
 * Brings messages that wait and connections together: has messages marked, hands them over, and
 * opens connections while some are missing.
 */
import { prepareContent } from './content.ts'
import type { RelayConnection, RelayPool } from './pool.ts'
import { connect, drop, isClosed, isLost, limitOf, putBack, takeIdle, track } from './pool.ts'
import { answerAll, enqueue, lengthOf, type QueuedMessage, type SendQueue } from './queue.ts'
import { commandsFor, mend, type TransactionEnd, transact } from './transaction.ts'
import { abandoned, type RelayVerdict } from './verdict.ts'

export interface RelayWork {
  pool: RelayPool
  queue: SendQueue
  /** After so many messages a connection is ended and another opened. */
  messagesPerConnection: number
  /** How many messages at most are marked, or being marked, while they wait for a connection. */
  marksAhead: number
}

/**
 * What waits when the relay closes goes by whatever takes this relay's place, at once: the number
 * of workers, and so the share of connections, has changed.
 */
export const tooLate = (): RelayVerdict => abandoned('waiting')

/** Begins whatever can begin now: called whenever a message or a connection has become free. */
export function dispatch(work: RelayWork): void {
  const { pool, queue } = work
  if (isClosed(pool)) return
  while (queue.ready.length > 0) {
    const connection = takeIdle(pool)
    if (!connection) break
    track(pool, handOver(work, connection, queue.ready.shift()!))
  }
  // Only for a relay that takes messages: marks for one that is down would have to be taken back.
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
    else if (isClosed(pool)) message.resolve(tooLate())
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
  const kept = connection.used++ > 0
  let after: TransactionEnd['after'] = 'close'
  let settle: () => void
  try {
    const content = prepareContent(message.message, message.options.canonical)
    const commands = commandsFor(message.envelope, content, offers)
    const ended: TransactionEnd =
      'outcome' in commands
        ? { verdict: commands, after: 'ready' }
        : await transact(wire, commands, content, offers, timeOuts, message.holding)
    after = ended.after
    settle = () => message.resolve(ended.verdict)
    // Only on a kept connection, and once: the relay may end it between two messages.
    if (ended.stale && kept && !message.again && !isClosed(pool)) {
      message.again = true
      settle = () => queue.ready.unshift(message)
    }
  } catch (error) {
    settle = () => message.reject(error)
  }
  // A connection is free before the caller hears of it, so that the caller's next message finds it
  // and opens no other.
  if (after === 'ready') release(work, connection)
  settle()
  if (after === 'ready') return
  if (await mend(wire, after, timeOuts)) return release(work, connection)
  drop(pool, connection)
  dispatch(work)
}

function release(work: RelayWork, connection: RelayConnection): void {
  putBack(work.pool, connection, work.messagesPerConnection)
  dispatch(work)
}
