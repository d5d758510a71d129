/** Answers of both services, in any binding, read into values that can be compared. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { XmlBroken } from '../../lib/xml/elements.ts'
import { createByteDecoder, WrongCharacterSet } from '../old-service/decode.ts'
import {
  AS_ROOT,
  createAnswerReader,
  IN_ENVELOPE,
  type OldRow,
} from '../old-service/read-answer.ts'

export interface PassedAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Undefined: it was too long to be kept. */
  body: Buffer | undefined
}

export type ReadAnswer =
  | { kind: 'fault'; code: string }
  | { kind: 'value'; value: string }
  | { kind: 'rows'; rows: OldRow[]; columns: ReadonlySet<string> }
  | { kind: 'unreadable' }

/** The longest answer that is compared, in bytes. */
export const MOST_COMPARED = 8 << 20

const UNPACK: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

export function readAnswer({ status, headers, body }: PassedAnswer, form: boolean): ReadAnswer {
  if (body === undefined) return { kind: 'unreadable' }
  const type = String(headers['content-type'] ?? '')
  if (!/xml/i.test(type))
    return status === 200 ? { kind: 'unreadable' } : { kind: 'fault', code: 'Client' }
  try {
    const reader = createAnswerReader(form ? AS_ROOT : IN_ENVELOPE)
    const decoder = createByteDecoder(type, undefined)
    reader.push(decoder.push(unpacked(body, String(headers['content-encoding'] ?? ''))))
    reader.push(decoder.end())
    reader.end()
    const fault = reader.fault()
    if (fault) return { kind: 'fault', code: fault.code }
    if (status !== 200) return { kind: 'fault', code: 'Server' }
    const rows = reader.takeRows()
    const columns = reader.columns()
    return rows.length > 0 || columns.size > 0 || reader.value() === ''
      ? { kind: 'rows', rows, columns }
      : { kind: 'value', value: reader.value().trim() }
  } catch (error) {
    if (error instanceof XmlBroken || error instanceof WrongCharacterSet || isUnpacking(error))
      return { kind: 'unreadable' }
    throw error
  }
}

function unpacked(body: Buffer, encoding: string): Buffer {
  const unpack = UNPACK[encoding.trim().toLowerCase()]
  return unpack ? unpack(body, { maxOutputLength: MOST_COMPARED }) : body
}

const isUnpacking = (error: unknown): boolean => {
  const { code = '' } = error as NodeJS.ErrnoException
  return code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE'
}

/** Whether the service has carried out the call: no fault, no refusal. */
export const isAccepted = (answer: ReadAnswer): boolean =>
  answer.kind === 'rows'
    ? answer.rows.length > 0 || answer.columns.size > 0
    : answer.kind === 'value' && !answer.value.startsWith('-')
