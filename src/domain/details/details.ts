/**
 * The sentences of refusals, and of what has stopped, as a closed table: a code with values on the
 * wire, in words for programs and commands. The console has words of its own for each code, in
 * each language: a code without them does not compile (console/parts/detail-texts.ts).
 */
import { accountDetails } from './account.ts'
import { contentDetails } from './content.ts'
import { hostDetails } from './hosts.ts'
import { peopleDetails } from './people.ts'
import { sendingDetails } from './sendings.ts'
import { todoDetails } from './todos.ts'
import type { Value } from './values.ts'

const DETAILS = {
  ...peopleDetails,
  ...contentDetails,
  ...sendingDetails,
  ...accountDetails,
  ...hostDetails,
  ...todoDetails,
}

export type DetailCode = keyof typeof DETAILS

export const DETAIL_CODES = Object.keys(DETAILS) as [DetailCode, ...DetailCode[]]

export type DetailArguments<Code extends DetailCode> =
  Parameters<(typeof DETAILS)[Code]> extends [infer Given] ? [values: Given] : []

/** What is wrong: for programs, and for who words it in another language. */
export interface Detail {
  code: DetailCode
  values: Record<string, Value>
  /** In English. */
  detail: string
}

export function detailed<Code extends DetailCode>(
  code: Code,
  ...[values]: DetailArguments<Code>
): Detail {
  const say = DETAILS[code] as (values: unknown) => string
  return { code, values: (values ?? {}) as Record<string, Value>, detail: say(values) }
}
