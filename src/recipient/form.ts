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

/** Fields by name; '' and none for a missing one, or a file. */
export interface PostedForm {
  get(name: string): string
  getAll(name: string): string[]
  entries(): [string, string][]
}

export const readForm = async (
  req: IncomingMessage,
  bodies: RequestBodies,
): Promise<(name: string) => string> => (await readPosted(req, bodies)).get

/** RFC 8058 3.1: mailbox providers post either kind; the default is urlencoded. */
export async function readPosted(req: IncomingMessage, bodies: RequestBodies): Promise<PostedForm> {
  const encoding = req.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw new UnreadableForm(415)
  const body = await bodies.read(req, { sender: 'recipient', most: MOST_BYTES })
  const type = req.headers['content-type'] ?? ''
  const fields = /^\s*multipart\/form-data\b/i.test(type)
    ? await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } })
        .formData()
        .catch(() => {
          throw new UnreadableForm(400)
        })
    : new URLSearchParams(body.toString().trim())
  const getAll = (name: string) => fields.getAll(name).filter(value => typeof value === 'string')
  const entries = () =>
    [...fields.entries()].filter((one): one is [string, string] => typeof one[1] === 'string')
  return { get: name => getAll(name)[0] ?? '', getAll, entries }
}
