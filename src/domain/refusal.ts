/**
 * A refusal: an error that the caller can act on. The list of reasons is closed; each interface
 * maps them to its own errors in one table (soap/refusals.ts for the web service).
 */
import { isNodeDown, isOutOfRoom } from '../db/again.ts'
import { TurnsFull } from '../lib/fair-turns.ts'
import { type Detail, type DetailArguments, type DetailCode, detailed } from './details/details.ts'
import type { Remedy } from './remedies.ts'

/** Each reason with one sentence that reveals nothing internal. */
export const reasons = {
  'unknown-credentials': 'The account is unknown, closed, or the password is wrong.',
  'too-many-failures': 'Too many failed log-ins. Try again later.',
  'out-of-room': 'The service is busy or out of room. Try again later.',
  'not-valid': 'A value is not valid.',
  'not-an-id': 'A value is no id.',
  'page-below-one': 'Pages are counted from 1, and a page holds at least 1.',
  'not-the-same': 'The id and the address mean different subscribers.',
  'no-such-list': 'There is no such mailing list.',
  'no-such-import': 'There is no such import.',
  'no-such-subscriber': 'There is no such subscriber.',
  'no-such-newsletter': 'There is no such newsletter.',
  'no-such-template': 'There is no such template.',
  'no-such-saved-block': 'There is no such saved block.',
  'no-such-picture': 'There is no such picture.',
  'no-such-sending': 'There is no such sending.',
  'no-such-shared-report': 'There is no such link to the report.',
  'no-such-project': 'There is no such transaction project, or it is paused.',
  'no-such-batch': 'There is no such batch of transactions.',
  'no-such-transaction': 'There is no such transaction.',
  'no-such-email': 'There is no such email.',
  'no-such-message': 'There is no such SMS.',
  'not-now': 'That can not be done as things stand.',
  'people-removed': 'The recipients of the sending were removed.',
  'far-more-people': 'It would go to another number of people.',
  'no-such-trigger': 'There is no such trigger.',
  'no-such-filter': 'There is no such filter.',
  'no-such-job': 'There is no such bulk job.',
  'no-such-field': 'There is no such demographic field.',
  'no-such-form': 'There is no such form.',
  'no-such-program': 'There is no such program.',
  'no-such-proposal': 'There is no such proposal.',
  'no-such-host': 'There is no such host.',
  'no-such-key': 'There is no such API key.',
  'no-such-member': 'There is no such member.',
  'no-such-invitation': 'The invitation is unknown, used, or expired.',
  'no-such-reset': 'The link for a new password is unknown, used, or expired.',
  'not-proven': 'Nobody has shown that the mailbox of the address is theirs.',
  'not-ours': 'Others have a say in the member: an account that they are in, or the installation.',
  'wrong-code': 'The code is wrong, or was used already.',
  'members-only': 'The account has members: sign in as one of them.',
  'opted-out': 'The address has opted out of everything.',
  'not-permitted': 'The API key may not do this.',
  'not-activated': 'The feature is not activated on the account.',
} as const

export type Reason = keyof typeof reasons

export const isReason = (text: string): text is Reason => Object.hasOwn(reasons, text)

type CodeAndValues = Pick<Detail, 'code' | 'values'>

interface CodedSubject extends CodeAndValues {
  /** The sentences of the value `says`. */
  because?: CodeAndValues[]
  /** The value `says`, if it is what a check of an email has found. */
  finding?: FindingReference | undefined
}

/** By the code of a table of findings. */
export interface FindingReference {
  code: string
  values: Detail['values']
}

/** The place of a mistake in the input. */
export interface RefusedPlace {
  /** The id of a block. */
  block?: string
  part: string | undefined
  /** Of a newsletter in several: the version that has it. */
  language?: string
  line: number
  column: number
}

/**
 * Thrown by rules and handlers. `subject` says which value is refused and why, never the value
 * itself.
 */
export class Refusal extends Error {
  readonly reason: Reason
  readonly subject: string | undefined
  readonly place: RefusedPlace | undefined
  /** The subject as a code with values, for other languages. */
  coded: CodedSubject | undefined
  /** The refused value of the input, by its names: `password`. */
  path: Violation['path'] | undefined
  /** A remedy for a command line. Pages and programs do not show it: they have no shell. */
  shell: { remedy: Remedy; command: string } | undefined
  constructor(
    reason: Reason,
    subject?: string,
    message = subject === undefined ? reasons[reason] : `${reasons[reason]} ${subject}`,
    place?: RefusedPlace,
  ) {
    super(message)
    this.reason = reason
    this.subject = subject
    this.place = place
  }

  ofValue(...path: Violation['path']): this {
    this.path = path
    return this
  }

  /** For a command line: what to type, a command or an option. */
  atShell(remedy: Remedy, command: string): this {
    this.shell = { remedy, command }
    return this
  }
}

/** A value that a rule refuses, of several that are told at once. */
export interface Violation {
  /** As in the input: `headers`, `X-A`. */
  path: (string | number)[]
  detail: Detail
}

/** A rule for a value of the input. It throws a refusal. */
export type RuleCheck = [path: Violation['path'], rule: () => unknown]

/** The refusals of all rules that throw one. */
export function violationsOf(checks: readonly RuleCheck[]): Violation[] {
  const found: Violation[] = []
  // Members that are left out of a list have no check: it has holes.
  for (const check of checks as readonly (RuleCheck | undefined)[]) {
    if (!check) continue
    const [path, rule] = check
    try {
      rule()
    } catch (error) {
      const violation = violationAt(path, refusalOf(error))
      if (!violation) throw error
      found.push(violation)
    }
  }
  return found
}

/** Validates each given value by its own rule; absent ones pass. */
export const violationsOfValues = <Given extends object>(
  given: Given,
  rules: { [Name in keyof Given]?: (value: NonNullable<Given[Name]>) => unknown },
): Violation[] =>
  violationsOf(
    Object.entries(rules).map(([name, rule]): RuleCheck => {
      const value = given[name as keyof Given]
      return [[name], () => value != null && (rule as (value: unknown) => unknown)(value)]
    }),
  )

/** Puts violations of a nested value under its path. */
export const violationsWithin = (
  path: Violation['path'],
  violations: readonly Violation[],
): Violation[] => violations.map(one => ({ ...one, path: [...path, ...one.path] }))

const violationAt = (path: Violation['path'], refusal: Refusal | undefined) =>
  refusal?.coded && { path, detail: { ...refusal.coded, detail: refusal.subject ?? '' } }

/** The violation that a refusal is, if it names its value or a place in it, which is in words. */
export function violationIn(refusal: Refusal): Violation | undefined {
  if (!refusal.path && !refusal.place) return undefined
  const found = violationAt(refusal.path ?? [], refusal)
  if (!found || !refusal.place || refusal.place.block !== undefined) return found
  return { ...found, detail: { ...found.detail, detail: refusal.message } }
}

/** A refusal whose subject is of the table of details. */
export const refused = <Code extends DetailCode>(
  reason: Reason,
  code: Code,
  ...values: DetailArguments<Code>
): Refusal => refusedFor(reason, detailed(code, ...values))

/** `because`: the sentences of the value `says`. */
export function refusedFor(
  reason: Reason,
  detail: Detail,
  because?: readonly CodeAndValues[],
): Refusal {
  return Object.assign(new Refusal(reason, detail.detail), { coded: codedBy(detail, because) })
}

/** At a place of the input. `message`: with the place in words. */
export const refusedAt = (
  { detail, code, values }: Detail,
  place: RefusedPlace,
  message = detail,
  because?: readonly CodeAndValues[],
): Refusal =>
  Object.assign(new Refusal('not-valid', detail, message, place), {
    coded: codedBy({ code, values }, because),
  })

const codedBy = (
  { code, values }: CodeAndValues,
  because: readonly CodeAndValues[] | undefined,
): CodedSubject => ({
  code,
  values,
  ...(because && { because: because.map(({ code, values }) => ({ code, values })) }),
})

/** For a sentence around that of the refusal: the sentence within it, if there is one. */
export const causeOf = ({ coded }: Refusal): CodeAndValues | undefined =>
  coded?.because?.[0] ?? coded

/**
 * The refusal for an error; undefined for a fault. A store without room, or with the account's node
 * down, has changed nothing, and its caller should retry later.
 */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof TurnsFull) return new Refusal('out-of-room', undefined, error.message)
  return isOutOfRoom(error) || isNodeDown(error)
    ? Object.assign(new Refusal('out-of-room'), { cause: error })
    : undefined
}

/** A name given by a user, for use in a sentence: quoted and truncated. */
export const quoted = (text: string): string => JSON.stringify(text.trim().slice(0, 60))

/** For an object named by its id: `There is no newsletter 999.` */
export function noSuch(reason: Extract<Reason, `no-such-${string}`>, id: number): Refusal {
  const sentence = reasons[reason].replace(/ such (?:mailing )?/, ' ').replace(/\.$/, ` ${id}.`)
  const refusal = new Refusal(reason, sentence, sentence)
  // It is reported within other sentences, too.
  if (reason === 'no-such-newsletter')
    refusal.coded = codedBy(detailed('newsletter-none', { newsletter: id }), undefined)
  return refusal
}
