/**
 * Ids, unique within their account and kind, never reused. Ids of high-volume kinds are allocated
 * in blocks: a process that dies leaves a gap, never a duplicate.
 */
import type { Store } from './db.ts'
import { takeBlock } from './ids.sql.ts'
import { storeLocal } from './store-local.ts'
import { violatedConstraint } from './unique-violation.ts'

export type IdKind =
  | 'list'
  | 'import'
  | 'subscriber'
  | 'opt-out'
  | 'newsletter'
  | 'template'
  | 'saved block'
  | 'sending'
  | 'sandbox message'
  | 'hit'
  | 'inbound message'
  | 'bounce'
  | 'transaction'
  | 'project'
  | 'transaction batch'
  | 'bounce run'
  | 'inbox'
  | 'filter'
  | 'sms message'
  | 'sms reply'
  | 'sandbox sms'
  | 'trigger'
  | 'trigger message'
  | 'webhook'
  | 'event source'
  | 'program'
  | 'bulk job'
  | 'api key'
  | 'person'
  | 'form'
  | 'sign-up'
  | 'shared report'
  | 'measuring answer'
  | 'proposal'

/**
 * How many ids a process allocates at a time. An account with few lists gets small, dense list ids.
 */
const BLOCK: Record<IdKind, number> = {
  list: 1,
  import: 1,
  subscriber: 500,
  'opt-out': 100,
  newsletter: 1,
  template: 1,
  'saved block': 1,
  sending: 1,
  'sandbox message': 500,
  hit: 10_000,
  'inbound message': 500,
  bounce: 500,
  transaction: 500,
  project: 1,
  'transaction batch': 1,
  'bounce run': 1,
  inbox: 1,
  filter: 1,
  'sms message': 1,
  'sms reply': 1,
  'sandbox sms': 500,
  trigger: 1,
  'trigger message': 1,
  webhook: 1,
  'event source': 1,
  program: 1,
  'bulk job': 1,
  'api key': 1,
  person: 1,
  form: 1,
  'sign-up': 500,
  'shared report': 1,
  'measuring answer': 100,
  proposal: 1,
}

interface Block {
  next: number
  end: number
  /** Ids that were taken and not used; reused first. */
  returned: number[]
  /** A block is being allocated (single flight). */
  refilling: Promise<void> | undefined
}

const blocksOf = storeLocal(() => new Map<string, Block>())

/**
 * Takes `count` ids, allocated in a transaction of their own: an id from a failed transaction would
 * be issued twice.
 */
export async function takeIds(
  store: Store,
  accountId: number,
  kind: IdKind,
  count: number,
): Promise<number[]> {
  const block = blockOf(store, accountId, kind)
  const taken: number[] = []
  while (taken.length < count) {
    const id = nextFree(block)
    if (id !== undefined) taken.push(id)
    else await refill(store, block, accountId, kind, count - taken.length)
  }
  return taken
}

/** One id; synchronous if the process has one left. */
export function takeId(store: Store, accountId: number, kind: IdKind): number | Promise<number> {
  const id = localId(store, accountId, kind)
  return id ?? takeIds(store, accountId, kind, 1).then(([id]) => id!)
}

/** One id without a query; undefined if the block is used up. */
export const localId = (store: Store, accountId: number, kind: IdKind): number | undefined =>
  nextFree(blockOf(store, accountId, kind))

const nextFree = (block: Block): number | undefined =>
  block.returned.pop() ?? (block.next < block.end ? block.next++ : undefined)

/** Returns ids that were certainly not used. */
export function returnIds(store: Store, accountId: number, kind: IdKind, ids: number[]): void {
  const { returned } = blockOf(store, accountId, kind)
  for (const id of ids) if (returned.length < BLOCK[kind]) returned.push(id)
}

const MOST_TAKEN = 20

/**
 * Runs work that inserts subscribers with new ids. If a caller has chosen one of them, the rest of
 * the block is dropped and the work repeated: it has to take its ids itself.
 */
export async function withFreshIds<T>(
  store: Store,
  accountId: number,
  work: () => Promise<T>,
): Promise<T> {
  for (let taken = 1; ; taken++) {
    try {
      return await work()
    } catch (error) {
      if (!isTakenId(error) || taken === MOST_TAKEN) throw error
      dropBlock(store, accountId, 'subscriber')
    }
  }
}

export const isTakenId = (error: unknown): boolean =>
  violatedConstraint(error) === 'subscribers_pkey'

/** Leaves the rest of a block unused. */
export function dropBlock(store: Store, accountId: number, kind: IdKind): void {
  const block = blockOf(store, accountId, kind)
  block.next = block.end
  block.returned = []
}

function blockOf(store: Store, accountId: number, kind: IdKind): Block {
  const blocks = blocksOf(store)
  const key = `${accountId} ${kind}`
  const block = blocks.get(key) ?? { next: 0, end: 0, returned: [], refilling: undefined }
  blocks.set(key, block)
  return block
}

/** Allocates one block at a time (single flight): concurrent callers wait for the same one. */
function refill(
  store: Store,
  block: Block,
  accountId: number,
  kind: IdKind,
  wanted: number,
): Promise<void> {
  const size = Math.max(BLOCK[kind], wanted)
  block.refilling ??= takeBlock(store, { accountId, kind, size })
    .then(({ nextId }) => {
      block.next = nextId - size
      block.end = nextId
    })
    .finally(() => {
      block.refilling = undefined
    })
  return block.refilling
}
