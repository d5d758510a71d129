/** Answers that are files, sent while they are made. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ApiFile } from '../../actions/http/http-action.ts'

/** With its first part made, so that a refusal is still an answer. */
export async function begun({ bytes, ...file }: ApiFile): Promise<ApiFile> {
  async function* whole() {
    try {
      const first = await bytes.next()
      // From here on it is begun, and its return() ends the file.
      yield ''
      if (!first.done) yield first.value
      yield* bytes
    } finally {
      await bytes.return(undefined)
    }
  }
  const made = whole()
  await made.next()
  return { ...file, bytes: made }
}

/**
 * A failure in the middle ends the connection: the client sees that the file is not whole. For a
 * HEAD the rest of the file is not made.
 */
export async function sendFile(
  reply: FastifyReply,
  { name, type, bytes }: ApiFile,
): Promise<FastifyReply> {
  reply.type(type).header('Content-Disposition', disposition(name))
  if (reply.request.method !== 'HEAD')
    return reply.send(Readable.from(bytes, { objectMode: false }))
  await bytes.return(undefined)
  return reply.send()
}

/** RFC 6266, with the whole name in UTF-8 (RFC 8187). */
function disposition(name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, percent)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`
