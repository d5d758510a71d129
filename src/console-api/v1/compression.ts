/**
 * Compresses answers to programs (with an API key) and public documents. Answers to a session are
 * left as they are: another site can make a browser ask for them, and from the lengths of
 * compressed answers guess their content (BREACH). Files are streams, and stay as they are.
 */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { acceptsEncoding } from '../../lib/accept-encoding.ts'

/** Shorter texts fit in one packet anyway. */
const LEAST_CHARACTERS = 1_024
/** Of 11: as quick as gzip, and smaller. */
const BROTLI_QUALITY = 4

const packed = { br: promisify(brotliCompress), gzip: promisify(gzip) }

async function pack(text: string, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return packed.gzip(text)
  return packed.br(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}

/** Before the routes are added. */
export function registerCompression(
  app: FastifyInstance,
  isPublic: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const mayBe = request.caller?.isKey === true || isPublic(request)
    if (!mayBe || typeof payload !== 'string' || payload.length < LEAST_CHARACTERS) return payload
    reply.header('Vary', 'Accept-Encoding')
    const wished = `${request.headers['accept-encoding'] ?? ''}`
    const encoding = (['br', 'gzip'] as const).find(one => acceptsEncoding(wished, one))
    if (encoding === undefined) return payload
    const bytes = await pack(payload, encoding)
    reply.headers({ 'Content-Encoding': encoding, 'Content-Length': bytes.length })
    return bytes
  })
}
