/** Demographic fields by number and name, and parsing of lists of them. */

import type { Db } from '../../db/db.ts'
import { isPlainText } from '../../lib/plain-text.ts'
import { type Detail, detailed } from '../details/details.ts'
import { refused, refusedFor } from '../refusal.ts'
import { MAX_FIELD } from '../text.ts'
import { choicesOfFields, fieldsOfAccount } from './demographics.sql.ts'

/** DD1 to DD100 exist, however many are activated for files. */
export const MOST_FIELDS = 100

/** The number in `DD5`, `dd5` or `5`; undefined for anything else. */
export function fieldNumber(name: string): number | undefined {
  const digits = /^\s*(?:dd)?0*(\d{1,3})\s*$/i.exec(name)?.[1]
  const number = Number(digits)
  return digits !== undefined && number >= 1 && number <= MOST_FIELDS ? number : undefined
}

export interface GivenFields {
  /** DD1 first: null where a field is not named, '' where it is to be empty. */
  values: (string | null)[]
  /** The number of values without a name. */
  surplus: number
}

/**
 * Parses two lists in the same order, delimited by semicolons, or by pipes if the names contain
 * one. Missing values are empty; surplus values are counted. If a name is repeated, the last value
 * counts. Values are taken literally: callers never escape a delimiter. With a single name, the
 * whole text is its value, delimiters included. An empty name is skipped with its value: callers
 * also join missing names. `byName`: also accepts the account's names of fields.
 */
export function readFields(
  names: string,
  values: string,
  byName: (name: string) => number | undefined = () => undefined,
): GivenFields {
  const delimiter = names.includes('|') ? '|' : ';'
  const named = split(names, delimiter)
  // A trailing delimiter is not a further, empty name.
  if (named.at(-1)?.trim() === '') named.pop()
  const isList = names === '' || names.includes(delimiter)
  const given = isList ? split(values, delimiter) : [values]
  const read: (string | null)[] = []
  named.forEach((name, i) => {
    if (name.trim() === '') return
    const number = fieldNumber(name) ?? byName(name)
    if (number === undefined) throw refused('not-valid', 'field-unknown')
    while (read.length < number) read.push(null)
    read[number - 1] = checkValue(given[i] ?? '', number)
  })
  const left = given.slice(named.length)
  if (left.at(-1)?.trim() === '') left.pop()
  return { values: read, surplus: left.length }
}

const split = (text: string, delimiter: string): string[] =>
  text === '' ? [] : text.split(delimiter)

/** Why the value of a field is refused. Undefined: it may be stored. */
export function wrongValue(value: string, field = 'the field'): Detail | undefined {
  if (value.length > MAX_FIELD) return detailed('value-long', { field, most: MAX_FIELD })
  return isPlainText(value) ? undefined : detailed('value-controls', { field })
}

function checkValue(value: string, number: number): string {
  const wrong = wrongValue(value, `DD${number}`)
  if (wrong !== undefined) throw refusedFor('not-valid', wrong)
  return value
}

export interface DefinedField {
  number: number
  name: string
  type: string
  /** The values that are offered; empty: any. */
  choices: string[]
}

export interface DemographicField extends DefinedField {
  field: string
  activated: boolean
}

/** Those that were ever given a name, a type or choices. */
export async function definedFields(db: Db, accountId: number): Promise<DefinedField[]> {
  const chosen = await choicesOfFields(db, { accountId })
  const choices = new Map(chosen.map(one => [one.number, JSON.parse(one.choices) as string[]]))
  const fields = await fieldsOfAccount(db, { accountId })
  return fields.map(field => ({ ...field, choices: choices.get(field.number) ?? [] }))
}

/** All hundred fields; those beyond the account's count are not activated. */
export async function demographicFields(
  db: Db,
  accountId: number,
  fieldCount: number,
): Promise<DemographicField[]> {
  const known = new Map((await definedFields(db, accountId)).map(field => [field.number, field]))
  return Array.from({ length: MOST_FIELDS }, (_, i) => {
    const number = i + 1
    const field = `DD${number}`
    return {
      number,
      field,
      name: known.get(number)?.name ?? field,
      type: known.get(number)?.type ?? 'text',
      choices: known.get(number)?.choices ?? [],
      activated: number <= fieldCount,
    }
  })
}
