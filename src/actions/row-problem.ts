/** Why a row of a batch is refused. The outcomes of a batch tell it, row by row. */
import { z } from 'zod'
import { DETAIL_CODES } from '../domain/details/details.ts'
import { refusalOf } from '../domain/refusal.ts'
import { ApiProblem, problemReasons } from './problem.ts'

export const rowProblem = z.object({
  reason: z.enum(problemReasons),
  detail: z.string(),
  code: z.enum(DETAIL_CODES).nullable().describe('What the detail says.'),
  field: z.string().nullable().describe('The path of the value: body.rows.6.email.'),
})

export type RowProblem = z.input<typeof rowProblem>

/** A refusal as the route of one row would tell it, at `path`. Another error is thrown. */
export function problemOfRow(error: unknown, path: string): RowProblem {
  const at = (text: string) => text.replace(/^body\b/, path)
  if (error instanceof ApiProblem) {
    const { detail = '', code = null, field } = error.facts
    return { reason: error.reason, detail: at(detail), code, field: field ? at(field) : null }
  }
  const refusal = refusalOf(error)
  if (!refusal) throw error
  const { reason, subject, message, coded } = refusal
  return { reason, detail: subject ?? message, code: coded?.code ?? null, field: null }
}
