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

/** A hit on its way to the store. */
export interface Noted {
  hit: Hit
  /** When it may be answered; undefined: now. It stands apart from what was noted so that one function waits for the store and not each on the way. */
  written: Promise<void> | undefined
}

/** Whoever shows a token of ours gets the pixel, and whoever does not: of them nothing is noted. */
export async function opened(path: string, req: IncomingMessage, means: HitMeans): Promise<Noted | undefined> {
  const hit = await readHit(path, means.keyOf)
  if (!hit) means.observe('view', 'unknown token')
  return hit && !('target' in hit) && req.method === 'GET' ? note(hit.letter, 'view', 0, req, means) : undefined
}

export interface Followed {
  /** Undefined: it was the trap. */
  target: string | undefined
  written: Promise<void> | undefined
}

/** Where to lead on to; undefined for what we have not signed. */
export async function followed(path: string, req: IncomingMessage, means: HitMeans): Promise<Followed | undefined> {
  const click = await readHit(path, means.keyOf)
  if (!click || !('target' in click)) {
    means.observe('click', 'unknown token')
    return undefined
  }
  const { letter, link, bare } = click
  const target = webTarget(click.target)
  if (target === undefined) return undefined
  const noted = await note(letter, req.method === 'GET' ? 'click' : 'look', link, req, means)
  const written = noted?.written
  if (link === TRAP) return { target: undefined, written }
  if (!noted || bare || means.clickParameter === undefined || req.method !== 'GET') return { target, written }
  const { accountId, of, ofId } = letter
  const { id, at } = noted.hit
  const token = clickToken(means.newestKey(), { accountId, of, ofId, link, id, at })
  return { target: withParameter(target, means.clickParameter, token), written }
}

/** Undefined: nothing is kept, as of a test letter. */
async function note(
  letter: LetterRef,
  kind: Hit['kind'],
  link: number,
  req: IncomingMessage,
  { db, buffer, peerOf, observe, report }: HitMeans,
): Promise<Noted | undefined> {
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
    if (kind !== 'look') observe(kind, verdict)
    return { hit, written: buffer.add(hit) }
  } catch (error) {
    // A store that is away is no reason to keep a person from where the link leads.
    observe(kind === 'view' ? 'view' : 'click', 'not kept')
    report(error)
    return undefined
  }
}

const saysPrefetch = (purpose: string | string[] | undefined): boolean =>
  typeof purpose === 'string' && /prefetch|preview/i.test(purpose)
