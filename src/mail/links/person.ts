/**
 * Addresses in an email to one person, `/d/TOKEN`: to get their data, to be forgotten, to join a
 * list. They name the day on which they were made, and are over some days later.
 */
import { accountInRowToken, type RowRef, readRowToken, rowToken } from './row-token.ts'
import type { KeyOf, MacKey } from './signing.ts'

/** What the person asked for. */
export type PersonWish =
  | { wish: 'data' | 'forget'; listId?: undefined }
  | { wish: 'join'; listId: number }

export type PersonLink = RowRef &
  PersonWish & {
    /** Since 1970, UTC. */
    day: number
  }

const purposeOf = (of: PersonWish, day: number) =>
  of.wish === 'join' ? (`join ${of.listId} ${day}` as const) : (`${of.wish} ${day}` as const)

const signOf = (of: PersonWish): string =>
  of.wish === 'join' ? `j${of.listId}-` : of.wish === 'data' ? 'd' : 'f'

export const personToken = (key: MacKey, { accountId, id, day, ...of }: PersonLink): string =>
  `${rowToken(key, purposeOf(of, day), { accountId, id })}.${signOf(of)}${day}`

const parts = (token: string) => /^(.{1,80})\.(?:([df])|j(\d{1,9})-)(\d{1,6})$/.exec(token)

/** The account that a token names. Its signature is not verified. */
export function accountInPersonToken(token: string): number | undefined {
  const found = parts(token)
  return found ? accountInRowToken(found[1]!) : undefined
}

/** Undefined for an invalid signature. Whether it is over is not judged. */
export async function readPersonToken(
  token: string,
  keyOf: KeyOf,
): Promise<PersonLink | undefined> {
  const found = parts(token)
  if (!found) return undefined
  const [, row = '', letter, list, days] = found
  const day = Number(days)
  const of: PersonWish = letter
    ? { wish: letter === 'd' ? 'data' : 'forget' }
    : { wish: 'join', listId: Number(list) }
  const ref = await readRowToken(row, purposeOf(of, day), keyOf)
  return ref && { ...ref, ...of, day }
}
