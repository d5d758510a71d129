/** Webhooks, as the owner of an account keeps them: added, paused, given a new key, taken away. */
import { randomBytes } from 'node:crypto'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { checkUrl, shown } from '../../lib/download/address.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { quoted, Refusal } from '../refusal.ts'
import { checkText } from '../text.ts'
import { clearWork, markWork, setWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { type EventKind, isEventKind } from './event-kinds.ts'
import { BEGINS_AFTER_MILLIS, forgetListening } from './tell.ts'
import {
  addKey,
  addWebhook,
  endKeys,
  keepCounter,
  pauseWebhook,
  removeKeys,
  removeOldKeys,
  removeWebhook,
  resumeWebhook,
  webhooksOfAccount,
} from './webhooks.sql.ts'

/** The purposes that addresses and secrets are sealed for. */
export const SEALED_FOR = { url: 'webhook', secret: 'webhook key' } as const
/** Webhooks of an account. */
const MOST = 100
/** So long an old key signs beside a new one, if not said otherwise. */
export const USUAL_OVERLAP_HOURS = 24
const MOST_OVERLAP_HOURS = 24 * 30

export interface WebhookKey {
  id: string
  /** Shown once. */
  secret: string
}

export interface NewWebhook {
  name: string
  url: string
  kinds: readonly string[]
  /** When its events begin; processes that do not know of it yet have learnt of it by then. */
  beginsAfterMillis?: number
}

/**
 * Answers its id and its first key. Whether the address may be reached is for the caller to ask
 * (lib/fetch-guard.ts).
 */
export async function keepWebhook(
  db: Store,
  sealer: Sealer,
  accountId: number,
  { name: given, url, kinds, beginsAfterMillis = BEGINS_AFTER_MILLIS }: NewWebhook,
): Promise<{ id: number; key: WebhookKey }> {
  const name = checkText(given, 'name of the webhook', 100)
  if (name === '') throw new Refusal('not-valid', 'A webhook needs a name.')
  const parsed = readUrl(url)
  const key = newKey()
  const id = await takeId(db, accountId, 'webhook')
  await atomically(db, async tx => {
    const there = await webhooksOfAccount(tx, { accountId })
    if (there.length >= MOST)
      throw new Refusal('not-valid', `An account has up to ${MOST} webhooks.`)
    await keepCounter(tx, { accountId })
    const added = await addWebhook(tx, {
      accountId,
      id,
      name,
      sealedUrl: sealer.seal(Buffer.from(parsed.href), SEALED_FOR.url),
      shownUrl: shown(parsed),
      kinds: readKinds(kinds),
      beginsAfterSeconds: beginsAfterMillis / 1000,
    })
    if (added === 0) throw new Refusal('not-valid', `There is a webhook ${name} already.`)
    await sealKey(tx, sealer, accountId, id, key)
  })
  forgetListening(db, accountId)
  return { id, key }
}

function readUrl(url: string): URL {
  const wrong = checkUrl(url, 'https://shop.example.com/hooks')
  if (wrong !== undefined) throw new Refusal('not-valid', wrong)
  const parsed = new URL(url)
  if (parsed.hash !== '')
    throw new Refusal(
      'not-valid',
      'What stands behind # in an address is never sent: leave it out.',
    )
  return parsed
}

/** None: all there are. */
function readKinds(kinds: readonly string[]): EventKind[] {
  const wrong = kinds.find(kind => !isEventKind(kind))
  if (wrong !== undefined)
    throw new Refusal('not-valid', `There are no events ${JSON.stringify(wrong.slice(0, 40))}.`)
  if (kinds.length === 0)
    throw new Refusal('not-valid', 'A webhook listens to at least one kind of events.')
  return [...new Set(kinds as EventKind[])]
}

const newKey = (): WebhookKey => ({
  id: `k${randomBytes(4).toString('hex')}`,
  secret: `pps_${randomBytes(32).toString('base64url')}`,
})

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

/** A new key; events are signed with the old one as well for so long. */
export async function rotateKey(
  db: Db,
  sealer: Sealer,
  accountId: number,
  name: string,
  overlapHours: number,
): Promise<WebhookKey> {
  if (!(overlapHours >= 0 && overlapHours <= MOST_OVERLAP_HOURS))
    throw new Refusal('not-valid', `An old key signs for 0 to ${MOST_OVERLAP_HOURS} hours yet.`)
  const { id: webhookId } = await findWebhook(db, accountId, name)
  const key = newKey()
  await atomically(db, async tx => {
    await removeOldKeys(tx, { accountId, webhookId })
    await endKeys(tx, { accountId, webhookId, seconds: overlapHours * 3600 })
    await sealKey(tx, sealer, accountId, webhookId, key)
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
  throw new Refusal(
    'not-valid',
    `There is no webhook ${quoted(name)}. ${known === '' ? 'To add one: pennypost webhook add NAME' : `There are: ${known}.`}`,
  )
}

/** Its events are kept meanwhile. */
export async function pauseNamed(
  db: Db,
  accountId: number,
  name: string,
  note: string,
): Promise<void> {
  const { id } = await findWebhook(db, accountId, name)
  await atomically(db, async tx => {
    await pauseWebhook(tx, { accountId, webhookId: id, note: checkText(note, 'reason', 500) })
    await setWork(tx, { accountId, kind: WORK.webhook, sourceId: id, due: 'infinity' })
  })
}

export async function resumeNamed(db: Db, accountId: number, name: string): Promise<void> {
  const { id } = await findWebhook(db, accountId, name)
  await atomically(db, async tx => {
    await resumeWebhook(tx, { accountId, webhookId: id })
    await markWork(tx, { accountId, kind: WORK.webhook, sourceId: id, due: new Date() })
    await setWork(tx, { accountId, kind: WORK.webhook, sourceId: id, due: new Date() })
  })
}

/** Nothing more is sent; what it was sent is forgotten soon (trim-events.ts). */
export async function dropWebhook(db: Store, accountId: number, name: string): Promise<void> {
  const { id } = await findWebhook(db, accountId, name)
  await atomically(db, async tx => {
    await removeWebhook(tx, { accountId, webhookId: id })
    await removeKeys(tx, { accountId, webhookId: id })
    await clearWork(tx, { accountId, kind: WORK.webhook, sourceId: id })
    // Found by who trims.
    await markWork(tx, { accountId, kind: WORK.webhookLeft, sourceId: id, due: new Date() })
  })
  forgetListening(db, accountId)
}
