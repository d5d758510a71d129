/**
 * The pixel and the links of emails: verifies the address, judges the request, writes the hit,
 * responds. Needs no query before the response. HEAD requests are not counted, but remembered for a
 * moment.
 */
import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../db/db.ts'
import type { Hit } from '../domain/tracking/hit.ts'
import { judgeRequest } from '../domain/tracking/machines/verdict.ts'
import { localHitId, takeHitId } from '../domain/tracking/record-hit.ts'
import { SOURCE } from '../lib/source-kind.ts'
import { clickToken } from '../mail/links/click-tokens.ts'
import { type MessageRef, readHit, type SignedClick, TRAP } from '../mail/links/links.ts'
import type { KeyOf, MacKey } from '../mail/links/signing.ts'
import { webTarget, withParameter } from './click.ts'
import type { HitBuffer } from './hit-buffer.ts'
import type { Quota } from './quota.ts'

export interface HitContext {
  db: Store
  keyOf: KeyOf
  /** The key that signs click tokens. */
  newestKey(): MacKey
  /** The client's address, without proxies. */
  peerOf(req: IncomingMessage): string
  /** The query parameter for the click token; undefined for none. */
  clickParameter: string | undefined
  buffer: HitBuffer
  /** Limits hits per email. */
  quotas: Record<Hit['kind'], Quota>
  observe(part: 'view' | 'click', outcome: string): void
  report(error: unknown, req?: IncomingMessage): void
}

/** How long a response waits for the id of a hit. */
const ID_PATIENCE_MILLIS = 2000

/** A hit being written. */
export interface HitReceipt {
  hit: Hit
  /**
   * When the request may be answered; undefined: immediately. Separate from the hit, so that only
   * one function awaits the store.
   */
  written: Promise<void> | undefined
}

/** The response is the same pixel for an invalid token, but nothing is recorded. */
export async function recordOpen(
  path: string,
  req: IncomingMessage,
  means: HitContext,
): Promise<HitReceipt | undefined> {
  const hit = await readHit(path, means.keyOf)
  if (!hit) means.observe('view', 'unknown token')
  return hit && !('target' in hit) && req.method === 'GET'
    ? await record(hit.message, 'view', 0, req, means)
    : undefined
}

export interface ClickResult {
  /** Undefined: it was the trap. */
  target: string | undefined
  written: Promise<void> | undefined
}

/** The target of a click; undefined for an invalid signature. */
export async function recordClick(
  path: string,
  req: IncomingMessage,
  means: HitContext,
): Promise<ClickResult | undefined> {
  const click = await readHit(path, means.keyOf)
  if (!click || !('target' in click)) {
    means.observe('click', 'unknown token')
    return undefined
  }
  const target = webTarget(click.target)
  if (target === undefined) return undefined
  const kind = req.method === 'GET' ? 'click' : 'look'
  const receipt = await record(click.message, kind, click.link, req, means)
  return { target: redirectTarget(click, target, receipt, means), written: receipt?.written }
}

/** The target, with a token of the recorded click. */
function redirectTarget(
  { message, link, bare }: SignedClick,
  target: string,
  receipt: HitReceipt | undefined,
  means: HitContext,
): string | undefined {
  if (link === TRAP) return undefined
  if (
    receipt?.hit.kind !== 'click' ||
    receipt.hit.id === 0 ||
    bare ||
    means.clickParameter === undefined
  )
    return target
  const { accountId, of, ofId } = message
  const { id, at } = receipt.hit
  const token = clickToken(means.newestKey(), { accountId, of, ofId, link, id, at })
  return withParameter(target, means.clickParameter, token)
}

/** Undefined: not recorded, e.g. for a test email. */
async function record(
  { accountId, of, ofId, id: deliveryId }: MessageRef,
  kind: Hit['kind'],
  link: number,
  req: IncomingMessage,
  { db, buffer, quotas, peerOf, observe, report }: HitContext,
): Promise<HitReceipt | undefined> {
  if (of === 'test') return undefined
  const at = Date.now()
  if (!quotas[kind].take({ accountId, kind: SOURCE[of], sourceId: ofId, id: deliveryId }, at)) {
    observe(kind === 'view' ? 'view' : 'click', 'over the quota')
    return undefined
  }
  const { headers } = req
  const { verdict, reason, agent, network } = judgeRequest({
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
  const hit: Hit = {
    accountId,
    source: of,
    sourceId: ofId,
    deliveryId,
    verdict,
    reason,
    agent,
    network,
    id: localHitId(db, accountId) ?? (buffer.away() ? 0 : await newHitId(db, accountId, report)),
    kind,
    link,
    at,
  }
  if (kind !== 'look') observe(kind, verdict)
  return { hit, written: buffer.add(hit) }
}

/**
 * An unavailable store must not block the redirect: the hit gets its id later, and the click no
 * token.
 */
async function newHitId(
  db: Store,
  accountId: number,
  report: HitContext['report'],
): Promise<number> {
  const done = new AbortController()
  const late = pause(ID_PATIENCE_MILLIS, 0, { signal: done.signal }).catch(() => 0)
  const taken = takeHitId(db, accountId).catch(error => {
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
