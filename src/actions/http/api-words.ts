/** Words of a closed list as the API writes them: `handed-over`, where the store has blanks. */
import { z } from 'zod'

type ApiWord<Word extends string> = Word extends `${infer First} ${infer Rest}`
  ? `${First}-${ApiWord<Rest>}`
  : Lowercase<Word>

export const apiWord = <Word extends string>(word: Word): ApiWord<Word> =>
  word.replaceAll(' ', '-').toLowerCase() as ApiWord<Word>

/** In answers: takes those of the store, and such an answer again. */
export const answeredWord = <const Word extends string>(
  words: readonly Word[],
): z.ZodType<ApiWord<Word>, Word | ApiWord<Word>> => {
  const written: string[] = words.map(apiWord)
  const read: string[] = [...words, ...written]
  return z
    .enum(read)
    .transform((word): string => apiWord(word))
    .pipe(z.enum(written)) as never
}

const numbers = z.record(z.string(), z.int())

/** Numbers by such words, in answers. */
export const answeredCounts = numbers
  .transform(counts =>
    Object.fromEntries(Object.entries(counts).map(([word, count]) => [apiWord(word), count])),
  )
  .pipe(numbers)

/** In requests: read as those of the store. */
export const givenWord = <const Word extends string>(
  words: readonly Word[],
): z.ZodType<Word, ApiWord<Word>> =>
  z
    .enum(words.map(apiWord))
    .transform(given => words.find(word => apiWord(word) === given)!) as never
