/**
 * What the reply of a mail server means, by the rules in bounce-rules.txt: read there for the classes and the evidence.
 * The same rules judge replies at hand-over and the diagnostics in bounce messages that come later.
 */
import { readFileSync } from 'node:fs'

export const BOUNCE_CLASSES = [
  'bad-mailbox',
  'bad-domain',
  'mailbox-full',
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
  line: number
  /** The replies that stand above the rule, as they were written. */
  examples: string[]
  matches(code: string, status: string, text: string): boolean
}

/** Rules in their order: the first that matches decides. */
export function readBounceRules(source: string): BounceRule[] {
  const rules: BounceRule[] = []
  let examples: string[] = []
  for (const [index, line] of source.split('\n').entries()) {
    if (line.startsWith('#')) continue
    if (line.trim() === '') examples = []
    else if (line.startsWith('> ')) examples.push(line.slice(2).trim())
    else {
      rules.push(readRule(line, index + 1, examples))
      examples = []
    }
  }
  return rules
}

/** "5.1.1", "5.7.*", "550", "4xx", or several with commas, then perhaps a regular expression between slashes. */
const RULE = /^(\S+)\s+(\S+)(?:\s+\/(.+)\/)?\s*$/
const CONDITION = /^(?:\d\d\d|\dxx|[245*]\.(?:\d{1,3}|\*)\.(?:\d{1,3}|\*))$/

function readRule(line: string, number: number, examples: string[]): BounceRule {
  const [, kind, conditions = '', pattern] = RULE.exec(line) ?? []
  const known = BOUNCE_CLASSES.find(c => c === kind)
  const parts = conditions.split(',')
  if (!known || !parts.every(part => CONDITION.test(part))) throw new Error(`bounce-rules.txt, line ${number} is no rule`)
  const text = pattern === undefined ? null : new RegExp(pattern, 'i')
  const codes = parts.filter(part => !part.includes('.')).map(toPattern)
  const statuses = parts.filter(part => part.includes('.')).map(toPattern)
  return {
    class: known,
    line: number,
    examples,
    matches: (code, status, said) =>
      (codes.some(c => c.test(code)) || statuses.some(s => s.test(status))) && (text === null || text.test(said)),
  }
}

const toPattern = (condition: string): RegExp =>
  new RegExp(`^${condition.replaceAll('.', '\\.').replaceAll('*', '\\d+').replaceAll('x', '\\d')}$`)

export const bounceRules: readonly BounceRule[] = readBounceRules(
  readFileSync(new URL('./bounce-rules.txt', import.meta.url), 'utf8'),
)

/** qmail and Cisco write the status into the text: "(#5.1.1)", "#5.1.0 Address rejected". */
const STATUS_IN_TEXT = /#([245]\.\d{1,3}\.\d{1,3})\b/

export function ruleFor({ code, enhanced, text }: BounceReply): BounceRule | null {
  const status = enhanced ?? STATUS_IN_TEXT.exec(text)?.[1] ?? ''
  // A status alone still tells the kind of its reply, which only rules for a whole kind may go by: no server says 499 or 599.
  const digits = code ? String(code) : status === '' ? '' : `${status[0]}99`
  return bounceRules.find(rule => rule.matches(digits, status, text)) ?? null
}

export const classify = (reply: BounceReply): BounceClass => ruleFor(reply)?.class ?? 'unknown'
