/**
 * Ids of emails as providers give them: UUIDs, which many of their clients check. They hold account
 * and email as they are (RFC 9562 5.8, version 8), so that none is stored.
 */
import { domainOf } from '../../../lib/email-address.ts'

const PATTERN = /^([0-9a-f]{8})-([0-9a-f]{4})-8000-8000-([0-9a-f]{12})$/

export function messageId(accountId: number, emailId: number): string {
  const account = accountId.toString(16).padStart(12, '0')
  const email = emailId.toString(16).padStart(12, '0')
  return `${account.slice(0, 8)}-${account.slice(8)}-8000-8000-${email}`
}

/** Of an email of this account; undefined: of none. */
export function emailIdIn(accountId: number, id: string): number | undefined {
  const [, start, end, email] = PATTERN.exec(id.slice(0, 40).toLowerCase()) ?? []
  if (email === undefined || Number.parseInt(`${start}${end}`, 16) !== accountId) return undefined
  return Number.parseInt(email, 16)
}

/** As Mailgun has it: with the domain of the sender, like the Message-ID of an email. */
export const mailgunMessageId = (id: string, from: string): string =>
  `${id}@${domainOf(from).toLowerCase()}`
