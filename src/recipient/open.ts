/** The pixel of an email: one transparent point. The response is the same for any token. */
import type { ServerResponse } from 'node:http'

/** A string: Node sends a Buffer body separately from the head, which would dominate the cost. */
const POINT = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
).toString('latin1')

const HEADERS = {
  'Content-Type': 'image/gif',
  'Content-Length': POINT.length,
  'Cache-Control': 'no-store, no-cache, must-revalidate, private, max-age=0',
  // Webmail may show the email, and so its pictures, from another site.
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

export function answerPixel(res: ServerResponse): void {
  res.writeHead(200, HEADERS).end(POINT, 'latin1')
}
