/**
 * How `pennypost import` reads a file: its options, and detection from the beginning of the file
 * for those not given.
 */
import { InvalidArgumentError } from 'commander'
import { type ImportColumn, readColumns } from '../domain/files/columns.ts'
import {
  type AccountFields,
  dialectOf,
  inspectFile,
  limitsOf,
} from '../domain/imports/inspect/inspect-file.ts'
import { mappedColumns, type readMapping } from '../domain/imports/inspect/mapping.ts'
import { type ImportOptions, inColumns, PLAIN_CSV } from '../domain/imports/queue-import.ts'
import { dialectProblem } from '../lib/csv-dialect.ts'
import type { CharacterSet } from '../lib/text-decoding.ts'
import type { AccountOption } from './account-option.ts'
import { CommandFailed } from './context.ts'

export interface ReadingOptions extends AccountOption {
  charset?: CharacterSet
  delimiter?: string
  quote?: string
  escape?: string
  comment?: string
  headers?: boolean
  xml?: boolean
  /** Names of columns, separated by commas; or auto. */
  columns?: string
  /** Pairs of a heading and a column; or the name of a mapping. */
  map?: string
  saveMap?: string
}

/** One character, or a word for one that is hard to type. */
export function character(text: string): string {
  const named: Record<string, string> = { tab: '\t', '\\t': '\t', none: '', space: ' ' }
  const meant = named[text.toLowerCase()] ?? text
  if (meant.length > 1)
    throw new InvalidArgumentError('One character is wanted, or tab, space, none.')
  return meant
}

/** A file at a URL is not inspected: options not given have the defaults of the web service. */
export function optionsOfAddress(given: ReadingOptions, fields: AccountFields): ImportOptions {
  if (given.map !== undefined)
    throw new CommandFailed('--map reads headings: fetch the file first, or name --columns.')
  if (given.columns === 'auto')
    throw new CommandFailed('--columns auto reads headings: fetch the file first, or name them.')
  const options = {
    ...PLAIN_CSV,
    ...dialectOf(given),
    hasHeaders: given.headers ?? false,
    ...limitsOf(given.xml ?? false, fields.fieldCount),
  }
  const problem = options.kind === 'csv' ? dialectProblem(options) : undefined
  if (problem !== undefined) throw new CommandFailed(problem)
  return withColumns(options, given, fields)
}

/** Options of a local file. */
export async function optionsOfFile(
  path: string,
  { headers, ...given }: ReadingOptions,
  fields: AccountFields,
  mapping?: Awaited<ReturnType<typeof readMapping>>,
): Promise<ImportOptions> {
  const known = { ...given, ...(headers !== undefined && { hasHeaders: headers }) }
  const inspected = await inspectFile(path, known, fields)
  const { options, columns, rows, headings } = inspected
  if (mapping !== undefined) {
    if (options.kind === 'xml')
      throw new CommandFailed('The elements of an XML file have names: omit --map.')
    return inColumns({ ...options, hasHeaders: true }, mappedColumns(mapping, inspected, fields))
  }
  if (given.columns === undefined) {
    // Without a word on columns the address is in the first one, also that of a heading.
    const [first = ''] = headings.length > 0 ? headings : (rows[0] ?? [])
    return { ...options, hasHeaders: headers ?? (options.kind === 'csv' && !first.includes('@')) }
  }
  return withColumns(options, given, fields, columns)
}

function withColumns(
  options: ImportOptions,
  { columns }: ReadingOptions,
  fields: AccountFields,
  guessed: ImportColumn[] = [],
): ImportOptions {
  if (columns === undefined) return options
  if (options.kind === 'xml')
    throw new CommandFailed('The elements of an XML file have names: omit --columns.')
  if (columns !== 'auto') return inColumns(options, readColumns(columns.split(','), fields))
  if (guessed.includes('email')) return inColumns(options, guessed)
  throw new CommandFailed('No column holds addresses. Name them: --columns email,name,-,DD1')
}
