/** The address of a published list: `/a/1-garden-letter`, the account in base 36, and the slug. */

export interface PublishedRef {
  accountId: number
  slug: string
}

/** Without our origin. */
export const pathOfPublished = (accountId: number, slug: string): string =>
  `/a/${accountId.toString(36)}-${slug}`

/** Undefined: no address of a published list. */
export function publishedNamed(address: string): PublishedRef | undefined {
  const found = /^([0-9a-z]{1,9})-([a-z0-9-]{1,60})$/.exec(address.toLowerCase())
  return found ? { accountId: Number.parseInt(found[1]!, 36), slug: found[2]! } : undefined
}
