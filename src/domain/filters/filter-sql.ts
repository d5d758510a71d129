/**
 * Compiles a condition to SQL on a subscriber `s`. All SQL text is from this file; user input is
 * only passed as parameters. Each test is true or false, never null, so that "not" is its
 * complement.
 */
import { asciiDomain, isAsciiKey } from '../../lib/email-address.ts'
import { FIRST_NAME, LAST_NAME } from '../../lib/name-parts.ts'
import type { Column, Condition, Order, TEXT_TESTS, Test } from './condition.ts'

/** Collects the parameters and joins of a statement. */
export interface StatementParts {
  /** Adds a value and returns its parameter. */
  parameter(value: unknown): string
  /**
   * Adds a set of subscribers to join and returns its name; `select` returns their ids, each once,
   * as `id`.
   */
  people(select: string): string
  /** Keeps a column of such a set to the subscribers that the statement is about. */
  within(column: string): string
  /** The joins, to be inserted after `subscribers s`. */
  joins(): string
}

/** Ids of subscribers, the first of them left out. */
export interface IdSpan {
  afterId: number
  lastId: number
}

/**
 * `values` must begin with the account, so that it is `$1`; conditions append theirs. With a span,
 * the statement is about the subscribers in it, and no set is computed for others.
 */
export function intoStatement(values: unknown[], span?: IdSpan): StatementParts {
  const sets: string[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const ends = span && [parameter(span.afterId), parameter(span.lastId)]
  return {
    parameter,
    within: column =>
      ends ? ` and ${column} > ${ends[0]}::bigint and ${column} <= ${ends[1]}::bigint` : '',
    people: select => `f${sets.push(select)}`,
    joins: () =>
      sets.map((select, i) => ` left join (${select}) f${i + 1} on f${i + 1}.id = s.id`).join(''),
  }
}

/** `isNegated`: it stands below a "not". */
export function filterSql(condition: Condition, into: StatementParts, isNegated = false): string {
  const part = (one: Condition) => filterSql(one, into, isNegated)
  if ('all' in condition) return `(${condition.all.map(part).join(' and ')})`
  if ('any' in condition) return `(${condition.any.map(part).join(' or ')})`
  if ('not' in condition) return `not ${filterSql(condition.not, into, !isNegated)}`
  return testSql(condition, into, isNegated)
}

/** Of a name that has no such part, ''. */
function partSql(field: number): string {
  return `case when strpos(s.name, s.fields[${field}]) > 0 then s.fields[${field}] else '' end`
}

const COLUMN_SQL = {
  email: 's.email_key',
  domain: `split_part(s.email_key, '@', -1)`,
  name: 's.name',
  first_name: partSql(FIRST_NAME),
  last_name: partSql(LAST_NAME),
  format: 's.format',
  country: 's.country_code',
  phone: 's.phone',
} as const

const columnSql = (column: Column): string =>
  // A number by its type, never user input.
  typeof column === 'string' ? COLUMN_SQL[column] : `coalesce(s.fields[${Math.trunc(column)}], '')`

const ORDER_SQL = {
  '=': '=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
} as const satisfies Record<Order, string>

/** The patterns of a number and of a day in a field. */
export const NUMBER = String.raw`^\s*[+-]?\d{1,15}([.,]\d{1,6})?\s*$`
export const DAY = String.raw`^\s*\d{4}-\d\d-\d\d`

function testSql(test: Test, into: StatementParts, isNegated: boolean): string {
  const { parameter } = into
  if ('list' in test || 'left' in test || 'bounced' in test || 'did' in test)
    return `(${into.people(peopleSql(test, into, isNegated))}.id is not null)`
  const value = columnSql(test.column)
  if ('empty' in test) return `${value} = ''`
  if ('number' in test)
    return (
      `case when ${value} ~ '${NUMBER}' then replace(btrim(${value}, E' \\t\\r\\n'), ',', ` +
      `'.')::numeric ${ORDER_SQL[test.number]} ${parameter(test.value)}::numeric else false ` +
      'end'
    )
  if ('date' in test) {
    const day =
      typeof test.value === 'string'
        ? `${parameter(test.value)}::text`
        : `to_char(now() + ${parameter(test.value)}::int * interval '1 day', 'YYYY-MM-DD')`
    return (
      `case when ${value} ~ '${DAY}' then substring(${value} from '\\d{4}-\\d\\d-\\d\\d') ` +
      `collate "C" ${ORDER_SQL[test.date]} ${day} collate "C" else false end`
    )
  }
  return textSql(test, parameter)
}

function textSql(
  { column, text, values }: Extract<Test, { text: unknown }>,
  parameter: StatementParts['parameter'],
): string {
  const value = columnSql(column)
  // Both sides are compared in the form of the store's lower(), which costs more than the rest of
  // a test and hides a column's statistics. So columns in lower case, whose index is used, are
  // compared as they are, and others where it makes no difference.
  const isLower = column === 'email' || column === 'domain' || column === 'format'
  const asIs = isLower || values.every(value => CASELESS.test(value))
  const compared = asIs ? value : `lower(${value})`
  const keys = column === 'email' || column === 'domain' ? values.map(keyOfValue) : values
  if (values.length > 1)
    return (
      `${compared} = any (select lower(v) from unnest(${parameter(keys)}::text[]) as given ` +
      '(v))'
    )
  const key = `lower(${parameter(keys[0])}::text)`
  if (text === '=' || keys[0] === values[0]) return comparison(text, compared, key)
  // Of a domain in Unicode a part is found in keys only if it is made of whole labels, but always
  // in addresses as they were given.
  const given = `lower(${parameter(values[0])}::text)`
  const asGiven = `lower(${value.replace('email_key', 'email')})`
  const places = [compared, asGiven].map(place => comparison(text, place, given))
  return `(${[comparison(text, compared, key), ...places].join(' or ')})`
}

/** ASCII without letters: found in lower(x) exactly where it is found in x. */
const CASELESS = /^[ -@[-`{-~]*$/

/** In the form of keys of addresses, which have the domain in ASCII. */
function keyOfValue(value: string): string {
  const folded = value.normalize('NFC').toLowerCase()
  if (isAsciiKey(folded)) return value
  const at = folded.lastIndexOf('@') + 1
  return folded.slice(0, at) + asciiDomain(folded.slice(at))
}

function comparison(text: (typeof TEXT_TESTS)[number], value: string, given: string): string {
  switch (text) {
    case '=':
      return `${value} = ${given}`
    case 'contains':
      return `strpos(${value}, ${given}) > 0`
    case 'begins':
      return `starts_with(${value}, ${given})`
    case 'ends':
      return `right(${value}, length(${given})) = ${given}`
  }
}

/**
 * Tests on other tables are joined as sets, not evaluated per subscriber: a set is computed in one
 * pass, in parallel, independent of the rest of the condition, or, for a single subscriber, by
 * their id. For sendings (1) and emails of triggers (2) the delivery's id is the subscriber's.
 */
function peopleSql(
  test: Extract<
    Test,
    { list: number } | { left: unknown } | { bounced: unknown } | { did: unknown }
  >,
  { parameter, within }: StatementParts,
  isNegated: boolean,
): string {
  if ('list' in test)
    return (
      // Each is there once. But in an anti join of the table itself the planner may hash the
      // subscribers instead, with all their fields, of whose width it knows nothing.
      `select ${isNegated ? 'distinct ' : ''}j.subscriber_id as id from subscriptions j where ` +
      `j.account_id = $1 and j.list_id = ${parameter(test.list)}::int and ` +
      'j.unsubscribed_at is null' +
      within('j.subscriber_id')
    )
  if ('left' in test) return leftSql(test, { parameter, within })
  if ('bounced' in test) {
    const kind = test.bounced === 'any' ? '' : ` and b.kind = ${parameter(test.bounced)}::text`
    return (
      'select distinct b.subscriber_id as id from bounces b where b.account_id = $1 and ' +
      'b.subscriber_id is not null and ' +
      `b.counts${kind}${since('b.received_at', test.days, parameter)}` +
      within('b.subscriber_id')
    )
  }
  const { did, sending, link, days } = test
  const last = did === 'opened' ? 'last_view_at' : 'last_click_at'
  const conditions = [
    'e.account_id = $1 and ' +
      `${sending === undefined ? 'e.source_kind in (1, 2)' : 'e.source_kind = 1'}`,
    sending === undefined ? '' : ` and e.source_id = ${parameter(sending)}::bigint`,
    link === undefined ? '' : ` and e.link = ${parameter(link)}::int`,
    did === 'opened' ? ' and e.views > 0' : ' and e.clicks > 0',
    since(`e.${last}`, days, parameter),
    within('e.delivery_id'),
  ]
  return (
    'select distinct e.delivery_id as id from ' +
    `${link === undefined ? 'engagements' : 'clicked_links'} e where ${conditions.join('')}`
  )
}

/** Each once: of a list those who left it, otherwise those who left one or opted out of all. */
function leftSql(
  { left, days }: Extract<Test, { left: unknown }>,
  { parameter, within }: Pick<StatementParts, 'parameter' | 'within'>,
): string {
  const ofLists =
    'select distinct j.subscriber_id as id from subscriptions j where j.account_id = $1 and ' +
    'j.unsubscribed_at is not null' +
    (left === 'any' ? '' : ` and j.list_id = ${parameter(left)}::int`) +
    since('j.unsubscribed_at', days, parameter) +
    within('j.subscriber_id')
  if (left !== 'any') return ofLists
  const ofAll =
    'select o.id from subscribers o where o.account_id = $1 and o.opted_out_at is not null' +
    since('o.opted_out_at', days, parameter) +
    within('o.id')
  return `${ofLists} union ${ofAll}`
}

const since = (
  column: string,
  days: number | undefined,
  parameter: StatementParts['parameter'],
): string =>
  days === undefined ? '' : ` and ${column} >= now() - ${parameter(days)}::int * interval '1 day'`
