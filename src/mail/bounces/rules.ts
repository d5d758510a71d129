/**
 * What the reply of a mail server means, by the rules in bounce-rules.txt, and what reports say in
 * words, by bounce-phrases.txt: read there for the classes and the evidence. The same rules judge
 * replies at hand-over and what stands in bounce messages that come later.
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
  /** By the code alone: what words say goes before it. */
  guess: boolean
  /** "bounce-rules.txt:57": where it stands. */
  name: string
  line: number
  /** The replies that stand above the rule, as they were written. */
  examples: string[]
  matches(code: string, status: string, text: string): boolean
}

/** Rules in their order: the first that matches decides. */
export function readBounceRules(source: string, file = 'bounce-rules.txt'): BounceRule[] {
  const rules: BounceRule[] = []
  let examples: string[] = []
  for (const [index, line] of source.split('\n').entries()) {
    if (line.startsWith('#')) continue
    if (line.trim() === '') examples = []
    else if (line.startsWith('> ')) examples.push(line.slice(2).trim())
    else {
      rules.push(readRule(line, file, index + 1, examples))
      examples = []
    }
  }
  return rules
}

/**
 * "5.1.1", "5.7.*", "5.7.6xx", "550", "4xx", or several with commas, "words" among them; then
 * perhaps a regular expression between slashes.
 */
const RULE = /^(\S+?)(\?)?\s+(\S+)(?:\s+\/(.+)\/)?\s*$/
const CONDITION = /^(?:\d\d\d|\dxx|[245]\.(?:\d{1,3}|\*)\.(?:\d{1,3}|\*|\d{1,2}x{1,2}))$/
/** For texts without a code. */
const WORDS = 'words'

function readRule(line: string, file: string, number: number, examples: string[]): BounceRule {
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
    examples,
    matches: (code, status, said) =>
      (codeless(code, status)
        ? words
        : codes.some(c => c.test(code)) || statuses.some(s => s.test(status))) &&
      (text === null || text.test(said)),
  }
}

const codeless = (code: string, status: string): boolean => code === '' && status === ''

/**
 * Letters with marks are found without them, too, and as they are written where there are none:
 * "Empfaenger", "uzytkownik".
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

/** qmail and Cisco write the status into the text: "(#5.1.1)", "#5.1.0 Address rejected". */
const STATUS_IN_TEXT = /#([245]\.\d{1,3}\.\d{1,3})\b/

/** No reply that means something is longer; texts that are, were made to take time. */
const MOST_TEXT = 2_000

/** The rule that decides: of the replies, and where those only guess, of the words. */
export function ruleFor(reply: BounceReply): BounceRule | null {
  const text = reply.text.slice(0, MOST_TEXT)
  const status = reply.enhanced ?? STATUS_IN_TEXT.exec(text)?.[1] ?? ''
  // A status alone still tells the kind of its reply, which only rules for a whole kind may go by:
  // no server says 499 or 599.
  const code = reply.code ? String(reply.code) : status === '' ? '' : `${status[0]}99`
  const found = bounceRules.find(rule => rule.matches(code, status, text)) ?? null
  if (found && !found.guess) return found
  return phraseFor(text) ?? found
}

/** What the words say, without a code. */
export const phraseFor = (text: string): BounceRule | null =>
  [bounceRules, bouncePhrases].flatMap(
    rules => rules.find(rule => rule.matches('', '', text.slice(0, MOST_TEXT))) ?? [],
  )[0] ?? null

export const classify = (reply: BounceReply): BounceClass => ruleFor(reply)?.class ?? 'unknown'
