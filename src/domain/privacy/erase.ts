/**
 * Erasing a person: nothing readable of them is left in the store, while the totals of sendings
 * stay. Who had opted out is kept out by a keyed hash of the address.
 * docs/decisions/0016-erasing.md tells why it takes two transactions, and what is waited for
 * between them.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { emailKey } from '../../lib/email-address.ts'
import { addressHashing, type HashAddress } from '../keys/address-hash.ts'
import { leaveLists } from '../lists/leave-lists.sql.ts'
import { Refusal } from '../refusal.ts'
import { forgetWalks } from '../triggers/entries/entries.sql.ts'
import { forgetBundled, forgetPerson } from '../webhooks/webhooks.sql.ts'
import {
  blankDeliveries,
  blankOptOut,
  blankTestDeliveries,
  blankTriggerDeliveries,
  hashOptOut,
  lockPerson,
  lockUnplannedSendings,
  lookersAtOptOuts,
  removeFromTestGroups,
  removePerson,
  removeSandboxLetters,
  removeSubscriptionsOfPerson,
} from './known.sql.ts'
import { forgetInImports } from './known-imports.ts'
import { forgetInMail } from './known-mail.ts'
import { forgetInSms, smsPlansDone } from './known-sms.ts'
import { forgetInTransactions } from './known-transactions.ts'

export interface ErasureResult {
  /** The person had opted out, and no insert, import or sending will bring the address in. */
  keptOut: boolean
  /** Letters whose row stays, without the address. */
  deliveries: number
  sandboxLetters: number
  testGroups: number
  /** Imports that wait or are under way: their files may hold the address still. */
  openImports: number
}

/** How long statements under way are waited for: an import's transactions take seconds. */
const PATIENCE_MILLIS = 120_000
const LOOK_MILLIS = 20
/** Somebody opts out, or is let in again, just now: then it begins again. */
const MOST_ROUNDS = 5

/** Undefined: nobody is known by that address. For a process that has opened the keys. */
export async function erase(
  db: Store,
  accountId: number,
  email: string,
  patienceMillis = PATIENCE_MILLIS,
): Promise<ErasureResult | undefined> {
  const key = emailKey(email)
  const keyHash = addressHashing(db)(accountId, key)
  if (keyHash === null) throw new Error('a person is erased by a process that has opened the keys')
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const keptOut = await prepare(db, accountId, key, keyHash)
    if (keptOut) await lookersGone(db, patienceMillis)
    let erased: ErasureResult | 'again' | undefined
    // Done a second time after a COMMIT that nobody answered, nobody is left: then the first answer
    // is the true one.
    const work = async (tx: Db) => {
      erased = (await remove(tx, accountId, key, addressHashing(db))) ?? erased
    }
    await atomically(db, work, { again: true })
    if (erased !== 'again') return erased
  }
  throw new Refusal(
    'not-now',
    'The person is being opted out and let in again at this moment. Try again.',
  )
}

/**
 * The person leaves all lists, so that no plan made from here on knows them. True: opted out, and
 * the hash says so from here on.
 */
async function prepare(
  db: Store,
  accountId: number,
  key: string,
  keyHash: string,
): Promise<boolean> {
  const optOutId = await takeId(db, accountId, 'opt-out')
  return atomically(
    db,
    async tx => {
      const person = await lockPerson(tx, { accountId, emailKey: key })
      if (!person) return false
      await leaveLists(tx, { accountId, subscriberId: person.id, listId: null })
      if (!person.optedOut) return false
      await hashOptOut(tx, {
        accountId,
        optOutId: person.optOutId ?? optOutId,
        subscriberId: person.id,
        keyHash,
      })
      return true
    },
    { again: true },
  )
}

/**
 * Waits for those who may have looked for the hash before it was there: as long as the person's row
 * is, they find that.
 */
async function lookersGone(db: Db, patienceMillis: number): Promise<void> {
  const until = Date.now() + patienceMillis
  let among: string[] | null = null
  for (;;) {
    among = (await lookersAtOptOuts(db, { among })).map(({ id }) => id)
    if (among.length === 0) return
    if (Date.now() > until)
      throw new Refusal(
        'not-now',
        'Something else has been writing to the store for long. Nothing was erased yet: try again later.',
      )
    await pause(LOOK_MILLIS)
  }
}

async function remove(
  tx: Db,
  accountId: number,
  key: string,
  hash: HashAddress,
): Promise<ErasureResult | undefined | 'again'> {
  await smsPlansDone(tx, accountId)
  await lockUnplannedSendings(tx, { accountId })
  const person = await lockPerson(tx, { accountId, emailKey: key })
  // Opted out since it was looked at.
  if (person?.optedOut && person.keyHash === null) return 'again'
  const these = { accountId, subscriberId: person?.id ?? 0, emailKey: key }
  const testLetters = await blankTestDeliveries(tx, these)
  const testGroups = await removeFromTestGroups(tx, these)
  const sandboxLetters = await removeSandboxLetters(tx, these)
  const openImports = await forgetInImports(tx, these)
  const mail = await forgetInMail(tx, { ...these, email: person?.email ?? key })
  const transactions = await forgetInTransactions(tx, these)
  const letters = testLetters + transactions
  const erased = { keptOut: false, deliveries: letters, sandboxLetters, testGroups, openImports }
  if (!person) return letters + testGroups + sandboxLetters + mail === 0 ? undefined : erased
  await forgetInSms(tx, these, hash)
  const deliveries =
    letters + (await blankDeliveries(tx, these)) + (await blankTriggerDeliveries(tx, these))
  await forgetWalks(tx, these)
  await forgetPerson(tx, these)
  await forgetBundled(tx, these)
  if (person.optedOut) await blankOptOut(tx, these)
  await leaveLists(tx, { accountId, subscriberId: person.id, listId: null })
  await removeSubscriptionsOfPerson(tx, these)
  await removePerson(tx, these)
  return { ...erased, keptOut: person.optedOut, deliveries }
}
