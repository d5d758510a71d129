/**
 * How `pennypost import` reads a file: its options, and detection from the beginning of the file
 * for those not given.
 */
import { InvalidArgumentError } from 'commander'
import { fileKind } from '../domain/files/read-file.ts'
import { type ImportOptions, PLAIN_CSV } from '../domain/imports/queue-import.ts'
import { dialectProblem } from '../lib/csv-dialect.ts'
import { readText, recogniseText } from '../lib/text-decoding.ts'
import type { AccountOption } from './account-option.ts'
import { CommandFailed } from './context.ts'

export interface ReadingOptions extends AccountOption {
  delimiter?: string
  quote?: string
  escape?: string
  comment?: string
  headers?: boolean
  xml?: boolean
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
export function optionsOfAddress(given: ReadingOptions, fieldCount: number): ImportOptions {
  return checked({
    ...PLAIN_CSV,
    ...dialect(given),
    hasHeaders: given.headers ?? false,
    ...limits(given.xml ?? false, fieldCount),
  })
}

/** Options of a local file. */
export async function optionsOfFile(
  path: string,
  given: ReadingOptions,
  fieldCount: number,
): Promise<ImportOptions> {
  const xml = given.xml ?? (await fileKind(path)) === 'xml'
  const start = xml ? '' : await firstLine(path)
  const delimiter = /[;,\t|]/.exec(start)?.[0]
  return checked({
    ...PLAIN_CSV,
    ...(delimiter === undefined ? {} : { delimiter }),
    ...dialect(given),
    hasHeaders:
      given.headers ??
      (start !== '' && !start.split(given.delimiter ?? delimiter ?? ';')[0]!.includes('@')),
    ...limits(xml, fieldCount),
  })
}

/** Empty for a file that is not text: a spreadsheet detects its own header. */
async function firstLine(path: string): Promise<string> {
  const text = await recogniseText(path)
  if ('looksLike' in text) return ''
  for await (const chunk of readText(path, text))
    return /[^\r\n]+/.exec(chunk.slice(0, 10_000))?.[0] ?? ''
  return ''
}

function dialect({
  delimiter,
  quote,
  escape: escaping,
  comment,
}: ReadingOptions): Partial<ImportOptions> {
  return {
    ...(delimiter !== undefined && { delimiter }),
    // If the quote is changed, doubling it is its escape.
    ...(quote !== undefined && { quote, escape: quote }),
    ...(escaping !== undefined && { escape: escaping }),
    ...(comment !== undefined && { comment }),
  }
}

const limits = (xml: boolean, fieldCount: number) => ({
  kind: xml ? ('xml' as const) : ('csv' as const),
  mapNames: xml,
  maxColumns: 3 + fieldCount,
  refuseMore: fieldCount < 100,
})

function checked(options: ImportOptions): ImportOptions {
  const problem = options.kind === 'csv' ? dialectProblem(options) : undefined
  if (problem !== undefined) throw new CommandFailed(problem)
  return options
}
