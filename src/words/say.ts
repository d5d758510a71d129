/** Sentences of the service, which travel as a code with values, in the words of a language. */
import type { ContentFindingAnswer } from '../actions/newsletters/newsletter-proofs.ts'
import type { ProblemReason } from '../actions/problem.ts'
import type { SentenceAnswer, WhyAnswer } from '../actions/sentences.ts'
import type { DetailWords } from './detail-words.ts'
import type { DnsSentenceAnswer, DnsTexts } from './dns-words.ts'
import type { DoctorSentenceAnswer, DoctorWords } from './doctor-words.ts'
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
  /** By a code of the table of findings, or of a later version. */
  finding?: { code: string; values: SentenceAnswer['values'] } | undefined
}

interface RefusingLanguage extends DetailLanguage {
  findings: FindingWords
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

export interface ReasonAnswer extends CodeAndValues {
  because?: CodeAndValues | null | undefined
}

/** A reason, with the sentence within it; undefined: the language leaves it to the service. */
function reasonIn(
  language: DetailLanguage,
  { code, values, because }: ReasonAnswer,
): string | undefined {
  const within = because && detailIn(language, because)
  return detailIn(language, { code, values: within ? { ...values, says: within } : values })
}

/** A text sentence by sentence; undefined: it stays, for one of them has no words or no code. */
export function reasonsIn(
  language: DetailLanguage,
  reasons: readonly ReasonAnswer[],
): string | undefined {
  const said = reasons.map(reason => reasonIn(language, reason))
  return said.length === 0 || said.includes(undefined) ? undefined : said.join(' ')
}

/** A sentence, with the sentence within it; English if the language leaves it to the service. */
export const sentenceIn = (
  language: DetailLanguage,
  { says, ...reason }: Pick<SentenceAnswer, 'says'> & NonNullable<WhyAnswer>,
): string => reasonIn(language, reason) ?? says

/** A refusal, with the sentences or the finding of its value `says`. */
export function refusedIn(
  language: RefusingLanguage,
  { code, values, because = [], finding }: RefusedAnswer,
): string | undefined {
  const found = finding && (finding as Pick<ContentFindingAnswer, 'code' | 'values'>)
  const within = found ? [findingIn(language, found)] : because.map(one => detailIn(language, one))
  const isSaid = within.length > 0 && !within.includes(undefined)
  return detailIn(language, {
    code,
    values: isSaid ? { ...values, says: within.join(' ') } : values,
  })
}

/** Reasons that say nothing without the sentence of the service. */
const VAGUE = new Set(['not-valid', 'not-now'])

interface ProblemLanguage extends RefusingLanguage {
  problems: Partial<Record<ProblemReason, string>>
}

/** A refusal, with `message` in English: by the code of its detail, else by its reason. */
export function problemIn(
  language: ProblemLanguage,
  { code, values = {}, because, finding, reason, message }: ProblemFactsAnswer,
): string {
  const detail = code && refusedIn(language, { code, values, because, finding })
  if (detail !== undefined) return detail
  const general = language.problems[reason as ProblemReason]
  // Of a value that is given, the name in the call comes before the sentence.
  if (code?.startsWith('given-')) return message.slice(message.indexOf(': ') + 1).trim()
  if (general === undefined) return message
  // An error in a source has no code: it comes with a line and a column.
  return VAGUE.has(reason) ? `${general} ${message}` : general
}

interface ProblemFactsAnswer {
  code: SentenceAnswer['code'] | undefined
  values: SentenceAnswer['values'] | undefined
  because?: readonly CodeAndValues[] | undefined
  finding?: RefusedAnswer['finding']
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

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A number of bytes as the language writes it. */
export function sizeIn({ number }: Pick<ValueFormats, 'number'>, bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)))
  const value = bytes / 1000 ** unit
  return `${number(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10)} ${UNITS[unit]}`
}

/** What a check of the installation says. */
export const doctorIn = (
  words: DoctorWords,
  formats: ValueFormats,
  { code, values }: DoctorSentenceAnswer,
): string =>
  words[code](
    givenIn(formats, values),
    name => sizeIn(formats, Number(values[name] ?? 0)),
    name => formats.time(String(values[name])),
  )

/** A finding of a check; undefined: the language leaves it to the service. */
export function findingIn(
  language: RefusingLanguage,
  { code, values = {}, refusal }: Pick<ContentFindingAnswer, 'code' | 'values' | 'refusal'>,
): string | undefined {
  if (refusal) return detailIn(language, refusal)
  return code && language.findings[code]?.says(givenIn(language, values))
}
