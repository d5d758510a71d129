/**
 * What text messages have left of a person in the store: for telling it, and for taking out what
 * can be read.
 */
import type { Db } from '../../db/db.ts'
import { formatInstant } from '../../lib/instant.ts'
import { readNumber } from '../../sms/numbers.ts'
import type { HashAddress } from '../keys/address-hash.ts'
import { findCountry } from '../sms/plan.sql.ts'
import { markOf } from '../sms/plan-message.ts'
import {
  blankTexts,
  knownReplies,
  knownSandboxTexts,
  knownTextOptOuts,
  knownTexts,
  markTextOptOuts,
  phoneOfPerson,
  removeReplies,
  removeSandboxTexts,
  removeTextOptOuts,
  waitForTextPlans,
} from './known-texts.sql.ts'

interface These {
  accountId: number
  /** 0 for an address without a subscriber. */
  subscriberId: number
}

/** The number the person has, and those that texts went to before. */
async function numbersOf(
  db: Db,
  these: These,
  texts: { number: string | null }[],
): Promise<string[]> {
  const phone = await phoneOfPerson(db, these)
  const country = (await findCountry(db, these))?.country ?? ''
  const read = phone && readNumber(phone.countryCode.trim() || country, phone.phone, 'any line')
  return [
    ...new Set([
      ...(read && 'number' in read ? [read.number] : []),
      ...texts.flatMap(({ number }) => number ?? []),
    ]),
  ]
}

export async function knownOfTexts(db: Db, these: These) {
  const texts = await knownTexts(db, these)
  const numbers = await numbersOf(db, these, texts)
  return {
    texts: texts.map(({ changed, ...text }) => ({
      ...text,
      changed: changed && formatInstant(changed),
    })),
    textReplies: (await knownReplies(db, { ...these, numbers })).map(inMoments),
    textOptOuts: (await knownTextOptOuts(db, { ...these, numbers })).map(
      ({ created, ...optOut }) => ({
        ...optOut,
        created: formatInstant(created),
      }),
    ),
    sandboxTexts: (await knownSandboxTexts(db, { ...these, numbers })).map(inMoments),
  }
}

const inMoments = <Row extends { received: string }>(row: Row) => ({
  ...row,
  received: formatInstant(row.received),
})

/**
 * Before anything of the person is read: no plan of a message that may know them is under way from
 * here on.
 */
export const textPlansDone = (tx: Db, accountId: number): Promise<unknown> =>
  waitForTextPlans(tx, { accountId })

/**
 * Rows of texts stay, without number. Of a person without a subscriber nothing can be found:
 * numbers belong to those.
 */
export async function forgetInTexts(tx: Db, these: These, hash: HashAddress): Promise<void> {
  if (these.subscriberId === 0) return
  const { accountId } = these
  const numbers = await numbersOf(tx, these, await knownTexts(tx, these))
  await blankTexts(tx, these)
  await removeSandboxTexts(tx, { ...these, numbers })
  if (numbers.length === 0) return
  await removeReplies(tx, { accountId, numbers })
  await markTextOptOuts(tx, {
    accountId,
    numbers,
    marks: numbers.map(number => markOf(hash, accountId, number)),
  })
  await removeTextOptOuts(tx, { accountId, numbers })
}
