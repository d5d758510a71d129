/** Moments as other services export them. */
import { parseInstant } from '../../lib/instant.ts'

/** Longer texts are no moment. */
const MOST = 40
/** RFC 5322, as of Mailgun: `Fri, 21 Oct 2011 11:02:55 GMT`. */
const OF_MAIL =
  /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/
/** Seconds since 1970, as of SendGrid and the command line of AWS. */
const SECONDS = /^\d{9,10}(?:\.\d{1,9})?$/

/**
 * ISO 8601, RFC 5322 or seconds since 1970. Undefined for any other text: 03/04/2026 is a day in
 * March or in April.
 */
export function exportedInstant(text: string): Date | undefined {
  if (text.length > MOST) return undefined
  if (SECONDS.test(text)) return new Date(Number(text) * 1000)
  if (!OF_MAIL.test(text)) return parseInstant(text)
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}
