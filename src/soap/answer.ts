/** Sends responses: short ones with a content length, long ones in chunks with backpressure. */
import type { ServerResponse } from 'node:http'
import { CallerGone } from '../lib/caller-gone.ts'
import { CACHE, type SoapResponse } from './fault.ts'
import type { ResponseBody } from './rows.ts'

export function send(res: ServerResponse, { status, type, cache, body }: SoapResponse): void {
  res.writeHead(status, [
    'Cache-Control',
    cache,
    'Content-Type',
    type,
    'Content-Length',
    String(Buffer.byteLength(body)),
  ])
  res.end(body)
}

/** No scripts, only images of our own, forms only to us, no framing by other sites. */
const PAGE_HEADERS = new Map([
  [
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; " +
      "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  ],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Frame-Options', 'DENY'],
])

/**
 * For pages that browsers show: documents, and responses to requests that are no calls. Responses
 * to calls are for programs.
 */
export function sendPage(res: ServerResponse, answer: SoapResponse): void {
  res.setHeaders(PAGE_HEADERS)
  send(res, answer)
}

/**
 * A response up to this size is buffered: it gets a content length, and may still become a fault.
 */
const WHOLE = 1 << 20

/**
 * Sends a result. Throws errors of producing it, and CallerGone when the client has disconnected;
 * res.headersSent shows whether sending had begun.
 */
export async function sendResult(
  res: ServerResponse,
  type: string,
  output: ResponseBody,
): Promise<void> {
  if (typeof output === 'string')
    return send(res, { status: 200, type, cache: CACHE, body: output })
  const held: Buffer[] = []
  let size = 0
  // Leaving the loop, by an error or by CallerGone, ends the rows' generator too, so that it
  // releases its resources.
  for await (const text of output) {
    if (res.destroyed) throw new CallerGone()
    const piece = bytesOf(text)
    size += piece.length
    if (!res.headersSent) {
      held.push(piece)
      if (size <= WHOLE) continue
      res.writeHead(200, { 'Cache-Control': CACHE, 'Content-Type': type })
      if (!res.write(Buffer.concat(held.splice(0)))) await drained(res)
    } else if (!res.write(piece)) await drained(res)
  }
  if (res.destroyed) throw new CallerGone()
  if (res.headersSent) {
    res.end()
    return
  }
  res.writeHead(200, { 'Cache-Control': CACHE, 'Content-Type': type, 'Content-Length': size })
  res.end(held.length === 1 ? held[0] : Buffer.concat(held))
}

/** Resolves when the socket is drained or closed. */
function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      res.off('drain', done)
      res.off('close', done)
      if (res.destroyed) reject(new CallerGone())
      else resolve()
    }
    res.on('drain', done)
    res.on('close', done)
  })
}

/**
 * Encodes into a buffer of a likely size, which avoids a second pass over the text for its length
 * in bytes.
 */
function bytesOf(text: string): Buffer {
  const room = Buffer.allocUnsafe(text.length + (text.length >> 3) + 8)
  const length = room.write(text)
  // A UTF-16 unit takes up to three bytes: with less room than that left, a character may have been
  // omitted.
  return length > room.length - 4 ? Buffer.from(text) : room.subarray(0, length)
}
