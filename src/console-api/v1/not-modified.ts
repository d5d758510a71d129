/**
 * 304 for If-None-Match (RFC 9110, section 13.1.2). An answer without a tag of its own gets a weak
 * one of its whole text, so that counts are in it. Tags for If-Match leave counts out, and are
 * compared by changes alone.
 */
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Before compression, which changes the text. */
export function registerNotModified(
  app: FastifyInstance,
  hasOwnTag: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    if (hasOwnTag(request) || reply.hasHeader('ETag')) return payload
    const tag = `"${hash('sha256', payload, 'base64url').slice(0, 22)}"`
    reply.header('ETag', `W/${tag}`)
    if (!isKnown(request.headers['if-none-match'], tag)) return payload
    reply.code(304).removeHeader('Content-Length').removeHeader('Content-Type')
    return ''
  })
}

/** Compares weakly. */
export const isKnown = (header: string | undefined, tag: string): boolean =>
  (header ?? '')
    .slice(0, 500)
    .split(',')
    .map(one => one.trim().replace(/^W\//, ''))
    .some(one => one === '*' || one === tag)
