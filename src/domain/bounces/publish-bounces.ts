/**
 * Writes the events of bounces and complaints to the outbox, in the transaction that stores these.
 * Test emails have no events.
 */
import type { Db, Store } from '../../db/db.ts'
import { hasListener, publish } from '../webhooks/publish.ts'
import type { Bounce } from './bounce.ts'

export async function publishBounces(
  db: Store,
  tx: Db,
  accountId: number,
  rows: readonly Bounce[],
): Promise<void> {
  const real = rows.filter(({ test, deliveryId }) => !test && deliveryId !== null)
  const complained = real.filter(({ judgement }) => judgement.kind === 'complaint')
  const bounced = real.filter(({ judgement }) => judgement.kind !== 'complaint')
  if (bounced.length > 0 && (await hasListener(db, accountId, 'bounced')))
    await publishKind(tx, accountId, 'bounced', bounced)
  if (complained.length > 0 && (await hasListener(db, accountId, 'complained')))
    await publishKind(tx, accountId, 'complained', complained)
}

/**
 * The relay's reply may contain the address, so it is not part of the event; kind, class and code
 * are.
 */
async function publishKind(
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
    await publish(tx, accountId, {
      kind,
      listId,
      source: { kind: sourceKind!, id: sourceId! },
      ids: of.map(({ deliveryId }) => deliveryId!),
      details: of.map(({ judgement }) =>
        kind === 'complained'
          ? {}
          : { kind: judgement.kind, class: judgement.class, code: judgement.status ?? null },
      ),
    })
  }
}
