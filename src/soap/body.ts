/** The body of a call: its content type, and its bytes up to a limit. */
import type { IncomingMessage } from 'node:http'
import { createCache } from '../lib/cache.ts'
import type { RequestBodies } from '../lib/request-bodies.ts'
import { HttpRejection, quoted } from './fault.ts'

export interface Media {
  /** In lower case, without parameters. */
  type: string
  charset: string | undefined
  action: string | undefined
  /** The header as received. */
  sent: string
}

/** Clients repeat the same few content types; those with an action are one per operation. */
const known = createCache<string, Media>({ most: 500 })
/** Longer ones are not cached. */
const LONGEST_KNOWN = 300

export function mediaOf(header: string | undefined): Media {
  const sent = header ?? ''
  return sent.length <= LONGEST_KNOWN ? known.through(sent, parseMedia) : parseMedia(sent)
}

function parseMedia(sent: string): Media {
  const params = new Map<string, string>()
  for (const [, name, value] of sent.matchAll(/;\s*([\w-]+)\s*=\s*("[^"]*"|'[^']*'|[^;\s]*)/g)) {
    // HTTP allows only double quotes; programs send either.
    if (!params.has(name!.toLowerCase()))
      params.set(name!.toLowerCase(), value!.replace(/^["']|["']$/g, ''))
  }
  const [type] = sent.split(';', 1)
  return {
    type: type!.trim().toLowerCase(),
    charset: params.get('charset') || undefined,
    action: params.get('action'),
    sent,
  }
}

/** The whole body of a call; rejects with HttpRejection(415) if it is packed. */
export function readBody(
  req: IncomingMessage,
  most: number,
  bodies: RequestBodies,
): Promise<Buffer> {
  const encoding = req.headers['content-encoding'] ?? ''
  if (COMPRESSED.test(encoding))
    throw new HttpRejection(415, 'encoded', `Bodies encoded as ${quoted(encoding)} are not read.`)
  return bodies.read(req, { sender: 'program', most })
}

/** A call that is no call: its body was refused. */
export const rejectionOfBody = (trouble: 'too-large' | 'too-slow', most: number): HttpRejection =>
  trouble === 'too-large'
    ? new HttpRejection(413, 'too-large', `The request is larger than ${most} bytes.`)
    : new HttpRejection(408, 'too-slow', 'The request arrived too slowly.')

/** Any other value in that header, such as a character set, is a client's mistake and ignored. */
const COMPRESSED = /\b(gzip|deflate|compress|br|zstd)\b/i
