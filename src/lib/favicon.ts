/** Pennypost's icon, an envelope, as browsers request it. */
import type { ServerResponse } from 'node:http'
import { trusted } from './html.ts'

/** The colour is visible on white and on black. */
const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34" fill="none" \
stroke="#c8553f" stroke-width="3" stroke-linejoin="round"><rect x="2" y="6" width="30" \
height="22" rx="3"/>\
<path d="m3 9 14 10.5L31 9"/></svg>`

/**
 * For the head of a page, whose content security policy must allow images from the service itself.
 */
export const iconLink = trusted('<link rel="icon" type="image/svg+xml" href="/favicon.svg">')

export const isFavicon = (path: string): boolean =>
  path === '/favicon.svg' || path === '/favicon.ico'

export function answerFavicon(res: ServerResponse): void {
  res.writeHead(200, {
    'Content-Type': 'image/svg+xml',
    'Cache-Control': 'public, max-age=604800',
  })
  res.end(FAVICON)
}
