/**
 * Batch sending of Mailgun: with variables of recipients each of them gets an email of their own,
 * with their values for `%recipient.name%`.
 */
import { EMAIL_BODY_BYTES } from '../../actions/emails/attachment.ts'
import { MOST_EMAILS } from '../../actions/emails/emails.ts'
import { ApiProblem } from '../../actions/problem.ts'
import { identifierAt, type WireEmail } from '../parts/batch.ts'
import { copiesTooLarge, refuseLargeCopies } from '../parts/copies.ts'

/** `%recipient%` is the address. An unknown name stays as it is written. */
const VARIABLE = /%recipient(?:\.([\w.-]{1,100}))?%/g

/**
 * An email for each recipient. Refuses more than a batch may have, emails that are larger together
 * than its body may be, and values that are: one value may stand in an email many times.
 */
export function perRecipient(email: WireEmail, variables: Record<string, unknown>): WireEmail[] {
  const { to } = email
  if (to.length > MOST_EMAILS)
    throw new ApiProblem('not-valid', {
      field: 'to',
      detail: `to: more than ${MOST_EMAILS} recipients.`,
    })
  refuseLargeCopies(to.length, 'to', email)
  const byAddress = new Map(
    Object.entries(variables).map(([address, values]) => [address.toLowerCase(), values]),
  )
  let inserted = 0
  const counted = (value: string): string => {
    inserted += value.length
    if (inserted > EMAIL_BODY_BYTES) throw copiesTooLarge('to')
    return value
  }
  return to.map((mailbox, place) => {
    const values = byAddress.get(mailbox.email.toLowerCase())
    const fill = (text: string) =>
      text.replace(VARIABLE, (written, name?: string) =>
        counted(name === undefined ? mailbox.email : (variableOf(values, name) ?? written)),
      )
    const identifier = identifierAt(email.identifier, place)
    return { ...filled(email, fill), to: [mailbox], identifier }
  })
}

function filled(email: WireEmail, fill: (text: string) => string) {
  const { subject, html, text, headers = {}, metadata = {}, data } = email
  const inRecord = (given: Record<string, string>) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fill(value)]))
  return {
    ...email,
    ...(subject !== undefined && { subject: fill(subject) }),
    ...(html !== undefined && { html: fill(html) }),
    ...(text !== undefined && { text: fill(text) }),
    headers: inRecord(headers),
    metadata: inRecord(metadata),
    ...(data !== undefined && { data: inStrings(data, fill) as Record<string, unknown> }),
  }
}

/** Also those of a template's data, at any depth: it was read as JSON, which bounds it. */
function inStrings(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map(one => inStrings(one, fill))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([k, one]) => [k, inStrings(one, fill)]))
}

function variableOf(values: unknown, name: string): string | undefined {
  if (typeof values !== 'object' || values === null || !Object.hasOwn(values, name))
    return undefined
  const value = (values as Record<string, unknown>)[name]
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined
}
