/** Adds a relay. Its address is stored sealed, with the password in it. */
import type { Store } from '../../db/db.ts'
import { refused, refusedFor, type Violation, violationsOf } from '../../domain/refusal.ts'
import {
  changeAddress,
  keepRoute,
  type RouteLimits,
  USUAL_LIMITS,
  violationsOfRoute,
} from '../../domain/routes/keep-route.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { describeRelay, type RelayAddress, readSmtpUrl, SmtpUrlError } from '../../mail/smtp/url.ts'
import { checkProviderKey, checkProviderName } from './relay-events.ts'

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

/** Gives a relay another address: a new password, a new secret, another host. */
export async function moveRelay(
  db: Store,
  sealer: Sealer,
  name: string,
  url: string,
): Promise<RelayAddress> {
  const address = readRelay(url)
  await changeAddress(db, sealer, name, { url, shown: describeRelay(address) })
  return address
}

/** Of an address, in characters. */
export const MOST_ADDRESS = 10_000

interface RelayGiven {
  name?: string | undefined
  url?: string | undefined
  provider?: string | null | undefined
  providerKey?: string | undefined
}

/** Of the values that are there. A key is that of a provider. */
export const violationsOfRelay = ({
  name,
  url,
  provider,
  providerKey,
}: RelayGiven): Violation[] => [
  ...violationsOfRoute({ name }),
  ...violationsOf([
    [['url'], () => url !== undefined && readRelay(url)],
    [['provider'], () => provider != null && checkProviderName(provider)],
    [['providerKey'], () => provider != null && checkProviderKey(provider, providerKey)],
  ]),
]

/** A key needs its provider. */
export const violationsOfNewRelay = ({ provider, ...given }: RelayGiven): Violation[] =>
  violationsOfRelay({
    ...given,
    provider: given.providerKey === undefined ? provider : (provider ?? ''),
  })

export function readRelay(url: string): RelayAddress {
  if (url.length > MOST_ADDRESS) {
    throw refused('not-valid', 'relay-address-long', { most: MOST_ADDRESS })
  }
  try {
    return readSmtpUrl(url)
  } catch (error) {
    if (!(error instanceof SmtpUrlError)) throw error
    const refusal = refusedFor('not-valid', error.sentence)
    throw Object.assign(refusal, { cause: error })
  }
}
