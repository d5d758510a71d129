/**
 * Checks whether URLs respond: requests them as a browser would, through the fetch guard, a few at
 * a time, and reads only the head.
 */

import { checkUrl, shown } from './download/address.ts'
import { failedBy, failureOf } from './download/failure.ts'
import type { FetchRules } from './download/request.ts'
import { open } from './download/request.ts'
import type { CauseCode } from './download/words.ts'
import type { AllowedPlaces, Resolve } from './fetch-guard.ts'

export interface LinkAnswer {
  address: string
  /**
   * Gone: 404 or 410. Unsure: it did not respond to us, but may respond to others.
   */
  answer: 'ok' | 'unsure' | 'gone' | 'no host' | 'no address'
  /** The error message; '' if none. */
  reason: string
  /** The same as a code; '' if none. */
  cause: LinkCause
  /** What the server said, as `503 Busy`; '' if nothing. */
  said: string
}

/** `url`: no address to request. */
export type LinkCause = CauseCode | 'url' | ''

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
  if (wrong !== undefined)
    return { address, answer: 'no address', reason: wrong.detail, cause: 'url', said: '' }
  const fine = { address, answer: 'ok', reason: '', cause: '', said: '' } as const
  const url = new URL(address)
  const signal = AbortSignal.timeout(MILLIS)
  try {
    const { body } = await open(url, rules, signal)
    // The body is not needed: leaving the loop closes the connection.
    for await (const _ of body) break
    return fine
  } catch (error) {
    const failure = failureOf(error)
    if (!failure && !signal.aborted) throw error
    const reason = failure?.message ?? 'it did not answer in time'
    const { code: cause, values } = failure?.cause ?? failedBy('fetch-timeout')
    const said = String(values.answer ?? '')
    if (/^2\d\d\b/.test(said)) return fine
    return { address: shown(url), answer: failedAs(cause), reason, cause, said }
  }
}

function failedAs(cause: CauseCode): 'gone' | 'no host' | 'unsure' {
  if (cause === 'fetch-no-host' || cause === 'fetch-no-dns') return 'no host'
  return cause === 'fetch-missing' ? 'gone' : 'unsure'
}
