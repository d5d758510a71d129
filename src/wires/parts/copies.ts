/** Several emails of one request that have a content in common. */
import { EMAIL_BODY_BYTES } from '../../actions/emails/attachment.ts'
import { ApiProblem } from '../../actions/problem.ts'
import type { WireEmail } from './batch.ts'

type CommonContent = Partial<Omit<WireEmail, 'from' | 'to' | 'cc' | 'bcc'>>

/** Of files in base64, which are stored once, but decoded for each email. */
const MOST_OF_FILES = 4 * EMAIL_BODY_BYTES

export const copiesTooLarge = (field: string): ApiProblem =>
  new ApiProblem('not-valid', {
    field,
    detail: 'The emails are too large together: send to fewer recipients at once.',
  })

/**
 * Refuses emails whose texts are larger together than the body of a call, or their files than four.
 */
export function refuseLargeCopies(copies: number, field: string, content: CommonContent): void {
  if (copies === 1) return
  const { attachments = [], subject, html, text, headers, metadata, data } = content
  const texts = JSON.stringify({ subject, html, text, headers, metadata, data }).length
  const files = attachments.reduce((sum, one) => sum + one.content.length, 0)
  if (copies * texts > EMAIL_BODY_BYTES || copies * files > MOST_OF_FILES)
    throw copiesTooLarge(field)
}
