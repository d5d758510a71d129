/**
 * What columns of few values may hold. In tables that calls write to one by one the store itself
 * doesn't check it, for the check costs more than the row (docs/decisions/0026-checks.md): here it
 * does, in every database that tests run on.
 */
import type { Store } from '../../src/db/db.ts'

export const CLOSED: Record<string, string> = {
  subscribers: "format in ('html', 'text')",
  transactions: "format in ('html', 'text')",
  deliveries: 'source_kind in (1, 2, 3)',
}

export async function checkClosedValues(store: Store): Promise<void> {
  for (const [table, condition] of Object.entries(CLOSED))
    await store.withClient(client =>
      client.query(`alter table ${table} add constraint tested check (${condition})`),
    )
}
