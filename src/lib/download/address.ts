/**
 * URLs that callers pass: which of them can be fetched at all, and how they are displayed. No
 * network.
 */

/** In characters. */
const LONGEST_URL = 8_000

/**
 * The reason why the URL can't be fetched, as a sentence, or undefined. It may have a user and a
 * password: user:password@host.
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
 * A URL for display and logs: without user, password, query and fragment, each of which may be
 * secret.
 */
export const shown = ({ protocol, host, pathname }: URL): string =>
  cut(`${protocol}//${host}${pathname}`)

/** An invalid URL may contain a password too. */
const quoted = (text: string): string =>
  JSON.stringify(cut(text.replace(/(?<![^/])[^/]*@/, '').replace(/[?#].*$/s, '')))

const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}...` : text)
