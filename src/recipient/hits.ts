/**
 * The pixel and the links of emails: verifies the address, judges the request, writes the hit,
 * responds. Needs no query before the response. HEAD requests are not counted, but remembered for a
 * moment.
 */
import type { IncomingMessage } from 'node:http'
import type { Store } from '../db/db.ts'
import type { Hit } from '../domain/tracking/hit.ts'
import { judgeRequest } from '../domain/tracking/machines/verdict.ts'
import { localHitId } from '../domain/tracking/record-hit.ts'
import { LINKS_OF_EMAILS } from '../domain/transactions/project-message.ts'
import { SOURCE } from '../lib/source-kind.ts'
import { clickToken } from '../mail/links/click-tokens.ts'
import { type MessageRef, type SignedClick, type SignedHit, TRAP } from '../mail/links/links.ts'
import type { MacKey } from '../mail/links/signing.ts'
import { webTarget, withParameter } from './click.ts'
import type { HitBuffer } from './hit-buffer.ts'
import type { Quota } from './quota.ts'

export interface HitContext {
  db: Store
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
}

/** A hit being written. */
export interface HitReceipt {
  /** Has no id until it is written, if none was cached. */
  hit: Hit
  /** When the request may be answered; undefined: immediately. */
  written: Promise<void> | undefined
}

/** The response is the same pixel for an invalid token, but nothing is recorded. */
export function recordOpen(
  signed: SignedHit | undefined,
  req: IncomingMessage,
  means: HitContext,
): HitReceipt | undefined {
  if (!signed) means.observe('view', 'unknown token')
  return signed && !('target' in signed) && req.method === 'GET'
    ? record(signed.message, 'view', 0, req, means)
    : undefined
}

export interface ClickReceipt {
  written: Promise<void> | undefined
  /** The target, once the hit is written: its token names the hit. Undefined: it was the trap. */
  target(): string | undefined
}

/** Undefined for an invalid signature, or a target that is not a web address. */
export function recordClick(
  signed: SignedHit | undefined,
  req: IncomingMessage,
  means: HitContext,
): ClickReceipt | undefined {
  if (!signed || !('target' in signed)) {
    means.observe('click', 'unknown token')
    return undefined
  }
  const target = webTarget(signed.target)
  if (target === undefined) return undefined
  const kind = req.method === 'GET' ? 'click' : 'look'
  const receipt = record(signed.message, kind, signed.link, req, means, target)
  return {
    written: receipt?.written,
    target: () => redirectTarget(signed, target, receipt, means),
  }
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
function record(
  { accountId, of, ofId, id: deliveryId }: MessageRef,
  kind: Hit['kind'],
  link: number,
  req: IncomingMessage,
  { db, buffer, quotas, peerOf, observe }: HitContext,
  target?: string,
): HitReceipt | undefined {
  if (of === 'test') return undefined
  const at = Date.now()
  // Counted in total only: the address is the same for all recipients.
  const counted = deliveryId > 0
  if (
    counted &&
    !quotas[kind].take({ accountId, kind: SOURCE[of], sourceId: ofId, id: deliveryId }, at)
  ) {
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
    id: localHitId(db, accountId) ?? 0,
    kind,
    link,
    target: kind === 'click' ? targetToKeep(of, link, target) : undefined,
    at,
  }
  if (kind !== 'look') observe(kind, verdict)
  return { hit, written: buffer.add(hit) }
}

/** Longer ones are not told to webhooks. */
const LONGEST_TARGET = 2_000

/** Links of newsletters are kept by their numbers; emails as given have none. */
const targetToKeep = (of: MessageRef['of'], link: number, target = ''): string | undefined =>
  of === 'transaction' && link > LINKS_OF_EMAILS && target.length <= LONGEST_TARGET
    ? target
    : undefined

const saysPrefetch = (purpose: string | string[] | undefined): boolean =>
  typeof purpose === 'string' && /prefetch|preview/i.test(purpose)
