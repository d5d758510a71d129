/** The names of routes by the ids that the ledger has. */
import type { Db } from '../../db/db.ts'
import { routes } from './routes.sql.ts'

/** No relay: the sandbox keeps the emails. */
export const SANDBOX_ROUTE = -1

export async function routeNames(db: Db): Promise<Map<number, string>> {
  const known = (await routes(db, {})).map(({ id, name }): [number, string] => [id, name])
  return new Map([[SANDBOX_ROUTE, 'sandbox'], ...known])
}
