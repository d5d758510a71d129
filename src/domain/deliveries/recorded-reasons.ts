/**
 * Sentences of ours that the store keeps in English, as codes with values: why an email or an SMS
 * was not accepted, why a relay is paused or rests, why a webhook has no answer. They are read by
 * the functions that wrote them.
 */
import { addressWords } from '../../mail/message/address-words.ts'
import { verdictWords } from '../../mail/smtp/words.ts'
import { templateWords } from '../../mail/template/words.ts'
import { gatewayWords } from '../../sms/words.ts'
import type { Detail, DetailCode } from '../details/details.ts'
import { answerDetails, outcomeDetails } from '../details/outcomes.ts'
import { deliveryDetails, stopDetails } from '../details/stops.ts'

type CodeAndValues = Pick<Detail, 'code' | 'values'>

export interface RecordedReason extends CodeAndValues {
  /** The value `says`, if it is a sentence of ours, too. */
  because?: CodeAndValues
}

/** A sentence cut at its values: one literal more than names. */
interface Template {
  code: DetailCode
  literals: string[]
  names: string[]
  /** The stop may be missing where a sentence is shown beside a reply. */
  stop: boolean
}

const STORED = {
  ...verdictWords,
  ...deliveryDetails,
  ...outcomeDetails,
  ...answerDetails,
  ...gatewayWords,
  'stopped-by-hand': stopDetails['stopped-by-hand'],
}

const { 'template-wrong': _, ...ownTemplateWords } = templateWords

/** Why an email could not be written. What LiquidJS says itself is a value. */
const UNWRITABLE = { ...addressWords, ...ownTemplateWords }

/** They follow another sentence; the last ones first. */
const REMEDIES: readonly DetailCode[] = [
  'relay-change-setting',
  'relay-change-address',
  'token-consent',
  'token-client',
  'token-not-allowed',
  'token-scope',
  'token-options',
]

/** Longer texts are no sentence of ours. */
const MOST = 1000
/** The lengths that workers cut at: the end of the last value may be missing, and what follows. */
const CUT = new Set([500, MOST])
/** A sentence without its end is known by so many characters at its beginning. */
const LEAST = 10

/** Values that are not just any text: the reply of a server is not taken for a sentence of ours. */
const SHAPES: Record<string, RegExp> = {
  host: /^\S+$/,
  error: /^[A-Z][A-Z\d_]*$/,
  time: /^\d+ (?:ms|s|min)$/,
  seconds: /^\d+$/,
  status: /^\d+$/,
  size: /^\d+$/,
  tries: /^\d+$/,
  taken: /^\d+$/,
  segments: /^\d+$/,
  limit: /^\d+$/,
}

type Say = (values: Record<string, string>) => string

const marked = (without?: string) =>
  new Proxy({} as Record<string, string>, {
    get: (_, name: string) => (name === without ? '' : `\0${name}\0`),
  })

function template(code: DetailCode, sentence: string): Template {
  const stop = sentence.endsWith('.')
  const parts = (stop ? sentence.slice(0, -1) : sentence).split('\0')
  return {
    code,
    literals: parts.filter((_, i) => i % 2 === 0),
    names: parts.filter((_, i) => i % 2 === 1),
    stop,
  }
}

/** The sentence, and how it is said without each of its values, if that is another one. */
function templatesOf([code, word]: [string, unknown]): Template[] {
  // A value in quotes of JSON is read as it is written there.
  const say: Say = values => (word as Say)(values).replaceAll('\\u0000', '\0')
  const whole = say(marked())
  const names = new Set(whole.split('\0').filter((_, i) => i % 2 === 1))
  const shorter = [...names].flatMap(name => {
    const said = say(marked(name))
    return said === whole.replaceAll(`\0${name}\0`, '') ? [] : said
  })
  return [whole, ...shorter].map(sentence => template(code as DetailCode, sentence))
}

const lengthOf = ({ literals }: Template): number => literals.join('').length

/** The most exact first. */
const templatesIn = (words: Record<string, unknown>): Template[] =>
  Object.entries(words)
    .flatMap(templatesOf)
    .sort((one, other) => lengthOf(other) - lengthOf(one))

const TEMPLATES = templatesIn(STORED)
const WITHIN = templatesIn(UNWRITABLE)

const FOLLOWING = REMEDIES.map(remedy => TEMPLATES.find(({ code }) => code === remedy)!)

function read(
  { code, literals, names, stop }: Template,
  said: string,
  isCut = false,
): CodeAndValues | undefined {
  const text = stop && said.endsWith('.') ? said.slice(0, -1) : said
  const [first = '', ...rest] = literals
  if (rest.length === 0) return text === first ? { code, values: {} } : undefined
  if (!text.startsWith(first)) return undefined
  const values: Record<string, string> = {}
  let from = first.length
  for (const [i, literal] of rest.entries()) {
    const isLast = i === rest.length - 1
    const isOpen = isCut && isLast && !text.endsWith(literal)
    if (isOpen && first.length < LEAST) return undefined
    const to = isLast ? text.length - (isOpen ? 0 : literal.length) : text.indexOf(literal, from)
    const value = text.slice(from, Math.max(from, to))
    const name = names[i]!
    if (value === '' || (values[name] ?? value) !== value) return undefined
    if (SHAPES[name]?.test(value) === false) return undefined
    values[name] = value
    from = to + literal.length
  }
  return isCut || text.endsWith(rest.at(-1)!) ? { code, values } : undefined
}

/** Empty: the words of a server or a person, or of another version. */
export function recordedReasons(stored: string | null): RecordedReason[] {
  if (stored === null || stored.length > MOST) return []
  let text = stored
  const causes: RecordedReason[] = []
  for (const remedy of FOLLOWING) {
    const at = text.lastIndexOf(` ${remedy.literals[0]}`)
    const cause = at > 0 ? read(remedy, text.slice(at + 1)) : undefined
    if (!cause) continue
    causes.unshift(cause)
    text = text.slice(0, at)
  }
  const cause = firstOf(TEMPLATES, text, stored.length)
  if (!cause) return []
  const { says } = cause.values
  const because =
    cause.code === 'email-unwritable' ? firstOf(WITHIN, String(says), stored.length) : undefined
  return [because ? { ...cause, because } : cause, ...causes]
}

function firstOf(
  templates: readonly Template[],
  text: string,
  length: number,
): CodeAndValues | undefined {
  for (const one of templates) {
    const cause = read(one, text, CUT.has(length))
    if (cause) return cause
  }
  return undefined
}
