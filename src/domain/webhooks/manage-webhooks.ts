/** Webhooks, as the owner of an account manages them: add, pause, rotate keys, remove. */

import { randomBytes } from 'node:crypto'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { checkUrl, shown } from '../../lib/download/address.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { recordChange } from '../audit/record.ts'
import { refused, refusedFor, type Violation, violationsOf } from '../refusal.ts'
import { checkLine, checkText } from '../text.ts'
import { clearWork, markWork, setWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { type EventKind, isEventKind } from './event-kinds.ts'
import { kindsOfFormat, type WebhookFormat } from './formats.ts'
import { BEGINS_AFTER_MILLIS, clearListenerCache } from './publish.ts'
import {
  addCounter,
  addKey,
  addWebhook,
  changeWebhook,
  expireKeys,
  pauseWebhook,
  removeKeys,
  removeOldKeys,
  removeWebhook,
  resumeWebhook,
  webhooksOfAccount,
} from './webhooks.sql.ts'

/** The purposes under which URLs and secrets are sealed. */
export const SEALED_FOR = { url: 'webhook', secret: 'webhook key' } as const
/** The maximum of an account. */
const MOST = 100
/** The default time for which an old key signs beside a new one. */
export const USUAL_OVERLAP_HOURS = 24
const MOST_OVERLAP_HOURS = 24 * 30

export interface WebhookKey {
  id: string
  /** Shown once. */
  secret: string
  /** The same key as libraries of Standard Webhooks take it: `whsec_` and its bytes in base64. */
  standardSecret: string
}

export interface NewWebhook {
  name: string
  url: string
  /** By default ours. */
  format?: WebhookFormat
  /** By default all of the format. */
  kinds?: readonly string[] | undefined
  /** When its events begin; by then all processes know of the webhook. */
  beginsAfterMillis?: number
}

/**
 * Adds a webhook; returns its id and its first key. The caller checks whether the URL may be
 * requested (lib/fetch-guard.ts).
 */
export async function createWebhook(
  db: Store,
  sealer: Sealer,
  accountId: number,
  given: NewWebhook,
): Promise<{ id: number; key: WebhookKey }> {
  const { format = 'pennypost', beginsAfterMillis = BEGINS_AFTER_MILLIS } = given
  const name = checkName(given.name)
  const parsed = readUrl(given.url)
  const kinds = readKinds(given.kinds ?? kindsOfFormat(format), format)
  const key = newKey()
  const id = await takeId(db, accountId, 'webhook')
  await atomically(db, async tx => {
    const there = await webhooksOfAccount(tx, { accountId })
    if (there.length >= MOST) throw refused('not-valid', 'webhooks-many', { most: MOST })
    await addCounter(tx, { accountId })
    const added = await addWebhook(tx, {
      accountId,
      id,
      name,
      format,
      sealedUrl: sealer.seal(Buffer.from(parsed.href), SEALED_FOR.url),
      shownUrl: shown(parsed),
      kinds,
      beginsAfterSeconds: beginsAfterMillis / 1000,
    })
    if (added === 0) throw refused('not-valid', 'webhook-twin', { name }).ofValue('name')
    await sealKey(tx, sealer, accountId, id, key)
    const after = { name, host: parsed.host, format, kinds }
    await recordChange(tx, accountId, { action: 'webhook.add', id, after })
  })
  clearListenerCache(db, accountId)
  return { id, key }
}

/** Values of a webhook that are refused. */
export const violationsOfWebhook = ({
  name,
  url,
  kinds,
  format,
}: Partial<NewWebhook>): Violation[] =>
  violationsOf([
    [['name'], () => name !== undefined && checkName(name)],
    [['url'], () => url !== undefined && readUrl(url)],
    [['events'], () => kinds && (format ? readKinds(kinds, format) : knownKinds(kinds))],
  ])

function checkName(given: string): string {
  const name = checkLine(given, 'name of the webhook', 100)
  if (name === '') throw refused('not-valid', 'webhook-nameless')
  return name
}

function readUrl(url: string): URL {
  const wrong = checkUrl(url, 'https://shop.example.com/hooks')
  if (wrong !== undefined) throw refusedFor('not-valid', wrong)
  const parsed = new URL(url)
  if (parsed.hash !== '') throw refused('not-valid', 'webhook-fragment')
  return parsed
}

function knownKinds(given: readonly string[]): EventKind[] {
  const wrong = given.find(kind => !isEventKind(kind))
  if (wrong !== undefined) throw refused('not-valid', 'event-kind', { kind: wrong.slice(0, 40) })
  if (given.length === 0) throw refused('not-valid', 'event-kinds-none')
  return [...new Set(given as EventKind[])]
}

function readKinds(given: readonly string[], format: WebhookFormat): EventKind[] {
  const kinds = knownKinds(given)
  const there = kindsOfFormat(format)
  const missing = kinds.find(kind => !there.includes(kind))
  if (missing !== undefined)
    throw refused('not-valid', 'event-kind-format', { kind: missing, format })
  return kinds
}

function newKey(): WebhookKey {
  const secret = `pps_${randomBytes(32).toString('base64url')}`
  const standardSecret = `whsec_${Buffer.from(secret).toString('base64')}`
  return { id: `k${randomBytes(4).toString('hex')}`, secret, standardSecret }
}

const sealKey = (
  tx: Db,
  sealer: Sealer,
  accountId: number,
  webhookId: number,
  { id, secret }: WebhookKey,
) =>
  addKey(tx, {
    accountId,
    webhookId,
    id,
    sealedSecret: sealer.seal(Buffer.from(secret), SEALED_FOR.secret),
  })

/** Adds a key; for the overlap, events are signed with the old key as well. */
export async function rotateKey(
  db: Db,
  sealer: Sealer,
  accountId: number,
  name: string,
  overlapHours: number,
): Promise<WebhookKey> {
  if (!(overlapHours >= 0 && overlapHours <= MOST_OVERLAP_HOURS))
    throw refused('not-valid', 'keys-overlap', { most: MOST_OVERLAP_HOURS }).ofValue('keepHours')
  const { id: webhookId } = await findWebhook(db, accountId, name)
  const key = newKey()
  await atomically(db, async tx => {
    await removeOldKeys(tx, { accountId, webhookId })
    await expireKeys(tx, { accountId, webhookId, seconds: overlapHours * 3600 })
    await sealKey(tx, sealer, accountId, webhookId, key)
    const after = { key: key.id, overlapHours }
    await recordChange(tx, accountId, { action: 'webhook.rotate', id: webhookId, after })
  })
  return key
}

export type WebhookRow = Awaited<ReturnType<typeof webhooksOfAccount>>[number]

/** By name; refuses an unknown one. */
export async function findWebhook(db: Db, accountId: number, name: string): Promise<WebhookRow> {
  const all = await webhooksOfAccount(db, { accountId })
  const found = all.find(one => one.name.toLowerCase() === name.trim().toLowerCase())
  if (found) return found
  const known = all.map(one => one.name).join(', ')
  const missing = refused('not-valid', 'webhook-unknown', { name: name.trim().slice(0, 60), known })
  throw known === '' ? missing.atShell('make', 'pennypost webhook add NAME') : missing
}

export interface WebhookChange {
  url?: string
  format?: WebhookFormat
  kinds?: readonly string[]
}

/**
 * Omitted values stay; of the kinds those that the format has. Waiting events go to the new URL, in
 * the new format; those of a kind that is no longer chosen are still sent. The caller checks
 * whether the URL may be requested.
 */
export async function editWebhook(
  db: Store,
  sealer: Sealer,
  accountId: number,
  which: string,
  { url, format, kinds }: WebhookChange,
): Promise<WebhookRow> {
  const found = await findWebhook(db, accountId, which)
  const { id, name, shownUrl } = found
  const known = found.kinds.split(',') as EventKind[]
  const parsed = url === undefined ? undefined : readUrl(url)
  const used = format ?? (found.format as WebhookFormat)
  const left = known.filter(kind => kindsOfFormat(used).includes(kind))
  const chosen = kinds || format ? readKinds(kinds ?? left, used) : undefined
  await atomically(db, async tx => {
    await changeWebhook(tx, {
      accountId,
      webhookId: id,
      sealedUrl: parsed ? sealer.seal(Buffer.from(parsed.href), SEALED_FOR.url) : null,
      shownUrl: parsed ? shown(parsed) : null,
      kinds: chosen ?? null,
      format: format ?? null,
    })
    const host = new URL(shownUrl).host
    const before = { name, host, format: found.format, kinds: known }
    const after = {
      ...before,
      ...(parsed && { host: parsed.host }),
      ...(format && { format }),
      ...(chosen && { kinds: chosen }),
    }
    await recordChange(tx, accountId, { action: 'webhook.edit', id, before, after })
  })
  clearListenerCache(db, accountId)
  return findWebhook(db, accountId, name)
}

export const checkPauseReason = (note: string): string => checkText(note, 'reason', 500)

/** Pauses delivery; events are kept meanwhile. */
export async function pauseByName(
  db: Db,
  accountId: number,
  name: string,
  note: string,
): Promise<void> {
  const { id } = await findWebhook(db, accountId, name)
  await atomically(db, async tx => {
    await pauseWebhook(tx, { accountId, webhookId: id, note: checkPauseReason(note) })
    await setWork(tx, { accountId, kind: WORK.webhook, sourceId: id, due: 'infinity' })
    await recordChange(tx, accountId, { action: 'webhook.pause', id, after: { name, note } })
  })
}

export async function resumeByName(db: Db, accountId: number, name: string): Promise<void> {
  const { id } = await findWebhook(db, accountId, name)
  await atomically(db, async tx => {
    await resumeWebhook(tx, { accountId, webhookId: id })
    await markWork(tx, { accountId, kind: WORK.webhook, sourceId: id, due: new Date() })
    await setWork(tx, { accountId, kind: WORK.webhook, sourceId: id, due: new Date() })
    await recordChange(tx, accountId, { action: 'webhook.resume', id, after: { name } })
  })
}

/** Stops delivery at once; its stored events are deleted soon (trim-events.ts). */
export async function deleteWebhook(db: Store, accountId: number, name: string): Promise<void> {
  const { id } = await findWebhook(db, accountId, name)
  await atomically(db, async tx => {
    await removeWebhook(tx, { accountId, webhookId: id })
    await removeKeys(tx, { accountId, webhookId: id })
    await clearWork(tx, { accountId, kind: WORK.webhook, sourceId: id })
    await recordChange(tx, accountId, { action: 'webhook.remove', id, before: { name } })
    // Leaves its events to trim-events.ts.
    await markWork(tx, { accountId, kind: WORK.webhookLeft, sourceId: id, due: new Date() })
  })
  clearListenerCache(db, accountId)
}
