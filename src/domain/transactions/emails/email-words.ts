/**
 * Keeps the words that single emails are found by. Those of an address are written by the worker
 * that claims its first email, those of a subject of a call with the call:
 * docs/decisions/0094-search-of-emails.md.
 */
import type { Store } from '../../../db/db.ts'
import { storeLocal } from '../../../db/store-local.ts'
import { createCache } from '../../../lib/cache.ts'
import { emailKey } from '../../../lib/email-address.ts'
import { distinctWords, wordsOfAddress, wordsOfText } from '../../words/words.ts'
import { addAddressWords } from './email-words.sql.ts'

/** Addresses whose words this process has written or seen lately. */
const MOST_KNOWN = 50_000
const KNOWN_MILLIS = 3_600_000
const knownOf = storeLocal(() =>
  createCache<string, true>({ most: MOST_KNOWN, millis: KNOWN_MILLIS }),
)

/** Of the addresses of emails that are about to be tried. */
export async function keepAddressWords(
  db: Store,
  accountId: number,
  claimed: readonly { id: number; email: string }[],
): Promise<void> {
  const known = knownOf(db)
  const idOf = new Map<string, number>()
  for (const { id, email } of claimed) {
    const key = emailKey(email)
    if (!known.get(`${accountId} ${key}`)) idOf.set(key, id)
  }
  const rows = [...idOf].flatMap(([target, id]) =>
    distinctWords(wordsOfAddress(target)).map(word => ({ id, word, target })),
  )
  if (rows.length === 0) return
  await addAddressWords(db, {
    accountId,
    ids: rows.map(({ id }) => id),
    words: rows.map(({ word }) => word),
    targets: rows.map(({ target }) => target),
  })
  for (const key of idOf.keys()) known.set(`${accountId} ${key}`, true)
}

export const subjectWords = (subject: string): string[] => distinctWords(wordsOfText(subject))
