/** The bodies of calls: JSON, no deeper than any of ours. */
import type { FastifyRequest } from 'fastify'
import { ApiProblem, type ProblemReason } from '../../../actions/problem.ts'
import { JsonRefused, readJson } from '../../../lib/json.ts'
import type { BodyTrouble, RequestBodies } from '../../../lib/request-bodies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The largest body of the route; undefined: that of all. */
    bodyBytes?: number | undefined
  }
}

const MOST_BYTES = 1_000_000
/** Bodies of sign-ins and links: names and passwords. */
const MOST_OF_STRANGER = 64 * 1024

export const BODY_PROBLEMS: Record<BodyTrouble, ProblemReason> = {
  'too-large': 'too-large',
  'too-slow': 'too-slow',
  'no-room': 'out-of-room',
}

/** An empty body is none, with any type: programs set the type for all calls. */
export async function jsonBody(
  { raw, caller, routeOptions }: FastifyRequest,
  bodies: RequestBodies,
): Promise<unknown> {
  const terms = caller
    ? {
        sender: { accountId: caller.account.id },
        most: routeOptions.config.bodyBytes ?? MOST_BYTES,
      }
    : { sender: 'stranger' as const, most: MOST_OF_STRANGER }
  const text = (await bodies.read(raw, terms)).toString('utf8')
  if (text === '') return undefined
  try {
    return readJson(text)
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error
    throw new ApiProblem('not-json', { detail: error.message })
  }
}
