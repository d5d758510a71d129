/** A sentence of the service in answers: in English, and as a code with values. */
import { z } from 'zod'
import { DETAIL_CODES, type Detail, readWhy } from '../domain/details/details.ts'
import { HIDDEN, isMasked, toldText } from './mask.ts'

/** `says` among the values may be the words of a server or a person. */
const values = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .transform(given => (isMasked() && 'says' in given ? { ...given, says: HIDDEN } : given))
  .pipe(z.record(z.string(), z.union([z.string(), z.number()])))

const code = z.enum(DETAIL_CODES).describe('What it says, for words in other languages.')

const Because = z.object({ code, values })

/** The code of a sentence, and of one within it. */
export const ToldWhy = Because.extend({ because: Because.nullable() })

/** Of a row that stores the sentence (`reason`) with its code: null if there is no code. */
export const Why = z
  .string()
  .nullable()
  .transform(readWhy)
  .pipe(ToldWhy.nullable())
  .describe('The reason as a code with values, if it is a sentence of the service.')

export type WhyAnswer = z.output<typeof Why>

export const Told = z.object({
  says: toldText.describe('In English.'),
  code,
  values,
  because: Because.nullable().describe('The value `says`, if it is a sentence of the service.'),
})

/** As answers have it. */
export const saidOf = ({ code, values, detail }: Detail) => ({
  says: detail,
  code,
  values,
  because: null,
})

export type ToldAnswer = z.output<typeof Told>
