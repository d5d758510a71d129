/** All bounces of an account as programs see them, the newest first, without complaints. */
import type { Db } from '../../db/db.ts'
import { bouncesNewestFirst } from '../bounces/bounce-list.ts'
import { categoryOf } from './transaction-details.ts'

interface AccountBounce {
  id: number
  email: string
  bounced: string
  category: string
  reason: string
}

const KINDS = new Set(['hard', 'soft', 'blocked', 'unknown'])

export async function* bouncesOfAccount(
  db: Db,
  accountId: number,
): AsyncGenerator<AccountBounce[]> {
  const all = { emailKey: null, kind: null, sendingId: null, since: new Date(0) }
  for await (const part of bouncesNewestFirst(db, accountId, all, Number.POSITIVE_INFINITY))
    yield part
      .filter(({ kind }) => KINDS.has(kind))
      .map(({ id, email, received, kind, class: what, reply }) => ({
        id,
        email,
        bounced: received,
        category: categoryOf(kind),
        reason: reply ?? what,
      }))
}
