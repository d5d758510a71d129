/**
 * The page that a sign-in leaves for a moment, for a provider or a one-time code: it leads back
 * there, with the request of an assistant in its fragment (docs/decisions/0103). Kept by the tab,
 * for one return: a cookie is too short for it, and is sent.
 */

const KEY = 'pennypost-left'
/** In characters; a request of OAuth has 12,000 at most. */
const LONGEST = 16_000

export function keepAddress(): void {
  const { href } = location
  if (href.length <= LONGEST) sessionStorage.setItem(KEY, href)
}

/** Once, where a sign-in leads to, and before anything reads the address. */
export function returnToAddress(): void {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  if (kept && location.pathname === '/console') history.replaceState(null, '', kept)
}
