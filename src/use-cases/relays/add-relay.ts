/** Adds a relay. Its address is stored sealed, with the password in it. */
import type { Store } from '../../db/db.ts'
import { Refusal } from '../../domain/refusal.ts'
import { keepRoute, type RouteLimits, USUAL_LIMITS } from '../../domain/routes/keep-route.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { type RelayAddress, readSmtpUrl, SmtpUrlError } from '../../mail/smtp/url.ts'

interface NewRelay {
  name: string
  /** smtp://user:password@host:587, smtps://host:465 */
  url: string
  limits: Partial<RouteLimits>
}

/** Refuses an address that is none. Returns it. */
export async function addRelay(
  db: Store,
  sealer: Sealer,
  { name, url, limits }: NewRelay,
): Promise<RelayAddress> {
  const address = readRelay(url)
  await keepRoute(db, sealer, name, url, { ...USUAL_LIMITS, ...limits })
  return address
}

export function readRelay(url: string): RelayAddress {
  try {
    return readSmtpUrl(url)
  } catch (error) {
    if (!(error instanceof SmtpUrlError)) throw error
    const detail = `${error.message}.`
    throw Object.assign(new Refusal('not-valid', detail, detail), { cause: error })
  }
}
