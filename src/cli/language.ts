/**
 * The language of a command, for sentences of the service that are codes with values (refusals,
 * findings, advice, rejects, reasons). Help and headings are in English. As in other programs of a
 * shell the process has one: --language of main.ts, else that of the locale.
 */

import { apiWord } from '../actions/http/api-words.ts'
import type { DoctorSentence } from '../actions/installation/doctor-words.ts'
import type { ContentFindingAnswer } from '../actions/newsletters/newsletter-proofs.ts'
import { ApiProblem } from '../actions/problem.ts'
import type { SentenceAnswer, WhyAnswer } from '../actions/sentences.ts'
import { recordedReasons } from '../domain/deliveries/recorded-reasons.ts'
import type { Detail } from '../domain/details/details.ts'
import { Refusal } from '../domain/refusal.ts'
import { type Remedy, remedies } from '../domain/remedies.ts'
import {
  type DrawingLanguage,
  drawFlow,
  IN_ENGLISH,
  stepText,
} from '../domain/triggers/drawing/draw-flow.ts'
import type { DnsSentenceAnswer } from '../words/dns-words.ts'
import {
  detailIn,
  dnsIn,
  doctorIn,
  findingIn,
  problemIn,
  type ReasonAnswer,
  reasonsIn,
  sentenceIn,
  type ValueFormats,
} from '../words/say.ts'
import type { ServiceWords } from '../words/service-words.ts'

const WORDS: Record<string, () => Promise<ServiceWords>> = {
  sv: async () => (await import('../words/sv/index.ts')).swedish,
  de: async () => (await import('../words/de/index.ts')).german,
}

type ShownFinding = Pick<ContentFindingAnswer, 'says'> &
  Partial<Pick<ContentFindingAnswer, 'code' | 'values' | 'refusal'>>

/** Undefined: English. */
let spoken: (ServiceWords & ValueFormats) | undefined

/** `sv_SE.UTF-8` is `sv`; the first variable that is set decides (POSIX, 8.2). */
function languageOfLocale({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): string {
  return (LC_ALL || LC_MESSAGES || LANG || '').slice(0, 2).toLowerCase()
}

/** Loads the words of a command that is about to run. */
export async function speak(wish: string | undefined): Promise<void> {
  const language = wish ?? languageOfLocale(process.env)
  const words = await WORDS[language]?.()
  const { format } = new Intl.NumberFormat(language in WORDS ? language : 'en')
  spoken = words && {
    ...words,
    number: format,
    time: at => `${at.slice(0, 16).replace('T', ' ')} UTC`,
  }
}

/** A sentence of an answer. */
export const sentenceText = (
  sentence: Pick<SentenceAnswer, 'says'> & NonNullable<WhyAnswer>,
): string => (spoken ? sentenceIn(spoken, sentence) : sentence.says)

/** Of a row that keeps a reason in English and, of a sentence of the service, its code. */
export const whyText = (reason: string, why: WhyAnswer | undefined): string =>
  why ? sentenceText({ ...why, says: reason }) : reason

export const detailText = ({ code, values, detail }: Detail): string =>
  (spoken && detailIn(spoken, { code, values })) ?? detail

/** A text sentence by sentence; as it stands, if one of them has no code. */
export const causesText = (text: string, causes: readonly ReasonAnswer[]): string =>
  (spoken && reasonsIn(spoken, causes)) ?? text

/** A text of the store, which keeps no code beside it. The words of a server or a person stay. */
export const recordedText = (text: string): string =>
  spoken ? causesText(text, recordedReasons(text)) : text

/** A mistake in a text, with its place. */
export const problemLine = (
  problem: Pick<SentenceAnswer, 'says'> & NonNullable<WhyAnswer> & { line: number; column: number },
): string => {
  const { line, column } = problem
  return `${spoken?.place(line, column) ?? `Line ${line}, column ${column}`}: ${sentenceText(problem)}`
}

/** A trigger as text; `isCounted`: with the people in it. */
export const drawn = (flow: Parameters<typeof drawFlow>[0], isCounted = false): string[] =>
  drawFlow(flow, drawing(), isCounted)

/** What a step of a trigger does. */
export const stepLine = (step: Parameters<typeof stepText>[1]): string =>
  stepText(drawing().texts, step)

const drawing = (): DrawingLanguage =>
  spoken ? { texts: spoken.flow, number: spoken.number } : IN_ENGLISH

export const findingText = (finding: ShownFinding): string =>
  (spoken && findingIn(spoken, finding)) ?? finding.says

export const dnsText = (sentences: readonly DnsSentenceAnswer[]): string =>
  sentences.map(one => (spoken ? dnsIn(spoken.dns.words, spoken, one) : one.says)).join(' ')

/** What a check of the installation says. */
export const doctorText = ({ code, values, detail }: DoctorSentence): string =>
  spoken ? doctorIn(spoken.doctor, spoken, { code, values }) : detail

/** Why a row is rejected; `sentence`: in English. */
export const rejectText = (reason: string, sentence: string): string =>
  spoken?.importReasons[reason] ?? sentence

/** Why people are left out of a sending. */
export const leftOutText = (reason: string): string => spoken?.leftOut[apiWord(reason)] ?? reason

/** Why a sending stands still; `sentence`: in English. */
export function standstillText(
  sentence: string,
  stands:
    | { why: keyof ServiceWords['standstills']; said: string | null; saidWhy?: WhyAnswer }
    | undefined,
): string {
  if (!spoken || !stands) return sentence
  const said = whyText(stands.said ?? '', stands.saidWhy)
  return spoken.standstills[stands.why](said) || said
}

export const remedyText = (remedy: Remedy, command: string): string =>
  `${(spoken?.remedies ?? remedies)[remedy]} ${command}`

/** A refusal; `sentence`: in English. */
export function refusalText(error: ApiProblem | Refusal, sentence: string): string {
  if (!spoken) return sentence
  const facts = (error instanceof ApiProblem ? error.facts : error.coded) ?? {}
  const { code, values, because, finding } = facts
  const coded = { code, values, because, finding }
  const words = problemIn(spoken, { ...coded, reason: error.reason, message: sentence })
  const field = error instanceof ApiProblem && code?.startsWith('given-') ? error.facts.field : ''
  const said = field ? `${field}: ${words}` : words
  const place = error instanceof Refusal ? error.place : undefined
  // A block and a part of a newsletter stand in the sentence itself.
  const isWhole = place && place.block === undefined && place.part === undefined
  return isWhole ? `${spoken.place(place.line, place.column)}: ${said}` : said
}
