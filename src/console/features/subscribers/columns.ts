/** Columns of the table of subscribers: from the address, or as this browser last had them. */
import type { FieldAnswer } from '../../../actions/fields/fields.ts'

/** `DD5` is a data field. */
export const COLUMNS = [
  'name',
  'firstName',
  'lastName',
  'address',
  'lists',
  'mail',
  'phone',
  'countryCode',
  'format',
  'created',
  'updated',
] as const

export type TableColumn = (typeof COLUMNS)[number] | `DD${number}`

const USUAL: readonly TableColumn[] = ['name', 'address', 'lists', 'mail', 'created']
const KEY = 'pennypost-columns'
/** As many as a table can show. */
const MOST = 20

const isColumn = (text: string): text is TableColumn =>
  COLUMNS.some(known => known === text) || /^DD([1-9]\d?|100)$/.test(text)

/** Of a text such as `name,address,DD5`; without any the kept or the usual ones. */
export function readColumns(text: string | undefined): readonly TableColumn[] {
  const found = (text ?? localStorage.getItem(KEY) ?? '').slice(0, 500).split(',').filter(isColumn)
  return found.length > 0 ? found.slice(0, MOST) : USUAL
}

export function keepColumns(columns: readonly TableColumn[]): string {
  const text = columns.join(',')
  localStorage.setItem(KEY, text)
  return text
}

/** All that can be chosen: of the data fields those in use. */
export const choicesOf = (fields: readonly FieldAnswer[]): TableColumn[] => [
  ...COLUMNS,
  ...fields
    .filter(({ activated, inUse }) => activated && inUse)
    .map(({ number }) => `DD${number}` as const),
]
