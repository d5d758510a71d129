/** Reads the body of a callback by a relay or a gateway, which reads our answer by its status. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  BODY_STATUS,
  BodyRefused,
  type BodyTrouble,
  type RequestBodies,
} from '../lib/request-bodies.ts'

export type CallbackAnswer = [status: number, text: string]

/** The body as text, or the answer to one that is not read. Rejects with CallerGone. */
export async function readCallback(
  req: IncomingMessage,
  res: ServerResponse,
  { bodies, most }: { bodies: RequestBodies; most: number },
): Promise<string | CallbackAnswer> {
  try {
    return (await bodies.read(req, { sender: 'relay', most })).toString('utf8')
  } catch (error) {
    if (!(error instanceof BodyRefused)) throw error
    const { trouble } = error
    if (!req.complete) res.shouldKeepAlive = false
    if (trouble === 'no-room') res.setHeader('Retry-After', '10')
    return [BODY_STATUS[trouble], textOf(trouble, most)]
  }
}

const textOf = (trouble: BodyTrouble, most: number): string =>
  ({
    'too-large': `At most ${most} bytes are accepted.`,
    'too-slow': 'The body arrived too slowly. Please retry.',
    'no-room': 'Temporarily out of memory. Please retry.',
  })[trouble]
