/**
 * The pixel and the links of letters: read from the address alone, judged by what the request says,
 * written, answered. Nothing is looked up before the answer. A HEAD is answered and counts nowhere;
 * that it came is remembered for a moment.
 */
import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../db/db.ts'
import type { Hit } from '../domain/tracking/hit.ts'
import { judgeAtOnce } from '../domain/tracking/machines/verdict.ts'
import { hitIdAtHand, takeHitId } from '../domain/tracking/record-hit.ts'
import { type Soon, whenHere } from '../lib/soon.ts'
import { clickToken } from '../mail/links/click-tokens.ts'
import { type MessageRef, readHit, type SignedClick, TRAP } from '../mail/links/links.ts'
import type { KeyOf, MacKey } from '../mail/links/signing.ts'
import { webTarget, withParameter } from './click.ts'
import type { HitBuffer } from './hit-buffer.ts'
import type { Quota } from './quota.ts'

export interface HitMeans {
  db: Store
  keyOf: KeyOf
  /** The key that signs. */
  newestKey(): MacKey
  /** The address that a request comes from, proxies taken off. */
  peerOf(req: IncomingMessage): string
  /** What carries the click token to the target; undefined for none. */
  clickParameter: string | undefined
  buffer: HitBuffer
  /** Of hits of a letter, each kind by itself. */
  quota: Quota
  observe(part: 'view' | 'click', outcome: string): void
  report(error: unknown, req?: IncomingMessage): void
}

/** How long a person waits for the id of a hit. */
const ID_PATIENCE_MILLIS = 2000

/** A hit on its way to the store. */
export interface HitReceipt {
  hit: Hit
  /**
   * When it may be answered; undefined: now. It stands apart from what was noted so that one
   * function waits for the store and not each on the way.
   */
  written: Promise<void> | undefined
}

/** Whoever shows a token of ours gets the pixel, and whoever does not: of them nothing is noted. */
export const opened = (
  path: string,
  req: IncomingMessage,
  means: HitMeans,
): Soon<HitReceipt | undefined> =>
  whenHere(readHit(path, means.keyOf), hit => {
    if (!hit) means.observe('view', 'unknown token')
    return hit && !('target' in hit) && req.method === 'GET'
      ? note(hit.message, 'view', 0, req, means)
      : undefined
  })

export interface ClickResult {
  /** Undefined: it was the trap. */
  target: string | undefined
  written: Promise<void> | undefined
}

/** Where to lead on to; undefined for what we have not signed. */
export const followed = (
  path: string,
  req: IncomingMessage,
  means: HitMeans,
): Soon<ClickResult | undefined> =>
  whenHere(readHit(path, means.keyOf), click => {
    if (!click || !('target' in click)) {
      means.observe('click', 'unknown token')
      return undefined
    }
    const target = webTarget(click.target)
    if (target === undefined) return undefined
    const noted = note(
      click.message,
      req.method === 'GET' ? 'click' : 'look',
      click.link,
      req,
      means,
    )
    return whenHere(noted, noted => ({
      target: leadsTo(click, target, noted, means),
      written: noted?.written,
    }))
  })

/** The target, and with it a token of the click that was noted. */
function leadsTo(
  { message, link, bare }: SignedClick,
  target: string,
  noted: HitReceipt | undefined,
  means: HitMeans,
): string | undefined {
  if (link === TRAP) return undefined
  if (
    noted?.hit.kind !== 'click' ||
    noted.hit.id === 0 ||
    bare ||
    means.clickParameter === undefined
  )
    return target
  const { accountId, of, ofId } = message
  const { id, at } = noted.hit
  const token = clickToken(means.newestKey(), { accountId, of, ofId, link, id, at })
  return withParameter(target, means.clickParameter, token)
}

/** Undefined: nothing is kept, as of a test letter. */
function note(
  { accountId, of, ofId, id: deliveryId }: MessageRef,
  kind: Hit['kind'],
  link: number,
  req: IncomingMessage,
  { db, buffer, quota, peerOf, observe, report }: HitMeans,
): Soon<HitReceipt | undefined> {
  if (of === 'test') return undefined
  const at = Date.now()
  if (!quota.take(`${kind} ${accountId}.${of}.${ofId}.${deliveryId}`, at)) {
    observe(kind === 'view' ? 'view' : 'click', 'over the quota')
    return undefined
  }
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
  const keep = (id: number): HitReceipt => {
    const hit: Hit = {
      accountId,
      source: of,
      sourceId: ofId,
      deliveryId,
      verdict,
      reason,
      agent,
      network,
      id,
      kind,
      link,
      at,
    }
    if (kind !== 'look') observe(kind, verdict)
    return { hit, written: buffer.add(hit) }
  }
  if (buffer.away()) return keep(hitIdAtHand(db, accountId) ?? 0)
  const id = takeHitId(db, accountId)
  return id instanceof Promise ? idSoon(id, report).then(keep) : keep(id)
}

/**
 * A store that is away is no reason to keep a person from where the link leads: the hit gets its id
 * later, and the click no token.
 */
async function idSoon(id: Promise<number>, report: HitMeans['report']): Promise<number> {
  const done = new AbortController()
  const late = pause(ID_PATIENCE_MILLIS, 0, { signal: done.signal }).catch(() => 0)
  const taken = id.catch(error => {
    report(error)
    return 0
  })
  try {
    return await Promise.race([taken, late])
  } finally {
    done.abort()
  }
}

const saysPrefetch = (purpose: string | string[] | undefined): boolean =>
  typeof purpose === 'string' && /prefetch|preview/i.test(purpose)
