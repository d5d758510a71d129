/**
 * Subscribers in the text format of COPY, as bytes: copied from a page of the file without
 * decoding. Columns: account_id, id, email, email_key, name, format, country_code, phone, fields.
 */
import { copyText } from '../../../db/copy-text.ts'
import { ROW, SEPARATOR } from '../../files/plain-rows.ts'
import { arrayOfFields, storedFields } from '../packed-fields.ts'
import type { GivenRow, GivenTexts, ImportRow } from './given.ts'
import { formatAt } from './given.ts'

/** Size of a piece that is sent. Larger ones take memory that is freed late. */
const PIECE = 1 << 16
/**
 * An upper bound of the longest row of a page: each byte becomes at most three, and the address is
 * written twice.
 */
const ROOM = 1 << 14

const [FEED, OPEN, CLOSE, MARK, COMMA] = [10, 0x7b, 0x7d, 0x22, 0x2c]

/**
 * Yields the rows in pieces. Their buffers are taken from `pieces` and reused for the next batch,
 * once the store has received them all: allocating memory outside of the heap costs more than
 * filling it.
 */
export function* copyOfPeople(
  accountId: number,
  people: Iterable<ImportRow>,
  pieces: Buffer[],
): Generator<Buffer> {
  let used = 0
  const next = () => {
    if (used === pieces.length) pieces.push(Buffer.allocUnsafeSlow(PIECE + ROOM))
    return pieces[used++]!
  }
  let piece = next()
  let at = 0
  for (const person of people) {
    if ('page' in person) at = writeRow(piece, at, accountId, person)
    else {
      const text = textOf(accountId, person)
      const most = text.length * 3
      if (at + most > piece.length && at > 0) {
        yield piece.subarray(0, at)
        piece = next()
        at = 0
      }
      if (most > piece.length) yield Buffer.from(text)
      else at += piece.write(text, at)
    }
    if (at < PIECE) continue
    yield piece.subarray(0, at)
    piece = next()
    at = 0
  }
  if (at > 0) yield piece.subarray(0, at)
}

function writeRow(out: Buffer, start: number, accountId: number, person: GivenRow): number {
  const { page, row, id, email, emailKey } = person
  const { bytes, places } = page
  const place = row * ROW.numbers
  let at = start + out.write(`${accountId}\t${id}\t${email}\t${emailKey}\t`, start)
  const nameEnd = places[place + ROW.nameEnd]!
  for (let i = places[place + ROW.nameFrom]!; i < nameEnd; i++) out[at++] = bytes[i]!
  at += out.write(formatAt(person) === 'text' ? '\ttext\t\t\t' : '\thtml\t\t\t', at, 'latin1')
  out[at++] = OPEN!
  const from = places[place + ROW.fieldsFrom]!
  let end = places[place + ROW.fieldsEnd]!
  // Up to the last non-empty field.
  while (end > from && bytes[end - 1] === SEPARATOR) end--
  if (end > from) {
    out[at++] = MARK!
    for (let i = from; i < end; i++) {
      const byte = bytes[i]!
      if (byte === SEPARATOR) {
        out[at] = MARK!
        out[at + 1] = COMMA!
        out[at + 2] = MARK!
        at += 3
      } else out[at++] = byte
    }
    out[at++] = MARK!
  }
  out[at++] = CLOSE!
  out[at++] = FEED!
  return at
}

function textOf(accountId: number, person: GivenTexts): string {
  const { id, email, emailKey, name, format = 'html', countryCode, phone, fields, plain } = person
  const array = arrayOfFields(storedFields(fields), plain)
  // An address contains no character that COPY escapes.
  const begin = `${accountId}\t${id}\t${email}\t${emailKey}\t`
  if (plain) return `${begin}${name}\t${format}\t${countryCode}\t${phone}\t${array}\n`
  return `${begin}${copyText(name)}\t${format}\t${copyText(countryCode)}\t${copyText(phone)}\t${copyText(array)}\n`
}
