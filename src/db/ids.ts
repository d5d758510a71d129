/**
 * Ids, unique within their account and kind, never given twice. Kinds that come in masses are taken
 * in blocks: a process that dies leaves a gap, never a doubled id.
 */
import type { Store } from './db.ts'
import { takeBlock } from './ids.sql.ts'
import { storeLocal } from './store-local.ts'

export type IdKind =
  | 'list'
  | 'import'
  | 'subscriber'
  | 'opt-out'
  | 'newsletter'
  | 'template'
  | 'sending'
  | 'sandbox letter'
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
  | 'trigger letter'
  | 'webhook'

/**
 * How many ids a process takes at once. An account with few lists shall see small, dense list ids.
 */
const BLOCK: Record<IdKind, number> = {
  list: 1,
  import: 1,
  subscriber: 500,
  'opt-out': 100,
  newsletter: 1,
  template: 1,
  sending: 1,
  'sandbox letter': 500,
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
  'trigger letter': 1,
  webhook: 1,
}

interface Block {
  next: number
  end: number
  /** Ids that were taken and not used, given again first. */
  returned: number[]
  /** The next block is on its way. */
  refilling: Promise<void> | undefined
}

const blocksOf = storeLocal(() => new Map<string, Block>())

/**
 * Takes so many ids, in a transaction of their own: an id taken in one that fails would come again.
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
    const id = atHand(block)
    if (id !== undefined) taken.push(id)
    else await refill(store, block, accountId, kind, count - taken.length)
  }
  return taken
}

/** One id; at once where some are at hand. */
export function takeId(store: Store, accountId: number, kind: IdKind): number | Promise<number> {
  const id = idAtHand(store, accountId, kind)
  return id ?? takeIds(store, accountId, kind, 1).then(([id]) => id!)
}

/** One id without asking the store; undefined where none is at hand. */
export const idAtHand = (store: Store, accountId: number, kind: IdKind): number | undefined =>
  atHand(blockOf(store, accountId, kind))

const atHand = (block: Block): number | undefined =>
  block.returned.pop() ?? (block.next < block.end ? block.next++ : undefined)

/** Gives back ids that were taken and certainly not used. */
export function returnIds(store: Store, accountId: number, kind: IdKind, ids: number[]): void {
  const { returned } = blockOf(store, accountId, kind)
  for (const id of ids) if (returned.length < BLOCK[kind]) returned.push(id)
}

function blockOf(store: Store, accountId: number, kind: IdKind): Block {
  const blocks = blocksOf(store)
  const key = `${accountId} ${kind}`
  const block = blocks.get(key) ?? { next: 0, end: 0, returned: [], refilling: undefined }
  blocks.set(key, block)
  return block
}

/** One block is taken at a time: whoever finds one on its way waits for it, and looks again. */
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
