/** Takes the webhooks of a hosted relay: which relay a route goes to, and the key it signs with. */
import type { Db } from '../../db/db.ts'
import { refused } from '../../domain/refusal.ts'
import { routeNamed } from '../../domain/routes/keep-route.ts'
import { dropProvider, keepProvider, type RelayEvents } from '../../domain/routes/relay-events.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { type EventProvider, isProvider, PROVIDERS } from '../../mail/provider-events/mappings.ts'
import { keyProblem, SIGNING } from '../../mail/provider-events/verify.ts'

export const KNOWN_PROVIDERS: readonly string[] = PROVIDERS

export interface ProviderGiven {
  /** Null: webhooks are not taken any more. Undefined: as before. */
  provider: string | null | undefined
  key: string | undefined
}

/** Undefined: the route takes no webhooks. */
export async function changeProvider(
  db: Db,
  sealer: Sealer,
  route: string,
  { provider: given, key }: ProviderGiven,
): Promise<RelayEvents | undefined> {
  if (given === null) return void (await dropProvider(db, route))
  const provider = checkProvider(given ?? (await routeNamed(db, route)).provider, key)
  return keepProvider(db, sealer, route, { provider, key: key?.trim() })
}

/** Refuses before a route is added. */
export function checkProvider(given: string | null | undefined, key: string | undefined): string {
  const name = checkProviderName(given)
  checkProviderKey(name, key)
  return name
}

export function checkProviderName(given: string | null | undefined): EventProvider {
  const name = (given ?? '').trim().toLowerCase()
  if (name === '')
    throw refused('not-valid', 'events-providerless', { known: PROVIDERS.join(', ') }).atShell(
      'give',
      '--provider',
    )
  if (!isProvider(name))
    throw refused('not-valid', 'events-provider', {
      name: name.slice(0, 40),
      known: PROVIDERS.join(', '),
    })
  return name
}

/** Of a provider that is known; the key of another is not judged. */
export function checkProviderKey(provider: string, key: string | undefined): void {
  const name = provider.trim().toLowerCase()
  const problem = key !== undefined && isProvider(name) ? keyProblem(name, key.trim()) : undefined
  if (problem !== undefined) throw refused('not-valid', 'events-key', { says: problem })
}

/** The URL that the operator enters at the relay. */
export const addressOfEvents = (
  publicUrl: string | undefined,
  { routeId, token }: RelayEvents,
): string => `${publicUrl ?? ''}/api/relay-events/${routeId}/${token}`

/** The provider signs, and its key is not known here: its webhooks are refused. */
export const lacksKey = ({ provider, key }: RelayEvents): boolean =>
  key === '' && isProvider(provider) && SIGNING.includes(provider)
