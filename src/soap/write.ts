/**
 * Writes results as XML, for all bindings: a frame has the text around the result and its line
 * layout. envelope.ts and form.ts make the frames; dataset.ts writes DataSets.
 */
import type { Field, Fields, Result, Rows, Table } from '../contract/types.ts'
import { escapeText } from '../lib/xml/xml.ts'
import { layoutsOf, writeDataset } from './dataset.ts'
import { cellOf, type Defaults, type Frame, type ResponseBody, writeRows } from './rows.ts'

export interface Writer {
  write(output: unknown, defaults: Defaults): ResponseBody
}

/** Builds the writer for the result of one operation in one frame. */
export function writerOf(result: Result, frame: Frame): Writer {
  switch (result.kind) {
    case 'value':
      return { write: output => writeValue(output == null ? null : result.write(output), frame) }
    case 'record': {
      const cells = cellsOf(result.fields, frame.line(1))
      return {
        write: output =>
          output == null ? frame.nil : framed(frame, cells(output as Record<string, unknown>)),
      }
    }
    case 'records': {
      const cells = cellsOf(result.fields, frame.line(2))
      const open = `${frame.line(1)}<${result.name}>`
      const close = `${frame.line(1)}</${result.name}>`
      const empty = `${frame.line(1)}<${result.name} />`
      const row = (record: Record<string, unknown>): string => {
        const inside = cells(record)
        return inside === '' ? empty : open + inside + close
      }
      return {
        write: output =>
          writeRows(
            output as Rows<Record<string, unknown>>,
            row,
            frame.open,
            frame.close,
            frame.empty,
          ),
      }
    }
    case 'dataset': {
      const layouts = layoutsOf(result, frame)
      return { write: (output, defaults) => writeDataset(layouts, tableOf(output), defaults) }
    }
  }
}

const writeValue = (text: string | null, frame: Frame): string =>
  text === null
    ? frame.nil
    : text === ''
      ? frame.empty
      : frame.open + escapeText(text) + frame.close

const framed = (frame: Frame, inside: string): string =>
  inside === '' ? frame.empty : frame.open + inside + frame.close

/** A handler returns a table, or only its rows. */
function tableOf(output: unknown): Table<Record<string, unknown>> {
  const rows = output as Rows<Record<string, unknown>> | Table<Record<string, unknown>>
  return Array.isArray(rows) || Symbol.asyncIterator in rows ? { rows } : rows
}

/** All fields of a record in order; null fields are omitted. */
function cellsOf(fields: Fields, before: string): (record: Record<string, unknown>) => string {
  const cells = Object.entries(fields).map(([key, field]) => ({
    key,
    cell: cellOf(field as Field<never>, field.wire, before),
  }))
  return record => {
    let text = ''
    for (const { key, cell } of cells) {
      const value = record[key]
      if (value !== null && value !== undefined) text += cell(value)
    }
    return text
  }
}
