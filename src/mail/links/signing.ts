/**
 * Signs tokens and verifies them. Keys are loaded from the store on first use.
 */
import { KeyObject, timingSafeEqual } from 'node:crypto'
import { createMac } from '../../lib/mac.ts'

export interface MacKey {
  keyId: number
  /** HMAC-SHA256, a character for each byte. */
  mac(data: string): string
}

/** Synchronous for a cached key; queries the store for one that another process may have made. */
export type KeyOf = (keyId: number) => MacKey | undefined | Promise<MacKey | undefined>

export const macKey = (keyId: number, secret: KeyObject | Uint8Array): MacKey => ({
  keyId,
  mac: createMac(secret instanceof KeyObject ? secret.export() : secret),
})

/** The signed text: a tag for one purpose is invalid for another. */
export const dataOf = (group: string, text: string) => `pennypost email ${group}\n${text}`

/**
 * 80 bits: not guessable, and a third of an HMAC, so that two HMACs serve all purposes of a
 * message.
 */
const TAG_BYTES = 10
const DIGITS = 'abcdefghijklmnopqrstuvwxyz234567'
const PAIRS = Array.from({ length: 1024 }, (_, n) => DIGITS[n >> 5]! + DIGITS[n & 31]!)

/** Ten bytes of an HMAC as sixteen letters and digits (RFC 4648 6, in lower case). */
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

/** Reused for comparing: allocating buffers costs more than comparing. */
const LEFT = Buffer.alloc(16)
const RIGHT = Buffer.alloc(16)

/** Constant-time comparison of tags of sixteen characters. */
export function sameTag(tag: string, asked: string): boolean {
  LEFT.write(tag, 'latin1')
  RIGHT.write(asked, 'latin1')
  return timingSafeEqual(LEFT, RIGHT)
}
