/**
 * Compiles a condition to SQL on a subscriber `s`. All SQL text is from this file; user input is
 * only passed as parameters.
 *
 * Three-valued logic (Kleene's): opens and clicks of a person who is not measured are unknown. Each
 * test is compiled to true or false, never null: below a "not" an unknown one is true, otherwise
 * false. So the whole is true only of people of whom it is known.
 */
import { asciiDomain, isAsciiKey } from '../../lib/email-address.ts'
import { FIRST_NAME, LAST_NAME } from '../../lib/name-parts.ts'
import {
  type Column,
  type Condition,
  isEventColumn,
  type Order,
  type TEXT_TESTS,
  type Test,
} from './condition.ts'
import { didSql, measuredSql } from './did-sql.ts'
import { peopleSql } from './people-sql.ts'
import type { StatementParts } from './statement-parts.ts'

/** `possibly`: true where it is unknown, too; as below a "not", whose complement is known then. */
export function filterSql(condition: Condition, into: StatementParts, possibly = false): string {
  const part = (one: Condition) => filterSql(one, into, possibly)
  if ('all' in condition) return `(${condition.all.map(part).join(' and ')})`
  if ('any' in condition) return `(${condition.any.map(part).join(' or ')})`
  if ('not' in condition) return `not ${filterSql(condition.not, into, !possibly)}`
  return testSql(condition, into, possibly)
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

function columnSql(column: Column, { event, parameter }: StatementParts): string {
  // A number by its type, never user input.
  if (typeof column === 'number') return `coalesce(s.fields[${Math.trunc(column)}], '')`
  if (!isEventColumn(column)) return COLUMN_SQL[column]
  if (event === undefined) throw new Error('The statement is about no event.')
  return `coalesce(${event} #>> ${parameter(column.split('.').slice(1))}::text[], '')`
}

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

function testSql(test: Test, into: StatementParts, possibly: boolean): string {
  const { parameter } = into
  if ('measured' in test) return measuredSql(test.measured)
  if ('did' in test) return didSql(test, into, possibly)
  if (!('column' in test)) return `(${into.people(peopleSql(test, into, possibly))}.id is not null)`
  const value = columnSql(test.column, into)
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
  return textSql(test, value, parameter)
}

function textSql(
  { column, text, values }: Extract<Test, { text: unknown }>,
  value: string,
  parameter: StatementParts['parameter'],
): string {
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
