/**
 * Tokens that only we can have made: the number of the key, the payload, and a signature over both and their purpose.
 * They stand in links that live for years, so their form does not change.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keys, SigningKey } from './keys.ts'

export interface Signer {
  sign(payload: string): string
  /** The payload, or undefined for what we have not signed for this purpose. */
  verify(token: string): Promise<string | undefined>
}

/** 128 bits are beyond guessing and keep links short. */
const SIGNATURE_BYTES = 16
const TOKEN = /^([0-9a-z]{1,6})\.([\w-]*)\.([\w-]{22})$/

/** Tokens of one purpose are worth nothing for another. */
export function signer(keys: Keys, purpose: string): Signer {
  return {
    sign(payload) {
      const key = keys.newest()
      const signed = `${key.id.toString(36)}.${Buffer.from(payload).toString('base64url')}`
      return `${signed}.${signature(key, purpose, signed).toString('base64url')}`
    },
    async verify(token) {
      const [, id, payload, given] = TOKEN.exec(token) ?? []
      if (id === undefined || payload === undefined || given === undefined) return undefined
      const key = await keys.find(Number.parseInt(id, 36))
      if (!key || !timingSafeEqual(signature(key, purpose, `${id}.${payload}`), Buffer.from(given, 'base64url'))) return undefined
      return Buffer.from(payload, 'base64url').toString()
    },
  }
}

function signature(key: SigningKey, purpose: string, signed: string): Buffer {
  return createHmac('sha256', key.secret).update(`${purpose}\n${signed}`).digest().subarray(0, SIGNATURE_BYTES)
}
