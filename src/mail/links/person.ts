/**
 * Addresses in an email to one person about their data, `/d/TOKEN`: to get it, or to be forgotten.
 * They name the day on which they were made, and are over some days later.
 */
import { accountInRowToken, type RowRef, readRowToken, rowToken } from './row-token.ts'
import type { KeyOf, MacKey } from './signing.ts'

/** What the person asked for. */
export type DataWish = 'data' | 'forget'

export interface PersonLink extends RowRef {
  wish: DataWish
  /** Since 1970, UTC. */
  day: number
}

const WISHES = { d: 'data', f: 'forget' } as const
const letterOf = (wish: DataWish) => (wish === 'data' ? 'd' : 'f')

export const personToken = (key: MacKey, { wish, day, ...ref }: PersonLink): string =>
  `${rowToken(key, `${wish} ${day}`, ref)}.${letterOf(wish)}${day}`

const parts = (token: string) => /^(.{1,80})\.([df])(\d{1,6})$/.exec(token)

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
  const wish = WISHES[found[2] as keyof typeof WISHES]
  const day = Number(found[3])
  const ref = await readRowToken(found[1]!, `${wish} ${day}`, keyOf)
  return ref && { ...ref, wish, day }
}
