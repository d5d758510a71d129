/**
 * URLs that callers pass: which of them can be fetched at all, and how they are displayed. No
 * network.
 */
import { aboutFile, type FileDetail } from '../file-words.ts'

/** In characters. */
const LONGEST_URL = 8_000

/**
 * The reason why the URL can't be fetched, or undefined. It may have a user and a
 * password: user:password@host.
 */
export function checkUrl(
  url: string,
  example = 'https://example.com/file.csv',
): FileDetail | undefined {
  if (url.length > LONGEST_URL) return aboutFile('url-long', { most: LONGEST_URL })
  const parsed = URL.parse(url)
  if (!parsed) return aboutFile('url-none', { given: withoutSecrets(url), example })
  if (!/^https?:$/.test(parsed.protocol))
    return aboutFile('url-scheme', { scheme: cut(parsed.protocol) })
  try {
    decodeURIComponent(parsed.username + parsed.password)
  } catch {
    return aboutFile('url-escape')
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
const withoutSecrets = (text: string): string =>
  cut(text.replace(/(?<![^/])[^/]*@/, '').replace(/[?#].*$/s, ''))

const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}...` : text)
