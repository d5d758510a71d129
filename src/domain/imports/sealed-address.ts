/**
 * The URL of a file until it is fetched. It may contain a secret (a user, a password, a query) that
 * a dump must not show. So it is stored as the part that may be shown, a blank, and the sealed
 * whole.
 */
import { createHmac } from 'node:crypto'
import type { Store } from '../../db/db.ts'
import { shown } from '../../lib/download/address.ts'
import { createSealer, type Sealer } from '../../lib/secrets.ts'
import { storeSecret } from '../keys/address-hash.ts'

const PURPOSE = 'the address of a file to be fetched'

/**
 * A sealer by the store's own first key, which is stored sealed. Undefined: this process has not
 * opened the keys.
 */
function sealerOf(db: Store): Sealer | undefined {
  const secret = storeSecret(db)
  return secret && createSealer(createHmac('sha256', secret).update(PURPOSE).digest('base64url'))
}

/** Whether the URL has a part that is never shown. */
export const hasSecrets = ({ username, password, search, hash }: URL): boolean =>
  username + password + search + hash !== ''

/** For storing: unchanged if all of it may be shown, or if the keys are not open. */
export function sealedAddress(db: Store, url: string): string {
  const parsed = new URL(url)
  // A serialized URL contains no blank: names of files may have some.
  const { href } = parsed
  if (!hasSecrets(parsed)) return href
  const sealer = sealerOf(db)
  return sealer ? `${shown(parsed)} ${sealer.seal(Buffer.from(href), PURPOSE)}` : href
}

/** For fetching. Throws SealedOtherwise if it was sealed with other keys. */
export function openedAddress(db: Store, kept: string): string {
  const [, sealed] = kept.split(' ')
  if (sealed === undefined) return kept
  const sealer = sealerOf(db)
  if (!sealer)
    throw new Error(
      'The address of a file is sealed in the store, and this process has not opened the keys.',
    )
  return sealer.open(sealed, PURPOSE).toString()
}

/** The part that people may see. */
export const shownAddress = (kept: string): string => shown(new URL(kept.split(' ')[0]!))
