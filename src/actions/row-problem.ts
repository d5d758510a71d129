/** Why a row of a batch is refused. The outcomes of a batch tell it, row by row. */
import { z } from 'zod'
import { refusalOf } from '../domain/refusal.ts'
import { checkedRow } from './action.ts'
import { ApiProblem, problemReasons } from './problem.ts'
import { MOST_ERRORS, withAllViolations } from './value-problems.ts'
import { sentenceCode } from './values.ts'

const field = z.string().describe('The path of the value: body.rows.6.email.')

export const rowProblem = z.object({
  reason: z.enum(problemReasons),
  detail: z.string(),
  code: sentenceCode.nullable(),
  field: field.nullable(),
  errors: z
    .array(z.object({ field, code: sentenceCode, detail: z.string() }))
    .describe(`All wrong values of the row, at most ${MOST_ERRORS}.`),
})

export type RowProblem = z.input<typeof rowProblem>

/**
 * What the work makes of a row, or why the row is refused: with all violations, as the route of one
 * row tells them. `path`: of the row in the body.
 */
export async function outcomeOfRow<Row extends z.ZodType, Made extends object>(
  schema: Row,
  raw: unknown,
  path: string,
  work: (row: z.output<Row>) => Made | Promise<Made>,
): Promise<Made | RowProblem> {
  try {
    const row = checkedRow(schema, raw)
    return await withAllViolations(schema, row, async () => work(row))
  } catch (error) {
    return problemOfRow(error, path)
  }
}

/** A refusal as the route of one row would tell it, at `path`. Another error is thrown. */
export function problemOfRow(error: unknown, path: string): RowProblem {
  const at = (text: string) => text.replace(/^body\b/, path)
  if (error instanceof ApiProblem) {
    const { detail = '', code = null, field, errors = [] } = error.facts
    return {
      reason: error.reason,
      detail: at(detail),
      code,
      field: field ? at(field) : null,
      errors: errors.map(({ field, code, detail }) => ({ field: at(field), code, detail })),
    }
  }
  const refusal = refusalOf(error)
  if (!refusal) throw error
  const { reason, subject, message, coded } = refusal
  return { reason, detail: subject ?? message, code: coded?.code ?? null, field: null, errors: [] }
}
