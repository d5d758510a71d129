/**
 * Sends answers: whole ones with their length, long ones in pieces as fast as the reader takes
 * them.
 */
import type { ServerResponse } from 'node:http'
import { CallerGone } from './body.ts'
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

/**
 * Nothing runs, nothing is fetched but our own pictures, forms lead to us, and no other site frames
 * it.
 */
const PAGE_HEADERS = new Map([
  [
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; " +
      "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  ],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
])

/**
 * For what browsers show: documents, and what is answered instead of a call. Answers to calls are
 * for programs.
 */
export function sendPage(res: ServerResponse, answer: SoapResponse): void {
  res.setHeaders(PAGE_HEADERS)
  send(res, answer)
}

/** An answer up to this size is gathered: it has a length, and may still become a fault. */
const WHOLE = 1 << 20

/**
 * Sends a result. Throws what making it throws, and CallerGone when nobody listens any more;
 * res.headersSent tells how far it came.
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
  // Leaving the loop, by an error or by CallerGone, ends the rows too: who makes them can let go
  // of what they hold.
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

/** Until the reader has taken what was written, or is gone. */
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
 * Writing into room that is likely enough spares going through the text once more to find its
 * length in bytes.
 */
function bytesOf(text: string): Buffer {
  const room = Buffer.allocUnsafe(text.length + (text.length >> 3) + 8)
  const length = room.write(text)
  // A character has up to three bytes for each unit of the text: less room than that left may mean
  // that one did not fit.
  return length > room.length - 4 ? Buffer.from(text) : room.subarray(0, length)
}
