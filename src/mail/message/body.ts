/**
 * The body of a newsletter: its pieces, and their order for each message. Without Liquid the order
 * is always the same. With Liquid it is rendered: literal text is encoded once and passed to
 * LiquidJS as a mark, so that LiquidJS renders only what differs.
 */
import { randomBytes } from 'node:crypto'
import { cleaned } from '../template/cleaned.ts'
import { liquidRenderer } from '../template/liquid.ts'
import { MOST_CHARACTERS, TooLong } from '../template/liquid-engine.ts'
import type { MergeValues } from '../template/merge.ts'
import {
  CHARSET_NAME,
  type FixedPiece,
  type Flat,
  joined,
  type LiquidPiece,
  type MessageValues,
  type Piece,
  piecesOf,
  reads,
  usesLiquid,
} from '../template/pieces.ts'
import { addressesInText, type LinkMaker } from './click-links.ts'

export interface Body {
  pieces: FixedPiece[]
  /** The message as indexes of pieces and text of its own; undefined: all pieces in order. */
  arrange?: (message: MessageValues) => (number | string)[]
}

export function bodyOf(pieces: Piece[], html: boolean): Body {
  if (!pieces.some(piece => typeof piece === 'object')) return { pieces: pieces as FixedPiece[] }
  const fixed: FixedPiece[] = []
  const links: Extract<LiquidPiece, { address: unknown }>['link'][] = []
  const scope = new Map<string, (values: MergeValues) => unknown>()
  // A nonce, so that no subscriber's data can look like a mark.
  const nonce = randomBytes(6).toString('hex')
  const mark = (what: string) => `\ufdd0${nonce}${what}\ufdd1`
  let capturing = 0

  /** Consecutive pieces that never separate share one mark. */
  const stretches: { from: number; to: number; length: number }[] = []

  const put = (piece: FixedPiece, stretch: (typeof stretches)[number]) => {
    stretch.to = fixed.push(piece)
    stretch.length += typeof piece === 'string' ? piece.length : 0
  }
  const begin = (what: 'p' | 'u'): [(typeof stretches)[number], string] => {
    const stretch = { from: fixed.length, to: fixed.length, length: 0 }
    return [stretch, mark(`${what}${stretches.push(stretch) - 1}`)]
  }
  const liquidOf = (piece: LiquidPiece): string => {
    if ('address' in piece) {
      const inside = piece.address
        .map(part => (typeof part === 'string' ? verbatim(part) : liquidOf(part)))
        .join('')
      return `${mark(`l${links.push(piece.link) - 1}`)}${inside}${mark('e')}`
    }
    if ('unlessUnsubscribe' in piece) {
      const [stretch, source] = begin('u')
      for (const one of piece.unlessUnsubscribe) put(one, stretch)
      return source
    }
    for (const [name, value] of piece.scope) scope.set(name, value)
    if (piece.statement === 'capture') capturing++
    if (piece.statement === 'endcapture') capturing--
    return piece.liquid
  }
  let source = ''
  let stretch: (typeof stretches)[number] | undefined
  for (const piece of pieces) {
    // Captured text may be measured, truncated and compared, so it is not replaced by a mark.
    const captured = capturing > 0 && typeof piece === 'string'
    if (typeof piece !== 'object' && !captured) {
      if (!stretch) {
        const [begun, marked] = begin('p')
        stretch = begun
        source += marked
      }
      put(piece, stretch)
      continue
    }
    stretch = undefined
    source += typeof piece === 'object' ? liquidOf(piece) : verbatim(piece as string)
  }
  const render = liquidRenderer(source, scope, html)
  const marks = new RegExp(`\ufdd0${nonce}([pleu]\\d*)\ufdd1`)
  const arranged = new WeakMap<MessageValues, (number | string)[]>()

  /** Cached, as several charsets may be tried for a message: it is rendered once. */
  const arrange = (message: MessageValues): (number | string)[] => {
    const known = arranged.get(message)
    if (known) return known
    const order: (number | string)[] = []
    let length = 0
    let unsubscribe = false
    let link: { number: number; text: string } | undefined
    const parts = render(message.merge).split(marks)
    for (const [i, part] of parts.entries()) {
      if (i % 2 === 0) {
        const text = cleaned(part)
        unsubscribe ||= text.includes(message.merge.unsubscribeUrl)
        if (link) link.text += text
        else if (text !== '') order.push(text)
        length += text.length
        continue
      }
      const number = Number(part.slice(1))
      if (part.startsWith('l')) link = { number, text: '' }
      else if (part === 'e') {
        if (link) order.push(links[link.number]!(message, link.text))
        link = undefined
      } else if (part.startsWith('p') || !unsubscribe) {
        const { from, to, length: more } = stretches[number]!
        for (let place = from; place < to; place++) order.push(place)
        length += more
      }
      if (length > MOST_CHARACTERS) throw new TooLong()
    }
    arranged.set(message, order)
    return order
  }
  return { pieces: fixed, arrange }
}

/** Escapes braces of literal text. */
const verbatim = (text: string): string =>
  /\{(?:[{%]|$)/.test(text) ? `{% raw %}${text}{% endraw %}` : text

/** The text of one message. */
export function renderBody(
  { pieces, arrange }: Body,
  message: MessageValues,
  charset = 'utf-8',
): string {
  const written = (piece: FixedPiece) =>
    typeof piece === 'string' ? piece : piece === CHARSET_NAME ? charset : piece(message)
  if (!arrange) return pieces.map(written).join('')
  return arrange(message)
    .map(part => (typeof part === 'string' ? part : written(pieces[part]!)))
    .join('')
}

/** The text body of a newsletter: with click links, and an unsubscribe link if it has none. */
export function textPieces(
  { text, tags }: Flat,
  links: LinkMaker | undefined,
  unsubscribeWords: string | undefined,
): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { start, end, address } of links ? addressesInText(text) : []) {
    const link = links!.replace(address, false)
    if (!link) continue
    pieces.push(...piecesOf(text.slice(at, start), tags, false), ...link)
    at = end
  }
  pieces.push(...piecesOf(text.slice(at), tags, false))
  if (unsubscribeWords !== undefined) {
    const before = `${text === '' || text.endsWith('\n') ? '\n' : '\n\n'}${unsubscribeWords}: `
    const link: FixedPiece[] = [before, message => message.merge.unsubscribeUrl]
    if (!reads(text, tags, 'unsubscribe_url')) pieces.push(...link)
    else if (usesLiquid(text, tags)) pieces.push({ unlessUnsubscribe: link })
  }
  return joined([...pieces, '\n'])
}
