/**
 * The tokens of the console, of API keys, and of assistants that sign in by OAuth: random, prefixed
 * with the account; only their hash is stored, so that a dump gives no access.
 */
import { createHash, randomBytes } from 'node:crypto'

export interface ConsoleToken {
  accountId: number
  tokenHash: string
}

export type TokenForm = 'console' | 'api-key' | 'code' | 'access' | 'refresh'

/** How they begin, before the secret. `ppk_` lets scanners of source code find leaked keys. */
const HEAD: Record<TokenForm, (accountId: number) => string> = {
  console: accountId => `${accountId}.`,
  'api-key': accountId => `ppk_${accountId}_`,
  code: accountId => `ppc_${accountId}_`,
  access: accountId => `ppa_${accountId}_`,
  refresh: accountId => `ppr_${accountId}_`,
}

const PATTERN: Record<TokenForm, RegExp> = {
  console: /^([1-9]\d{0,14})\.[\w-]{43}$/,
  'api-key': /^ppk_([1-9]\d{0,14})_[\w-]{43}$/,
  code: /^ppc_([1-9]\d{0,14})_[\w-]{43}$/,
  access: /^ppa_([1-9]\d{0,14})_[\w-]{43}$/,
  refresh: /^ppr_([1-9]\d{0,14})_[\w-]{43}$/,
}

export function makeToken(
  accountId: number,
  form: TokenForm = 'console',
): ConsoleToken & { token: string } {
  const token = HEAD[form](accountId) + randomBytes(32).toString('base64url')
  return { token, accountId, tokenHash: hashOf(token) }
}

/** Undefined for a text that can't be a token. */
export function readToken(token: string, form: TokenForm = 'console'): ConsoleToken | undefined {
  const [, accountId] = PATTERN[form].exec(token) ?? []
  return accountId === undefined
    ? undefined
    : { accountId: Number(accountId), tokenHash: hashOf(token) }
}

/** As it is stored: SHA-256, which is enough for what is random. */
export const hashOf = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')
