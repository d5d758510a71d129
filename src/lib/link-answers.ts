/**
 * Checks whether URLs respond: requests them as a browser would, through the fetch guard, a few at
 * a time, and reads only the head.
 */

import { checkUrl, shown } from './download/address.ts'
import { failureOf } from './download/failure.ts'
import type { FetchRules } from './download/request.ts'
import { open } from './download/request.ts'
import type { AllowedPlaces, Resolve } from './fetch-guard.ts'

export interface LinkAnswer {
  address: string
  /**
   * Gone: 404 or 410. Unsure: it did not respond to us, but may respond to others.
   */
  answer: 'ok' | 'unsure' | 'gone' | 'no host' | 'no address'
  /** The error message; '' if none. */
  reason: string
}

const AT_ONCE = 4
const MILLIS = 10_000

/** At most 10 s each; results are in the order of the URLs. */
export async function linkAnswers(
  addresses: string[],
  allow: AllowedPlaces,
  resolve?: Resolve,
): Promise<LinkAnswer[]> {
  const rules: FetchRules = {
    allow,
    resolve,
    maxBytes: Number.POSITIVE_INFINITY,
    connectMillis: MILLIS / 2,
    idleMillis: MILLIS,
    totalMillis: MILLIS,
    // The request times out earlier.
    leastRate: 0,
    rateMillis: MILLIS,
    tries: 1,
    firstPauseMillis: 0,
  }
  const answers: LinkAnswer[] = []
  let next = 0
  const ask = async () => {
    for (let at = next++; at < addresses.length; at = next++)
      answers[at] = await answerOf(addresses[at]!, rules)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return answers
}

async function answerOf(address: string, rules: FetchRules): Promise<LinkAnswer> {
  const wrong = checkUrl(address)
  if (wrong !== undefined) return { address, answer: 'no address', reason: wrong.detail }
  const url = new URL(address)
  const signal = AbortSignal.timeout(MILLIS)
  try {
    const { body } = await open(url, rules, signal)
    // The body is not needed: leaving the loop closes the connection.
    for await (const _ of body) break
    return { address, answer: 'ok', reason: '' }
  } catch (error) {
    const failure = failureOf(error)
    if (!failure && !signal.aborted) throw error
    const reason = failure?.message ?? 'it did not answer in time'
    if (/\banswered 2\d\d\b/.test(reason)) return { address, answer: 'ok', reason: '' }
    return { address: shown(url), answer: failedAs(reason), reason }
  }
}

function failedAs(reason: string): 'gone' | 'no host' | 'unsure' {
  if (/no such host|the DNS did not answer/.test(reason)) return 'no host'
  return /\b(?:404|410)\b/.test(reason) ? 'gone' : 'unsure'
}
