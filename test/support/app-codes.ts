/** Codes as an authenticator app shows them. */
import { codeOfStep, stepAt } from '../../src/lib/one-time-code.ts'

/** `later`: of a step before or after this one, which counts too; each counts once. */
export function codeOf(secret: string, later = 0): string {
  const bits = [...secret]
    .map(sign => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2))
  return codeOfStep(Buffer.from(bytes), stepAt(Date.now()) + later)
}
