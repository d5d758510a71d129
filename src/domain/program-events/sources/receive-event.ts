/** A call of a source: whether it is genuine, the event that it tells, recorded once. */
import type { Store } from '../../../db/db.ts'
import { JsonRefused, readJson } from '../../../lib/json.ts'
import type { Sealer } from '../../../lib/secrets.ts'
import { type Reason, Refusal } from '../../refusal.ts'
import { recordEvent } from '../record-event.ts'
import {
  keyOfEvent,
  type MappedEvent,
  type MappingTrouble,
  mappedEvent,
  type SourceMapping,
} from './mapping.ts'
import { type OutlineEntry, outlineOf } from './outline.ts'
import { isSignatureScheme, type SignedPost, signatureVerdict } from './signatures.ts'
import { eventSourceAt } from './sources.sql.ts'

/** How a call ended. All but the first two recorded nothing. */
export const SOURCE_OUTCOMES = [
  'recorded',
  'repeated',
  'signature',
  'clock',
  'body',
  'event-name',
  'address',
  'id',
  'values',
  'nobody',
  'opted-out',
  'names-full',
  'conflict',
  'paused',
] as const
export type SourceOutcome = (typeof SOURCE_OUTCOMES)[number]

/** Of a call, in octets. */
export const LARGEST_BODY = 256 * 1024

/** The purpose that secrets are sealed for. */
export const SEALED_FOR = 'event source'

export interface CalledSource {
  accountId: number
  id: number
  token: string
  scheme: string
  mapping: SourceMapping
  isPaused: boolean
  secrets: readonly string[]
}

export interface ReceivedCall {
  outcome: SourceOutcome
  /** Of genuine calls whose body is an object. */
  outline?: readonly OutlineEntry[]
}

/** Undefined: there is none, or its account is closed. The caller compares the token. */
export async function calledSource(
  db: Store,
  sealer: Sealer,
  accountId: number,
  sourceId: number,
): Promise<CalledSource | undefined> {
  const rows = await eventSourceAt(db, { accountId, sourceId })
  const [first] = rows
  if (!first) return undefined
  const { id, token, scheme, mapping, isPaused } = first
  const secrets = rows.map(row => sealer.open(row.sealedSecret, SEALED_FOR).toString())
  return { accountId, id, token, scheme, mapping: JSON.parse(mapping), isPaused, secrets }
}

/** The body is parsed once its signature is right. Throws what the sender should try again. */
export async function receiveEvent(
  db: Store,
  source: CalledSource,
  post: SignedPost,
  now: number,
): Promise<ReceivedCall> {
  const { scheme, secrets, mapping, accountId, id } = source
  if (!isSignatureScheme(scheme)) return { outcome: 'signature' }
  const verdict = signatureVerdict(scheme, post, { secrets, now })
  if (typeof verdict === 'string') return { outcome: verdict }
  // Of genuine calls only: a stranger does not learn it, and a wrong secret is still told.
  if (source.isPaused) return { outcome: 'paused' }
  const { event, outline } = eventIn(mapping, post.body)
  if (typeof event === 'string') return { outcome: event, ...(outline && { outline }) }
  const key = keyOfEvent(id, event, { id: verdict.id, body: post.body })
  const { name, email, values } = event
  const given = { name, email, values, key, subscriberId: undefined }
  try {
    const { repeated } = await recordEvent(db, accountId, given)
    return { outcome: repeated ? 'repeated' : 'recorded', ...(outline && { outline }) }
  } catch (error) {
    const outcome = error instanceof Refusal ? OUTCOMES[error.reason] : undefined
    if (outcome === undefined) throw error
    return { outcome, ...(outline && { outline }) }
  }
}

export interface ReadBody {
  /** Or what the body lacks. */
  event: MappedEvent | MappingTrouble | 'body'
  /** None: the body is no object. */
  outline?: readonly OutlineEntry[]
}

/** The event of a body, of up to `LARGEST_BODY` octets, as a mapping finds it; records nothing. */
export function eventIn(mapping: SourceMapping, text: string): ReadBody {
  const body = objectIn(text)
  return body ? { event: mappedEvent(mapping, body), outline: outlineOf(body) } : { event: 'body' }
}

const OUTCOMES: Partial<Record<Reason, SourceOutcome>> = {
  'no-such-subscriber': 'nobody',
  'opted-out': 'opted-out',
  'not-now': 'names-full',
  'not-valid': 'conflict',
}

function objectIn(text: string): object | undefined {
  try {
    const value = readJson(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch (error) {
    if (error instanceof JsonRefused) return undefined
    throw error
  }
}
