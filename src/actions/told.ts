/** A sentence of the service in answers: in English, and as a code with values. */
import { z } from 'zod'
import { DETAIL_CODES } from '../domain/details/details.ts'
import { HIDDEN, isMasked, toldText } from './mask.ts'

/** `says` among the values may be the words of a server or a person. */
const values = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .transform(given => (isMasked() && 'says' in given ? { ...given, says: HIDDEN } : given))
  .pipe(z.record(z.string(), z.union([z.string(), z.number()])))

const code = z.enum(DETAIL_CODES).describe('What it says, for words in other languages.')

export const Told = z.object({
  says: toldText.describe('In English.'),
  code,
  values,
  because: z
    .object({ code, values })
    .nullable()
    .describe('The value `says`, if it is a sentence of the service.'),
})

export type ToldAnswer = z.output<typeof Told>
