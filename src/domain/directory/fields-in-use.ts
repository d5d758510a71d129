/** The data fields in use: named, typed, filled; with their uses. */
import type { Db, Store } from '../../db/db.ts'
import { storeLocal } from '../../db/store-local.ts'
import { sharedReads } from '../../lib/shared-reads.ts'
import type { FieldType } from '../demographics/change-field.ts'
import { filledFields } from '../demographics/demographics.sql.ts'
import type { DefinedField } from '../demographics/fields.ts'
import { DAY, NUMBER } from '../filters/filter-sql.ts'
import { countAll } from './directory.sql.ts'
import {
  misfitsOfField,
  othersThanChoices,
  usesOfField,
  valuesOfField,
} from './fields-in-use.sql.ts'

/** Menus ask the newest people only: a million take seconds. */
const MOST_PEOPLE_LOOKED_AT = 50_000
const MOST_VALUES = 100
const MOST_MISFITS = 5
/** Of filters and of newsletters. */
const MOST_USERS = 500

/** Read again at once if that is quick, so that one's own change shows. */
const looks = storeLocal(() => sharedReads<Set<number>>({ atLeast: 0, share: 0.05 }))
const counts = storeLocal(() => sharedReads<FilledFields>({ atLeast: 0, share: 0.05 }))

/** Numbers of the fields that one of the newest people has a value for. */
export const fieldsFilledLately = (db: Store, accountId: number): Promise<Set<number>> =>
  looks(db).read(String(accountId), async () => {
    const rows = await filledFields(db, { accountId, most: MOST_PEOPLE_LOOKED_AT })
    return new Set(rows.map(({ number }) => number))
  })

export interface FilledFields {
  /** How many people there are. */
  people: number
  countedAt: Date
  /** People with a value, by the number of the field. */
  filled: Map<number, number>
}

/** Counted over everybody; one who asks soon after gets the same counts. */
export const countFilledFields = (db: Store, accountId: number): Promise<FilledFields> =>
  counts(db).read(String(accountId), async () => {
    const countedAt = new Date()
    const rows = await filledFields(db, { accountId, most: null })
    const { count } = await countAll(db, { accountId, most: null })
    const filled = new Map(rows.map(({ number, people }) => [number, people]))
    return { people: count, countedAt, filled }
  })

/** The values of a field, the most frequent first, and those that do not fit the new type. */
export async function contentsOfField(
  db: Db,
  accountId: number,
  field: Pick<DefinedField, 'number' | 'choices'>,
  as: FieldType,
) {
  const asked = { accountId, field: field.number }
  const values = await valuesOfField(db, { ...asked, most: MOST_VALUES })
  const most = MOST_MISFITS
  const choices = field.choices.map(choice => choice.toLowerCase())
  const misfits =
    as !== 'text'
      ? await misfitsOfField(db, { ...asked, pattern: as === 'date' ? DAY : NUMBER, most })
      : choices.length > 0
        ? await othersThanChoices(db, { ...asked, choices, most })
        : []
  return {
    values,
    misfits: { people: misfits[0]?.people ?? 0, values: misfits.map(({ value }) => value) },
  }
}

/** Filters, newsletters, templates and triggers that read the field, by number or by name. */
export const usersOfField = (
  db: Db,
  accountId: number,
  { number, name }: { number: number; name: string },
) =>
  usesOfField(db, {
    accountId,
    field: number,
    most: MOST_USERS,
    tag: `[{][{%][^{}]*\\m(DD${number}|${escaped(name)})\\M`,
  })

/** For an expression of PostgreSQL. */
const escaped = (name: string): string => name.replace(/[^\p{L}\p{N} ]/gu, sign => `\\${sign}`)
