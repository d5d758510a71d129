/** What is wrong with a value, in plain sentences: the validator's words are for programmers. */
import type { z } from 'zod'
import { type Detail, detailed } from '../domain/details/details.ts'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a moment',
  null: 'null',
}
/** Of choices: more are read in the reference. */
const MOST_NAMED = 20

/** For safeParse(): a message of the schema itself goes before it. */
export const valueProblem = (issue: RawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'It is missing.'
        : `It must be ${KINDS[issue.expected] ?? issue.expected}.`
    case 'too_big':
      return bound(issue.origin, 'at most', issue.maximum, issue.inclusive)
    case 'too_small':
      return bound(issue.origin, 'at least', issue.minimum, issue.inclusive)
    case 'unrecognized_keys':
      return `There is no value named ${issue.keys.slice(0, MOST_NAMED).join(', ')}.`
    case 'invalid_value':
      return `It must be ${choices(issue.values.map(String))}.`
    case 'not_multiple_of':
      return `It must be a multiple of ${issue.divisor}.`
    default:
      return undefined
  }
}

function bound(origin: string, word: string, limit: number | bigint, inclusive = true): string {
  const edge = inclusive ? `${limit}` : `${limit}, and not ${limit} itself`
  if (origin === 'string') {
    if (word === 'at least' && limit === 1) return 'It must not be empty.'
    return `It must have ${word} ${edge} characters.`
  }
  if (origin === 'array') return `It must have ${word} ${edge} entries.`
  return `It must be ${word} ${edge}.`
}

function choices(values: readonly string[]): string {
  if (values.length === 1) return values[0]!
  const named = values.slice(0, MOST_NAMED)
  if (values.length > MOST_NAMED) return `one of ${named.join(', ')}, …`
  return `${named.slice(0, -1).join(', ')} or ${named.at(-1)}`
}

const LARGE = { string: 'given-long', array: 'given-many' } as const
const SMALL = { string: 'given-short', array: 'given-few' } as const

/** The size of a value, if that is the mistake; `says` is the sentence in English. */
export function detailOfIssue(
  field: string,
  issue: z.core.$ZodIssue | undefined,
  says: string,
): Detail {
  const about = { field, says }
  if (issue?.code === 'too_big') {
    const code = LARGE[issue.origin as keyof typeof LARGE] ?? 'given-high'
    return detailed(code, { ...about, most: Number(issue.maximum) })
  }
  if (issue?.code !== 'too_small') return detailed('given-wrong', about)
  const least = Number(issue.minimum)
  if (issue.origin === 'string' && least === 1) return detailed('given-missing', about)
  return detailed(SMALL[issue.origin as keyof typeof SMALL] ?? 'given-low', { ...about, least })
}
