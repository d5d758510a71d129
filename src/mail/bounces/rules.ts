/**
 * Classifies replies of mail servers by bounce-rules.txt, and prose by bounce-phrases.txt; a class
 * that is hard must pass bounce-guards.txt. These files document the classes and give evidence. The
 * same rules judge replies at hand-over and bounce messages.
 */
import { readFileSync } from 'node:fs'

export const BOUNCE_CLASSES = [
  'bad-mailbox',
  'bad-domain',
  'mailbox-full',
  'too-large',
  'content-refused',
  'sender-blocked',
  'busy',
  'route-error',
  'unknown',
] as const

export type BounceClass = (typeof BOUNCE_CLASSES)[number]

export interface BounceReply {
  /** Three digits, or 0 or null where only a status is known. */
  code?: number | null
  /** "5.1.1", or null. */
  enhanced?: string | null
  text: string
}

export interface BounceRule {
  class: BounceClass
  /** Matches by the code alone; words take precedence. */
  guess: boolean
  /** File and line: "bounce-rules.txt:57". */
  name: string
  line: number
  /** The replies above the rule in the file, as servers sent them. */
  examples: string[]
  /** Replies that the rule must not take. */
  counterexamples: string[]
  matches(code: string, status: string, text: string): boolean
}

/** In order: the first rule that matches decides. */
export function readBounceRules(source: string, file = 'bounce-rules.txt'): BounceRule[] {
  const rules: BounceRule[] = []
  let examples: string[] = []
  let counterexamples: string[] = []
  for (const [index, line] of source.split('\n').entries()) {
    if (line.startsWith('#')) continue
    if (line.startsWith('> ')) examples.push(line.slice(2).trim())
    else if (line.startsWith('! ')) counterexamples.push(line.slice(2).trim())
    else {
      if (line.trim() !== '')
        rules.push({ ...readRule(line, file, index + 1), examples, counterexamples })
      examples = []
      counterexamples = []
    }
  }
  return rules
}

/**
 * "5.1.1", "5.7.*", "5.7.6xx", "550", "4xx", or several with commas, "words" among them; optionally
 * followed by a regular expression between slashes.
 */
const RULE = /^(\S+?)(\?)?\s+(\S+)(?:\s+\/(.+)\/)?\s*$/
const CONDITION = /^(?:\d\d\d|\dxx|[245]\.(?:\d{1,3}|\*)\.(?:\d{1,3}|\*|\d{1,2}x{1,2}))$/
/** For texts without a code. */
const WORDS = 'words'

type RuleLine = Omit<BounceRule, 'examples' | 'counterexamples'>

function readRule(line: string, file: string, number: number): RuleLine {
  const [, kind, guess, conditions = '', pattern] = RULE.exec(line) ?? []
  const known = BOUNCE_CLASSES.find(c => c === kind)
  const all = conditions.split(',')
  const words = all.includes(WORDS) && pattern !== undefined
  const parts = all.filter(part => !(words && part === WORDS))
  if (!known || !parts.every(part => CONDITION.test(part)))
    throw new Error(`${file}, line ${number} is no rule`)
  const text = pattern === undefined ? null : new RegExp(alsoPlain(pattern), 'i')
  const codes = parts.filter(part => !part.includes('.')).map(toPattern)
  const statuses = parts.filter(part => part.includes('.')).map(toPattern)
  return {
    class: known,
    guess: guess !== undefined,
    name: `${file}:${number}`,
    line: number,
    matches: (code, status, said) =>
      (codeless(code, status)
        ? words
        : codes.some(c => c.test(code)) || statuses.some(s => s.test(status))) &&
      (text === null || text.test(said)),
  }
}

const codeless = (code: string, status: string): boolean => code === '' && status === ''

/**
 * Letters with diacritics also match without them, and in their ASCII spelling: "Empfaenger",
 * "uzytkownik".
 */
const alsoPlain = (pattern: string): string =>
  pattern.replace(/\[[^\]]*\]|[à-ɏ]/gi, found => {
    if (found.length > 1) return found
    const plain = PLAIN[found.toLowerCase()] ?? found.normalize('NFD')[0]!
    return plain === found ? found : `(?:${found}|${plain})`
  })

const PLAIN: Record<string, string> = {
  ä: 'ae?',
  ö: 'oe?',
  ü: 'ue?',
  ß: 'ss',
  å: 'aa?',
  ø: 'oe?',
  æ: 'ae',
  ł: 'l',
  ı: 'i',
  đ: 'd',
}

const toPattern = (condition: string): RegExp =>
  new RegExp(`^${condition.replaceAll('.', '\\.').replaceAll('*', '\\d+').replaceAll('x', '\\d')}$`)

const rulesOf = (file: string) =>
  readBounceRules(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'), file)

export const bounceRules: readonly BounceRule[] = rulesOf('bounce-rules.txt')
export const bouncePhrases: readonly BounceRule[] = rulesOf('bounce-phrases.txt')

/** Asked about replies that are hard otherwise. */
export const bounceGuards: readonly BounceRule[] = rulesOf('bounce-guards.txt')

/** qmail and Cisco write the status into the text: "(#5.1.1)", "#5.1.0 Address rejected". */
const STATUS_IN_TEXT = /#([245]\.\d{1,3}\.\d{1,3})\b/

/** Real replies are shorter; longer texts are made to take time. */
const MOST_TEXT = 2_000

/** The rule that decides: by the reply, or by its words where a code is only a guess. */
export function ruleFor(reply: BounceReply): BounceRule | null {
  const text = reply.text.slice(0, MOST_TEXT)
  const status = reply.enhanced ?? STATUS_IN_TEXT.exec(text)?.[1] ?? ''
  // A status alone implies the class of its code, which only rules for a whole class may match: no
  // server sends 499 or 599.
  const code = reply.code ? String(reply.code) : status === '' ? '' : `${status[0]}99`
  const found = bounceRules.find(rule => rule.matches(code, status, text)) ?? null
  const decisive = found?.guess === false ? found : (wordsRuleFor(text) ?? found)
  return guarded(decisive, code, status, text)
}

/** The rule that matches the words, without a code. */
export function phraseFor(text: string): BounceRule | null {
  const said = text.slice(0, MOST_TEXT)
  return guarded(wordsRuleFor(said), '', '', said)
}

const wordsRuleFor = (text: string): BounceRule | null =>
  bounceRules.find(rule => rule.matches('', '', text)) ??
  bouncePhrases.find(rule => rule.matches('', '', text)) ??
  null

const isHard = ({ class: found }: BounceRule): boolean =>
  found === 'bad-mailbox' || found === 'bad-domain'

/** The guard that stops a hard rule, or the rule. */
function guarded(
  rule: BounceRule | null,
  code: string,
  status: string,
  text: string,
): BounceRule | null {
  if (rule === null || !isHard(rule)) return rule
  const said = text.replace(ADDRESS_OR_LINK, '@')
  return bounceGuards.find(guard => guard.matches(code, status, said)) ?? rule
}

/** Their words are names: "spam@example.com" is a mailbox, not a verdict. */
const ADDRESS_OR_LINK = /(?<![\w.+=-])[\w.+=-]+@[\w.-]+|https?:\/\/[\w./?=&%#:~+-]+/g

export const classify = (reply: BounceReply): BounceClass => ruleFor(reply)?.class ?? 'unknown'
