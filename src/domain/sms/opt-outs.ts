/**
 * Numbers that get no SMS. Independent of the opt-outs of addresses: a person without SMS may still
 * want emails.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { readNumber } from '../../sms/numbers.ts'
import { recordChange } from '../audit/record.ts'
import { addressHashing } from '../keys/address-hash.ts'
import { refused, type Violation, violationsOf } from '../refusal.ts'
import { checkText } from '../text.ts'
import { isListenedTo, publish } from '../webhooks/publish.ts'
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
  const code = read.fault === 'no country code' ? 'number-no-country' : 'number-wrong'
  throw refused('not-valid', code)
}

const checkReason = (reason: string): string => checkText(reason, 'reason', MAX_REASON)

interface GivenNumber {
  country?: string | undefined
  number?: string | undefined
  reason?: string | undefined
}

/** Validates the given values: a number, and the reason of its opt-out. */
export const violationsOfSmsOptOut = ({ country, number, reason }: GivenNumber): Violation[] =>
  violationsOf([
    [
      ['number'],
      () => country !== undefined && number !== undefined && readSmsNumber(country, number),
    ],
    [['reason'], () => reason !== undefined && checkReason(reason)],
  ])

/** Returns whether it is new. An existing record is kept. */
export async function optOutOfSms(
  db: Store,
  accountId: number,
  number: string,
  reason: string,
): Promise<boolean> {
  const kept = checkReason(reason)
  const work = async (tx: Db) => {
    const added = (await addSmsOptOuts(tx, { accountId, numbers: [number], reason: kept })) === 1
    if (added) await recordChange(tx, accountId, { action: 'sms.opt-out', id: '' })
    return added
  }
  return atomically(db, work, { again: true })
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
  const work = async (tx: Db) => {
    const lifted = (await removeSmsOptOut(tx, { accountId, numbers: [number, mark] })) > 0
    if (lifted) await recordChange(tx, accountId, { action: 'sms.lift-opt-out', id: '' })
    return lifted
  }
  return atomically(db, work, { again: true })
}

interface SmsOptOut {
  /** Its place among the opt-outs of the same moment. */
  key: string
  /** Undefined for an erased person. */
  number: string | undefined
  reason: string
  created: string
}

const PART = 1000

/** The newest first, those after a place: its time and key. */
export async function smsOptOutsPage(
  db: Db,
  accountId: number,
  [beforeTime, beforeNumber]: readonly [string, string] = ['infinity', ''],
  most: number = PART,
): Promise<SmsOptOut[]> {
  const rows = await smsOptOuts(db, { accountId, beforeTime, beforeNumber, most })
  return rows.map(({ number, ...row }) => ({
    key: number,
    number: number.startsWith('erased:') ? undefined : number,
    ...row,
  }))
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
  const recipients = await accountsOfRecipient(db, { number })
  for (const { accountId, messageId } of recipients) {
    if (meaning === 'stop') await optOutOfSms(db, accountId, number, 'answered an SMS')
    if (meaning === 'start') await liftSmsOptOut(db, accountId, number)
    const id = await takeId(db, accountId, 'sms reply')
    const reply = {
      accountId,
      id,
      number,
      text: text.slice(0, MOST_REPLY).replaceAll('\0', '\ufffd').toWellFormed(),
      meaning,
    }
    await atomically(
      db,
      async tx => {
        if ((await addReply(tx, reply)) === 0) return
        if (!(await isListenedTo(tx, accountId, 'sms-received'))) return
        const shared = { sms: messageId, reply: id, meaning }
        await publish(tx, accountId, { kind: 'sms-received', ids: [0], shared })
      },
      { again: true },
    )
  }
  return recipients.map(({ accountId }) => accountId)
}
