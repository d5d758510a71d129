/** Rules of the builder, and the words of a filter that they stand for: docs/filters.md. */
import type { FilterCondition, FilterMatches } from '../../../actions/filters/filters.ts'

const TEXT_TESTS = { contains: 'contains', is: '=', begins: 'begins with', ends: 'ends with' }
const ORDERS = ['=', '<', '<=', '>', '>='] as const

type TextTest = keyof typeof TEXT_TESTS
/** How a value is compared; `number >=` of a data field with numbers. */
export type RuleTest =
  | TextTest
  | 'empty'
  | `number ${(typeof ORDERS)[number]}`
  | `date ${(typeof ORDERS)[number]}`
  | `bounced ${'any' | 'hard' | 'soft'}`
  | (typeof measuredTests)[number]
  | (typeof joinTests)[number]

const textTests = [...(Object.keys(TEXT_TESTS) as TextTest[]), 'empty'] as const
const numberTests = ORDERS.map(order => `number ${order}` as const)
const dateTests = ORDERS.map(order => `date ${order}` as const)
const bounceTests = ['bounced any', 'bounced hard', 'bounced soft'] as const

const measuredTests = ['measured both', 'measured opens', 'measured clicks'] as const

const joinTests = ['joined within', 'joined since'] as const

/** The subjects of rules besides columns. */
export const DEEDS = [
  'list',
  'joined',
  'left',
  'import',
  'form',
  'got',
  'opened',
  'clicked',
  'unopened',
  'unclicked',
  'measured',
  'bounced',
] as const
type Deed = (typeof DEEDS)[number]

/** What a rule about a deed names; only lists and newsletters may be any. */
export const namedBy = (deed: Deed): 'list' | 'newsletter' | 'import' | 'form' | undefined => {
  if (deed === 'list' || deed === 'left' || deed === 'joined') return 'list'
  if (deed === 'bounced' || deed === 'measured') return undefined
  return deed === 'import' || deed === 'form' ? deed : 'newsletter'
}

/** It needs a name: there is no "on any list". */
export const isNameNeeded = (deed: Deed): boolean =>
  deed === 'list' || deed === 'import' || deed === 'form'
export const COLUMNS = [
  'email',
  'domain',
  'name',
  'first_name',
  'last_name',
  'format',
  'country',
  'phone',
] as const
export type Subject = (typeof COLUMNS)[number] | Deed | `DD${number}` | `event.${string}`

/** A value that events had: `shop.city`. */
export interface EventValue {
  path: string
}

export const isOfEvent = (subject: Subject): subject is `event.${string}` =>
  subject.startsWith('event.')

export interface Rule {
  key: number
  not: boolean
  subject: Subject
  test: RuleTest
  /** Of a deed the days; of `joined since` the day. */
  value: string
  /** Of a deed the id of the list, newsletter, import or form; '' is any. */
  of: string
}

/** One of them has to hold. */
export interface RuleGroup {
  key: number
  any: Rule[]
}

/** A rule for which the builder has no fields: it stays as it is written. */
export interface WrittenRule {
  key: number
  words: string
}

export type RuleItem = Rule | RuleGroup | WrittenRule

let keys = 0
const key = () => ++keys

export const newRule = (): Rule => ({
  key: key(),
  not: false,
  subject: 'email',
  test: 'contains',
  value: '',
  of: '',
})

export const newGroup = (): RuleGroup => ({ key: key(), any: [newRule(), newRule()] })

export const isDeed = (subject: Subject): subject is Deed => DEEDS.some(deed => deed === subject)

/** The tests of a subject; the first is its usual one. */
export function testsOf(subject: Subject, type: string | undefined): readonly RuleTest[] {
  if (subject === 'bounced') return bounceTests
  if (subject === 'measured') return measuredTests
  if (subject === 'joined') return joinTests
  if (isDeed(subject)) return []
  if (type === 'number') return [...numberTests, ...textTests]
  if (type === 'event') return [...textTests, ...numberTests, ...dateTests]
  return type === 'date' ? [...dateTests, ...textTests] : textTests
}

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

const DAYS = /^[1-9]\d{0,4}$/
const DAY = /^\d{4}-\d\d-\d\d$/
/** As the language writes days: 2026-01-31, today, today - 30. */
export const RELATIVE_DAY = /^today(?: ([+-]) ([1-9]\d{0,4}))?$/

const within = (days: string): string => (DAYS.test(days) ? ` within ${days} days` : '')

function wordsOfDeed({ test, value, of }: Rule, deed: Deed): string | undefined {
  if (isNameNeeded(deed) && of === '') return undefined
  if (deed === 'list') return `on list ${of}`
  if (deed === 'import' || deed === 'form') return `joined by ${deed} ${of}`
  if (deed === 'measured') return test === 'measured both' ? deed : test
  if (deed === 'bounced') return `${test === 'bounced any' ? deed : test}${within(value)}`
  const named = of === '' ? deed : `${deed} ${namedBy(deed)} ${of}`
  if (deed !== 'joined' || test !== 'joined since') return named + within(value)
  return DAY.test(value) ? `${named} since ${value}` : undefined
}

function wordsOfColumn({ subject, test, value }: Rule): string | undefined {
  if (test === 'empty') return `${subject} is empty`
  if (value.trim() === '') return undefined
  const [kind, order] = test.split(' ')
  if (kind === 'number')
    return NUMBER.test(value.trim()) ? `${subject} ${order} ${plainNumber(value)}` : undefined
  if (kind === 'date')
    return DAY.test(value) || RELATIVE_DAY.test(value) ? `${subject} ${order} ${value}` : undefined
  return `${subject} ${TEXT_TESTS[test as TextTest]} ${quoted(value)}`
}

/** As people type numbers, with either decimal sign. */
const NUMBER = /^-?\d{1,15}(?:[.,]\d{1,6})?$/
const plainNumber = (value: string): string => value.trim().replace(',', '.')

/** The value is there and can't be compared by. */
export function isWrongValue(rule: Rule): boolean {
  if (rule.value.trim() === '') return false
  if (rule.test.startsWith('number')) return !NUMBER.test(rule.value.trim())
  return isDeed(rule.subject) && rule.test !== 'joined since' && !DAYS.test(rule.value)
}

/** Undefined: something is still missing. */
function wordsOfRule(rule: Rule): string | undefined {
  const words = isDeed(rule.subject) ? wordsOfDeed(rule, rule.subject) : wordsOfColumn(rule)
  return words !== undefined && rule.not ? `not ${words}` : words
}

/** Undefined: nothing of it is complete. */
function wordsOfItem(item: RuleItem, alone: boolean): string | undefined {
  if ('words' in item) return item.words
  if (!('any' in item)) return wordsOfRule(item)
  const parts = item.any.flatMap(rule => wordsOfRule(rule) ?? [])
  if (parts.length < 2 || alone) return parts.length === 0 ? undefined : parts.join(' or ')
  return `(${parts.join(' or ')})`
}

/** All rules that are complete, of which all have to hold. */
export function wordsOf(items: readonly RuleItem[]): string {
  const complete = items.filter(item => wordsOfItem(item, true) !== undefined)
  return complete.flatMap(item => wordsOfItem(item, complete.length === 1) ?? []).join(' and ')
}

/** The place of each complete item among the counted rules. */
export function placesOf(items: readonly RuleItem[]): Map<number, number> {
  const complete = items.filter(item => wordsOfItem(item, true) !== undefined)
  return new Map(complete.map((item, at) => [item.key, at]))
}

/** The rules as the service parsed them, as rows of the builder. */
export const itemsOf = (rules: FilterMatches['rules']): RuleItem[] =>
  rules.map(({ where, condition }) => {
    const group = 'any' in condition ? condition.any.map(part => ruleOf(part)) : undefined
    if (group?.every(rule => rule !== undefined)) return { key: key(), any: group as Rule[] }
    // Of an `or` among others the parentheses are not part of its own words.
    const words = group && rules.length > 1 ? `(${where})` : where
    return ruleOf(condition) ?? { key: key(), words }
  })

/** Undefined: the builder has no fields for it. */
export function ruleOf(tree: FilterCondition, not = false): Rule | undefined {
  if ('not' in tree) return not ? undefined : ruleOf(tree.not, true)
  if ('all' in tree || 'any' in tree) return undefined
  const rule = 'column' in tree ? columnRule(tree) : deedRule(tree)
  return rule && { key: key(), not, value: '', of: '', ...rule }
}

type PartOfRule = Pick<Rule, 'subject' | 'test'> & Partial<Pick<Rule, 'value' | 'of'>>

const texts = (value: string | number | undefined): string => String(value ?? '')

function columnRule(tree: Extract<FilterCondition, { column: unknown }>): PartOfRule | undefined {
  const subject = (typeof tree.column === 'number' ? `DD${tree.column}` : tree.column) as Subject
  if ('empty' in tree) return { subject, test: 'empty' }
  if ('number' in tree) return { subject, test: `number ${tree.number}`, value: tree.value }
  if ('date' in tree) return { subject, test: `date ${tree.date}`, value: dayOf(tree.value) }
  if (tree.values.length !== 1) return undefined
  const test = textTests.find(one => one !== 'empty' && firstWord(one) === tree.text)
  return test && { subject, test, value: texts(tree.values[0]) }
}

function deedRule(tree: Exclude<FilterCondition, { column: unknown }>): PartOfRule | undefined {
  if ('list' in tree) return { subject: 'list', test: 'is', of: texts(tree.list) }
  if ('left' in tree)
    return { subject: 'left', test: 'is', of: anyOr(tree.left), value: texts(tree.days) }
  if ('joined' in tree) return joinedRule(tree)
  if ('got' in tree)
    return tree.got === 'sending'
      ? undefined
      : { subject: 'got', test: 'is', of: texts(tree.id), value: texts(tree.days) }
  if ('bounced' in tree)
    return { subject: 'bounced', test: `bounced ${tree.bounced}`, value: texts(tree.days) }
  if ('measured' in tree) return { subject: 'measured', test: `measured ${tree.measured}` }
  if (!('did' in tree) || tree.sending !== undefined) return undefined
  return {
    subject: tree.did,
    test: 'is',
    of: texts(tree.newsletter),
    value: texts(tree.days),
  }
}

function joinedRule(tree: Extract<FilterCondition, { joined: unknown }>): PartOfRule | undefined {
  const { joined, import: importId, form, since, days } = tree
  const by = importId ?? form
  if (by !== undefined)
    return joined === 'any' && since === undefined && days === undefined
      ? { subject: form === undefined ? 'import' : 'form', test: 'is', of: texts(by) }
      : undefined
  const of = anyOr(joined)
  return since === undefined
    ? { subject: 'joined', test: 'joined within', of, value: texts(days) }
    : { subject: 'joined', test: 'joined since', of, value: since }
}

const anyOr = (id: number | 'any'): string => (id === 'any' ? '' : String(id))

/** As the condition has it: begins, not `begins with`. */
const firstWord = (test: TextTest): string => TEXT_TESTS[test].split(' ')[0]!

function dayOf(value: string | number): string {
  if (typeof value !== 'number') return value
  return value === 0 ? 'today' : `today ${value < 0 ? '-' : '+'} ${Math.abs(value)}`
}
