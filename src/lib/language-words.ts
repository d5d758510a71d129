/** Languages by their codes and names, as data fields hold them. */

/** A code of ISO 639, in small letters. */
export const RIGHT_FORM = /^[a-z]{2,3}$/

/** Words of a language beyond its names in CLDR. */
const FURTHER: Record<string, readonly string[]> = { nb: ['no', 'nn', 'norwegian', 'norsk'] }

/** What a field may hold for it, in small letters: sv, swedish, svenska. */
export function wordsOfLanguage(code: string): string[] {
  const names = ['en', code].flatMap(within => nameIn(code, within)?.toLowerCase() ?? [])
  return [...new Set([code, ...names, ...(FURTHER[code] ?? [])])]
}

/** Its name in itself, to stand alone: `Svenska`; the code of an unknown one. */
export function ownNameOf(code: string): string {
  const name = nameIn(code, code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

function nameIn(code: string, within: string): string | undefined {
  return new Intl.DisplayNames([within], { type: 'language', fallback: 'none' }).of(code)
}
