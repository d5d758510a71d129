/** Reads a posted form, urlencoded or multipart. */
import type { IncomingMessage } from 'node:http'
import type { RequestBodies } from '../lib/request-bodies.ts'

/** No form of ours is larger. */
const MOST_BYTES = 16 * 1024

export class UnreadableForm extends Error {
  readonly status: 400 | 415
  constructor(status: UnreadableForm['status']) {
    super(`a form that can't be read: ${status}`)
    this.status = status
  }
}

/** RFC 8058 3.1: mailbox providers post either kind; the default is urlencoded. */
export async function readForm(
  req: IncomingMessage,
  bodies: RequestBodies,
): Promise<(name: string) => string> {
  const encoding = req.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw new UnreadableForm(415)
  const body = await bodies.read(req, { sender: 'recipient', most: MOST_BYTES })
  const type = req.headers['content-type'] ?? ''
  if (!/^\s*multipart\/form-data\b/i.test(type)) {
    const fields = new URLSearchParams(body.toString().trim())
    return name => fields.get(name) ?? ''
  }
  const fields = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => {
      throw new UnreadableForm(400)
    })
  return name => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
}
