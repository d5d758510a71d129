/**
 * The account that a public address names. On the host of an account only its own are answered: the
 * signature of a token covers the account, so a token of another one can't name this one.
 */
import { readMediaAddress } from '../domain/media/media.ts'
import { NO_ACCOUNT } from '../domain/newsletters/pictures/pictures.ts'
import { publishedNamed } from '../domain/published/published-address.ts'
import { percentDecoded } from '../lib/percent-decoding.ts'
import { accountInClick } from '../mail/links/click-tokens.ts'
import { accountInHit, accountInToken } from '../mail/links/links.ts'
import { accountInPersonToken } from '../mail/links/person.ts'
import { accountInRowToken } from '../mail/links/row-token.ts'
import { formNamed } from '../mail/links/sign-up.ts'
import { accountInFilterVersion } from '../mail/links/web-version.ts'
import { ASK_FOR_LINK, OLD_FORMS, pathOf, tokenIn } from './paths.ts'

const LONGEST_CLICK = 200
/** Purchases; a key of the account comes with those of `/c`. */
const OF_EVERY_ACCOUNT = new Set(['/c', '/c.js'])

/** By the first letter of the path; other addresses are no public page of an account. */
const BY_KIND: Record<string, (token: string) => number | undefined> = {
  t: accountInHit,
  u: accountInToken,
  s: accountInToken,
  p: accountInToken,
  w: token => accountInToken(token) ?? accountInFilterVersion(token),
  d: accountInPersonToken,
  o: accountInRowToken,
  r: accountInRowToken,
  f: token => formNamed(token)?.accountId,
  // Pages of a list stand below it.
  a: token => publishedNamed(token.split('/', 1)[0]!)?.accountId,
}

/** Whether the address may be one of the account; of old forms see old-form.ts. */
export function isOfAccount(url: string, accountId: number): boolean {
  const path = pathOf(url)
  const end = path.search(/[?#]/)
  const plain = end < 0 ? path : path.slice(0, end)
  if (OF_EVERY_ACCOUNT.has(plain) || ASK_FOR_LINK.test(plain) || OLD_FORMS.test(plain)) return true
  if (plain === '/c.gif') {
    const token = new URLSearchParams(end < 0 ? '' : path.slice(end)).get('t') ?? ''
    return token.length <= LONGEST_CLICK && accountInClick(token) === accountId
  }
  if (plain.startsWith('/m/')) {
    const named = readMediaAddress(plain)?.accountId
    return named === accountId || named === NO_ACCOUNT
  }
  const [, kind = '', token = ''] = /^\/([a-z])\/(.*)$/.exec(plain) ?? []
  const read = BY_KIND[kind]
  // A link carries its target, which may be long.
  return read?.(kind === 't' ? percentDecoded(token) : tokenIn(percentDecoded(token))) === accountId
}
