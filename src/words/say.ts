/** Sentences of the service, which travel as a code with values, in the words of a language. */
import type { ContentFindingAnswer } from '../actions/newsletters/newsletter-proofs.ts'
import type { ProblemReason } from '../actions/problem.ts'
import type { SentenceAnswer, WhyAnswer } from '../actions/sentences.ts'
import type { DetailWords } from './detail-words.ts'
import type { DnsSentenceAnswer, DnsTexts } from './dns-words.ts'
import type { FindingWords } from './finding-words.ts'

/** Numbers and moments (ISO 8601) as the language writes them. */
export interface ValueFormats {
  number(value: number): string
  time(moment: string): string
}

/** A language's words for details, with its formats. */
export interface DetailLanguage extends ValueFormats {
  details: DetailWords
}

type CodeAndValues = Pick<SentenceAnswer, 'code' | 'values'>

interface RefusedAnswer extends CodeAndValues {
  because?: readonly CodeAndValues[] | undefined
}

/** Undefined: the language leaves it to the service. */
export function detailIn(
  { details, number, time }: DetailLanguage,
  { code, values }: CodeAndValues,
): string | undefined {
  return details[code]?.(
    name => String(values[name] ?? ''),
    name => number(Number(values[name] ?? 0)),
    name => time(String(values[name])),
  )
}

/** A sentence, with the sentence within it; English if the language leaves it to the service. */
export function sentenceIn(
  language: DetailLanguage,
  { code, values, because, says }: Pick<SentenceAnswer, 'says'> & NonNullable<WhyAnswer>,
): string {
  const within = because && detailIn(language, because)
  return detailIn(language, { code, values: within ? { ...values, says: within } : values }) ?? says
}

/** A refusal, with the sentences of its value `says`. */
export function refusedIn(
  language: DetailLanguage,
  { code, values, because = [] }: RefusedAnswer,
): string | undefined {
  const within = because.map(one => detailIn(language, one))
  const isSaid = within.length > 0 && !within.includes(undefined)
  return detailIn(language, {
    code,
    values: isSaid ? { ...values, says: within.join(' ') } : values,
  })
}

/** Reasons that say nothing without the sentence of the service. */
const VAGUE = new Set(['not-valid', 'not-now'])

interface ProblemLanguage extends DetailLanguage {
  problems: Partial<Record<ProblemReason, string>>
}

/** A refusal, with `message` in English: by the code of its detail, else by its reason. */
export function problemIn(
  language: ProblemLanguage,
  { code, values = {}, because, reason, message }: ProblemFactsAnswer,
): string {
  const detail = code && refusedIn(language, { code, values, because })
  if (detail !== undefined) return detail
  const general = language.problems[reason as ProblemReason]
  if (general === undefined) return message
  // An error in a source has no code: it comes with a line and a column.
  return VAGUE.has(reason) ? `${general} ${message}` : general
}

interface ProblemFactsAnswer {
  code: SentenceAnswer['code'] | undefined
  values: SentenceAnswer['values'] | undefined
  because?: readonly CodeAndValues[] | undefined
  reason: string
  message: string
}

/** Of findings and of DNS, numbers are written as the language writes them. */
const givenIn =
  ({ number }: Pick<ValueFormats, 'number'>, values: Record<string, string | number>) =>
  (name: string): string => {
    const given = values[name] ?? ''
    return typeof given === 'number' ? number(given) : given
  }

export const dnsIn = (
  words: Partial<DnsTexts['words']>,
  formats: Pick<ValueFormats, 'number'>,
  { code, values, says }: DnsSentenceAnswer,
): string => words[code]?.(givenIn(formats, values)) ?? says

interface FindingLanguage extends DetailLanguage {
  findings: FindingWords
}

/** A finding of a check; undefined: the language leaves it to the service. */
export function findingIn(
  language: FindingLanguage,
  { code, values = {}, refusal }: Pick<ContentFindingAnswer, 'code' | 'values' | 'refusal'>,
): string | undefined {
  if (refusal) return detailIn(language, refusal)
  return code && language.findings[code]?.says(givenIn(language, values))
}
