/**
 * Addresses that callers name: which can be fetched from at all, and how they are shown. No
 * network.
 */

/** In characters. */
const LONGEST_URL = 8_000

/**
 * A sentence that says why nothing can be fetched from there, or undefined. A user and a password
 * may stand in it: user:password@host.
 */
export function checkUrl(
  url: string,
  example = 'https://example.com/file.csv',
): string | undefined {
  if (url.length > LONGEST_URL) return `The address is longer than ${LONGEST_URL} characters.`
  const parsed = URL.parse(url)
  if (!parsed) return `${quoted(url)} is not an address like ${example}.`
  if (!/^https?:$/.test(parsed.protocol))
    return `What begins with ${cut(parsed.protocol)} can't be fetched; only http: and https: can.`
  try {
    decodeURIComponent(parsed.username + parsed.password)
  } catch {
    return 'User or password in the address hold a % that begins no code like %20; write it as %25.'
  }
  return undefined
}

/**
 * An address as it may be shown and logged: without user, password, query and fragment, any of
 * which may be a secret.
 */
export const shown = ({ protocol, host, pathname }: URL): string =>
  cut(`${protocol}//${host}${pathname}`)

/** What is no address may hold a password all the same. */
const quoted = (text: string): string =>
  JSON.stringify(cut(text.replace(/(?<![^/])[^/]*@/, '').replace(/[?#].*$/s, '')))

const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}...` : text)
