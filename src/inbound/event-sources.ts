/**
 * Webhooks of shops, whose events start triggers: POST /api/event-sources/ACCOUNT-SOURCE-TOKEN. 200
 * means that the call needs no repetition: the event is recorded, or never will be, since shops
 * switch off a webhook that they are refused. After 429 and 503 the shop must retry; a paused
 * source answers 503.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../db/db.ts'
import { createFailures, peerOf as networkOf } from '../domain/accounts/guessing/failures.ts'
import { createOutcomeCounts } from '../domain/program-events/sources/outcome-counts.ts'
import {
  type CalledSource,
  calledSource,
  LARGEST_BODY,
  receiveEvent,
  type SourceOutcome,
} from '../domain/program-events/sources/receive-event.ts'
import { createCallBuckets } from '../lib/call-buckets.ts'
import { CallerGone } from '../lib/caller-gone.ts'
import type { RequestBodies } from '../lib/request-bodies.ts'
import type { Sealer } from '../lib/secrets.ts'
import { same } from '../mail/provider-events/verify.ts'
import { readCallback } from './read-callback.ts'

interface EventSourcesOptions {
  db: Store
  sealer: Sealer
  bodies: RequestBodies
  peerOf(req: IncomingMessage): string
  /** Of each source. */
  callsPerMinute: number
  report(error: unknown, req?: IncomingMessage): void
}

const PATH = /^\/api\/event-sources\/(\d{1,15})-(\d{1,9})-([\w-]{1,100})(?:\?|$)/
const MINUTE = 60_000

/** Why nothing was recorded. */
const SENTENCES: Record<Exclude<SourceOutcome, 'recorded' | 'repeated'>, string> = {
  signature: 'The signature is not valid.',
  clock: 'The timestamp is more than five minutes off.',
  body: 'The body is no JSON object.',
  'event-name': 'There is no name of an event where it should be.',
  address: 'There is no email address where it should be.',
  id: 'There is no id where it should be.',
  values: 'The values are too long: choose some of them.',
  nobody: 'The address is of no subscriber.',
  'opted-out': 'The person has opted out.',
  'names-full': 'The account has too many names of events.',
  conflict: 'The id belongs to an event of another name or person.',
  paused: 'The source is paused. Please retry later.',
}

const STATUS: Partial<Record<SourceOutcome, number>> = {
  signature: 401,
  clock: 401,
  body: 400,
  paused: 503,
}

/** Of a paused source, in seconds: shops that heed it try often enough to lose nothing in a day. */
const PAUSED_RETRY = 15 * 60

/** WooCommerce tries an address with this, unsigned, and takes no webhook without a 200. */
const PING = /^webhook_id=\d{1,12}$/

export function createEventSources(options: EventSourcesOptions) {
  const { db, sealer, bodies, peerOf, callsPerMinute, report } = options
  const failures = createFailures()
  const buckets = createCallBuckets(callsPerMinute, MINUTE)
  const counts = createOutcomeCounts(db, report)

  async function take(req: IncomingMessage, source: CalledSource, body: string) {
    const call = await receiveEvent(db, source, { body, headers: req.headers }, Date.now())
    counts.note(source, call)
    return call.outcome
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const answer = (status: number, outcome: string, sentence?: string, retryAfter?: number) => {
      const recorded = outcome === 'recorded' || outcome === 'repeated'
      if (retryAfter !== undefined) res.setHeader('Retry-After', Math.ceil(retryAfter))
      res.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      })
      res.end(`${JSON.stringify({ recorded, outcome, detail: sentence })}\n`)
    }
    const nothing = () => answer(404, 'nothing-here', 'There is nothing here.')
    const [, accountId, sourceId, token] = PATH.exec(req.url ?? '') ?? []
    if (accountId === undefined || sourceId === undefined || token === undefined) return nothing()
    try {
      const source = await calledSource(db, sealer, Number(accountId), Number(sourceId))
      if (!source || !same(token, source.token)) return nothing()
      if (req.method !== 'POST') {
        res.setHeader('Allow', 'POST')
        return answer(405, 'not-post', 'Events come by POST.')
      }
      const name = `${source.accountId}/${source.id}`
      const network = networkOf(peerOf(req))
      const pause = failures.wait(network, name)
      if (pause > 0)
        return answer(429, 'slow-down', 'Too many signatures were wrong.', pause / 1000)
      const body = await readCallback(req, res, { bodies, most: LARGEST_BODY })
      if (typeof body !== 'string') return answer(body[0], 'not-read', body[1])
      if (source.scheme === 'woocommerce' && PING.test(body)) return answer(200, 'ping')
      const { retryAfter: wait } = buckets.take(name)
      if (wait !== undefined) return answer(429, 'slow-down', 'The source posts too often.', wait)
      const outcome = await take(req, source, body)
      if (outcome === 'signature') failures.add(network, name)
      const sentence =
        outcome === 'recorded' || outcome === 'repeated' ? undefined : SENTENCES[outcome]
      const retryAfter = outcome === 'paused' ? PAUSED_RETRY : undefined
      answer(STATUS[outcome] ?? 200, outcome, sentence, retryAfter)
    } catch (error) {
      if (error instanceof CallerGone) throw error
      report(error, req)
      if (!res.headersSent) answer(503, 'not-stored', 'It could not be stored. Please retry.')
    }
  }
}
