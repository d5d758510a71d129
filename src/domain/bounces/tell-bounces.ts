/**
 * Telling webhooks of bounces and complaints, in the transaction that keeps them. Of test letters
 * nothing is told.
 */
import type { Db, Store } from '../../db/db.ts'
import { listens, tell } from '../webhooks/tell.ts'
import type { Bounce } from './bounce.ts'

export async function tellBounces(
  db: Store,
  tx: Db,
  accountId: number,
  rows: readonly Bounce[],
): Promise<void> {
  const real = rows.filter(({ test, deliveryId }) => !test && deliveryId !== null)
  const complained = real.filter(({ said }) => said.kind === 'complaint')
  const bounced = real.filter(({ said }) => said.kind !== 'complaint')
  if (bounced.length > 0 && (await listens(db, accountId, 'bounced')))
    await tellOf(tx, accountId, 'bounced', bounced)
  if (complained.length > 0 && (await listens(db, accountId, 'complained')))
    await tellOf(tx, accountId, 'complained', complained)
}

/**
 * What a relay says may name the address, so its words are not told: kind, class and code say what
 * happened.
 */
async function tellOf(
  tx: Db,
  accountId: number,
  kind: 'bounced' | 'complained',
  rows: readonly Bounce[],
): Promise<void> {
  const sources = Map.groupBy(
    rows,
    ({ sourceKind, sourceId, listId }) => `${sourceKind} ${sourceId} ${listId}`,
  )
  for (const of of sources.values()) {
    const { sourceKind, sourceId, listId } = of[0]!
    await tell(tx, accountId, {
      kind,
      listId,
      source: { kind: sourceKind!, id: sourceId! },
      ids: of.map(({ deliveryId }) => deliveryId!),
      details: of.map(({ said }) =>
        kind === 'complained'
          ? {}
          : { kind: said.kind, class: said.class, code: said.status ?? null },
      ),
    })
  }
}
