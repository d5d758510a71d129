/** The countries of the world, by the names that a language has for them. */

export interface Region {
  code: string
  name: string
}

const made = new Map<string, readonly Region[]>()
const A = 65
const LETTERS = 26
/** Unions, and codes for no place. */
const NONE = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** In the order of their names. */
export function regionsIn(language: string): readonly Region[] {
  const known = made.get(language)
  if (known) return known
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const fresh = Array.from({ length: LETTERS * LETTERS }, (_, i) => {
    const code = String.fromCharCode(A + Math.floor(i / LETTERS), A + (i % LETTERS))
    return { code, name: NONE.has(code) ? undefined : names.of(code) }
  })
    .filter((region): region is Region => region.name !== undefined)
    .toSorted((one, other) => one.name.localeCompare(other.name, language))
  made.set(language, fresh)
  return fresh
}

/** `SE` in words, `+46` of a calling code; other texts as they are. */
export function countryName(code: string, language: string): string {
  if (/^\d+$/.test(code)) return `+${code}`
  if (!/^[a-z]{2}$/i.test(code)) return code
  return regionsIn(language).find(region => region.code === code.toUpperCase())?.name ?? code
}

/** A number with its country: +46 70…, (Sweden) 070…; with a sign of its own as it is. */
export function wholeNumber(code: string, phone: string, language: string): string {
  if (code === '' || /^\s*(?:\+|00)/.test(phone)) return phone
  return /^\d+$/.test(code) ? `+${code} ${phone}` : `${phone} (${countryName(code, language)})`
}
