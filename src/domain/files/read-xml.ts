/**
 * Persons from XML: `Subscriber` elements anywhere below the root, or as the root itself, whose
 * values are child elements or attributes. How such files are read is told in read-xml-rows.ts.
 */
import { FIXED_COLUMNS } from './read-csv.ts'
import type { RowBlock } from './read-rows.ts'
import { readXmlRows } from './read-xml-rows.ts'

export interface XmlOptions {
  /** Persons are the children of the root that have an address, whatever they are called. */
  rowsOfAnyName?: boolean
  /** Whether data fields may be named as the account names them. */
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
