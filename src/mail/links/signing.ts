/**
 * How tokens are signed, and read with keys that nearly always are at hand. Keys come from the
 * store, so a token is read in two steps: what it claims, then whether we have signed that.
 */
import { KeyObject, timingSafeEqual } from 'node:crypto'
import { createMac } from '../../lib/mac.ts'
import type { Soon } from '../../lib/soon.ts'

export interface MacKey {
  keyId: number
  /** HMAC-SHA256, a character for each byte. */
  mac(data: string): string
}

/** At once for a key that is known here; one that may have been made elsewhere is looked for. */
export type KeyOf = (keyId: number) => Soon<MacKey | undefined>

export const macKey = (keyId: number, secret: KeyObject | Uint8Array): MacKey => ({
  keyId,
  mac: createMac(secret instanceof KeyObject ? secret.export() : secret),
})

/** A key that is at hand; undefined for one that is not, and for one that nobody has. */
export type AtHand = (keyId: number) => MacKey | undefined

/**
 * What is read with the keys at hand, at once. Where one had to be looked for it is read again when
 * that is done, so `read` changes nothing.
 */
export function withKeys<Read>(keyOf: KeyOf, read: (atHand: AtHand) => Read): Soon<Read> {
  const wanted: Wanted[] = []
  const found = read(keyId => {
    if (wanted.length > 0) return undefined
    const key = keyOf(keyId)
    if (!(key instanceof Promise)) return key
    wanted.push({ keyId, key })
    return undefined
  })
  return wanted[0] ? lookingFor(wanted[0], keyOf, read) : found
}

/** A key that is being looked for. */
interface Wanted {
  keyId: number
  key: Promise<MacKey | undefined>
}

async function lookingFor<Read>(
  { keyId, key }: Wanted,
  keyOf: KeyOf,
  read: (atHand: AtHand) => Read,
): Promise<Read> {
  const found = new Map([[keyId, await key]])
  for (;;) {
    let missing: number | undefined
    const done = read(keyId => {
      if (!found.has(keyId)) missing = keyId
      return found.get(keyId)
    })
    if (missing === undefined) return done
    found.set(missing, await keyOf(missing))
  }
}

/** What is signed: a tag made for one purpose is worth nothing for another. */
export const dataOf = (group: string, text: string) => `pennypost letter ${group}\n${text}`

/**
 * 80 bits: beyond guessing, and a third of an HMAC, so that two of them serve all purposes of a
 * message.
 */
const TAG_BYTES = 10
const DIGITS = 'abcdefghijklmnopqrstuvwxyz234567'
const PAIRS = Array.from({ length: 1024 }, (_, n) => DIGITS[n >> 5]! + DIGITS[n & 31]!)

/** Of an HMAC, ten bytes as sixteen letters and digits (RFC 4648 6, in lower case). */
export function tagIn(bytes: string, from: number): string {
  let text = ''
  for (let i = from; i < from + TAG_BYTES; i += 5) {
    const a = bytes.charCodeAt(i)
    const b = bytes.charCodeAt(i + 1)
    const c = bytes.charCodeAt(i + 2)
    const d = bytes.charCodeAt(i + 3)
    const e = bytes.charCodeAt(i + 4)
    text +=
      PAIRS[(a << 2) | (b >> 6)]! +
      PAIRS[((b & 63) << 4) | (c >> 4)]! +
      PAIRS[((c & 15) << 6) | (d >> 2)]! +
      PAIRS[((d & 3) << 8) | e]!
  }
  return text
}

/** The texts that are compared, side by side: making buffers for them costs more than comparing. */
const LEFT = Buffer.alloc(16)
const RIGHT = Buffer.alloc(16)

/** Takes the same time wherever the tags, of sixteen characters both, begin to differ. */
export function sameTag(tag: string, asked: string): boolean {
  LEFT.write(tag, 'latin1')
  RIGHT.write(asked, 'latin1')
  return timingSafeEqual(LEFT, RIGHT)
}
