/**
 * Webhooks of hosted relays: which relay a route goes to, the secret part of the address that it
 * calls, and the key of its signatures. Both are sealed together.
 */
import { randomBytes } from 'node:crypto'
import { atomically, type Db } from '../../db/db.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { INSTALLATION, recordChange } from '../audit/record.ts'
import { type RouteRow, routeNamed } from './keep-route.ts'
import { routes, setRouteProvider } from './routes.sql.ts'

/** The purpose that the secrets are sealed for. */
const SEALED_FOR = 'relay events'

export interface RelayEvents {
  routeId: number
  provider: string
  /** In the address that the relay calls. */
  token: string
  /** Of its signatures; empty: it does not sign, or none was given yet. */
  key: string
}

export function eventsOf(sealer: Sealer, row: RouteRow): RelayEvents | undefined {
  const { id: routeId, provider, sealedEvents } = row
  if (provider === null || sealedEvents === null) return undefined
  const { token, key } = JSON.parse(sealer.open(sealedEvents, SEALED_FOR).toString())
  return { routeId, provider, token, key }
}

export async function eventsOfRoute(
  db: Db,
  sealer: Sealer,
  routeId: number,
): Promise<RelayEvents | undefined> {
  const row = (await routes(db, {})).find(({ id }) => id === routeId)
  return row && eventsOf(sealer, row)
}

/** The address stays while the relay is the same. A key that is not given stays, too. */
export async function keepProvider(
  db: Db,
  sealer: Sealer,
  name: string,
  given: { provider: string; key: string | undefined },
): Promise<RelayEvents> {
  return atomically(db, async tx => {
    const row = await routeNamed(tx, name)
    const known = eventsOf(sealer, row)
    const same = known?.provider === given.provider ? known : undefined
    const token = same?.token ?? randomBytes(24).toString('base64url')
    const key = given.key ?? same?.key ?? ''
    const sealedEvents = sealer.seal(Buffer.from(JSON.stringify({ token, key })), SEALED_FOR)
    const { provider } = given
    await setRouteProvider(tx, { routeId: row.id, provider, sealedEvents })
    const change = { before: { provider: row.provider }, after: { provider } }
    await recordChange(tx, INSTALLATION, { action: 'route.edit', id: row.name, ...change })
    return { routeId: row.id, provider, token, key }
  })
}

export async function dropProvider(db: Db, name: string): Promise<void> {
  await atomically(db, async tx => {
    const row = await routeNamed(tx, name)
    await setRouteProvider(tx, { routeId: row.id, provider: null, sealedEvents: null })
    const change = { before: { provider: row.provider }, after: { provider: null } }
    await recordChange(tx, INSTALLATION, { action: 'route.edit', id: row.name, ...change })
  })
}
