/**
 * Keeps the words that single emails are found by. Inserts note emails whose subject came with the
 * call in an outbox, claims those whose address may have no words yet, and a worker writes the
 * words: docs/decisions/0094-search-of-emails.md.
 */
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { storeLocal } from '../../../db/store-local.ts'
import { createCache } from '../../../lib/cache.ts'
import { emailKey } from '../../../lib/email-address.ts'
import { distinctWords, wordsOfAddress, wordsOfText } from '../../words/words.ts'
import {
  addAddressWords,
  addressesWithoutWords,
  addSubjectWords,
  dropNoted,
  noteEmails,
  subjectsOfEmails,
  takeNoted,
} from './email-words.sql.ts'

/** Addresses that this process has noted lately. */
const MOST_KNOWN = 50_000
const KNOWN_MILLIS = 3_600_000
const knownOf = storeLocal(() =>
  createCache<string, true>({ most: MOST_KNOWN, millis: KNOWN_MILLIS }),
)

/** Taken by one step, which takes a tenth of a second or so. */
const MOST_NOTES = 20
const MOST_EMAILS = 1_000

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
 * Writes the words of the emails that wait longest, in one transaction; several processes may do it
 * at the same time. False: none wait, or others have them.
 */
export function writeNotedWords(db: Store, accountId: number): Promise<boolean> {
  return atomically(
    db,
    async tx => {
      const noted = stepOf(await takeNoted(tx, { accountId, most: MOST_NOTES }))
      if (noted.length === 0) return false
      const { addresses = [], subjects = [] } = Object.groupBy(noted, one =>
        one.subjects ? 'subjects' : 'addresses',
      )
      await writeAddressWords(tx, accountId, idsIn(addresses))
      await writeSubjectWords(tx, accountId, idsIn(subjects))
      const upTo = noted.at(-1)!.claimedAt
      await dropNoted(tx, { accountId, upTo, noted: noted.map(({ id }) => id) })
      return true
    },
    { again: true, accountId },
  )
}

type Noted = Awaited<ReturnType<typeof takeNoted>>[number]

const idsIn = (noted: readonly { ids: number[] }[]): number[] => noted.flatMap(({ ids }) => ids)

/** The first notes, until they have so many emails. */
function stepOf(taken: readonly Noted[]) {
  let emails = 0
  return taken
    .map(one => ({ ...one, ids: one.ids.split(',').map(Number) }))
    .filter(({ ids }) => {
      const fits = emails === 0 || emails + ids.length <= MOST_EMAILS
      emails += ids.length
      return fits
    })
}

async function writeAddressWords(tx: Db, accountId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const addresses = await addressesWithoutWords(tx, { accountId, ids })
  const rows = addresses.flatMap(({ id, emailKey }) =>
    distinctWords(wordsOfAddress(emailKey)).map(word => ({ id, word, target: emailKey })),
  )
  if (rows.length === 0) return
  await addAddressWords(tx, {
    accountId,
    ids: rows.map(({ id }) => id),
    words: rows.map(({ word }) => word),
    targets: rows.map(({ target }) => target),
  })
}

async function writeSubjectWords(tx: Db, accountId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const emails = await subjectsOfEmails(tx, { accountId, ids })
  const rows = emails.flatMap(({ id, subject }) =>
    distinctWords(wordsOfText(subject)).map(word => ({ id, word })),
  )
  if (rows.length === 0) return
  await addSubjectWords(tx, {
    accountId,
    ids: rows.map(({ id }) => id),
    words: rows.map(({ word }) => word),
  })
}
