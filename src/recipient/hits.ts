/**
 * The pixel and the links of letters: read from the address alone, judged by what the request says, written, answered. Nothing is looked up before
 * the answer. A HEAD is answered and counts nowhere; that it came is remembered for a moment.
 */
import type { IncomingMessage } from 'node:http'
import type { Db } from '../db/db.ts'
import type { Hit } from '../domain/tracking/hit.ts'
import { takeHitId } from '../domain/tracking/record-hit.ts'
import { judgeAtOnce } from '../domain/tracking/verdict.ts'
import { clickToken, type KeyOf, type LetterRef, type MacKey, readHit, TRAP } from '../mail/links.ts'
import { webTarget, withParameter } from './click.ts'
import type { HitBuffer } from './hit-buffer.ts'

export interface HitMeans {
  db: Db
  keyOf: KeyOf
  /** The key that signs. */
  newestKey(): MacKey
  /** The address that a request comes from, proxies taken off. */
  peerOf(req: IncomingMessage): string
  /** What carries the click token to the target; undefined for none. */
  clickParameter: string | undefined
  buffer: HitBuffer
  observe(part: 'view' | 'click', outcome: string): void
  report(error: unknown): void
}

/** Answers when the hit is written. Whoever shows a token of ours gets the pixel, and whoever does not. */
export async function opened(path: string, req: IncomingMessage, means: HitMeans): Promise<void> {
  const hit = await readHit(path, means.keyOf)
  if (!hit) means.observe('view', 'unknown token')
  if (hit && !('target' in hit) && req.method === 'GET') await note(hit.letter, 'view', 0, req, means)
}

export type Followed = { target: string } | 'trap' | undefined

/** Where to lead on to, when the click is written; undefined for what we have not signed. */
export async function followed(path: string, req: IncomingMessage, means: HitMeans): Promise<Followed> {
  const click = await readHit(path, means.keyOf)
  if (!click || !('target' in click)) {
    means.observe('click', 'unknown token')
    return undefined
  }
  const { letter, link, bare } = click
  const target = webTarget(click.target)
  if (target === undefined) return undefined
  const hit = await note(letter, req.method === 'GET' ? 'click' : 'look', link, req, means)
  if (link === TRAP) return 'trap'
  if (!hit || bare || means.clickParameter === undefined || req.method !== 'GET') return { target }
  const { accountId, of, ofId } = letter
  const token = clickToken(means.newestKey(), { accountId, of, ofId, link, id: hit.id, at: hit.at })
  return { target: withParameter(target, means.clickParameter, token) }
}

/** Undefined: nothing is kept, as of a test letter. */
async function note(
  letter: LetterRef,
  kind: Hit['kind'],
  link: number,
  req: IncomingMessage,
  { db, buffer, peerOf, observe, report }: HitMeans,
): Promise<Hit | undefined> {
  if (letter.of === 'test') return undefined
  const at = Date.now()
  const { accountId } = letter
  const { headers } = req
  const { verdict, reason, agent, network } = judgeAtOnce({
    kind: kind === 'view' ? 'view' : 'click',
    trap: kind === 'click' && link === TRAP,
    userAgent: headers['user-agent'] ?? '',
    address: peerOf(req),
    prefetch:
      saysPrefetch(headers['sec-purpose']) ||
      saysPrefetch(headers.purpose) ||
      saysPrefetch(headers['x-purpose']) ||
      saysPrefetch(headers['x-moz']),
  })
  try {
    const taken = takeHitId(db, accountId)
    const id = typeof taken === 'number' ? taken : await taken
    const from = { source: letter.of, sourceId: letter.ofId, deliveryId: letter.id }
    const hit: Hit = { accountId, ...from, verdict, reason, agent, network, id, kind, link, at }
    await buffer.add(hit)
    if (kind !== 'look') observe(kind, verdict)
    return hit
  } catch (error) {
    // A store that is away is no reason to keep a person from where the link leads.
    observe(kind === 'view' ? 'view' : 'click', 'not kept')
    report(error)
    return undefined
  }
}

const saysPrefetch = (purpose: string | string[] | undefined): boolean =>
  typeof purpose === 'string' && /prefetch|preview/i.test(purpose)
