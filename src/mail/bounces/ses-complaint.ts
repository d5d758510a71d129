/**
 * Complaints of Amazon SES that its notification service (SNS) sends by mail: a notification as
 * JSON, plain or inside the envelope of SNS, with a note on unsubscribing below.
 */
import { addressOf } from './dsn.ts'

export interface SesComplaint {
  /** As complaintFeedbackType says: `abuse`. */
  type: string
  recipients: string[]
}

/** SNS sends at most 256 kB. */
const MOST_TEXT = 512 << 10
const MOST_RECIPIENTS = 1_000

export function readSesComplaint(text: string): SesComplaint | undefined {
  if (text.length > MOST_TEXT || !text.trimStart().startsWith('{')) return undefined
  const found = objectOf(text.split(/^--[ \t]*\r?$/m, 1)[0]!)
  const notice = typeof found?.Message === 'string' ? objectOf(found.Message) : found
  const complaint = notice?.complaint
  const kind = notice?.notificationType ?? notice?.eventType
  if (kind !== 'Complaint' || !isRecord(complaint)) return undefined
  const { complainedRecipients: named, complaintFeedbackType: type } = complaint
  const recipients = Array.isArray(named) ? named.slice(0, MOST_RECIPIENTS) : []
  return {
    type: typeof type === 'string' ? type.toLowerCase().slice(0, 100) : 'abuse',
    recipients: recipients.flatMap(one =>
      isRecord(one) && typeof one.emailAddress === 'string'
        ? (addressOf(one.emailAddress) ?? [])
        : [],
    ),
  }
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
