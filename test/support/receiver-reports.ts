/** Reports as receivers send them: from test/corpus/reports, with the period of yesterday. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const corpus = join(import.meta.dirname, '..', 'corpus', 'reports')
const DAY = 86_400_000

export function reportText(file: string): string {
  const begin = Math.floor(Date.now() / DAY - 1) * DAY
  const text = readFileSync(join(corpus, file), 'utf8')
  return file.endsWith('.json')
    ? text.replaceAll('BEGIN', new Date(begin).toISOString().slice(0, 10))
    : text
        .replaceAll('BEGIN', String(begin / 1000))
        .replaceAll('END', String((begin + DAY) / 1000 - 1))
}

interface Attached {
  type: string
  name: string
  content: Buffer | string
  subject?: string
}

/** A message with a report as its only content, or beside a text. */
export function reportMessage({ type, name, content, subject = 'x' }: Attached, text?: string) {
  const part =
    `Content-Type: ${type}; name="${name}"\r\n` +
    `Content-Disposition: attachment; filename="${name}"\r\n` +
    'Content-Transfer-Encoding: base64\r\n\r\n' +
    `${Buffer.from(content as string)
      .toString('base64')
      .replace(/.{76}/g, '$&\r\n')}\r\n`
  const head = `From: reports@receiver.example\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n`
  if (text === undefined) return head + part
  return (
    `${head}Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n` +
    `Content-Type: text/plain\r\n\r\n${text}\r\n--b\r\n${part}--b--\r\n`
  )
}
