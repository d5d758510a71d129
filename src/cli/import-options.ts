/**
 * How `pennypost import` reads a file: its options, and detection from the beginning of the file
 * for those not given.
 */
import { InvalidArgumentError } from 'commander'
import type { Store } from '../db/db.ts'
import { type ImportColumn, readColumns } from '../domain/files/columns.ts'
import type { AccountFields } from '../domain/files/form/own-export.ts'
import { UnreadableFile } from '../domain/files/read-rows.ts'
import { dialectOf, inspectFile, limitsOf } from '../domain/imports/inspect/inspect-file.ts'
import { keepMapping, mappedColumns, readMapping } from '../domain/imports/inspect/mapping.ts'
import { type ImportOptions, inColumns, PLAIN_CSV } from '../domain/imports/queue-import.ts'
import { dialectProblem } from '../lib/csv-dialect.ts'
import type { CharacterSet } from '../lib/text-decoding.ts'
import type { AccountOption } from './account-option.ts'
import { CommandFailed } from './context.ts'
import { detailText } from './language.ts'

export interface ReadingOptions extends AccountOption {
  charset?: CharacterSet
  delimiter?: string
  quote?: string
  escape?: string
  comment?: string
  /** Of a spreadsheet, by name. */
  sheet?: string
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

/** A file at a URL is not inspected: its reader detects missing options. */
export function optionsOfAddress(given: ReadingOptions, fields: AccountFields): ImportOptions {
  if (given.map !== undefined)
    throw new CommandFailed('--map reads headings: fetch the file first, or name --columns.')
  if (given.columns === 'auto')
    throw new CommandFailed('--columns auto reads headings: fetch the file first, or name them.')
  const options = {
    ...PLAIN_CSV,
    delimiter: '',
    ...dialectOf(given),
    hasHeaders: given.headers ?? ('seen' as const),
    ...(given.sheet !== undefined && { sheet: given.sheet }),
    ...limitsOf(given.xml ?? false, fields.fieldCount),
  }
  const isSaid = options.kind === 'csv' && options.delimiter !== ''
  const problem = isSaid ? dialectProblem(options) : undefined
  if (problem !== undefined) throw new CommandFailed(detailText(problem))
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
  const { options, columns } = inspected
  if (mapping !== undefined) {
    if (options.kind === 'xml')
      throw new CommandFailed('The elements of an XML file have names: omit --map.')
    return inColumns({ ...options, hasHeaders: true }, mappedColumns(mapping, inspected, fields))
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

/** Whether the file is named by its address. */
export const isAddress = (file: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(file)

/** The pairs of --map, saved if that is wanted. */
export async function mappingOf(
  db: Store,
  { id }: { id: number },
  { map, saveMap = '' }: ReadingOptions,
): Promise<Awaited<ReturnType<typeof readMapping>> | undefined> {
  if (map === undefined) {
    if (saveMap !== '') throw new CommandFailed('Give the mapping to save: --map.')
    return undefined
  }
  const pairs = await readMapping(db, id, map)
  if (saveMap !== '') await keepMapping(db, id, saveMap, pairs)
  return pairs
}

/** Prefixes errors with the name of the file. */
export const readable = <T>(file: string, reading: Promise<T>): Promise<T> =>
  reading.catch(error => {
    if (!(error instanceof UnreadableFile)) throw error
    throw new CommandFailed(`${file} can't be read. ${detailText(error.why)}`, { cause: error })
  })
