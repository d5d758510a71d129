/**
 * A submitted message (RFC 5322, MIME) as an email of POST /emails: its texts, files and headers.
 * The envelope names its recipients.
 */
import { hash } from 'node:crypto'
import { addressParser } from 'postal-mime'
import { headersThatStay, type MailboxGiven } from '../domain/transactions/checks/check-email.ts'
import type { NewEmail } from '../domain/transactions/emails/prepare-email.ts'
import { MAX_IDENTIFIER } from '../domain/transactions/insert.ts'
import { emailKey, isEmailAddress } from '../lib/email-address.ts'
import { decodedWords } from '../mail/mime/decode.ts'
import { type HeaderFields, readMime } from '../mail/mime/structure.ts'
import { contentOf } from './message-content.ts'
import { isOwnHeader, readOwnHeaders } from './own-headers.ts'
import { MessageRefused } from './replies.ts'

/** Of a field with addresses: 500 of them. */
const LONGEST_ADDRESSES = 40_000

/**
 * `recipients` are those of the envelope. Who of them stands in neither To nor Cc is a hidden one.
 * Throws MessageRefused.
 */
export function readMessage(
  message: Buffer,
  recipients: readonly string[],
  usualProject: string | undefined,
): NewEmail {
  const parts = readMime(message)
  const { fields } = parts[0]!
  const own = readOwnHeaders(fields)
  const addressed = { to: mailboxesIn(fields, 'to'), cc: mailboxesIn(fields, 'cc') }
  return {
    ...own,
    ...rolesOf(recipients, addressed),
    addressed,
    project: own.project ?? usualProject,
    identifier: own.identifier ?? messageIdIn(fields),
    from: senderIn(fields),
    replyTo: mailboxesIn(fields, 'reply-to')[0]?.address,
    subject: decodedWords(fields.get('subject')?.[0] ?? ''),
    headers: headersThatStay(furtherFields(fields)),
    ...contentOf(message, parts),
  }
}

function mailboxesIn(fields: HeaderFields, name: string): MailboxGiven[] {
  const text = (fields.get(name) ?? []).join(', ')
  if (text.length > LONGEST_ADDRESSES)
    throw new MessageRefused(`550 5.6.0 The header ${name} has too many addresses`)
  // Groups have no address of their own, and programs write names in place of addresses.
  return addressParser(text)
    .flatMap(one => one.group ?? [one])
    .flatMap(({ address = '', name = '' }) =>
      isEmailAddress(address) ? [{ address, name: name.slice(0, 200) }] : [],
    )
}

function senderIn(fields: HeaderFields): MailboxGiven | undefined {
  if (fields.get('from') === undefined) return undefined
  const senders = mailboxesIn(fields, 'from')
  if (senders.length !== 1) throw new MessageRefused('550 5.6.0 From has to be one address')
  return senders[0]
}

function rolesOf(
  recipients: readonly string[],
  addressed: { to: readonly MailboxGiven[]; cc: readonly MailboxGiven[] },
): Pick<NewEmail, 'to' | 'cc' | 'bcc'> {
  const byKey = (some: readonly MailboxGiven[]) =>
    new Map(some.map(one => [emailKey(one.address), one.name]))
  const named = { to: byKey(addressed.to), cc: byKey(addressed.cc) }
  const roles = { to: [], cc: [], bcc: [] } as Record<'to' | 'cc' | 'bcc', MailboxGiven[]>
  for (const address of recipients) {
    const key = emailKey(address)
    const role = named.to.has(key) ? 'to' : named.cc.has(key) ? 'cc' : 'bcc'
    roles[role].push({ address, name: role === 'bcc' ? '' : named[role].get(key)! })
  }
  return roles
}

/** A client that gets no answer sends the same message again, with the same id. */
function messageIdIn(fields: HeaderFields): string {
  const id = fields.get('message-id')?.[0]?.trim() ?? ''
  return id.length <= MAX_IDENTIFIER ? id : hash('sha256', id, 'base64url')
}

function* furtherFields(fields: HeaderFields): Generator<[string, string]> {
  for (const [name, [value = '']] of fields)
    if (!isOwnHeader(name)) yield [name, decodedWords(value)]
}
