/**
 * 304 for If-None-Match (RFC 9110, section 13.1.2): the tag of an answer is of its whole text, so
 * that counts are in it. The one that changes compare (If-Match) is its first part, where the
 * answer has one; the others are weak.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerTag, textHash } from '../../actions/entity-tag.ts'

/** Before compression, which changes the text. */
export function registerNotModified(
  app: FastifyInstance,
  hasOwnTag: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || hasOwnTag(request)) return payload
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const compared = reply.getHeader('ETag')
    // A change tells the tag of what it made.
    if (compared !== undefined) reply.header('ETag', answerTag(String(compared), payload))
    if (!isRead || reply.statusCode !== 200) return payload
    if (compared === undefined) reply.header('ETag', `W/"${textHash(payload)}"`)
    if (!isKnown(request.headers['if-none-match'], String(reply.getHeader('ETag')))) return payload
    reply.code(304).removeHeader('Content-Length').removeHeader('Content-Type')
    return ''
  })
}

const withoutWeakness = (tag: string): string => tag.replace(/^W\//, '')

/** Compares weakly. */
export const isKnown = (header: string | undefined, tag: string): boolean =>
  (header ?? '')
    .slice(0, 500)
    .split(',')
    .map(one => withoutWeakness(one.trim()))
    .some(one => one === '*' || one === withoutWeakness(tag))
