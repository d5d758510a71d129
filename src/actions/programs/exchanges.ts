/** A call and its answer as they are kept: redacted. */
import { z } from 'zod'
import { CALL_ENDS } from '../../domain/programs/outcomes.ts'
import { problemReasons } from '../problem.ts'
import { moment } from '../values.ts'

export const ApiCallEnd = z.enum([...new Set([...CALL_ENDS, ...problemReasons])])

export type ApiCallEnd = z.output<typeof ApiCallEnd>

const RedactedValue = z.object({
  kind: z
    .enum([
      ...(['empty', 'nil', 'digits', 'address', 'url', 'markup', 'text', 'broken'] as const),
      ...(['secret', 'harmless'] as const),
    ])
    .describe('Of a secret not even the length is kept.'),
  length: z.int().describe('In characters.'),
  shown: z.string().optional().describe('The value, of a harmless one: an id, a date, a word.'),
})

export const Exchange = z.object({
  at: moment,
  operation: z.string().describe('Empty: none that is offered.'),
  binding: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'other']),
  headers: z.array(z.object({ name: z.string(), value: RedactedValue })),
  otherHeaders: z.int().describe('So many more, of which nothing is kept.'),
  parameters: z.array(
    z.object({
      name: z.string(),
      value: RedactedValue,
      rule: z.string().optional().describe('The rule that the value breaks.'),
    }),
  ),
  outcome: ApiCallEnd,
  code: z.int().optional().describe('What an operation answers that answers a number.'),
  millis: z.int(),
  call: z.string().describe('Its number in the log; empty: the caller chose one.'),
})
