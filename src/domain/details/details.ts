/**
 * The sentences of refusals, and of what has stopped, as a closed table: a code with values on the
 * wire, in English for programs. Other languages have words of their own for each code: one without
 * them does not compile (words/detail-words.ts).
 */

import { fileWords } from '../../lib/file-words.ts'
import { pictureWords } from '../../lib/picture/words.ts'
import { type CodedSentence, detailsOf } from '../../lib/sentences.ts'
import { mailboxWords } from '../../mail/mailbox/words.ts'
import { addressWords } from '../../mail/message/address-words.ts'
import { relayWords } from '../../mail/smtp/words.ts'
import { templateWords } from '../../mail/template/words.ts'
import { gatewayWords } from '../../sms/words.ts'
import { accountDetails } from './account.ts'
import { arrivalDetails } from './arrivals.ts'
import { conditionDetails } from './conditions.ts'
import { contentDetails } from './content.ts'
import { definitionDetails } from './definitions.ts'
import { doneDetails } from './done.ts'
import { givenDetails } from './given.ts'
import { hostDetails } from './hosts.ts'
import { answerDetails, outcomeDetails, smsStops } from './outcomes.ts'
import { passageDetails } from './passages.ts'
import { peopleDetails } from './people.ts'
import { programDetails } from './programs.ts'
import { relayDetails } from './relays.ts'
import { runDetails } from './runs.ts'
import { sendingDetails } from './sendings.ts'
import { smsDetails } from './sms.ts'
import { deliveryDetails, stopDetails } from './stops.ts'
import { todoDetails } from './todos.ts'
import { sourceDetails, triggerDetails } from './triggers.ts'

const DETAILS = {
  ...peopleDetails,
  ...contentDetails,
  ...sendingDetails,
  ...accountDetails,
  ...doneDetails,
  ...givenDetails,
  ...hostDetails,
  ...sourceDetails,
  ...relayDetails,
  ...relayWords,
  ...mailboxWords,
  ...addressWords,
  ...todoDetails,
  ...fileWords,
  ...pictureWords,
  ...templateWords,
  ...runDetails,
  ...stopDetails,
  ...deliveryDetails,
  ...definitionDetails,
  ...conditionDetails,
  ...triggerDetails,
  ...passageDetails,
  ...smsDetails,
  ...smsStops,
  ...outcomeDetails,
  ...answerDetails,
  ...gatewayWords,
  ...programDetails,
  ...arrivalDetails,
}

export type DetailCode = keyof typeof DETAILS

export const DETAIL_CODES = Object.keys(DETAILS) as [DetailCode, ...DetailCode[]]

export type DetailArguments<Code extends DetailCode> = Parameters<(typeof DETAILS)[Code]>

/** What is wrong: for programs, and for who words it in another language. */
export type Detail = CodedSentence<DetailCode>

export const detailed = detailsOf(DETAILS)

/** A sentence in an answer: in English, as a code, and with the code of a sentence within it. */
export interface ReportedSentence extends Omit<Detail, 'detail'> {
  says: string
  because: Omit<Detail, 'detail'> | null
}

export const reported = (
  { detail, code, values }: Detail,
  because?: Omit<Detail, 'detail'>,
): ReportedSentence => ({
  says: detail,
  code,
  values,
  because: because ? { code: because.code, values: because.values } : null,
})

/** A sentence as it is stored: in English, and as a code with values. */
export interface StoredDetail {
  reason: string
  /** JSON: code, values, and the code and values of a sentence within it. */
  why: string
}

export function storedDetail(
  { code, values, detail }: Detail,
  because?: Pick<Detail, 'code' | 'values'>,
): StoredDetail {
  const within = because && { code: because.code, values: because.values }
  return { reason: detail, why: JSON.stringify({ code, values, because: within }) }
}

export const NO_DETAIL = { reason: null, why: null }

type KnownWhy = Pick<Detail, 'code' | 'values'> & { because: Omit<Detail, 'detail'> | null }

/** Null: a sentence of a person or a server, or with a code that is none any more. */
export function readWhy(why: string | null): KnownWhy | null {
  if (why === null) return null
  const { code, values, because } = JSON.parse(why) as Partial<KnownWhy>
  if (code === undefined || values === undefined || !Object.hasOwn(DETAILS, code)) return null
  return { code, values, because: because && because.code in DETAILS ? because : null }
}
