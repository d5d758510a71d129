/** Signed addresses of one row of an account: `key.account.id.tag`, numbers in base 36. */
import { dataOf, type KeyOf, type MacKey, sameTag, tagIn } from './signing.ts'

/** A token of one purpose is invalid for another. */
export type RowPurpose =
  | 'confirm'
  | 'shared report'
  | `${'data' | 'forget'} ${number}`
  | `join ${number} ${number}`

export interface RowRef {
  accountId: number
  id: number
}

const TOKEN = /^([0-9a-z]{1,6})\.([0-9a-z]{1,9})\.([0-9a-z]{1,10})\.([a-z2-7]{16})$/

const digits = (number: number): string => number.toString(36)
const numberIn = (text: string | undefined): number => Number.parseInt(text ?? '', 36)

const tagOf = (key: MacKey, purpose: RowPurpose, text: string): string =>
  tagIn(key.mac(dataOf(purpose, text)), 0)

export function rowToken(key: MacKey, purpose: RowPurpose, { accountId, id }: RowRef): string {
  const text = `${digits(key.keyId)}.${digits(accountId)}.${digits(id)}`
  return `${text}.${tagOf(key, purpose, text)}`
}

/** The account that a token names. Its signature is not verified. */
export function accountInRowToken(token: string): number | undefined {
  const found = TOKEN.exec(token.toLowerCase())
  return found ? numberIn(found[2]) : undefined
}

/** Undefined for an invalid signature, and for a token of another purpose. */
export async function readRowToken(
  token: string,
  purpose: RowPurpose,
  keyOf: KeyOf,
): Promise<RowRef | undefined> {
  const found = TOKEN.exec(token.toLowerCase())
  if (!found) return undefined
  const [whole, keyId, account, id, tag] = found
  const key = await keyOf(numberIn(keyId))
  const signed = whole.slice(0, whole.lastIndexOf('.'))
  if (!key || !sameTag(tagOf(key, purpose, signed), tag!)) return undefined
  return { accountId: numberIn(account), id: numberIn(id) }
}
