/** The mail addresses of an email, with its signed token: its return path, and unsubscribing. */
import { type MessageRef, readMessageToken } from './links.ts'
import type { KeyOf } from './signing.ts'

/**
 * Mail addresses with a message token: bounces go to `b-...` (VERP), unsubscribing by mail to
 * `u-...`. RFC 5321 4.5.3.1.1: at most 64 octets.
 */
export const mailToken = (kind: 'b' | 'u', token: string): string =>
  `${kind}-${token.replaceAll('.', '-')}`

export interface ReadAddress {
  kind: 'bounce' | 'unsubscribe'
  message: MessageRef
}

/**
 * How gateways rewrite a return path and keep it: SRS (forwarders), BATV (`prvs=`, of Barracuda
 * `btv1==`, of Message Systems `msprvs1=`), and a VERP of their own (`bounce+`).
 */
const REWRITTEN = /^(?:srs[01][=+-]|prvs=|msprvs1=|btv1==|bounces?\+)/i
/** Longer local parts are none of a mail server's. */
const LONGEST_LOCAL = 320
/** An address of ours between what they add. */
const WITHIN =
  /(?<=[=+/-])[bu]-[0-9a-z]{1,6}-[0-9a-z]{1,11}-[sgtx][0-9a-z]{1,11}-[0-9a-z]{1,11}-[a-z2-7]{16}(?=$|[=/])/i

/**
 * Parses the address that a message was sent to; also its local part alone, and as gateways rewrite
 * it.
 */
export async function readMailAddress(
  address: string,
  keyOf: KeyOf,
): Promise<ReadAddress | undefined> {
  const given = address.trim()
  const at = given.indexOf('@')
  const local = at < 0 ? given : given.slice(0, at)
  if (local.length > LONGEST_LOCAL) return undefined
  const own = REWRITTEN.test(local) ? WITHIN.exec(local)?.[0] : local
  const found = own === undefined ? null : /^([bu])-(.+)$/i.exec(own)
  if (!found) return undefined
  const kind = found[1]!.toLowerCase() === 'b' ? 'bounce' : 'unsubscribe'
  const message = await readMessageToken(found[2]!, kind, keyOf)
  return message && { kind, message }
}
