/**
 * Erases a person: deletes all personal data from the store, and keeps the totals of sendings. An
 * opted-out address stays on the suppression list as a keyed hash, as do answers on measuring.
 * docs/decisions/0016-erasing.md explains why this takes two transactions, and the wait between
 * them.
 *
 * The person's row is locked before the rows that refer to it, so that none can be added. Bounces
 * and runs of triggers lock messages, deliveries and entries first: a deadlock with one of the
 * same person is possible, and the one that is aborted is retried.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { emailKey, emailSpellings } from '../../lib/email-address.ts'
import { eraseFromAudit, recordChange } from '../audit/record.ts'
import { addressHashing, type HashAddress } from '../keys/address-hash.ts'
import { removeLinkRequestsOfAddress } from '../link-requests/link-requests.sql.ts'
import { leaveLists } from '../lists/leave-lists.sql.ts'
import { hashAnswers } from '../measuring/measuring.sql.ts'
import { removeProgramEventsOfPerson } from '../program-events/program-events.sql.ts'
import { removeProposalsWith } from '../proposals/proposals.sql.ts'
import { refused } from '../refusal.ts'
import { blankProofs, removeSignUpsOfAddress } from '../sign-ups/sign-ups.sql.ts'
import { endRunsOfPerson } from '../triggers/entries/entries.sql.ts'
import { hasListener, publish } from '../webhooks/publish.ts'
import { eraseBundleDetails, eraseEventDetails } from '../webhooks/webhooks.sql.ts'
import { forgetWords } from '../words/keep-words.ts'
import { eraseFromImports } from './imports-of-person.ts'
import { eraseFromMail } from './mail-of-person.ts'
import {
  blankDeliveries,
  blankFormerValues,
  blankOptOut,
  blankTestDeliveries,
  blankTriggerDeliveries,
  dropViewsWith,
  hashOptOut,
  lockPerson,
  lockUnplannedSendings,
  readersOfOptOuts,
  removeConsents,
  removeFromTestGroups,
  removePerson,
  removeSandboxMessages,
  removeSubscriptionsOfPerson,
} from './person.sql.ts'
import { eraseFromSms, lockSmsPlanning } from './sms-of-person.ts'
import { eraseFromTransactions } from './transactions-of-person.ts'

export interface ErasureResult {
  /** The person had opted out: no insert, import or sending will add the address again. */
  keptOut: boolean
  /** Deliveries whose row stays, without the address. */
  deliveries: number
  sandboxMessages: number
  testGroups: number
  /** Queued or running imports: their files may contain the address. */
  openImports: number
}

/** How long to wait for running statements: transactions of an import take seconds. */
const PATIENCE_MILLIS = 120_000
const POLL_MILLIS = 20
/** Retries when the person opts out, or is released, at the same time. */
const MOST_ROUNDS = 5

/** Undefined: the address is unknown. Needs a process that has opened the keys. */
export async function erase(
  db: Store,
  accountId: number,
  email: string,
  patienceMillis = PATIENCE_MILLIS,
): Promise<ErasureResult | undefined> {
  const key = emailKey(email)
  const keyHash = addressHashing(db)(accountId, key)
  const address = { accountId, emailKey: key, spellings: emailSpellings(email) }
  if (keyHash === null) throw new Error('a person is erased by a process that has opened the keys')
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const isHashed = await prepare(db, accountId, key, keyHash)
    if (isHashed) await waitForReaders(db, patienceMillis)
    const isHeard = await hasListener(db, accountId, 'erased')
    let erased: ErasureResult | 'again' | undefined
    // Repeated after a COMMIT whose answer was lost, it finds no person: the first result is the
    // true one.
    const work = async (tx: Db) => {
      erased = (await remove(tx, { ...address, isHeard }, addressHashing(db))) ?? erased
    }
    await atomically(db, work, { again: true })
    if (erased !== 'again') return erased
  }
  throw refused('not-now', 'erase-disputed')
}

/**
 * Removes the person from all lists, so that no further plan contains them. True: they had opted
 * out, or declined to be measured, and the hash by which that is known again is stored.
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
      if (person.declined) await hashAnswers(tx, { accountId, subscriberIds: [person.id], keyHash })
      if (!person.optedOut) return person.declined === true
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
 * Waits for transactions that may have looked for the hash before it was stored. Until the person's
 * row is deleted, they find that.
 */
async function waitForReaders(db: Db, patienceMillis: number): Promise<void> {
  const until = Date.now() + patienceMillis
  let among: string[] | null = null
  for (;;) {
    among = (await readersOfOptOuts(db, { among })).map(({ id }) => id)
    if (among.length === 0) return
    if (Date.now() > until) throw refused('not-now', 'erase-busy')
    await pause(POLL_MILLIS)
  }
}

interface AddressToErase {
  accountId: number
  emailKey: string
  spellings: string[]
  /** A webhook listens to it. */
  isHeard: boolean
}

async function remove(
  tx: Db,
  { isHeard, ...address }: AddressToErase,
  hash: HashAddress,
): Promise<ErasureResult | undefined | 'again'> {
  const { accountId, emailKey: key } = address
  await lockSmsPlanning(tx, accountId)
  await lockUnplannedSendings(tx, { accountId })
  const person = await lockPerson(tx, { accountId, emailKey: key })
  // Opted out, or declined, since prepare().
  if (person?.optedOut && person.keyHash === null) return 'again'
  if (person?.declined && person.answersKnown) return 'again'
  const subscriberIds = person ? [person.id] : []
  const spellings = [...new Set([...address.spellings, ...emailSpellings(person?.email ?? key)])]
  const these = { ...address, subscriberIds, spellings }
  const testMessages = await blankTestDeliveries(tx, these)
  const testGroups = await removeFromTestGroups(tx, these)
  const sandboxMessages = await removeSandboxMessages(tx, these)
  const openImports = await eraseFromImports(tx, these)
  const mail = await eraseFromMail(tx, { ...these, email: person?.email ?? key })
  const transactions = await eraseFromTransactions(tx, these)
  const signUps = await removeSignUpsOfAddress(tx, these)
  await removeLinkRequestsOfAddress(tx, these)
  const proofs = await blankProofs(tx, { ...address, keyHash: hash(accountId, key) })
  await eraseFromAudit(tx, accountId, spellings)
  const texts = spellings.map(text => text.toLowerCase())
  await removeProposalsWith(tx, { accountId, texts })
  await dropViewsWith(tx, { accountId, texts })
  const messages = testMessages + transactions
  const erased = { keptOut: false, deliveries: messages, sandboxMessages, testGroups, openImports }
  const apart = messages + testGroups + sandboxMessages + mail + signUps + proofs
  if (!person) return apart === 0 ? undefined : erased
  await eraseFromSms(tx, these, hash)
  const deliveries =
    messages + (await blankDeliveries(tx, these)) + (await blankTriggerDeliveries(tx, these))
  await endRunsOfPerson(tx, these)
  await removeProgramEventsOfPerson(tx, these)
  await blankFormerValues(tx, these)
  await eraseEventDetails(tx, these)
  await eraseBundleDetails(tx, these)
  if (person.optedOut) await blankOptOut(tx, these)
  await leaveLists(tx, { accountId, subscriberId: person.id, listId: null })
  await removeSubscriptionsOfPerson(tx, these)
  await removeConsents(tx, these)
  await hashAnswers(tx, { ...these, keyHash: hash(accountId, key) })
  await removePerson(tx, these)
  await forgetWords(tx, accountId, subscriberIds)
  await recordChange(tx, accountId, { action: 'subscriber.erase', id: person.id })
  if (isHeard) await publish(tx, accountId, { kind: 'erased', ids: subscriberIds })
  return { ...erased, keptOut: person.optedOut, deliveries }
}
