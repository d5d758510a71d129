/**
 * Signed addresses under `/w/` of a newsletter as seen by subscribers who match certain filters,
 * without a recipient. Those of one person's message are made by links.ts. The address contains all
 * parameters, so that its content never changes.
 */
import { timingSafeEqual } from 'node:crypto'
import type { KeyOf, MacKey } from './signing.ts'

export interface FilterVersion {
  accountId: number
  /** A sending; or a version of a newsletter that was never sent. */
  of: { sending: number } | { newsletter: number; version: number }
  /** The filters whose blocks are shown. */
  blocks: readonly number[]
}

/** 80 bits: not guessable. */
const TAG_DIGITS = 20
const MOST_BLOCKS = 100
const VERSION =
  /^v\.([0-9a-z]{1,6})\.([0-9a-z]{1,11})\.(?:s([0-9a-z]{1,11})|n([0-9a-z]{1,11})-([0-9a-z]{1,7}))\.([0-9a-z_]{0,800})\.([0-9a-f]{20})$/

const tagOf = (key: MacKey, text: string): string =>
  Buffer.from(key.mac(`pennypost web version by filters\n${text}`), 'latin1')
    .toString('hex')
    .slice(0, TAG_DIGITS)

export function filterVersionToken(key: MacKey, { accountId, of, blocks }: FilterVersion): string {
  const source =
    'sending' in of
      ? `s${of.sending.toString(36)}`
      : `n${of.newsletter.toString(36)}-${of.version.toString(36)}`
  const shown = [...new Set(blocks)]
    .sort((a, b) => a - b)
    .map(id => id.toString(36))
    .join('_')
  const text = `v.${key.keyId.toString(36)}.${accountId.toString(36)}.${source}.${shown}`
  return `${text}.${tagOf(key, text)}`
}

/** The account that a token names. Its signature is not verified. */
export function accountInFilterVersion(token: string): number | undefined {
  const found = VERSION.exec(token.toLowerCase())
  return found ? Number.parseInt(found[2]!, 36) : undefined
}

/** Undefined for an invalid signature. */
export async function readFilterVersion(
  token: string,
  keyOf: KeyOf,
): Promise<FilterVersion | undefined> {
  const given = token.toLowerCase()
  const found = VERSION.exec(given)
  if (!found) return undefined
  const [, keyId, account, sending, newsletter, version, shown, tag] = found
  const key = await keyOf(Number.parseInt(keyId!, 36))
  const right = key && tagOf(key, given.slice(0, given.lastIndexOf('.')))
  if (right === undefined || !timingSafeEqual(Buffer.from(right), Buffer.from(tag!)))
    return undefined
  const number = (digits: string | undefined) => Number.parseInt(digits!, 36)
  return {
    accountId: number(account),
    of:
      sending === undefined
        ? { newsletter: number(newsletter), version: number(version) }
        : { sending: number(sending) },
    blocks: shown === '' ? [] : shown!.split('_').slice(0, MOST_BLOCKS).map(number),
  }
}
