/**
 * Reads an answer of the former service as a stream: the rows of a DataSet or of a list of records,
 * a value, or a fault. Names are compared without case, prefixes and underscores, because that
 * service may write them in another way than this one does.
 */
import { createXmlElements, XmlBroken } from '../../lib/xml/elements.ts'
import { decodeXmlName } from '../../lib/xml/names.ts'

/** Cells by the name of their column, in lower case and without underscores. */
export interface OldRow {
  get(column: string): string | undefined
}

export const columnName = (name: string): string => name.toLowerCase().replaceAll('_', '')

export interface OldFault {
  /** `Client` or `Server`; empty if the answer has none. */
  code: string
  text: string
  /** The reason of a refusal, if the service names one. */
  reason: string
}

export interface AnswerReader {
  push(text: string): void
  /** Throws XmlBroken if the document is not complete. */
  end(): void
  /** The rows read since the last call. */
  takeRows(): OldRow[]
  /** The columns that the schema declares, and those that rows had so far. */
  columns(): ReadonlySet<string>
  /** The text of a result that is a single value. */
  value(): string
  fault(): OldFault | undefined
}

/** How deep the element of the result is: in an envelope, or as the root of an answer to a form. */
export const IN_ENVELOPE = 4
export const AS_ROOT = 1
const MOST_CELLS = 500
/** Characters of a row; a newsletter has up to 10 MB. */
const MOST_IN_ROW = 24 << 20

export function createAnswerReader(resultDepth = IN_ENVELOPE): AnswerReader {
  const inside = resultDepth + 1
  let depth = 0
  let rowDepth = 0
  let skipFrom = 0
  let text = ''
  let rows: OldRow[] = []
  /** The cells of the row that is read, each in the place of its column. */
  let row: (string | undefined)[] | undefined
  const places = new Map<string, number>()
  let inRow = 0
  let value = ''
  let fault: OldFault | undefined
  const columns = new Set<string>()
  const put = (name: string, value: string) => {
    // In lower case already.
    const column = name.includes('_') ? name.replaceAll('_', '') : name
    let place = places.get(column)
    if (place === undefined) {
      if (places.size === MOST_CELLS) return
      place = places.size
      places.set(column, place)
      if (columns.size < MOST_CELLS) columns.add(column)
    }
    row![place] = value
  }
  const rowOf = (cells: (string | undefined)[]): OldRow => ({
    get(column) {
      const place = places.get(column)
      return place === undefined ? undefined : cells[place]
    },
  })
  const count = (part: string) => {
    inRow += part.length
    if (inRow > MOST_IN_ROW) throw new XmlBroken(elements.line(), 'a row of more than 24 MB')
  }

  const elements = createXmlElements({
    open(name, attributes) {
      depth++
      if (skipFrom > 0) {
        // Tables are declared by elements too, without a type.
        if (name === 'element' && attributes.type !== undefined && columns.size < MOST_CELLS)
          columns.add(columnName(decodeXmlName(attributes.name ?? '')))
        return
      }
      if (resultDepth === IN_ENVELOPE && depth === 3 && name === 'fault')
        fault = { code: '', text: '', reason: '' }
      if (depth === inside && !fault) {
        if (name === 'schema') skipFrom = depth
        else rowDepth = inside + rowsBelow(name)
      }
      // A diffgram also has former values and errors of rows.
      if (
        depth === inside + 1 &&
        rowDepth === inside + 2 &&
        (name === 'before' || name === 'errors')
      )
        skipFrom = depth
      if (depth === rowDepth && skipFrom === 0) {
        row = []
        inRow = 0
      }
      text = ''
    },
    text(part) {
      if (skipFrom > 0) return
      count(part)
      text += part
    },
    leaf(name, value) {
      if (row === undefined || depth !== rowDepth || skipFrom > 0 || fault) return false
      count(value)
      put(name, value)
      text = ''
      return true
    },
    close(name) {
      if (skipFrom > 0) {
        if (depth === skipFrom) skipFrom = 0
      } else if (fault) noteFault(fault, name, text)
      else if (row && depth === rowDepth + 1) put(name, text)
      else if (row && depth === rowDepth) {
        rows.push(rowOf(row))
        row = undefined
      } else if (depth === resultDepth && rowDepth === 0) value = text
      if (row === undefined && fault === undefined) inRow = 0
      text = ''
      depth--
    },
  })
  return {
    push: more => elements.push(more),
    end: () => elements.end(),
    takeRows() {
      const taken = rows
      rows = []
      return taken
    },
    columns: () => columns,
    value: () => value,
    fault: () => fault,
  }
}

/** How deep rows are below the first element of the result. */
function rowsBelow(name: string): number {
  if (name === 'diffgram') return 2
  return name === 'newdataset' || name === 'dataset' || name === 'documentelement' ? 1 : 0
}

function noteFault(fault: OldFault, name: string, text: string): void {
  const short = text.trim().slice(0, 500)
  // The second names are those of SOAP 1.2.
  if (name === 'faultcode' || (name === 'value' && fault.code === ''))
    fault.code = codeOf(short.replace(/^.*:/, ''))
  else if (name === 'faultstring' || (name === 'text' && fault.text === '')) fault.text = short
  else if (name === 'reason') fault.reason = short
}

const codeOf = (code: string): string =>
  code === 'Sender' ? 'Client' : code === 'Receiver' ? 'Server' : code
