/** The bodies of calls: JSON, no deeper than any of ours. */
import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { ApiProblem, type ProblemReason } from '../../../actions/problem.ts'
import { JsonRefused, readJson } from '../../../lib/json.ts'
import type { BodyTerms, BodyTrouble, RequestBodies } from '../../../lib/request-bodies.ts'

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

export async function jsonBody(
  { raw, caller, routeOptions }: FastifyRequest,
  bodies: RequestBodies,
): Promise<unknown> {
  const terms = caller
    ? termsOf(caller.account.id, routeOptions.config.bodyBytes)
    : { sender: 'stranger' as const, most: MOST_OF_STRANGER }
  return parsed(await bodies.read(raw, terms))
}

/** Of callers who are known. */
export const termsOf = (accountId: number, most: number = MOST_BYTES): BodyTerms => ({
  sender: { accountId },
  most,
})

/**
 * An empty body is none, with any type: programs set the type for all calls. JSON is UTF-8
 * (RFC 8259 8.1); letters of another encoding would be lost without a word.
 */
export function parsed(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ApiProblem('not-json', { detail: 'The text is not UTF-8.' })
  const text = bytes.toString('utf8')
  if (text === '') return undefined
  try {
    return readJson(text)
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error
    throw new ApiProblem('not-json', { detail: error.message })
  }
}
