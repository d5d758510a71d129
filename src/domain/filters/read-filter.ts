/**
 * Parses a filter: `country = "46" and (DD5 contains "Lund" or clicked within 90 days) and not on
 * list 7`. docs/filters.md describes the language. Throws FilterError with the column and what was
 * expected there.
 */
import { isNamePart } from '../../lib/name-parts.ts'
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
import { FilterError, filterWords, MOST_FIELDS, type Token, unknownField } from './filter-words.ts'

export interface FilterField {
  number: number
  name: string
  type: string
}

const MOST_ID = 999_999_999_999_999
const KEYWORDS = new Set(['and', 'or', 'not', 'on', 'left', 'bounced', 'opened', 'clicked'])
const MOST_VALUES = 1000

export function readFilter(source: string, fields: readonly FilterField[]): Condition {
  if (source.length > MOST_CHARACTERS)
    throw new FilterError(
      `a filter has at most ${MOST_CHARACTERS} characters.`,
      source,
      MOST_CHARACTERS,
    )
  return new FilterReader(source, fields).read()
}

/** A recursive descent parser: "or", "and", "not", then a single condition. */
class FilterReader {
  private readonly source: string
  private readonly fields: readonly FilterField[]
  private readonly tokens: Token[]
  private place = 0
  private tests = 0

  constructor(source: string, fields: readonly FilterField[]) {
    this.source = source
    this.fields = fields
    this.tokens = filterWords(source)
  }

  read(): Condition {
    const condition = this.either(0)
    if (this.next().kind !== 'end') this.expected('"and", "or" or the end of the filter')
    return condition
  }

  private next(): Token {
    return this.tokens[this.place]!
  }

  private fail(reason: string, { at }: Token = this.next()): never {
    throw new FilterError(reason, this.source, at)
  }

  private expected(what: string): never {
    const { kind, text } = this.next()
    const found = kind === 'end' ? 'the filter ends' : `${JSON.stringify(text)} was found`
    return this.fail(`expected ${what}, but ${found}.`)
  }

  private isWord(...words: string[]) {
    return this.next().kind === 'word' && words.includes(this.next().text.toLowerCase())
  }

  private word(...words: string[]): string | undefined {
    return this.isWord(...words) ? this.tokens[this.place++]!.text.toLowerCase() : undefined
  }

  private sign(...signs: string[]): string | undefined {
    return this.next().kind === 'sign' && signs.includes(this.next().text)
      ? this.tokens[this.place++]!.text
      : undefined
  }

  private whole(what: string, most: number): number {
    const { kind, text } = this.next()
    if (kind !== 'number' || !/^[1-9]\d{0,14}$/.test(text)) this.expected(what)
    if (Number(text) > most) this.fail(`${what} is at most ${most}.`)
    this.place++
    return Number(text)
  }

  private either(depth: number): Condition {
    const parts = [this.every(depth)]
    while (this.word('or')) parts.push(this.every(depth))
    return parts.length === 1 ? parts[0]! : { any: parts }
  }

  private every(depth: number): Condition {
    const parts = [this.single(depth)]
    while (this.word('and')) parts.push(this.single(depth))
    return parts.length === 1 ? parts[0]! : { all: parts }
  }

  private single(depth: number): Condition {
    if (depth > MOST_NESTED) this.fail(`conditions are nested at most ${MOST_NESTED} deep.`)
    if (this.word('not')) return { not: this.single(depth + 1) }
    if (this.sign('(')) {
      const inside = this.either(depth + 1)
      if (!this.sign(')')) this.expected('"and", "or" or ")"')
      return inside
    }
    if (++this.tests > MOST_TESTS) this.fail(`a filter has at most ${MOST_TESTS} conditions.`)
    return this.test()
  }

  private test(): Condition {
    if (this.word('on')) {
      if (!this.word('list')) this.expected('"list" and its id')
      return { list: this.whole('the id of a list', MOST_ID) }
    }
    if (this.word('left')) return { left: this.listLeft(), ...this.within() }
    if (this.word('bounced')) {
      const kind = this.word('hard', 'soft') as 'hard' | 'soft' | undefined
      return { bounced: kind ?? 'any', ...this.within() }
    }
    const did = this.word('opened', 'clicked') as 'opened' | 'clicked' | undefined
    if (did) return { did, ...this.where(did), ...this.within() }
    return this.ofColumn()
  }

  private listLeft(): number | 'any' {
    return this.word('list') ? this.whole('the id of a list', MOST_ID) : 'any'
  }

  private where(did: 'opened' | 'clicked'): { sending?: number; link?: number } {
    let link: number | undefined
    if (this.isWord('link')) {
      if (did === 'opened') this.fail('links are clicked, not opened.')
      this.place++
      link = this.whole('the number of a link', 999_999)
      if (!this.word('of')) this.expected('"of sending" and its id, which the link is in')
    }
    if (!this.word('sending'))
      return link === undefined ? {} : this.expected('"sending" and its id')
    const sending = this.whole('the id of a sending', MOST_ID)
    return link === undefined ? { sending } : { sending, link }
  }

  private within(): { days?: number } {
    if (!this.word('within')) return {}
    const days = this.whole('a number of days', MOST_DAYS)
    if (!this.word('days', 'day')) this.expected('"days"')
    return { days }
  }

  private ofColumn(): Condition {
    const start = this.next()
    const { column, type } = this.columnHere()
    const negated = (wrong: boolean, condition: Test): Condition =>
      wrong ? { not: condition } : condition
    if (this.word('is')) {
      const not = this.word('not') !== undefined
      if (!this.word('empty')) this.expected(not ? '"empty"' : '"empty" or "not empty"')
      return negated(not, { column, empty: true })
    }
    const not = this.word('not') !== undefined
    const comparing = this.word('contains', 'begins', 'ends', 'in')
    if (comparing === 'begins' || comparing === 'ends') {
      if (!this.word('with')) this.expected('"with" and a text')
    }
    if (comparing === 'in') return negated(not, { column, text: '=', values: this.several() })
    if (comparing)
      return negated(not, {
        column,
        text: comparing as (typeof TEXT_TESTS)[number],
        values: [this.text()],
      })
    if (not) this.expected('"contains", "begins with", "ends with" or "in"')
    const order =
      this.sign(...ORDERS, '!=') ??
      this.expected(
        '=, !=, <, <=, >, >=, "contains", "begins with", "ends with", "in" or "is empty"',
      )
    const unequal = order === '!='
    const by: Order = unequal ? '=' : (order as Order)
    if (typeof column === 'number' && type === 'number')
      return negated(unequal, { column, number: by, value: this.decimal() })
    if (typeof column === 'number' && type === 'date')
      return negated(unequal, { column, date: by, value: this.day() })
    if (by !== '=') {
      const hint =
        typeof column === 'number'
          ? ` DD${column} is a field of texts: let it hold numbers or dates first.`
          : ''
      this.fail(`${by} compares numbers and days only.${hint}`, start)
    }
    return negated(unequal, {
      column,
      text: '=',
      values: [column === 'format' ? this.format() : this.text()],
    })
  }

  private columnHere(): { column: Column; type: string } {
    const token = this.next()
    const plain = token.text.toLowerCase()
    const isOwn = isNamePart(plain) && this.fields.some(({ name }) => name.toLowerCase() === plain)
    if (token.kind === 'word' && !isOwn && (COLUMNS as readonly string[]).includes(plain)) {
      this.place++
      return { column: plain as Column, type: 'text' }
    }
    const reserved = token.kind === 'word' && KEYWORDS.has(plain)
    if ((token.kind !== 'word' && token.kind !== 'field') || reserved)
      return this.expected(
        'a condition: a field, "on list", "left", "opened", "clicked", "bounced", "not" or "("',
      )
    this.place++
    const digits = token.kind === 'word' ? /^dd0*(\d{1,3})$/.exec(plain)?.[1] : undefined
    const named = this.fields.find(({ name }) => name.toLowerCase() === plain)
    const number = digits === undefined ? named?.number : Number(digits)
    if (number === undefined || number < 1 || number > MOST_FIELDS)
      return this.fail(unknownField(token.text, this.fields), token)
    return {
      column: number,
      type: this.fields.find(field => field.number === number)?.type ?? 'text',
    }
  }

  private text(): string {
    const token = this.next()
    if (token.kind === 'word')
      this.fail(`expected a text; put it in quotes: ${JSON.stringify(token.text)}.`)
    if (token.kind === 'number')
      this.fail(`expected a text; put it in quotes, since it is compared as text: "${token.text}".`)
    if (token.kind !== 'text') this.expected('a text in quotes')
    if (token.text.length > MOST_VALUE) this.fail(`a text has at most ${MOST_VALUE} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
    if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(token.text) || !token.text.isWellFormed())
      this.fail('a text must not contain control characters.')
    this.place++
    return token.text
  }

  private format(): string {
    const token = this.next()
    const given = token.kind === 'word' || token.kind === 'text' ? token.text.toLowerCase() : ''
    if (given !== 'html' && given !== 'text') this.expected('"html" or "text"')
    this.place++
    return given
  }

  private several(): string[] {
    if (!this.sign('(')) this.expected('"(" and texts with commas between them')
    const values = [this.text()]
    while (this.sign(',')) values.push(this.text())
    if (values.length > MOST_VALUES) this.fail(`"in" takes at most ${MOST_VALUES} texts.`)
    if (!this.sign(')')) this.expected('"," or ")"')
    return values
  }

  private decimal(): string {
    const minus = this.sign('-') ? '-' : ''
    const { kind, text } = this.next()
    if (kind !== 'number') this.expected('a number, as 12 or 12.5')
    if (!/^\d{1,15}(?:\.\d{1,6})?$/.test(text))
      this.fail('a number has at most 15 digits before the point and 6 after it.')
    this.place++
    return `${minus}${text}`
  }

  private day(): string | number {
    if (this.word('today')) {
      const by = this.sign('+', '-')
      return by === undefined
        ? 0
        : this.whole('a number of days', MOST_DAYS) * (by === '-' ? -1 : 1)
    }
    const { kind, text } = this.next()
    const wanted = 'a day, as 2026-01-31, "today", or "today - 30"'
    if (kind !== 'text' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) this.expected(wanted)
    const moment = new Date(`${text}T00:00:00Z`)
    if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== text)
      this.fail(`there is no day ${text}.`)
    this.place++
    return text
  }
}
