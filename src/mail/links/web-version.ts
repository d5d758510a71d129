/**
 * Signed addresses of a newsletter as people who match certain filters would get it, under `/w/`:
 * nobody's message. Those of one person's message are made by links.ts. What is shown stands in the
 * address itself, so that it shows the same for good.
 */
import { timingSafeEqual } from 'node:crypto'
import type { KeyOf, MacKey } from './signing.ts'

export interface FilterVersion {
  accountId: number
  /** What was sent; or, of a newsletter that was never sent, one version of it. */
  of: { sending: number } | { newsletter: number; version: number }
  /** The filters whose parts are shown. */
  blocks: readonly number[]
}

/** 80 bits: beyond guessing. */
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

/** Undefined for what we have not signed. */
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
