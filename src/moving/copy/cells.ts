/**
 * A row of the former service as typed values, by the fields of the contract. Its columns may have
 * the name of their table in front, or lack it: `MailingListID`, `Id`.
 */
import { type Kind, NotReadable, NotValid } from '../../contract/kinds.ts'
import type { Field, Fields, Row } from '../../contract/types.ts'
import { MOST_FIELDS } from '../../domain/demographics/fields.ts'
import { OldServiceRefused } from '../old-service/failures.ts'
import { columnName, type OldRow } from '../old-service/read-answer.ts'

export type ReadCells<F extends Fields> = { [K in keyof F]: Row<F>[K] | null }

/** A value that does not fit where it belongs. */
export interface WrongCell {
  column: string
  sentence: string
}

export const isWrong = (read: object): read is { wrong: WrongCell } => 'wrong' in read

export interface RowReader<F extends Fields> {
  read(row: OldRow, columns: ReadonlySet<string>): ReadCells<F> | { wrong: WrongCell }
}

/** `needed`: without these columns nothing can be made of a row. */
export function rowReader<F extends Fields>(
  operation: string,
  table: string,
  fields: F,
  needed: (keyof F & string)[],
): RowReader<F> {
  const names = new Map<string, string[]>()
  for (const [key, field] of Object.entries(fields))
    if (field.spread === undefined) names.set(key, spellings(field.wire, table))
  const textOf = (row: OldRow, key: string): string | undefined => {
    for (const name of names.get(key)!) {
      const text = row.get(name)
      if (text !== undefined) return text
    }
    return undefined
  }
  let checked = false
  return {
    read(row, columns) {
      if (!checked) {
        const missing = needed.find(key => !names.get(key)!.some(name => columns.has(name)))
        if (missing !== undefined)
          throw new OldServiceRefused(
            `The rows of ${operation} at the old service have no column ${fields[missing]!.wire}. ` +
              `They have: ${[...columns].slice(0, 30).join(', ') || 'none'}.`,
          )
        checked = true
      }
      const cells: Record<string, unknown> = {}
      for (const key of names.keys()) {
        const field = fields[key]! as Field<unknown>
        const text = textOf(row, key)
        if (text === undefined) cells[key] = null
        else {
          const value = readCell(field, text)
          if (value === undefined) return { wrong: wrongCell(field, text) }
          cells[key] = value
        }
      }
      return cells as ReadCells<F>
    },
  }
}

/**
 * Undefined: it can't be read. Null: unreadable, but not needed: a moment, and a format that is
 * neither HTML nor Text.
 */
function readCell(kind: Kind<unknown>, text: string): unknown {
  if (kind.xsd !== 'string' && text.trim() === '') return null
  if (kind.xsd === 'long') {
    const value = Number(text)
    return Number.isSafeInteger(value) ? value : undefined
  }
  try {
    return kind.read(text) ?? null
  } catch (error) {
    if (error instanceof NotValid) return null
    if (!(error instanceof NotReadable)) throw error
    return kind.xsd === 'dateTime' ? null : undefined
  }
}

function wrongCell(field: Field<unknown>, text: string): WrongCell {
  const number = /^\s*-?\d+\s*$/.test(text)
  return {
    column: field.wire,
    sentence: number
      ? `${field.wire} ${text.trim().slice(0, 30)} does not fit: it goes up to ` +
        `${field.xsd === 'int' ? '2147483647' : '9007199254740991'}`
      : `${field.wire} is no ${field.xsd}`,
  }
}

function spellings(wire: string, table: string): string[] {
  const [name, prefix] = [columnName(wire), columnName(table)]
  const short = name.startsWith(prefix) && name.length > prefix.length
  return [name, short ? name.slice(prefix.length) : `${prefix}${name}`]
}

const NUMBERED = Array.from({ length: MOST_FIELDS }, (_, i) => `dd${i + 1}`)

/** The values of dd1 to ddN, empty where there is none. */
export const numberedCells = (row: OldRow, width: number): string[] =>
  NUMBERED.slice(0, width).map(name => row.get(name) ?? '')

/** The whole list of rows of an operation that has few. */
export const MOST_IN_MEMORY = 100_000
