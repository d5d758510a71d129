/** The columns of a person that every table of subscribers begins with. */
import type { Db } from '../../db/db.ts'
import { demographicFields } from '../../domain/demographics/fields.ts'
import type { ReportColumn } from './table-file.ts'

export interface FieldOwner {
  id: number
  fieldCount: number
}

export type PersonTableRow = Record<string, string | null>

interface TablePerson {
  email: string
  name: string
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
  return {
    columns: [
      { key: 'email', title: 'Email', kind: 'text' },
      { key: 'name', title: 'Name', kind: 'text' },
      { key: 'format', title: 'Format', kind: 'text', open: true },
      ...fields.map(({ field, name }) => ({ key: field, title: name, kind: 'text' as const })),
      { key: 'countryCode', title: 'Country', kind: 'text' },
      { key: 'phone', title: 'Phone', kind: 'text' },
    ],
    cellsOf: ({ email, name, format, countryCode, phone }, heldIn) => ({
      ...Object.fromEntries(fields.map(one => [one.field, heldIn(one) ?? ''])),
      ...{ email, name, format, countryCode, phone },
    }),
  }
}
