/**
 * Numbers that get no SMS. Independent of the opt-outs of addresses: a person without SMS may still
 * want emails.
 */
import type { Db, Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { readNumber } from '../../sms/numbers.ts'
import { addressHashing } from '../keys/address-hash.ts'
import { Refusal } from '../refusal.ts'
import { checkText } from '../text.ts'
import {
  accountsOfRecipient,
  addReply,
  addSmsOptOuts,
  removeSmsOptOut,
  smsOptOuts,
} from './opt-outs.sql.ts'
import { markOf } from './plan-message.ts'

const MAX_REASON = 200

/** The number in E.164. Landlines are accepted too, so that every opt-out is recorded. */
export function readSmsNumber(countryCode: string, text: string): string {
  const read = readNumber(countryCode, text, 'any line')
  if ('number' in read) return read.number
  const why =
    read.fault === 'no country code'
      ? 'Write it with its calling code, as +46701234567, or give the country.'
      : 'Write it as +46701234567.'
  throw new Refusal('not-valid', `That is not a telephone number. ${why}`)
}

/** Returns whether it is new. An existing record is kept. */
export async function optOutOfSms(
  db: Db,
  accountId: number,
  number: string,
  reason: string,
): Promise<boolean> {
  const kept = checkText(reason, 'reason', MAX_REASON)
  return (await addSmsOptOuts(db, { accountId, numbers: [number], reason: kept })) === 1
}

/**
 * Lifts an opt-out at the person's request, also of an erased number. Returns whether there was
 * one.
 */
export async function liftSmsOptOut(
  db: Store,
  accountId: number,
  number: string,
): Promise<boolean> {
  const mark = markOf(addressHashing(db), accountId, number)
  return (await removeSmsOptOut(db, { accountId, numbers: [number, mark] })) > 0
}

export interface SmsOptOut {
  /** Undefined for an erased person. */
  number: string | undefined
  reason: string
  created: string
}

const PART = 1000

/** The newest first, in pages. */
export async function* smsOptOutsOf(db: Db, accountId: number): AsyncGenerator<SmsOptOut[]> {
  let before = { beforeTime: 'infinity', beforeNumber: '' }
  for (;;) {
    const rows = await smsOptOuts(db, { accountId, ...before, most: PART })
    if (rows.length > 0)
      yield rows.map(({ number, ...row }) => ({
        number: number.startsWith('erased:') ? undefined : number,
        ...row,
      }))
    if (rows.length < PART) return
    const last = rows.at(-1)!
    before = { beforeTime: last.created, beforeNumber: last.number }
  }
}

interface Reply {
  /** E.164. */
  number: string
  text: string
  meaning: 'stop' | 'start' | 'other'
}

const MOST_REPLY = 2000

/**
 * Records a reply for every account that has sent an SMS to the number, since a person who replies
 * "stop" can't know which account it was. Returns these accounts; none if no account has sent one.
 */
export async function recordReply(db: Store, { number, text, meaning }: Reply): Promise<number[]> {
  const accounts = (await accountsOfRecipient(db, { number })).map(({ accountId }) => accountId)
  for (const accountId of accounts) {
    if (meaning === 'stop') await optOutOfSms(db, accountId, number, 'answered an SMS')
    if (meaning === 'start') await liftSmsOptOut(db, accountId, number)
    const id = await takeId(db, accountId, 'sms reply')
    await addReply(db, {
      accountId,
      id,
      number,
      text: text.slice(0, MOST_REPLY).replaceAll('\0', '\ufffd').toWellFormed(),
      meaning,
    })
  }
  return accounts
}
