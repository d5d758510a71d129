/**
 * Events of SMS for webhooks, written in the transaction that settles them. The text of a gateway
 * may name the number, and is not told.
 */
import type { Db, Store } from '../../../db/db.ts'
import { hasListener, publish } from '../../webhooks/publish.ts'

interface SettledSms {
  /** The subscriber; 0 for a number that a program gave. */
  id: number
  state: string
  /** Of ours, if it was withdrawn. */
  reason: string | null
}

export async function publishSms(
  db: Store,
  tx: Db,
  accountId: number,
  messageId: number,
  settled: readonly SettledSms[],
): Promise<void> {
  const byKind = Map.groupBy(settled, ({ state }) =>
    state === 'delivered' ? 'sms-delivered' : 'sms-failed',
  )
  for (const [kind, some] of byKind) {
    if (!(await hasListener(db, accountId, kind))) continue
    const details = some.map(({ state, reason }) => ({
      sms: messageId,
      state,
      reason: state === 'withdrawn' ? (reason?.replaceAll(' ', '-').toLowerCase() ?? null) : null,
    }))
    await publish(tx, accountId, { kind, ids: some.map(({ id }) => id), details })
  }
}
