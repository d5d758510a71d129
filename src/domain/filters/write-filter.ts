/**
 * Formats a condition as text that parses to the same condition, with the present names of fields.
 */
import type { Column, Condition, Test } from './condition.ts'

/** `names` by the number of the field; without one it is written as DD5. */
export function writeFilter(
  condition: Condition,
  names: ReadonlyMap<number, string> = new Map(),
): string {
  const column = (of: Column): string => {
    const name = typeof of === 'number' ? names.get(of) : undefined
    return typeof of === 'string'
      ? of
      : name === undefined || name === `DD${of}`
        ? `DD${of}`
        : `[${quoted(name)}]`
  }
  const grouped = (part: Condition): string =>
    'all' in part || 'any' in part ? `(${write(part)})` : write(part)
  function write(part: Condition): string {
    if ('all' in part) return part.all.map(grouped).join(' and ')
    if ('any' in part) return part.any.map(grouped).join(' or ')
    if (!('not' in part)) return testText(part, column, false)
    const { not } = part
    return 'column' in not ? testText(not, column, true) : `not ${grouped(not)}`
  }
  return write(condition)
}

function testText(test: Test, column: (of: Column) => string, not: boolean): string {
  if ('list' in test) return `on list ${test.list}`
  if ('left' in test)
    return `left${test.left === 'any' ? '' : ` list ${test.left}`}${within(test.days)}`
  if ('bounced' in test)
    return `bounced${test.bounced === 'any' ? '' : ` ${test.bounced}`}${within(test.days)}`
  if ('joined' in test) return joinedText(test)
  if ('got' in test)
    return `got${test.got === 'any' ? '' : ` ${test.got} ${test.id}`}${within(test.days)}`
  if ('measured' in test) return `measured${test.measured === 'both' ? '' : ` ${test.measured}`}`
  if ('did' in test) {
    if (test.newsletter !== undefined)
      return `${test.did} newsletter ${test.newsletter}${within(test.days)}`
    const link = test.link === undefined ? '' : ` link ${test.link} of`
    return `${test.did}${link}${test.sending === undefined ? '' : ` sending ${test.sending}`}${within(test.days)}`
  }
  const of = column(test.column)
  if ('empty' in test) return `${of} is ${not ? 'not ' : ''}empty`
  if ('number' in test || 'date' in test) {
    const value =
      'number' in test
        ? test.value
        : typeof test.value === 'string'
          ? test.value
          : today(test.value)
    const order = 'number' in test ? test.number : test.date
    if (not && order !== '=') return `not ${of} ${order} ${value}`
    return `${of} ${not ? '!=' : order} ${value}`
  }
  if (test.text === '=' && test.values.length > 1)
    return `${of}${not ? ' not' : ''} in (${test.values.map(quoted).join(', ')})`
  if (test.text === '=') return `${of} ${not ? '!=' : '='} ${quoted(test.values[0]!)}`
  return (
    `${of}${not ? ' not' : ''} ${test.text === 'contains' ? 'contains' : `${test.text} with`} ` +
    `${quoted(test.values[0]!)}`
  )
}

function joinedText(test: Extract<Test, { joined: unknown }>): string {
  const list = test.joined === 'any' ? '' : ` list ${test.joined}`
  const by = test.import === undefined ? '' : ` by import ${test.import}`
  const form = test.form === undefined ? '' : ` by form ${test.form}`
  const since = test.since === undefined ? within(test.days) : ` since ${test.since}`
  return `joined${list}${by}${form}${since}`
}

const within = (days: number | undefined): string =>
  days === undefined ? '' : ` within ${days} days`
const today = (days: number): string =>
  days === 0 ? 'today' : `today ${days < 0 ? '-' : '+'} ${Math.abs(days)}`
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
