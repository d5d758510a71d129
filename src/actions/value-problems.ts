/**
 * Wrong values of a body, all at once: a code with values for each keyword of schemas, as the
 * validator's words are for programmers, and for the rules of the domain, which stand there alone.
 */
import type { z } from 'zod'
import { type Detail, detailed } from '../domain/details/details.ts'
import { refusalOf, type Violation, violationIn } from '../domain/refusal.ts'
import { ApiProblem } from './problem.ts'

/** For safeParse(): a missing value is known by its input. */
export const READING = { reportInput: true }

/** Told of one body. */
export const MOST_ERRORS = 50
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

export const violationOfIssue = (issue: z.core.$ZodIssue): Violation => ({
  path: issue.path.map(name => (typeof name === 'number' ? name : String(name))),
  detail: detailOfIssue(issue),
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

/** Finds the violations of rules by those of the values that are there. */
type Rules = (given: Record<string, unknown>) => Violation[]

const rulesOf = new WeakMap<z.ZodType, Rules>()

/**
 * The schema of a body, with rules of the domain for its values. Where the schema refuses some, the
 * violations by the others are told beside; a body that fits the schema is left to the domain, and
 * to withAllViolations().
 */
export function withRules<Body extends z.ZodObject>(
  schema: Body,
  violations: (given: Partial<z.output<Body>>) => Violation[],
): Body {
  const rules = violations as Rules
  const ruled = schema.superRefine(
    (given, { issues, addIssue }) => {
      if (typeof given !== 'object' || given === null || Array.isArray(given)) return
      // The answer has room for no more, and the comparisons below stay few.
      if (issues.length >= MOST_ERRORS) return
      const refused = issues.map(({ path = [] }) => path)
      // A refused value is not missing: its type is told already.
      for (const { path, detail } of rules(withoutPaths(given, refused)))
        if (!refused.some(begin => isWithin(path, begin))) addIssue({ ...issueOf(detail), path })
    },
    { when: ({ issues }) => issues.length > 0 },
  )
  rulesOf.set(ruled, rules)
  return ruled
}

const rowsOf = new WeakMap<z.ZodType, string>()

/** The schema of a body with a list of rows, each of which is validated alone (row-problem.ts). */
export function withRows<Body extends z.ZodObject>(
  schema: Body,
  name: keyof z.output<Body> & string,
): Body {
  rowsOf.set(schema, name)
  return schema
}

/** A body without the rows that are validated alone. */
export function withoutRows(schema: z.ZodType, given: unknown): unknown {
  const name = rowsOf.get(schema)
  const isRead = name !== undefined && typeof given === 'object' && given !== null
  return isRead ? { ...given, [name]: [] } : given
}

/** Validates a body without the values at the paths, which are refused already. */
export function violationsBeside(
  schema: z.ZodType,
  given: unknown,
  refused: readonly Violation['path'][],
): Violation[] {
  if (typeof given !== 'object' || given === null) return []
  const rest = withoutPaths(given as Record<string, unknown>, refused)
  const read = schema.safeParse(rest, READING)
  // The schema reports the removed values as missing.
  const isOther = ({ path }: { path: readonly PropertyKey[] }) =>
    path.length === 0 || !refused.some(one => isWithin(path, one) || isWithin(one, path))
  if (read.success)
    return (rulesOf.get(schema)?.(read.data as Record<string, unknown>) ?? []).filter(isOther)
  return read.error.issues.filter(isOther).slice(0, MOST_ERRORS).map(violationOfIssue)
}

const isWithin = (path: readonly PropertyKey[], begin: readonly PropertyKey[]) =>
  begin.length > 0 && begin.every((name, i) => name === path[i])

/**
 * Without the values at the paths. A member of a list goes as a whole, and the other members keep
 * their places: rules need not look for parts of it. Of a few paths: the values on the way are
 * copied for each.
 */
const withoutPaths = (
  given: Record<string, unknown>,
  paths: readonly (readonly PropertyKey[])[],
): Record<string, unknown> =>
  paths.reduce<Record<string, unknown>>((taken, path) => {
    const member = path.findLastIndex(name => typeof name === 'number')
    return without(taken, member < 0 ? path : path.slice(0, member + 1))
  }, given)

function without<Value extends object>(value: Value, [name, ...rest]: readonly PropertyKey[]) {
  if (name === undefined) return value
  const kept = (Array.isArray(value) ? [...value] : { ...value }) as Record<PropertyKey, unknown>
  const inner = kept[name]
  if (rest.length > 0 && typeof inner === 'object' && inner !== null)
    kept[name] = without(inner, rest)
  else delete kept[name]
  return kept as Value
}

/**
 * Does the work with a body of the schema. Its refusal comes with all violations of the rules, and
 * with the value that it names itself: one that is judged slowly, or by the store.
 */
export async function withAllViolations<T>(
  schema: z.ZodType | undefined,
  body: unknown,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal?.reason !== 'not-valid') throw error
    const found = (schema && rulesOf.get(schema))?.(body as Record<string, unknown>) ?? []
    if (!schema || (found.length === 0 && !refusal.path)) throw error
    const isFound = found.some(({ detail }) => detail.code === refusal.coded?.code)
    const own = isFound ? undefined : violationIn(refusal)
    const errors = [...found, own ?? []]
      .flat()
      .slice(0, MOST_ERRORS)
      .map(({ path, detail }) => ({ field: ['body', ...path].join('.'), ...detail }))
    if (!errors[0]) throw error
    throw new ApiProblem('not-valid', { ...errors[0], errors, at: own && refusal.place })
  }
}
