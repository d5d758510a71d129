/** Looks at the store that nobody waits for long: they end, on a cluster too, or say nothing. */
import type pg from 'pg'

const QUERY_CANCELED = '57014'

/**
 * Reads with a statement timeout, in a transaction. Undefined: the time was over, which is no
 * fault.
 */
export async function withinTime<T>(
  client: pg.ClientBase,
  millis: number,
  read: () => Promise<T>,
): Promise<T | undefined> {
  await client.query('begin read only')
  try {
    await client.query("select set_config('statement_timeout', $1, true)", [String(millis)])
    const found = await read()
    await client.query('commit')
    return found
  } catch (error) {
    await client.query('rollback')
    if ((error as { code?: string }).code === QUERY_CANCELED) return undefined
    throw error
  }
}
