/**
 * Webhooks of hosted relays: POST /api/relay-events/ROUTE/TOKEN. An event becomes the message that
 * a mail server would have sent, and is judged as those are. 200 means that it is stored; after 503
 * the relay must retry.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../db/db.ts'
import { keepMessage, NO_ACCOUNT } from '../domain/bounces/messages/store-message.ts'
import { eventsOfRoute, type RelayEvents } from '../domain/routes/relay-events.ts'
import { useEventToken } from '../domain/routes/routes.sql.ts'
import { CallerGone } from '../lib/caller-gone.ts'
import type { RequestBodies } from '../lib/request-bodies.ts'
import type { Sealer } from '../lib/secrets.ts'
import { sentMessageIn } from '../mail/bounces/identity.ts'
import { readIncoming } from '../mail/bounces/incoming.ts'
import { summaryOf } from '../mail/bounces/opinion.ts'
import type { KeyOf } from '../mail/links/signing.ts'
import { asMessage } from '../mail/provider-events/as-message.ts'
import { isProvider } from '../mail/provider-events/mappings.ts'
import { MOST_EVENTS, type ProviderEvent, readEvents } from '../mail/provider-events/read-events.ts'
import { confirmationIn, genuine, SIGNING, same } from '../mail/provider-events/verify.ts'
import { type CallbackAnswer, readCallback } from './read-callback.ts'

/** Reads a small text of Amazon; undefined: it can't be read. */
export type ReadAmazon = (url: string) => Promise<string | undefined>

export interface RelayEventsOptions {
  db: Store
  sealer: Sealer
  keyOf: KeyOf
  bodies: RequestBodies
  readAmazon?: ReadAmazon
  report(error: unknown, req: IncomingMessage): void
  note(event: string, facts: Record<string, string>): void
}

/** SendGrid sends up to 768 KB, Amazon up to 256 KB. */
const LARGEST = 1 << 20

export function createRelayEvents(options: RelayEventsOptions) {
  const { db, sealer, bodies, report } = options
  const certificates = createCertificates(options.readAmazon ?? readAmazon)
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const answer = ([status, text]: CallbackAnswer) => {
      res.writeHead(status, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
      })
      res.end(`${text}\n`)
    }
    const [, id, token] = PATH.exec(req.url ?? '') ?? []
    if (id === undefined || token === undefined) return answer(NOTHING)
    try {
      const route = await eventsOfRoute(db, sealer, Number(id))
      if (!route || !same(token, route.token)) return answer(NOTHING)
      if (req.method !== 'POST') return answer([405, 'Events of relays come by POST.'])
      const body = await readCallback(req, res, { bodies, most: LARGEST })
      if (typeof body !== 'string') return answer(body)
      answer(await take({ ...options, ...certificates }, route, { body, headers: req.headers }))
    } catch (error) {
      if (error instanceof CallerGone) throw error
      report(error, req)
      if (!res.headersSent) answer([503, 'It could not be stored. Please retry.'])
    }
  }
}

const PATH = /^\/api\/relay-events\/(\d{1,9})\/([\w-]{1,100})(?:\?|$)/
const NOTHING: CallbackAnswer = [404, 'There is nothing here.']

interface Taking extends Omit<RelayEventsOptions, 'readAmazon'> {
  certificateOf(url: string): Promise<string | undefined>
  readAmazon: ReadAmazon
}

async function take(
  options: Taking,
  route: RelayEvents,
  request: { body: string; headers: IncomingMessage['headers'] },
): Promise<CallbackAnswer> {
  const { db, certificateOf, note } = options
  const { provider, key, routeId } = route
  const { body } = request
  if (!isProvider(provider)) return NOTHING
  if (SIGNING.includes(provider) && key === '')
    return [
      403,
      'The key of the signatures is not set here: pennypost route edit NAME ' +
        '--provider-key-file FILE.',
    ]
  const now = Date.now()
  const found = await genuine(provider, request, { key, now, certificateOf })
  if (!found) {
    note('a webhook of a relay was refused: its signature is not valid', { relay: provider })
    return [403, 'The signature is not valid, or too old.']
  }
  if (found.once !== undefined) {
    const digest = createHash('sha256').update(body).digest()
    const { same: first } = await useEventToken(db, { routeId, token: found.once, digest })
    if (!first) return [403, 'The signature was used for other events.']
  }
  const confirmation = provider === 'ses' ? confirmationIn(body) : undefined
  if (confirmation !== undefined) {
    if ((await options.readAmazon(confirmation)) === undefined)
      return [503, 'The subscription could not be confirmed. Please retry.']
    note('the subscription of a topic is confirmed', { relay: provider, topic: key })
    return [200, 'ok']
  }
  const events = readEvents(provider, body)
  if (!events) return [400, 'The body is no JSON of the relay.']
  if (events.length > MOST_EVENTS)
    return [413, `At most ${MOST_EVENTS} events are accepted at once.`]
  for (const event of events) await keep(options, event)
  return [200, 'ok']
}

/** Of an event that names no email of ours the beginning is kept, without an account or effects. */
async function keep({ db, keyOf }: Taking, event: ProviderEvent): Promise<void> {
  const content = asMessage(event)
  const read = readIncoming(content)
  const accountId = (await sentMessageIn(read.references, keyOf))?.message.accountId
  await keepMessage(db, accountId ?? NO_ACCOUNT, {
    inboxId: null,
    envelopeFrom: '',
    envelopeTo: `webhook@${event.provider}.invalid`,
    cameFor: 'bounce',
    sentMessage: undefined,
    size: content.length,
    content,
    judged: accountId === undefined ? await summaryOf(read, keyOf) : undefined,
  })
}

const AMAZON_MILLIS = 5_000
const MOST_TEXT = 64 << 10

/** The caller has checked that the host is one of Amazon. */
async function readAmazon(url: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(AMAZON_MILLIS)
    const answer = await fetch(url, { redirect: 'error', signal })
    if (!answer.ok || !answer.body) return undefined
    let text = ''
    const decoder = new TextDecoder()
    for await (const part of answer.body) {
      text += decoder.decode(part, { stream: true })
      if (text.length > MOST_TEXT) return undefined
    }
    return text
  } catch {
    return undefined
  }
}

const MOST_CERTIFICATES = 20

function createCertificates(read: ReadAmazon) {
  const known = new Map<string, string>()
  return {
    readAmazon: read,
    async certificateOf(url: string): Promise<string | undefined> {
      const before = known.get(url)
      if (before !== undefined) return before
      const certificate = await read(url)
      if (certificate !== undefined) {
        if (known.size >= MOST_CERTIFICATES) known.clear()
        known.set(url, certificate)
      }
      return certificate
    },
  }
}
