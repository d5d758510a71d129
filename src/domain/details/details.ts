/**
 * The sentences of refusals, and of what has stopped, as a closed table: a code with values on the
 * wire, in words for programs and commands. The console has words of its own for each code, in
 * each language: a code without them does not compile (console/parts/detail-texts.ts).
 */

import { fileWords } from '../../lib/file-words.ts'
import { pictureWords } from '../../lib/picture/words.ts'
import { type CodedSentence, detailsOf } from '../../lib/sentences.ts'
import { accountDetails } from './account.ts'
import { contentDetails } from './content.ts'
import { hostDetails } from './hosts.ts'
import { peopleDetails } from './people.ts'
import { relayDetails } from './relays.ts'
import { runDetails } from './runs.ts'
import { sendingDetails } from './sendings.ts'
import { todoDetails } from './todos.ts'

const DETAILS = {
  ...peopleDetails,
  ...contentDetails,
  ...sendingDetails,
  ...accountDetails,
  ...hostDetails,
  ...relayDetails,
  ...todoDetails,
  ...fileWords,
  ...pictureWords,
  ...runDetails,
}

export type DetailCode = keyof typeof DETAILS

export const DETAIL_CODES = Object.keys(DETAILS) as [DetailCode, ...DetailCode[]]

export type DetailArguments<Code extends DetailCode> = Parameters<(typeof DETAILS)[Code]>

/** What is wrong: for programs, and for who words it in another language. */
export type Detail = CodedSentence<DetailCode>

export const detailed = detailsOf(DETAILS)
