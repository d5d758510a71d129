/**
 * Keeps the words that single emails are found by. Those of a subject of a call are written with
 * the call. Claims note their emails in an outbox, and a worker writes the words of their
 * addresses: docs/decisions/0094-search-of-emails.md.
 */
import { atomically, type Store } from '../../../db/db.ts'
import { storeLocal } from '../../../db/store-local.ts'
import { createCache } from '../../../lib/cache.ts'
import { emailKey } from '../../../lib/email-address.ts'
import { distinctWords, wordsOfAddress, wordsOfText } from '../../words/words.ts'
import {
  addAddressWords,
  addressesWithoutWords,
  dropNoted,
  noteEmails,
  takeNoted,
} from './email-words.sql.ts'

/** Addresses that this process has noted lately. */
const MOST_KNOWN = 50_000
const KNOWN_MILLIS = 3_600_000
const knownOf = storeLocal(() =>
  createCache<string, true>({ most: MOST_KNOWN, millis: KNOWN_MILLIS }),
)

/** Claims taken by one step, of 500 emails at most: it takes a tenth of a second or so. */
const STEP = 2

/** One email for each address that was not noted lately, before the emails of a claim are tried. */
export async function noteClaimed(
  db: Store,
  accountId: number,
  claimId: string,
  claimed: readonly { id: number; email: string }[],
): Promise<void> {
  const known = knownOf(db)
  const idOf = new Map<string, number>()
  for (const { id, email } of claimed) {
    const name = `${accountId} ${emailKey(email)}`
    if (!known.get(name)) idOf.set(name, id)
  }
  if (idOf.size === 0) return
  await noteEmails(db, { accountId, claimId, ids: [...idOf.values()] })
  for (const name of idOf.keys()) known.set(name, true)
}

/**
 * Writes the words of the addresses that wait longest, in one transaction; several processes may do
 * it at the same time. False: none wait, or others have them.
 */
export function writeAddressWords(db: Store, accountId: number): Promise<boolean> {
  return atomically(
    db,
    async tx => {
      const noted = await takeNoted(tx, { accountId, most: STEP })
      if (noted.length === 0) return false
      const ids = noted.flatMap(one => one.ids.split(',').map(Number))
      const addresses = await addressesWithoutWords(tx, { accountId, ids })
      const rows = addresses.flatMap(({ id, emailKey }) =>
        distinctWords(wordsOfAddress(emailKey)).map(word => ({ id, word, target: emailKey })),
      )
      if (rows.length > 0)
        await addAddressWords(tx, {
          accountId,
          ids: rows.map(({ id }) => id),
          words: rows.map(({ word }) => word),
          targets: rows.map(({ target }) => target),
        })
      const upTo = noted.at(-1)!.claimedAt
      await dropNoted(tx, { accountId, upTo, noted: noted.map(({ id }) => id) })
      return true
    },
    { again: true, accountId },
  )
}

export const subjectWords = (subject: string): string[] => distinctWords(wordsOfText(subject))
