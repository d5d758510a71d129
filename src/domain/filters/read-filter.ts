/**
 * Parses a filter: `country = "46" and (DD5 contains "Lund" or clicked within 90 days) and not on
 * list 7`. docs/filters.md describes the language. Throws FilterError with the column and what was
 * expected there.
 */
import { isNamePart } from '../../lib/name-parts.ts'
import { detailed } from '../details/details.ts'
import {
  ACTS,
  COLUMNS,
  type Column,
  type Condition,
  type EventColumn,
  isEventColumn,
  MEASURES,
  MOST_CHARACTERS,
  MOST_DAYS,
  MOST_NESTED,
  MOST_TESTS,
  ORDERS,
  type Order,
  type TEXT_TESTS,
  type Test,
} from './condition.ts'
import { FilterError, MOST_FIELDS, unknownField } from './filter-words.ts'
import { WordReader } from './word-reader.ts'

export interface FilterField {
  number: number
  name: string
  type: string
}

const MOST_ID = 999_999_999_999_999
/** Words that begin a condition about something else than a field, or stand between conditions. */
const KEYWORDS = new Set([...ACTS, ...'and or not on left joined got bounced measured'.split(' ')])

/** `events`: values of an event may be asked for, as `event.total`. */
export function readFilter(
  source: string,
  fields: readonly FilterField[],
  { events = false } = {},
): Condition {
  if (source.length > MOST_CHARACTERS)
    throw new FilterError(
      detailed('filter-long', { most: MOST_CHARACTERS }),
      source,
      MOST_CHARACTERS,
    )
  return new FilterReader(source, fields, events).read()
}

/** A recursive descent parser: "or", "and", "not", then a single condition. */
class FilterReader extends WordReader {
  private readonly fields: readonly FilterField[]
  private readonly events: boolean
  private tests = 0

  constructor(source: string, fields: readonly FilterField[], events: boolean) {
    super(source)
    this.fields = fields
    this.events = events
  }

  read(): Condition {
    const condition = this.either(0)
    if (this.next().kind !== 'end') this.expected('joiner')
    return condition
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
    if (depth > MOST_NESTED) this.fail('filter-nested', { most: MOST_NESTED })
    if (this.word('not')) return { not: this.single(depth + 1) }
    if (this.sign('(')) {
      const inside = this.either(depth + 1)
      if (!this.sign(')')) this.expected('joiner-inside')
      return inside
    }
    if (++this.tests > MOST_TESTS) this.fail('filter-tests-many', { most: MOST_TESTS })
    return this.test()
  }

  private test(): Condition {
    if (this.word('on')) {
      if (!this.word('list')) this.expected('list-word')
      return { list: this.whole('list-id', MOST_ID) }
    }
    if (this.word('left')) return { left: this.listLeft(), ...this.within() }
    if (this.word('bounced')) {
      const kind = this.word('hard', 'soft') as 'hard' | 'soft' | undefined
      return { bounced: kind ?? 'any', ...this.within() }
    }
    if (this.word('joined')) return this.joined()
    if (this.word('got')) return this.got()
    if (this.word('measured')) {
      const what = this.word(...MEASURES) as (typeof MEASURES)[number] | undefined
      return { measured: what ?? 'both' }
    }
    const did = this.word(...ACTS) as (typeof ACTS)[number] | undefined
    if (did) return { did, ...this.where(did), ...this.within() }
    return this.ofColumn()
  }

  private listLeft(): number | 'any' {
    return this.word('list') ? this.whole('list-id', MOST_ID) : 'any'
  }

  private joined(): Test {
    const joined = this.listLeft()
    const by: { import?: number; form?: number } = {}
    if (this.word('by')) {
      const what = this.word('import', 'form') as 'import' | 'form' | undefined
      if (!what) this.expected('import-or-form')
      by[what!] = this.whole(`${what!}-id`, MOST_ID)
    }
    if (!this.word('since')) return { joined, ...by, ...this.within() }
    return { joined, ...by, since: this.givenDay('day') }
  }

  private got(): Test {
    const got = this.word('newsletter', 'sending') as 'newsletter' | 'sending' | undefined
    if (!got) return { got: 'any', ...this.within() }
    return { got, id: this.whole(`${got}-id`, MOST_ID), ...this.within() }
  }

  private where(did: (typeof ACTS)[number]): {
    sending?: number
    newsletter?: number
    link?: number
  } {
    if (this.word('newsletter')) return { newsletter: this.whole('newsletter-id', MOST_ID) }
    let link: number | undefined
    if (this.isWord('link')) {
      if (did !== 'clicked') this.fail('filter-link-act', { act: did })
      this.place++
      link = this.whole('link-number', 999_999)
      if (!this.word('of')) this.expected('link-sending')
    }
    if (!this.word('sending')) return link === undefined ? {} : this.expected('sending-word')
    const sending = this.whole('sending-id', MOST_ID)
    return link === undefined ? { sending } : { sending, link }
  }

  private within(): { days?: number } {
    if (!this.word('within')) return {}
    const days = this.whole('days', MOST_DAYS)
    if (!this.word('days', 'day')) this.expected('days-word')
    return { days }
  }

  private ofColumn(): Condition {
    const start = this.next()
    const { column, type } = this.columnHere()
    const negated = (wrong: boolean, condition: Test): Condition =>
      wrong ? { not: condition } : condition
    if (this.word('is')) {
      const not = this.word('not') !== undefined
      if (!this.word('empty')) this.expected(not ? 'empty' : 'empty-or-not')
      return negated(not, { column, empty: true })
    }
    const not = this.word('not') !== undefined
    const comparing = this.word('contains', 'begins', 'ends', 'in')
    if (comparing === 'begins' || comparing === 'ends') {
      if (!this.word('with')) this.expected('with')
    }
    if (comparing === 'in') return negated(not, { column, text: '=', values: this.several() })
    if (comparing)
      return negated(not, {
        column,
        text: comparing as (typeof TEXT_TESTS)[number],
        values: [this.text()],
      })
    if (not) this.expected('text-test')
    const order = this.sign(...ORDERS, '!=') ?? this.expected('comparison')
    const unequal = order === '!='
    const by: Order = unequal ? '=' : (order as Order)
    if (isTyped(column) && (type === 'number' || this.isNumber(type)))
      return negated(unequal, { column, number: by, value: this.decimal() })
    if (isTyped(column) && (type === 'date' || this.isDay(type)))
      return negated(unequal, { column, date: by, value: this.day() })
    if (by !== '=')
      this.failAt(
        start,
        typeof column === 'number'
          ? detailed('filter-order-field', { by, field: column })
          : detailed('filter-order', { by }),
      )
    return negated(unequal, {
      column,
      text: '=',
      values: [column === 'format' ? this.format() : this.text()],
    })
  }

  /** What a value of an event is compared with tells what it is compared as. */
  private isNumber(type: string): boolean {
    const { kind, text } = this.next()
    return type === 'event' && (kind === 'number' || (kind === 'sign' && text === '-'))
  }

  private isDay(type: string): boolean {
    const { kind, text } = this.next()
    const isDay = kind === 'text' && /^\d{4}-\d{2}-\d{2}$/.test(text)
    return type === 'event' && (isDay || this.isWord('today'))
  }

  private columnHere(): { column: Column; type: string } {
    const token = this.next()
    const plain = token.text.toLowerCase()
    const isOwn = isNamePart(plain) && this.fields.some(({ name }) => name.toLowerCase() === plain)
    if (token.kind === 'word' && !isOwn && (COLUMNS as readonly string[]).includes(plain)) {
      this.place++
      return { column: plain as Column, type: 'text' }
    }
    if (token.kind === 'event') {
      if (!this.events) this.fail('filter-event')
      this.place++
      return { column: token.text as EventColumn, type: 'event' }
    }
    const reserved = token.kind === 'word' && KEYWORDS.has(plain)
    if ((token.kind !== 'word' && token.kind !== 'field') || reserved)
      return this.expected('condition')
    this.place++
    const digits = token.kind === 'word' ? /^dd0*(\d{1,3})$/.exec(plain)?.[1] : undefined
    const named = this.fields.find(({ name }) => name.toLowerCase() === plain)
    const number = digits === undefined ? named?.number : Number(digits)
    if (number === undefined || number < 1 || number > MOST_FIELDS)
      return this.failAt(token, unknownField(token.text, this.fields))
    return {
      column: number,
      type: this.fields.find(field => field.number === number)?.type ?? 'text',
    }
  }
}

/** It may hold numbers and days. */
const isTyped = (column: Column): column is number | EventColumn =>
  typeof column === 'number' || isEventColumn(column)
