/**
 * Recognises reports of receivers among incoming messages, and reads them: untrusted input, in
 * spite of the sender it names.
 */
import { createHash } from 'node:crypto'
import { decodedBody, decodedWords } from '../mime/decode.ts'
import type { MimePart } from '../mime/structure.ts'
import { readDmarcXml } from './dmarc-xml.ts'
import { type ReceiverReport, ReportBroken, shortText } from './report.ts'
import { readTlsJson } from './tls-json.ts'
import { MOST_PACKED, unpackedText } from './unpack.ts'

const PACKED =
  /^(?:text\/xml|application\/(?:xml|gzip|x-gzip|zip|x-zip|x-zip-compressed|octet-stream))$/

/** Undefined: the message is something else. */
export function readReceiverReport(
  raw: Buffer,
  parts: readonly MimePart[],
): ReceiverReport | undefined {
  const tls = parts.find(
    ({ depth, type }) => depth === 0 && /^application\/tlsrpt\+(?:gzip|json)$/.test(type),
  )
  const part = tls ?? parts.find(one => one.depth === 0 && isDmarc(one, parts[0]!))
  if (!part) return undefined
  const kind = tls ? 'tls' : 'dmarc'
  const encoding = part.fields.get('content-transfer-encoding')?.[0]
  const packed = decodedBody(raw.subarray(part.start, part.end), encoding, MOST_PACKED)
  const digest = createHash('sha256').update(packed).digest('hex').slice(0, 32)
  try {
    const text = unpackedText(packed)
    const read =
      kind === 'tls'
        ? { kind, trouble: null, ...readTlsJson(text) }
        : { kind, trouble: null, ...readDmarcXml(text) }
    return { ...read, reportId: read.reportId || digest } as ReceiverReport
  } catch (error) {
    if (!(error instanceof ReportBroken)) throw error
    const reporter = shortText(parts[0]!.fields.get('from')?.[0] ?? '')
    const head = { reporter, reportId: digest, domain: '', beginAt: null, endAt: null }
    const none = { ...head, results: [], trouble: error.message }
    return kind === 'tls'
      ? { kind, ...none }
      : { kind, ...none, policy: null, emails: 0, passed: 0 }
  }
}

/**
 * By the subject, "Report Domain: example.com Submitter: ...", or the name of the file,
 * "google.com!example.com!1700000000!1700086399.zip" (RFC 7489 7.2.1.1).
 */
function isDmarc({ type, params, fields }: MimePart, top: MimePart): boolean {
  if (!PACKED.test(type)) return false
  const disposition = fields.get('content-disposition')?.[0] ?? ''
  const name = decodedWords(`${params.get('name') ?? ''} ${disposition}`.slice(0, 2_000))
  if (name.split('!').length >= 4 && /\.(?:xml|zip|gz)/i.test(name)) return true
  const subject = decodedWords(top.fields.get('subject')?.[0] ?? '').slice(0, 1_000)
  return /^\s{0,20}report domain:/i.test(subject)
}
