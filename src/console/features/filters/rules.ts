/** Rules of the builder, and the words of a filter that they stand for: docs/filters.md. */
import type { FilterMatches } from '../../../actions/filters/filters.ts'

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

const textTests = [...(Object.keys(TEXT_TESTS) as TextTest[]), 'empty'] as const
const numberTests = ORDERS.map(order => `number ${order}` as const)
const dateTests = ORDERS.map(order => `date ${order}` as const)
const bounceTests = ['bounced any', 'bounced hard', 'bounced soft'] as const

/** The subjects of rules besides columns. */
const DEEDS = ['list', 'left', 'opened', 'clicked', 'bounced'] as const
export const COLUMNS = [
  ...([
    'email',
    'domain',
    'name',
    'first_name',
    'last_name',
    'format',
    'country',
    'phone',
  ] as const),
] as const
export type Subject = (typeof COLUMNS)[number] | (typeof DEEDS)[number] | `DD${number}`

export interface Rule {
  key: number
  not: boolean
  subject: Subject
  test: RuleTest
  value: string
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
})

export const newGroup = (): RuleGroup => ({ key: key(), any: [newRule(), newRule()] })

export const isDeed = (subject: Subject): subject is (typeof DEEDS)[number] =>
  DEEDS.some(deed => deed === subject)

/** The tests of a subject; the first is its usual one. */
export function testsOf(subject: Subject, type: string | undefined): readonly RuleTest[] {
  if (subject === 'bounced') return bounceTests
  if (isDeed(subject)) return []
  if (type === 'number') return [...numberTests, ...textTests]
  return type === 'date' ? [...dateTests, ...textTests] : textTests
}

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** Undefined: something is still missing. */
function wordsOfRule({ not, subject, test, value }: Rule): string | undefined {
  const words = (() => {
    if (subject === 'list') return value === '' ? undefined : `on list ${value}`
    if (subject === 'left') return value === '' ? 'left' : `left list ${value}`
    if (isDeed(subject)) {
      const kind = test === 'bounced hard' || test === 'bounced soft' ? test : subject
      return /^[1-9]\d{0,4}$/.test(value) ? `${kind} within ${value} days` : kind
    }
    if (test === 'empty') return `${subject} is empty`
    const [kind, order] = test.split(' ')
    if (value.trim() === '') return undefined
    if (kind === 'number' || kind === 'date')
      return /^[\d.+\- a-z]+$/i.test(value) ? `${subject} ${order} ${value.trim()}` : undefined
    return `${subject} ${TEXT_TESTS[test as TextTest]} ${quoted(value)}`
  })()
  return words !== undefined && not ? `not ${words}` : words
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

interface Tree {
  all?: Tree[]
  any?: Tree[]
  not?: Tree
  column?: string | number
  text?: string
  values?: string[]
  empty?: boolean
  number?: string
  date?: string
  value?: string | number
  list?: number
  left?: number | 'any'
  did?: 'opened' | 'clicked'
  sending?: number
  bounced?: 'any' | 'hard' | 'soft'
  days?: number
}

/** The rules as the service parsed them, as rows of the builder. */
export const itemsOf = (rules: FilterMatches['rules']): RuleItem[] =>
  rules.map(({ where, condition }) => {
    const tree = condition as Tree
    const group = tree.any?.map(part => ruleOf(part))
    if (group?.every(rule => rule !== undefined)) return { key: key(), any: group as Rule[] }
    // Of an `or` among others the parentheses are not part of its own words.
    const words = tree.any && rules.length > 1 ? `(${where})` : where
    return ruleOf(tree) ?? { key: key(), words }
  })

/** Undefined: the builder has no fields for it. */
function ruleOf(tree: Tree, not = false): Rule | undefined {
  if (tree.not) return not ? undefined : ruleOf(tree.not, true)
  const rule = (subject: Subject, test: RuleTest, value: string | number = ''): Rule => ({
    key: key(),
    not,
    subject,
    test,
    value: String(value),
  })
  if (tree.list !== undefined) return rule('list', 'is', tree.list)
  if (tree.left !== undefined)
    return tree.days === undefined
      ? rule('left', 'is', tree.left === 'any' ? '' : tree.left)
      : undefined
  if (tree.did) return tree.sending === undefined ? rule(tree.did, 'is', tree.days) : undefined
  if (tree.bounced) return rule('bounced', `bounced ${tree.bounced}`, tree.days)
  if (tree.column === undefined) return undefined
  const subject = (typeof tree.column === 'number' ? `DD${tree.column}` : tree.column) as Subject
  if (tree.empty) return rule(subject, 'empty')
  if (tree.number) return rule(subject, `number ${tree.number}` as RuleTest, tree.value)
  if (tree.date) return rule(subject, `date ${tree.date}` as RuleTest, dayOf(tree.value))
  if (tree.values?.length !== 1) return undefined
  const test = textTests.find(one => one !== 'empty' && firstWord(one) === tree.text)
  return test && rule(subject, test, tree.values[0])
}

/** As the condition has it: begins, not `begins with`. */
const firstWord = (test: TextTest): string => TEXT_TESTS[test].split(' ')[0]!

function dayOf(value: string | number | undefined): string {
  if (typeof value !== 'number') return value ?? ''
  return value === 0 ? 'today' : `today ${value < 0 ? '-' : '+'} ${Math.abs(value)}`
}
