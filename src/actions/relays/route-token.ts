/** An access token for the log-in at a relay. */
import type { Db } from '../../db/db.ts'
import { refused } from '../../domain/refusal.ts'
import { accessToken, NoToken } from '../../lib/access-tokens.ts'
import { formatInstant } from '../../lib/instant.ts'
import { tokenHost } from '../../lib/token-grant.ts'
import { knownRoutes, type RelaySettings } from './known-routes.ts'
import { usableRoute } from './route-test.ts'

interface RouteToken {
  route: string
  /** The host of the endpoint. */
  from: string
  ends: string
  token: string
}

export async function tokenOfRoute(
  db: Db,
  settings: RelaySettings,
  name: string,
): Promise<RouteToken> {
  const { route, address } = usableRoute(await knownRoutes(db, settings), name)
  if (!address.grant) {
    throw refused('not-valid', 'relay-tokenless', { name: route.name })
  }
  try {
    const { token, endsAt } = await accessToken(address.grant)
    const ends = formatInstant(new Date(endsAt))
    return { route: route.name, from: tokenHost(address.grant), ends, token }
  } catch (error) {
    if (!(error instanceof NoToken)) throw error
    const refusal = refused('not-now', 'relay-token', { says: error.message })
    throw Object.assign(refusal, { cause: error })
  }
}
