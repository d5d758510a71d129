/** Checks rows of a file of transactions by the rules of a single insert, without the database. */
import { emailKey, isEmailAddress } from '../../../lib/email-address.ts'
import { parseInstant } from '../../../lib/instant.ts'
import { isPlainText } from '../../../lib/plain-text.ts'
import { wrongValue } from '../../demographics/fields.ts'
import {
  type RowRejectReason as Unread,
  rejectReasons as unread,
} from '../../files/form/row-problems.ts'
import type { EmailFormat } from '../../text.ts'
import { MAX_IDENTIFIER, MAX_NAME, repeatKey } from '../insert.ts'
import type { TransactionRow } from './batch-file.ts'

/** Reasons for a rejected row, each with a sentence for users. */
export const batchRejectReasons = {
  ...unread,
  address: 'The email address is not an address that mail can be sent to.',
  format: 'The format is neither HTML nor Text.',
  name: `The name has more than ${MAX_NAME} characters, or control characters.`,
  identifier: `The identifier has more than ${MAX_IDENTIFIER} characters, or control characters.`,
  'send-time': 'The send time is not a valid time.',
  'data-field': 'A data field has more than 500 characters, or control characters.',
} as const

export type BatchRejectReason = Unread | Exclude<keyof typeof batchRejectReasons, Unread>

export interface BatchReject {
  line: number
  raw: string
  reason: BatchRejectReason
}

/** A valid row. */
export interface GivenTransaction {
  identifier: string
  email: string
  emailKey: string
  name: string
  format: EmailFormat
  /** DD1 first, up to the last that is filled. */
  fields: string[]
  sendAt: Date | undefined
  /** The idempotency key; null without an identifier. */
  key: string | null
}

/** The rows applied in one transaction. */
export interface BatchPart {
  rows: GivenTransaction[]
  rejects: BatchReject[]
  /** Rows read, valid or not. */
  read: number
  ignored: number
}

export const newPart = (): BatchPart => ({ rows: [], rejects: [], read: 0, ignored: 0 })

const FORMAT = /^(html|text)?$/i

/** Validates a row: a transaction, or the reason for its rejection. `usual`: the default format. */
export function judgeRow(
  row: TransactionRow,
  usual: EmailFormat,
): GivenTransaction | BatchRejectReason {
  const email = row.email.trim()
  if (!isEmailAddress(email)) return 'address'
  const format = FORMAT.exec(row.format.trim())
  if (!format) return 'format'
  const name = row.name.trim()
  if (isWrong(name, MAX_NAME)) return 'name'
  const identifier = row.identifier.trim()
  if (isWrong(identifier, MAX_IDENTIFIER)) return 'identifier'
  const time = row.sendTime.trim()
  const sendAt = time === '' ? undefined : parseInstant(time)
  if (time !== '' && !sendAt) return 'send-time'
  const fields = row.fields.map(value => value ?? '')
  while (fields.at(-1) === '') fields.pop()
  if (fields.some(value => value !== '' && wrongValue(value) !== undefined)) return 'data-field'
  const key = emailKey(email)
  return {
    identifier,
    email,
    emailKey: key,
    name,
    sendAt,
    fields,
    format: (format[1]?.toLowerCase() as EmailFormat | undefined) ?? usual,
    key: identifier === '' ? null : repeatKey(identifier, key, fields, sendAt),
  }
}

const isWrong = (text: string, most: number): boolean =>
  text !== '' && (text.length > most || !isPlainText(text))
