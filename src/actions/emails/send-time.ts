/** The moment from which an email is sent, as a value of a body. */
import { z } from 'zod'
import { detailed } from '../../domain/details/details.ts'
import { parseInstant } from '../../lib/instant.ts'
import { issueOf } from '../value-problems.ts'

export const sendTime = z
  .string()
  .max(40)
  .meta({ examples: ['2026-12-24T09:00:00+01:00'] })
  .transform((text, context) => {
    const read = parseInstant(text)
    if (read) return read
    context.addIssue(issueOf(detailed('given-moment')))
    return z.NEVER
  })
