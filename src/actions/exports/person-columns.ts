/** The columns of a person that every table of subscribers begins with. */
import type { Db } from '../../db/db.ts'
import { demographicFields } from '../../domain/demographics/fields.ts'
import { FIRST_TITLES, LAST_TITLES, PART_TITLES } from '../../domain/files/form/own-export.ts'
import type { ReportColumn } from './table-file.ts'

export interface FieldOwner {
  id: number
  fieldCount: number
}

export type PersonTableRow = Record<string, string | null>

interface TablePerson {
  email: string
  name: string
  firstName: string
  lastName: string
  format: string
  countryCode: string
  phone: string
}

interface FieldOfTable {
  /** DD1 … */
  field: string
  number: number
}

interface PersonColumns {
  columns: ReportColumn<PersonTableRow>[]
  /** The cells of these columns; a list and the directory hold fields differently. */
  cellsOf(person: TablePerson, heldIn: (field: FieldOfTable) => string | undefined): PersonTableRow
}

/** With the account's activated fields, in the order of the columns of an import. */
export async function personColumns(db: Db, account: FieldOwner): Promise<PersonColumns> {
  const all = await demographicFields(db, account.id, account.fieldCount)
  const fields = all.filter(({ activated }) => activated)
  const [email, name, format] = FIRST_TITLES
  const [countryCode, phone] = LAST_TITLES
  const [first, last] = PART_TITLES
  return {
    columns: [
      { key: 'email', title: email, kind: 'text' },
      { key: 'name', title: name, kind: 'text' },
      { key: 'format', title: format, kind: 'text', open: true },
      ...fields.map(({ field, name }) => ({ key: field, title: name, kind: 'text' as const })),
      { key: 'countryCode', title: countryCode, kind: 'text' },
      { key: 'phone', title: phone, kind: 'text' },
      { key: 'firstName', title: first, kind: 'text' },
      { key: 'lastName', title: last, kind: 'text' },
    ],
    cellsOf({ email, name, format, countryCode, phone, firstName, lastName }, heldIn) {
      // Grown in one order, rows are of one shape: spread, each was a table of its own.
      const row: PersonTableRow = { email, name, format, countryCode, phone, firstName, lastName }
      for (const one of fields) row[one.field] = heldIn(one) ?? ''
      return row
    },
  }
}
