/** One-time codes by time (TOTP, RFC 6238), as authenticator apps make them. */
import { createHmac } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6

export const stepAt = (millis: number): number => Math.floor(millis / 1000 / STEP_SECONDS)

/** The code of a step: RFC 4226, section 5.3, over SHA-1, which all apps know. */
export function codeOfStep(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const at = mac[mac.length - 1]! & 0xf
  const number = mac.readUInt32BE(at) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The step that the code is of: now, the one before or after, for clocks that differ. Undefined for
 * a wrong code.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | undefined {
  const step = stepAt(now)
  return [step, step - 1, step + 1].find(near => codeOfStep(secret, near) === code)
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map(five => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** The content of the QR code for an authenticator app. */
export const codeUri = (secret: Uint8Array, issuer: string, name: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(name)}` +
  `?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
