/** Search parameters of a page: untrusted input, so bounded. */

export const text = (value: unknown, most: number): string | undefined =>
  value === undefined || value === '' ? undefined : String(value).slice(0, most)

export const number = (value: unknown): number | undefined => {
  const read = Number(value)
  return Number.isSafeInteger(read) && read > 0 ? read : undefined
}

/** Drops undefined values, which would appear in the address. */
export const given = <Search extends object>(search: Search): Partial<Search> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as never

export const oneOf = <Value extends string>(
  value: unknown,
  of: readonly Value[],
): Value | undefined => of.find(one => one === value)

/** At most so many of them: an address may be written by anybody. */
const MOST_IDS = 50

export const ids = (value: unknown): number[] | undefined =>
  Array.isArray(value) ? value.flatMap(one => number(one) ?? []).slice(0, MOST_IDS) : undefined
