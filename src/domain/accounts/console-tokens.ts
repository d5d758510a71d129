/**
 * The tokens of the console: random, prefixed with the account; only their hash is stored, so that
 * a dump gives no access.
 */
import { createHash, randomBytes } from 'node:crypto'

export interface ConsoleToken {
  accountId: number
  tokenHash: string
}

export function makeToken(accountId: number): ConsoleToken & { token: string } {
  const token = `${accountId}.${randomBytes(32).toString('base64url')}`
  return { token, accountId, tokenHash: hashOf(token) }
}

/** Undefined for a text that can't be a token. */
export function readToken(token: string): ConsoleToken | undefined {
  const [, accountId] = /^([1-9]\d{0,14})\.[\w-]{43}$/.exec(token) ?? []
  return accountId === undefined
    ? undefined
    : { accountId: Number(accountId), tokenHash: hashOf(token) }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
