/**
 * The pixel of a letter: one transparent point. Whoever asks, whatever token they have, the answer
 * is the same.
 */
import type { ServerResponse } from 'node:http'

/**
 * As text: Node sends a body of bytes apart from its head, which costs more than all the rest of
 * the answer.
 */
const POINT = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
).toString('latin1')

const HEADERS = {
  'Content-Type': 'image/gif',
  'Content-Length': POINT.length,
  'Cache-Control': 'no-store, no-cache, must-revalidate, private, max-age=0',
  // A web mail may show the letter, and so its pictures, from another site.
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

export function answerPixel(res: ServerResponse): void {
  res.writeHead(200, HEADERS).end(POINT, 'latin1')
}
