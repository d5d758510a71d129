/**
 * Click tokens, appended to the target of a click, so that conversions are attributed to it. A
 * token comes back from a page of the shop, or from its server.
 */
import { KIND_NAMES, KINDS, type MessageRef } from './links.ts'
import { dataOf, type KeyOf, type MacKey, sameTag, tagIn } from './signing.ts'

/** One click, as its target sees it: does not identify the recipient. */
export interface ClickRef extends Omit<MessageRef, 'id'> {
  link: number
  /** Of the hit. */
  id: number
  /** Milliseconds since 1970. */
  at: number
}

const CLICK =
  /^([0-9a-z]{1,6})\.([0-9a-z]{1,11})\.([sgt])([0-9a-z]{1,11})\.([0-9a-z]{1,6})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([a-z2-7]{16})$/

/** The token appended to the target of a click. */
export function clickToken(key: MacKey, { accountId, of, ofId, link, id, at }: ClickRef): string {
  const [account, source, number, hit, moment] = [accountId, ofId, link, id, at].map(value =>
    value.toString(36),
  )
  const click = `${key.keyId.toString(36)}.${account}.${KINDS[of]}${source}.${number}.${hit}.${moment}`
  return `${click}.${tagIn(key.mac(dataOf('click', click)), 0)}`
}

/** The account that a token names. Its signature is not verified. */
export function accountInClick(token: string): number | undefined {
  const found = CLICK.exec(token.trim().toLowerCase())
  return found ? Number.parseInt(found[2]!, 36) : undefined
}

export async function readClickToken(token: string, keyOf: KeyOf): Promise<ClickRef | undefined> {
  const given = token.trim().toLowerCase()
  const found = CLICK.exec(given)
  if (!found) return undefined
  const [account, ofId, link, id, at] = [2, 4, 5, 6, 7].map(part =>
    Number.parseInt(found[part]!, 36),
  ) as [number, number, number, number, number]
  if (![account, ofId, link, id, at].every(Number.isSafeInteger)) return undefined
  const key = await keyOf(Number.parseInt(found[1]!, 36))
  if (
    !key ||
    !sameTag(tagIn(key.mac(dataOf('click', given.slice(0, given.lastIndexOf('.')))), 0), found[8]!)
  )
    return undefined
  return { accountId: account, of: KIND_NAMES[found[3] as 's' | 'g' | 't'], ofId, link, id, at }
}
