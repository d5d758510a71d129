/** Reads a posted form, urlencoded or multipart, with limits of size and time. */
import type { IncomingMessage } from 'node:http'
import type { ByteBudget } from '../lib/byte-budget.ts'

/** No form of ours is larger. */
const MOST_BYTES = 16 * 1024

export class UnreadableForm extends Error {
  readonly status: 400 | 408 | 413 | 415 | 503
  constructor(status: UnreadableForm['status']) {
    super(`a form that can't be read: ${status}`)
    this.status = status
  }
}

/** The client closed the connection. */
export class FormAborted extends Error {}

export interface FormOptions {
  /** How long a form may take to arrive. */
  patienceMillis: number
  /** Memory shared by all requests; released with the response. */
  budget: ByteBudget
}

/** RFC 8058 3.1: mailbox providers post either kind; the default is urlencoded. */
export async function readForm(
  req: IncomingMessage,
  { patienceMillis, budget }: FormOptions,
): Promise<(name: string) => string> {
  const encoding = req.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw new UnreadableForm(415)
  const body = await readBody(req, patienceMillis, budget)
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

function readBody(
  req: IncomingMessage,
  patienceMillis: number,
  budget: ByteBudget,
): Promise<Buffer> {
  if (Number(req.headers['content-length']) > MOST_BYTES) throw new UnreadableForm(413)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const refuse = (error: Error) => {
      clearTimeout(late)
      req.pause()
      reject(error)
    }
    const late = setTimeout(() => refuse(new UnreadableForm(408)), patienceMillis)
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MOST_BYTES) refuse(new UnreadableForm(413))
      else if (!budget.take(req, chunk.length)) refuse(new UnreadableForm(503))
      else chunks.push(chunk)
    })
    req.on('end', () => {
      clearTimeout(late)
      resolve(Buffer.concat(chunks))
    })
    req.on('error', () => refuse(new FormAborted()))
    req.on('close', () => refuse(new FormAborted()))
  })
}
