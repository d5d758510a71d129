/** Lists bounces, newest first, in pages; and the message of one. */
import type { Db } from '../../db/db.ts'
import { bouncesOf, messageOfBounce } from './bounces.sql.ts'

export type BounceRow = Awaited<ReturnType<typeof bouncesOf>>[number]

export interface BounceSelection {
  emailKey: string | null
  kind: string | null
  sendingId: number | null
  since: Date
}

const PART = 500

export async function* bouncesNewestFirst(
  db: Db,
  accountId: number,
  chosen: BounceSelection,
  most: number,
): AsyncGenerator<BounceRow[]> {
  let before = { beforeTime: 'infinity', beforeId: 0 }
  for (let left = most; left > 0; ) {
    const size = Math.min(PART, left)
    const part = await bouncesOf(db, { accountId, ...chosen, ...before, most: size })
    if (part.length > 0) yield part
    if (part.length < size) return
    left -= part.length
    before = { beforeTime: part.at(-1)!.received, beforeId: part.at(-1)!.id }
  }
}

/** Undefined: no such bounce, it came without a message, or the message was trimmed. */
export const keptMessage = async (
  db: Db,
  accountId: number,
  bounceId: number,
): Promise<Buffer | undefined> => (await messageOfBounce(db, { accountId, bounceId }))?.content
