/** The body of a request: its content type, and its bytes up to a limit. */
import type { IncomingMessage } from 'node:http'
import type { ByteBudget } from '../lib/byte-budget.ts'
import { createCache } from '../lib/cache.ts'
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

/** The client disconnected before the request was complete. */
export class CallerGone extends Error {}

/** The memory budget for the bodies of all requests is exhausted. */
export class BodiesTooLarge extends Error {}

/**
 * Reads the whole body; rejects with HttpRejection(413) beyond the limit, with BodiesTooLarge if
 * the budget is exhausted. Before a rejection the rest is read and discarded, up to a limit: many
 * clients read the response only after sending everything, and would report a closed connection as
 * a network failure.
 * The caller releases the budget when the request is answered.
 */
export function readBody(req: IncomingMessage, limit: number, budget: ByteBudget): Promise<Buffer> {
  const encoding = req.headers['content-encoding'] ?? ''
  if (COMPRESSED.test(encoding))
    throw new HttpRejection(415, 'encoded', `Bodies encoded as ${quoted(encoding)} are not read.`)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let ended = false
    let refusal: BodiesTooLarge | HttpRejection | undefined
    const refuse = (why: BodiesTooLarge | HttpRejection) => {
      refusal = why
      chunks.length = 0
      budget.release(req)
    }
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (refusal !== undefined) {
        if (size <= limit + PATIENCE) return
        req.pause()
        reject(refusal)
      } else if (size > limit) {
        refuse(new HttpRejection(413, 'too-large', `The request is larger than ${limit} bytes.`))
      } else if (budget.take(req, chunk.length)) chunks.push(chunk)
      else refuse(new BodiesTooLarge())
    })
    req.on('end', () => {
      ended = true
      if (refusal) reject(refusal)
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
      // The request outlives its body, and would retain the chunks in addition to the whole.
      chunks.length = 0
    })
    const gone = () => {
      if (!ended) reject(new CallerGone())
    }
    req.on('error', gone)
    req.on('close', gone)
  })
}

const PATIENCE = 64 << 20

/** Any other value in that header, such as a character set, is a client's mistake and ignored. */
const COMPRESSED = /\b(gzip|deflate|compress|br|zstd)\b/i
