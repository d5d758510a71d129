/** Answers that are files, sent while they are made. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ApiFile } from './route.ts'

/** With its first part made, so that a refusal is still an answer. */
export async function begun({ bytes, ...file }: ApiFile): Promise<ApiFile> {
  const first = await bytes.next()
  async function* whole() {
    try {
      if (!first.done) yield first.value
      yield* bytes
    } finally {
      await bytes.return(undefined)
    }
  }
  return { ...file, bytes: whole() }
}

/** A failure in the middle ends the connection: the client sees that the file is not whole. */
export const sendFile = (reply: FastifyReply, { name, type, bytes }: ApiFile): FastifyReply =>
  reply
    .type(type)
    .header('Content-Disposition', disposition(name))
    .send(Readable.from(bytes, { objectMode: false }))

/** RFC 6266, with the whole name in UTF-8 (RFC 8187). */
function disposition(name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, percent)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`
