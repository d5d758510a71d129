/**
 * Parses subscribers from XML: `Subscriber` elements anywhere below the root, or the root itself,
 * whose values are child elements or attributes. read-xml-rows.ts describes the parser.
 */
import { FIXED_COLUMNS } from './read-csv.ts'
import type { RowBlock } from './read-rows.ts'
import { readXmlRows } from './read-xml-rows.ts'

export interface XmlOptions {
  /** Rows are the children of the root that have an address, with any name. */
  rowsOfAnyName?: boolean
  /** Whether data fields may have the account's names. */
  mapNames: boolean
  /** The account's names in lower case. */
  fieldNames: ReadonlyMap<string, number>
  maxColumns: number
  skipRows?: number
}

const PERSON = {
  element: 'Subscriber',
  values: new Map([
    ['email', 'email'],
    ['name', 'name'],
    ['format', 'format'],
    ['countrycode', 'countryCode'],
    ['phonenumber', 'phone'],
  ] as const),
}

export const readXml = (
  chunks: AsyncIterable<string>,
  { maxColumns, rowsOfAnyName, ...options }: XmlOptions,
  suspect: boolean,
): AsyncGenerator<RowBlock> =>
  readXmlRows(
    chunks,
    {
      ...PERSON,
      ...options,
      rowsWith: rowsOfAnyName ? 'email' : undefined,
      mostFields: maxColumns - FIXED_COLUMNS,
    },
    suspect,
  )
