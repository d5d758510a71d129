/**
 * The address that a file is fetched from, as it lies in the store until that is done: a user, a
 * password or a query may be in it, any of which may be a secret, and a dump is not to show them.
 * So what may be shown stands first, and behind a blank the whole, sealed.
 */
import { createHmac } from 'node:crypto'
import type { Store } from '../../db/db.ts'
import { shown } from '../../lib/download/address.ts'
import { createSealer, type Sealer } from '../../lib/secrets.ts'
import { storeSecret } from '../keys/address-hash.ts'

const PURPOSE = 'the address of a file to be fetched'

/**
 * Of the store's own first key, which lies sealed in it. Undefined: this process has not opened the
 * keys.
 */
function sealerOf(db: Store): Sealer | undefined {
  const secret = storeSecret(db)
  return secret && createSealer(createHmac('sha256', secret).update(PURPOSE).digest('base64url'))
}

/** Whether there is anything in it that is never shown. */
export const holdsSecrets = ({ username, password, search, hash }: URL): boolean =>
  username + password + search + hash !== ''

/** To be kept: as it is when all of it may be shown, or when the keys are not here. */
export function sealedAddress(db: Store, url: string): string {
  const parsed = new URL(url)
  // As a parsed address is written there is no blank in it: names of files may hold some.
  const { href } = parsed
  if (!holdsSecrets(parsed)) return href
  const sealer = sealerOf(db)
  return sealer ? `${shown(parsed)} ${sealer.seal(Buffer.from(href), PURPOSE)}` : href
}

/** To be fetched from. Throws SealedOtherwise where the store's keys are others. */
export function openedAddress(db: Store, kept: string): string {
  const [, sealed] = kept.split(' ')
  if (sealed === undefined) return kept
  const sealer = sealerOf(db)
  if (!sealer)
    throw new Error(
      'The address of a file lies sealed in the store, and this process has not opened the keys.',
    )
  return sealer.open(sealed, PURPOSE).toString()
}

/** What people may see of it. */
export const shownAddress = (kept: string): string => shown(new URL(kept.split(' ')[0]!))
