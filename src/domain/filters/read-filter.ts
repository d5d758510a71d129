/**
 * Reads a filter as people write it: `country = "46" and (DD5 contains "Lund" or clicked within 90
 * days) and not on list 7`. docs/filters.md tells the language. Throws FilterError, which names the
 * column and what was expected there.
 */
import {
  COLUMNS,
  type Column,
  type Condition,
  MOST_CHARACTERS,
  MOST_DAYS,
  MOST_NESTED,
  MOST_TESTS,
  MOST_VALUE,
  ORDERS,
  type Order,
  type TEXT_TESTS,
  type Test,
} from './condition.ts'
import { FilterError, filterWords, type Token } from './filter-words.ts'

export interface FilterField {
  number: number
  name: string
  type: string
}

const MOST_FIELDS = 100
const MOST_ID = 999_999_999_999_999
const KEYWORDS = new Set(['and', 'or', 'not', 'on', 'bounced', 'opened', 'clicked'])
const MOST_VALUES = 1000

export function readFilter(source: string, fields: readonly FilterField[]): Condition {
  if (source.length > MOST_CHARACTERS)
    throw new FilterError(
      `a filter has at most ${MOST_CHARACTERS} characters.`,
      source,
      MOST_CHARACTERS,
    )
  const tokens = filterWords(source)
  let place = 0
  let tests = 0

  const next = (): Token => tokens[place]!
  const fail = (reason: string, { at }: Token = next()): never => {
    throw new FilterError(reason, source, at)
  }
  const expected = (what: string): never => {
    const { kind, text } = next()
    const found = kind === 'end' ? 'the filter ends' : `${JSON.stringify(text)} stands there`
    return fail(`expected ${what}, but ${found}.`)
  }
  const isWord = (...words: string[]) =>
    next().kind === 'word' && words.includes(next().text.toLowerCase())
  const word = (...words: string[]): string | undefined =>
    isWord(...words) ? tokens[place++]!.text.toLowerCase() : undefined
  const sign = (...signs: string[]): string | undefined =>
    next().kind === 'sign' && signs.includes(next().text) ? tokens[place++]!.text : undefined
  const whole = (what: string, most: number): number => {
    const { kind, text } = next()
    if (kind !== 'number' || !/^[1-9]\d{0,14}$/.test(text)) expected(what)
    if (Number(text) > most) fail(`${what} is at most ${most}.`)
    place++
    return Number(text)
  }

  function either(depth: number): Condition {
    const parts = [every(depth)]
    while (word('or')) parts.push(every(depth))
    return parts.length === 1 ? parts[0]! : { any: parts }
  }
  function every(depth: number): Condition {
    const parts = [single(depth)]
    while (word('and')) parts.push(single(depth))
    return parts.length === 1 ? parts[0]! : { all: parts }
  }
  function single(depth: number): Condition {
    if (depth > MOST_NESTED) fail(`conditions are nested at most ${MOST_NESTED} deep.`)
    if (word('not')) return { not: single(depth + 1) }
    if (sign('(')) {
      const inside = either(depth + 1)
      if (!sign(')')) expected('"and", "or" or ")"')
      return inside
    }
    if (++tests > MOST_TESTS) fail(`a filter has at most ${MOST_TESTS} conditions.`)
    return test()
  }

  function test(): Condition {
    if (word('on')) {
      if (!word('list')) expected('"list" and its id')
      return { list: whole('the id of a list', MOST_ID) }
    }
    if (word('bounced')) {
      const kind = word('hard', 'soft') as 'hard' | 'soft' | undefined
      return { bounced: kind ?? 'any', ...within() }
    }
    const did = word('opened', 'clicked') as 'opened' | 'clicked' | undefined
    if (did) return { did, ...where(did), ...within() }
    return ofColumn()
  }
  function where(did: 'opened' | 'clicked'): { sending?: number; link?: number } {
    let link: number | undefined
    if (isWord('link')) {
      if (did === 'opened') fail('links are clicked, not opened.')
      place++
      link = whole('the number of a link', 999_999)
      if (!word('of')) expected('"of sending" and its id, which the link is in')
    }
    if (!word('sending')) return link === undefined ? {} : expected('"sending" and its id')
    const sending = whole('the id of a sending', MOST_ID)
    return link === undefined ? { sending } : { sending, link }
  }
  function within(): { days?: number } {
    if (!word('within')) return {}
    const days = whole('a number of days', MOST_DAYS)
    if (!word('days', 'day')) expected('"days"')
    return { days }
  }

  function ofColumn(): Condition {
    const start = next()
    const { column, type } = columnHere()
    const negated = (wrong: boolean, condition: Test): Condition =>
      wrong ? { not: condition } : condition
    if (word('is')) {
      const not = word('not') !== undefined
      if (!word('empty')) expected(not ? '"empty"' : '"empty" or "not empty"')
      return negated(not, { column, empty: true })
    }
    const not = word('not') !== undefined
    const comparing = word('contains', 'begins', 'ends', 'in')
    if (comparing === 'begins' || comparing === 'ends') {
      if (!word('with')) expected('"with" and a text')
    }
    if (comparing === 'in') return negated(not, { column, text: '=', values: several() })
    if (comparing)
      return negated(not, {
        column,
        text: comparing as (typeof TEXT_TESTS)[number],
        values: [text()],
      })
    if (not) expected('"contains", "begins with", "ends with" or "in"')
    const order =
      sign(...ORDERS, '!=') ??
      expected('=, !=, <, <=, >, >=, "contains", "begins with", "ends with", "in" or "is empty"')
    const unequal = order === '!='
    const by: Order = unequal ? '=' : (order as Order)
    if (typeof column === 'number' && type === 'number')
      return negated(unequal, { column, number: by, value: decimal() })
    if (typeof column === 'number' && type === 'date')
      return negated(unequal, { column, date: by, value: day() })
    if (by !== '=') {
      const hint =
        typeof column === 'number'
          ? ` DD${column} holds text; to compare numbers or days: pennypost field edit DD${column} --type number.`
          : ''
      fail(`${by} compares numbers and days only.${hint}`, start)
    }
    return negated(unequal, {
      column,
      text: '=',
      values: [column === 'format' ? format() : text()],
    })
  }

  function columnHere(): { column: Column; type: string } {
    const token = next()
    const plain = token.text.toLowerCase()
    if (token.kind === 'word' && (COLUMNS as readonly string[]).includes(plain)) {
      place++
      return { column: plain as Column, type: 'text' }
    }
    const reserved = token.kind === 'word' && KEYWORDS.has(plain)
    if ((token.kind !== 'word' && token.kind !== 'field') || reserved)
      return expected(
        'a condition: a field, "on list", "opened", "clicked", "bounced", "not" or "("',
      )
    place++
    const digits = token.kind === 'word' ? /^dd0*(\d{1,3})$/.exec(plain)?.[1] : undefined
    const named = fields.find(({ name }) => name.toLowerCase() === plain)
    const number = digits === undefined ? named?.number : Number(digits)
    if (number === undefined || number < 1 || number > MOST_FIELDS)
      return fail(unknownField(token.text), token)
    return { column: number, type: fields.find(field => field.number === number)?.type ?? 'text' }
  }
  function unknownField(name: string): string {
    const known = [
      ...COLUMNS,
      ...fields.map(field =>
        /^[\p{L}\p{N}_]+$/u.test(field.name) ? field.name : `[${JSON.stringify(field.name)}]`,
      ),
    ]
    return `there is no field ${JSON.stringify(name)}. There are: ${known.join(', ')}, DD1 to DD${MOST_FIELDS}.`
  }

  function text(): string {
    const token = next()
    if (token.kind === 'word')
      fail(`expected a text; put it in quotes: ${JSON.stringify(token.text)}.`)
    if (token.kind === 'number')
      fail(`expected a text; put it in quotes, for it is compared as text: "${token.text}".`)
    if (token.kind !== 'text') expected('a text in quotes')
    if (token.text.length > MOST_VALUE) fail(`a text has at most ${MOST_VALUE} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
    if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(token.text) || !token.text.isWellFormed())
      fail('a text holds no control characters.')
    place++
    return token.text
  }
  function format(): string {
    const token = next()
    const given = token.kind === 'word' || token.kind === 'text' ? token.text.toLowerCase() : ''
    if (given !== 'html' && given !== 'text') expected('"html" or "text"')
    place++
    return given
  }
  function several(): string[] {
    if (!sign('(')) expected('"(" and texts with commas between them')
    const values = [text()]
    while (sign(',')) values.push(text())
    if (values.length > MOST_VALUES) fail(`"in" takes at most ${MOST_VALUES} texts.`)
    if (!sign(')')) expected('"," or ")"')
    return values
  }
  function decimal(): string {
    const minus = sign('-') ? '-' : ''
    const { kind, text } = next()
    if (kind !== 'number') expected('a number, as 12 or 12.5')
    if (!/^\d{1,15}(?:\.\d{1,6})?$/.test(text))
      fail('a number has at most 15 digits before its point and 6 behind it.')
    place++
    return `${minus}${text}`
  }
  function day(): string | number {
    if (word('today')) {
      const by = sign('+', '-')
      return by === undefined ? 0 : whole('a number of days', MOST_DAYS) * (by === '-' ? -1 : 1)
    }
    const { kind, text } = next()
    const asked = 'a day, as 2026-01-31, "today", or "today - 30"'
    if (kind !== 'text' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) expected(asked)
    const moment = new Date(`${text}T00:00:00Z`)
    if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== text)
      fail(`there is no day ${text}.`)
    place++
    return text
  }

  const condition = either(0)
  if (next().kind !== 'end') expected('"and", "or" or the end of the filter')
  return condition
}
