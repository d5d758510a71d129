/**
 * What is wrong with a value, as a code with values for each keyword of schemas: the validator's
 * words are for programmers.
 */
import type { z } from 'zod'
import { type Detail, detailed } from '../domain/details/details.ts'

/** For safeParse(): a missing value is known by its input. */
export const READING = { reportInput: true }

/** Of choices and names: more are read in the reference. */
const MOST_NAMED = 20
/** Of a name that a caller gives. */
const LONGEST_NAME = 60

/** For addIssue() and refine(): a mistake that a schema finds by a rule of its own. */
export const issueOf = ({ code, values, detail }: Detail) => ({
  code: 'custom' as const,
  message: detail,
  params: { code, values },
})

export function detailOfIssue(issue: z.core.$ZodIssue): Detail {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? detailed('given-missing')
        : detailed('given-type', { kind: issue.expected })
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'unrecognized_keys': {
      const names = issue.keys.slice(0, MOST_NAMED).map(name => name.slice(0, LONGEST_NAME))
      return detailed('given-unknown', { names: names.join(', ') })
    }
    case 'invalid_value':
      return issue.input === undefined ? detailed('given-missing') : choice(issue.values)
    case 'not_multiple_of':
      return detailed('given-multiple', { step: Number(issue.divisor) })
    case 'invalid_format':
      return detailed('given-format')
    case 'custom': {
      const { code, values } = (issue.params ?? {}) as Partial<Detail>
      return code && values ? { code, values, detail: issue.message } : detailed('given-wrong')
    }
    default:
      return detailed('given-wrong')
  }
}

function tooBig({ origin, maximum, inclusive = true }: z.core.$ZodIssueTooBig): Detail {
  const most = Number(maximum)
  if (origin === 'string') return detailed('given-long', { most })
  if (origin === 'array') return detailed('given-many', { most })
  return inclusive ? detailed('given-high', { most }) : detailed('given-below', { limit: most })
}

function tooSmall({ origin, minimum, inclusive = true }: z.core.$ZodIssueTooSmall): Detail {
  const least = Number(minimum)
  if (origin === 'string')
    return least === 1 ? detailed('given-empty') : detailed('given-short', { least })
  if (origin === 'array') return detailed('given-few', { least })
  return inclusive ? detailed('given-low', { least }) : detailed('given-above', { limit: least })
}

function choice(values: readonly unknown[]): Detail {
  const named = values.slice(0, MOST_NAMED).map(String)
  const choices = values.length > MOST_NAMED ? `${named.join(', ')}, …` : named.join(', ')
  return detailed(named.length === 1 ? 'given-only' : 'given-choice', { choices })
}
