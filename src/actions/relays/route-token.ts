/** An access token for the log-in at a relay. */
import type { Db } from '../../db/db.ts'
import { Refusal } from '../../domain/refusal.ts'
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
    const detail = `The address of ${route.name} has no token_url: it does not log in by OAuth 2.`
    throw new Refusal('not-valid', detail, detail)
  }
  try {
    const { token, endsAt } = await accessToken(address.grant)
    const ends = formatInstant(new Date(endsAt))
    return { route: route.name, from: tokenHost(address.grant), ends, token }
  } catch (error) {
    if (!(error instanceof NoToken)) throw error
    throw Object.assign(new Refusal('not-now', error.message, error.message), { cause: error })
  }
}
