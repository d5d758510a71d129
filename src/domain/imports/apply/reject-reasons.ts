/** Why a row of a file was rejected: by a parser, by the rules of a subscriber, or by consent. */
import { type Detail, detailed } from '../../details/details.ts'
import { COMPLETED, type End, FAILED } from '../../files/file-work.ts'
import {
  type RowRejectReason as Unread,
  rejectReasons as unread,
} from '../../files/form/row-problems.ts'
import type { ImportCounts, RunningImport } from '../running.ts'

/** Each reason with its text for people. */
export const rejectReasons = {
  ...unread,
  address: 'The email address is not an address that mail can be sent to.',
  format: 'The format is neither HTML nor Text.',
  name: 'The name has more than 500 characters, or control characters.',
  'country-code': 'The country code has more than 20 characters, or control characters.',
  'phone-number': 'The phone number has more than 50 characters, or control characters.',
  'data-field': 'A data field has more than 500 characters, or control characters.',
  'opted-out': 'The person has opted out of everything.',
  unsubscribed: 'The person has unsubscribed from this list.',
  bounced: 'Emails to the address bounced.',
  unconfirmed: 'The person has not confirmed the subscription.',
  status: 'The status is no word that is known.',
  measuring: 'What is said of measuring is not agreed, declined, opens or clicks.',
  'measuring-both': 'Another row of the address says otherwise of measuring. The decline stands.',
  'measuring-declined':
    'The person has declined to be measured. To change that, a row says in which words they ' +
    'agreed since, and when.',
  id: 'The id is not a whole number from 1 to 99999999999999.',
  'id-taken': 'Another subscriber has the id.',
  'other-id': 'The address is known under another id.',
} as const

export type RejectReason = Unread | Exclude<keyof typeof rejectReasons, Unread>

/** Rejected by consent: the rows themselves were valid. */
const BY_CONSENT: readonly RejectReason[] = ['opted-out', 'unsubscribed', 'bounced', 'unconfirmed']

export const isByConsent = (reason: string): boolean =>
  (BY_CONSENT as readonly string[]).includes(reason)

/** Why nothing of a file could be used; undefined: a row could. */
export function nothingUsed(
  rows: number,
  { rejected, rejectedBy }: Pick<ImportCounts, 'rejected' | 'rejectedBy'>,
): Detail | undefined {
  if (rows === 0) return detailed('rows-none')
  const valid = BY_CONSENT.reduce((sum, reason) => sum + (rejectedBy[reason] ?? 0), 0)
  if (rejected - valid < rows) return undefined
  const reasons = Object.entries(rejectedBy).map(([reason, count]) => `${reason}: ${count}`)
  return detailed('rows-unusable', { rows, reasons: reasons.join(', ') })
}

/** Of an import whose rows are all applied: it has failed if nothing could be used. */
export function endOfImport({ position, counts }: RunningImport): End {
  const trouble = nothingUsed(position, counts)
  return trouble === undefined ? { state: COMPLETED } : { state: FAILED, trouble: [trouble] }
}
