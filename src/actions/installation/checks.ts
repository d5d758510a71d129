/** The checks of the installation, as answers have them. */
import { z } from 'zod'
import { CHECKS, DOCTOR_CODES, type DoctorFinding } from './doctor-words.ts'

const values = z.record(z.string(), z.union([z.string(), z.number()]))
const code = z.enum(DOCTOR_CODES).describe('What it says, for words in other languages.')

export const Check = z.object({
  check: z.enum(CHECKS),
  state: z.enum(['ok', 'warn', 'bad']),
  says: z.string().describe('In English.'),
  code,
  values,
  todo: z.string().nullable().describe('Its remedy, in English.'),
  remedy: z.object({ code, values }).nullable().describe('The same as a code with values.'),
})

export type DoctorAnswer = z.output<typeof Check>

export const reportedFinding = ({ check, state, found, todo }: DoctorFinding): DoctorAnswer => ({
  check,
  state,
  says: found.detail,
  code: found.code,
  values: found.values,
  todo: todo?.detail ?? null,
  remedy: todo ? { code: todo.code, values: todo.values } : null,
})
