/** A sentence of the service in answers: in English, and as a code with values. */
import { z } from 'zod'
import { recordedReasons } from '../domain/deliveries/recorded-reasons.ts'
import { readWhy } from '../domain/details/details.ts'
import { HIDDEN, isMasked, sentenceText } from './mask.ts'
import { sentenceCode } from './values.ts'

/** The values that may be words of a server or a person. */
const WORDS = ['says', 'said', 'answer']

const withoutWords = (given: Record<string, string | number>) =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value !== '' && WORDS.includes(name) ? HIDDEN : value,
    ]),
  )

const values = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .transform(given => (isMasked() ? withoutWords(given) : given))
  .pipe(z.record(z.string(), z.union([z.string(), z.number()])))

const Because = z.object({ code: sentenceCode, values }).meta({ id: 'Reason' })

/** Of a text that the store keeps in English: empty if it is not of the service. */
export const RecordedReasons = z
  .string()
  .nullable()
  .transform(recordedReasons)
  .pipe(
    z.array(
      Because.extend({
        because: Because.optional().describe('The value `says`, if it is a sentence, too.'),
      }).meta({ id: 'RecordedReason' }),
    ),
  )
  .describe('The reason sentence by sentence, to word it in another language.')

/** The code of a sentence, and of one within it. */
export const CodedReason = Because.extend({ because: Because.nullable() }).meta({
  id: 'CodedReason',
})

/** Of a row that stores the sentence (`reason`) with its code: null if there is no code. */
export const Why = z
  .string()
  .nullable()
  .transform(readWhy)
  .pipe(CodedReason.nullable())
  .describe('The reason as a code with values, if it is a sentence of the service.')

export type WhyAnswer = z.output<typeof Why>

export const Sentence = z
  .object({
    says: sentenceText.describe('In English.'),
    code: sentenceCode,
    values,
    because: Because.nullable().describe('The value `says`, if it is a sentence of the service.'),
  })
  .meta({ id: 'Sentence' })

export type SentenceAnswer = z.output<typeof Sentence>
