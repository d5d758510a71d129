/** Makes, names and forgets data fields. The values of subscribers are not changed. */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { refused, type Violation, violationsOfValues } from '../refusal.ts'
import { checkLine } from '../text.ts'
import {
  forgetField,
  isFieldAwaited,
  isFieldFilled,
  lockFields,
  saveField,
} from './demographics.sql.ts'
import { type DefinedField, definedFields, fieldNumber, MOST_FIELDS } from './fields.ts'

export const FIELD_TYPES = ['text', 'number', 'date'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

const MAX_NAME = 100
const MAX_CHOICE = 200
const MOST_CHOICES = 100

/** Absent values stay. An empty name resets the field to its number. */
export interface FieldChange {
  name?: string | undefined
  type?: FieldType | undefined
  /** Of a field of texts: values that are offered, in this order; others may be there, too. */
  choices?: string[] | undefined
}

const unnamed = (number: number): DefinedField => ({
  number,
  name: `DD${number}`,
  type: 'text',
  choices: [],
})

/** Refuses a name that is the number or the name of another field. */
export const editField = (
  db: Store,
  accountId: number,
  number: number,
  change: FieldChange,
): Promise<void> =>
  underLock(db, accountId, async (tx, fields) => {
    const field = fields.find(known => known.number === number) ?? unnamed(number)
    await save(tx, accountId, field, changed(field, change, fields))
  })

/**
 * Makes a field of the first number that has no name and no values, nor will have some by an import
 * that has not ended, and returns the number. Refuses
 * a name that there is, and a field beyond the account's count.
 */
export const addField = (
  db: Store,
  accountId: number,
  fieldCount: number,
  given: FieldChange & { name: string },
): Promise<number> =>
  underLock(db, accountId, async (tx, fields) => {
    if (given.name.trim() === '') throw refused('not-valid', 'field-nameless').ofValue('name')
    const isPlain = ({ number, name, type, choices }: DefinedField) =>
      name === `DD${number}` && type === 'text' && choices.length === 0
    const taken = new Set(fields.filter(field => !isPlain(field)).map(({ number }) => number))
    // Refused before anybody's values are looked at.
    changed(unnamed(0), given, fields)
    for (let number = 1; number <= Math.min(fieldCount, MOST_FIELDS); number++) {
      if (taken.has(number)) continue
      if ((await isFieldFilled(tx, { accountId, number })).filled) continue
      if ((await isFieldAwaited(tx, { accountId, number })).awaited) continue
      const field = unnamed(number)
      await save(tx, accountId, field, changed(field, given, fields))
      return number
    }
    throw refused('not-now', 'fields-used', { fields: fieldCount })
  })

/**
 * Name, type and choices go; refused while a subscriber has a value, which would be out of sight,
 * or an import will write one.
 */
export const removeField = (db: Store, accountId: number, number: number): Promise<void> =>
  underLock(db, accountId, async (tx, fields) => {
    const field = fields.find(known => known.number === number)
    if ((await isFieldFilled(tx, { accountId, number })).filled)
      throw refused('not-now', 'field-filled')
    if ((await isFieldAwaited(tx, { accountId, number })).awaited)
      throw refused('not-now', 'field-imported')
    if (!field) return
    await forgetField(tx, { accountId, number })
    await record(tx, accountId, field, unnamed(number))
  })

/** One change at a time in an account: two members may make the same field. */
const underLock = <Result>(
  db: Store,
  accountId: number,
  work: (tx: Db, fields: DefinedField[]) => Promise<Result>,
): Promise<Result> =>
  atomically(
    db,
    async tx => {
      await lockFields(tx, { accountId })
      return work(tx, await definedFields(tx, accountId))
    },
    { again: true },
  )

function changed(
  field: DefinedField,
  change: FieldChange,
  fields: readonly DefinedField[],
): DefinedField {
  const { number } = field
  const name =
    change.name === undefined
      ? field.name
      : nameOf(
          number,
          change.name,
          fields.filter(known => known.number !== number),
        )
  const type = change.type ?? field.type
  const choices = change.choices === undefined ? field.choices : choicesOf(change.choices)
  // A field that is to hold numbers or dates has given up its choices.
  if (type !== 'text' && change.choices !== undefined && choices.length > 0)
    throw refused('not-valid', 'choices-of-texts').ofValue('choices')
  return { number, name, type, choices: type === 'text' ? choices : [] }
}

function nameOf(number: number, given: string, others: readonly DefinedField[]): string {
  const name = checkName(given) || `DD${number}`
  const meant = fieldNumber(name)
  if (meant !== undefined && meant !== number)
    throw refused('not-valid', 'field-number', { name }).ofValue('name')
  const twin = others.find(other => other.name.toLowerCase() === name.toLowerCase())
  if (twin) throw refused('not-valid', 'field-twin', { field: twin.number }).ofValue('name')
  return name
}

function checkName(given: string): string {
  const name = checkLine(given, 'field name', MAX_NAME)
  // Callers delimit lists of fields by these.
  if (/[;|]/.test(name)) throw refused('not-valid', 'field-marks')
  return name
}

/** Names that are taken, and types, are checked later, with the fields of the account. */
export const violationsOfField = (given: FieldChange): Violation[] =>
  violationsOfValues(given, { name: checkName, choices: choicesOf })

/** Without duplicates, ignoring case. */
function choicesOf(given: readonly string[]): string[] {
  if (given.length > MOST_CHOICES)
    throw refused('not-valid', 'choices-many', { most: MOST_CHOICES })
  const choices = given.map(one => checkLine(one, 'choice', MAX_CHOICE)).filter(one => one !== '')
  const known = choices.map(one => one.toLowerCase())
  return choices.filter((_, at) => known.indexOf(known[at]!) === at)
}

async function save(
  tx: Db,
  accountId: number,
  before: DefinedField,
  after: DefinedField,
): Promise<void> {
  await saveField(tx, { accountId, ...after })
  await record(tx, accountId, before, after)
}

/** Choices are counted: they may tell of people. */
const record = (
  tx: Db,
  accountId: number,
  before: DefinedField,
  after: DefinedField,
): Promise<void> => {
  const shown = ({ name, type, choices }: DefinedField) => ({ name, type, choices: choices.length })
  const change = { id: after.number, before: shown(before), after: shown(after) }
  return recordChange(tx, accountId, { action: 'field.edit', ...change })
}
