/** Personal data in SMS: exports it, and erases it. */
import type { Db } from '../../db/db.ts'
import { formatInstant } from '../../lib/instant.ts'
import { readNumber } from '../../sms/numbers.ts'
import type { HashAddress } from '../keys/address-hash.ts'
import { findCountry } from '../sms/plan.sql.ts'
import { markOf } from '../sms/plan-message.ts'
import {
  blankSms,
  blankSmsToNumbers,
  knownReplies,
  knownSandboxSms,
  knownSms,
  knownSmsOptOuts,
  markSmsOptOuts,
  phonesOfPerson,
  removeReplies,
  removeSandboxSms,
  removeSmsOptOuts,
  smsToNumbers,
  waitForSmsPlans,
} from './sms-of-person.sql.ts'

interface These {
  accountId: number
  /** None for an address without a subscriber. */
  subscriberIds: number[]
}

/** The person's number, and the numbers of earlier SMS. */
async function numbersOf(
  db: Db,
  these: These,
  sms: { number: string | null }[],
): Promise<string[]> {
  const phones = await phonesOfPerson(db, these)
  const country = (await findCountry(db, these))?.country ?? ''
  const read = phones.map(one =>
    readNumber(one.countryCode.trim() || country, one.phone, 'any line'),
  )
  return [
    ...new Set([
      ...read.flatMap(one => ('number' in one ? one.number : [])),
      ...sms.flatMap(({ number }) => number ?? []),
    ]),
  ]
}

export async function smsOfPerson(db: Db, these: These) {
  const sms = await knownSms(db, these)
  const numbers = await numbersOf(db, these, sms)
  const toNumbers = await smsToNumbers(db, { ...these, numbers })
  return {
    sms: [...sms, ...toNumbers].map(({ changed, ...one }) => ({
      ...one,
      changed: changed && formatInstant(changed),
    })),
    smsReplies: (await knownReplies(db, { ...these, numbers })).map(inMoments),
    smsOptOuts: (await knownSmsOptOuts(db, { ...these, numbers })).map(
      ({ created, ...optOut }) => ({
        ...optOut,
        created: formatInstant(created),
      }),
    ),
    sandboxSms: (await knownSandboxSms(db, { ...these, numbers })).map(inMoments),
  }
}

const inMoments = <Row extends { received: string }>(row: Row) => ({
  ...row,
  received: formatInstant(row.received),
})

/** Call it before reading the person: from here on no running plan can contain them. */
export const lockSmsPlanning = (tx: Db, accountId: number): Promise<unknown> =>
  waitForSmsPlans(tx, { accountId })

/**
 * Rows of SMS stay, without the number. Without a subscriber there are no numbers to search for.
 */
export async function eraseFromSms(tx: Db, these: These, hash: HashAddress): Promise<void> {
  if (these.subscriberIds.length === 0) return
  const { accountId } = these
  const numbers = await numbersOf(tx, these, await knownSms(tx, these))
  await blankSms(tx, these)
  await removeSandboxSms(tx, { ...these, numbers })
  if (numbers.length === 0) return
  await blankSmsToNumbers(tx, { accountId, numbers })
  await removeReplies(tx, { accountId, numbers })
  await markSmsOptOuts(tx, {
    accountId,
    numbers,
    marks: numbers.map(number => markOf(hash, accountId, number)),
  })
  await removeSmsOptOuts(tx, { accountId, numbers })
}
