/** Several emails of one request, sent by POST /emails/batch. */
import type { EmailInput } from '../../actions/emails/email-body.ts'
import { MOST_EMAILS } from '../../actions/emails/emails.ts'
import { ApiProblem } from '../../actions/problem.ts'
import type { RowProblem } from '../../actions/row-problem.ts'
import { detailed } from '../../domain/details/details.ts'
import type { WireMailbox } from './mailboxes.ts'
import type { WireCall } from './wire.ts'

/** The body of POST /emails. */
export type WireEmail = Omit<EmailInput, 'from' | 'to' | 'cc' | 'bcc'> & {
  from: WireMailbox
  to: WireMailbox[]
  cc: WireMailbox[]
  bcc: WireMailbox[]
}

/** As the provider has it, translated; or the reason for a refusal. */
export type TranslatedEmail = WireEmail | ApiProblem

export const isEmail = (one: TranslatedEmail): one is WireEmail => !(one instanceof ApiProblem)

/** The id of an email, or the reason for its refusal. */
export type EmailOutcome = number | ApiProblem

/** The identifier of one of several emails of a request; empty without one of the request. */
export const identifierAt = (identifier: string | undefined, place: number): string =>
  identifier ? `${identifier}#${place}` : ''

/** Translates emails, each with an identifier of its own. Refuses more than a batch may have. */
export function translated<Given>(
  { identifier }: WireCall,
  given: readonly Given[],
  translate: (one: Given, identifier: string) => WireEmail,
): TranslatedEmail[] {
  if (given.length > MOST_EMAILS)
    throw new ApiProblem('not-valid', {
      field: 'body.emails',
      ...detailed('given-many', { most: MOST_EMAILS }),
    })
  return given.map((one, place) => {
    try {
      return translate(one, identifierAt(identifier, place))
    } catch (error) {
      if (error instanceof ApiProblem) return error
      throw error
    }
  })
}

/**
 * Returns an outcome for each, in their order; with `allOrNone` it sends none of them if one is
 * refused, and throws the first refusal.
 */
export async function sendEmails(
  call: WireCall,
  given: readonly TranslatedEmail[],
  { allOrNone }: { allOrNone: boolean },
): Promise<EmailOutcome[]> {
  const emails = given.filter(isEmail)
  const refused = given.find(one => one instanceof ApiProblem)
  if (allOrNone && refused) throw refused
  const taken = emails.length === 0 ? [] : await sendBatch(call, emails, allOrNone)
  return given.map(one => (one instanceof ApiProblem ? one : taken.shift()!))
}

/** Sends all emails or none; returns the id of the first one. */
export async function sendTogether(call: WireCall, emails: WireEmail[]): Promise<number> {
  const [email] = emails
  if (!email) throw new ApiProblem('not-valid', { field: 'to', ...detailed('given-missing') })
  if (emails.length === 1) return (await call.actions('POST /emails', { body: email })).id
  const [first] = await sendBatch(call, emails, true)
  return first as number
}

async function sendBatch(
  { actions }: WireCall,
  emails: WireEmail[],
  allOrNone: boolean,
): Promise<EmailOutcome[]> {
  const { items } = await actions('POST /emails/batch', { body: { emails, allOrNone } })
  const outcomes = items.map(item => item.taken?.id ?? (item.problem && refusalOfRow(item.problem)))
  const refused = outcomes.find(one => one instanceof ApiProblem)
  if (allOrNone && refused) throw refused
  return outcomes.filter(one => one !== null)
}

/** As the route of one email would refuse it. */
const refusalOfRow = ({ reason, detail, code, field }: RowProblem): ApiProblem =>
  new ApiProblem(reason, {
    detail,
    ...(code && { code }),
    ...(field !== null && { field: field.replace(/^body\.emails\.\d+\./, 'body.') }),
  })
