/** Countries by their names in the languages that files come in: CLDR, as Intl has it. */

const LANGUAGES = [
  'en',
  'sv',
  'de',
  'da',
  'nb',
  'fi',
  'is',
  'nl',
  'fr',
  'es',
  'it',
  'pt',
  'pl',
  'et',
  'lv',
  'lt',
]

/** Above the longest name of a country. */
const LONGEST = 80
const A = 65
const LETTERS = 26

let byName: ReadonlyMap<string, string> | undefined

/**
 * The two letters of ISO 3166 of a country that is given by them, or by its name in one of sixteen
 * languages; undefined: no country.
 */
export function countryOf(text: string): string | undefined {
  if (text.length > LONGEST) return undefined
  byName ??= allNames()
  return byName.get(plainName(text))
}

const plainName = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

function allNames(): Map<string, string> {
  const names = new Map<string, string>()
  const codes = Array.from({ length: LETTERS * LETTERS }, (_, i) =>
    String.fromCharCode(A + Math.floor(i / LETTERS), A + (i % LETTERS)),
  )
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const known = codes.filter(code => english.of(code) !== undefined && !NO_COUNTRIES.has(code))
  for (const language of LANGUAGES) {
    const local = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of known) {
      const name = local.of(code)
      if (name !== undefined && !names.has(plainName(name))) names.set(plainName(name), code)
    }
  }
  for (const code of known) names.set(plainName(code), code)
  return names
}

/** Codes of unions, places that are no country, and what is unknown. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])
