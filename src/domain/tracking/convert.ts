/**
 * Conversions: a purchase after a click is attributed to its link, once per order. Without a click
 * nothing is counted. Amounts are exact decimals throughout.
 */
import { createHash, randomBytes } from 'node:crypto'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import { momentOfStore } from '../../lib/instant.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { recordChange } from '../audit/record.ts'
import { hasListener, publish } from '../webhooks/publish.ts'
import {
  addConversion,
  addConversionKey,
  converterOf,
  isConversionKey,
  lastClickOf,
  removeConversionKeys,
} from './conversions.sql.ts'
import { foldHits } from './fold-hits.ts'
import type { HitSource } from './hit.ts'

export interface Purchase {
  /** Decimal, in PostgreSQL's format. */
  value: string
  order: string
  /** ISO 4217, or empty. */
  currency: string
}

/** A click, as in its token. */
export interface ClickOf extends Omit<HitSource, 'deliveryId'> {
  link: number
  id: number
  /** Milliseconds since 1970. */
  at: number
}

export type ConversionOutcome = 'counted' | 'counted before' | 'too late' | 'no click'

const VALUE = /^\d{1,12}(?:[.,]\d{1,6})?$/
const LONGEST_ORDER = 100
const DAY = 86_400_000

/** Parses the values that a shop sends; or returns the mistake. */
export function readPurchase(given: {
  value: string
  order: string
  currency: string
}): Purchase | { wrong: string } {
  const value = given.value.trim() || '0'
  const order = given.order.trim()
  const currency = given.currency.trim().toUpperCase()
  if (!VALUE.test(value))
    return {
      wrong: 'value is an amount like 1234.50, not negative, without a currency or separators.',
    }
  if (order.length > LONGEST_ORDER) return { wrong: `order has up to ${LONGEST_ORDER} characters.` }
  if (order.includes('\0') || !order.isWellFormed()) return { wrong: 'order is not text.' }
  if (!/^(?:[A-Z]{3})?$/.test(currency)) return { wrong: 'currency has three letters, like EUR.' }
  return { value: value.replace(',', '.'), order, currency }
}

export async function convert(
  db: Store,
  click: ClickOf,
  purchase: Purchase,
  days: number,
): Promise<ConversionOutcome> {
  if (Date.now() - click.at > days * DAY) return 'too late'
  const { accountId, source, sourceId, link, id, at } = click
  const sourceKind = SOURCE[source]
  // The click may still be waiting to be aggregated.
  await foldHits(db, accountId)
  const { value, order: orderNumber, currency } = purchase
  const key =
    orderNumber === '' ? `click ${sourceKind}.${sourceId}.${link}.${id}` : `order ${orderNumber}`
  const conversion = {
    accountId,
    key,
    sourceKind,
    sourceId,
    link,
    hitId: id,
    clickedAt: new Date(at),
    orderNumber,
    value,
    currency,
  }
  const published = await hasListener(db, accountId, 'converted')
  const { added } = published
    ? await addWithEvent(db, conversion)
    : await addConversion(db, conversion)
  return added > 0 ? 'counted' : 'counted before'
}

/** The event names the subscriber of the click; with anonymous tracking there is no event. */
const addWithEvent = (
  db: Db,
  conversion: Parameters<typeof addConversion>[1],
): Promise<{ added: number }> =>
  atomically(db, async tx => {
    const {
      accountId,
      key,
      sourceKind,
      sourceId,
      link,
      orderNumber: order,
      value,
      currency,
    } = conversion
    const { added } = await addConversion(tx, conversion)
    const found = added > 0 ? await converterOf(tx, { accountId, key }) : undefined
    if (found) {
      const details = [{ link, order, value, currency }]
      await publish(tx, accountId, {
        kind: 'converted',
        source: { kind: sourceKind, id: sourceId },
        ids: [found.deliveryId],
        details,
      })
    }
    return { added }
  })

/** Attributes the purchase to the link that the subscriber clicked last. */
export async function convertAddress(
  db: Store,
  accountId: number,
  email: string,
  purchase: Purchase,
  days: number,
): Promise<ConversionOutcome> {
  await foldHits(db, accountId)
  const last = await lastClickOf(db, { accountId, emailKey: emailKey(email) })
  if (!last) return 'no click'
  const at = momentOfStore(last.lastClickAt).getTime()
  const { sourceKind, sourceId, link, hitId } = last
  return convert(
    db,
    {
      accountId,
      source: sourceKind === SOURCE.trigger ? 'trigger' : 'sending',
      sourceId,
      link,
      id: hitId ?? 0,
      at,
    },
    purchase,
    days,
  )
}

const KEY = /^ppc-([0-9a-z]{1,11})-[0-9a-f]{40}$/
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/**
 * Makes an API key for reporting conversions from server to server. It is shown once: only its hash
 * is stored.
 */
export async function makeConversionKey(db: Store, accountId: number): Promise<string> {
  const key = `ppc-${accountId.toString(36)}-${randomBytes(20).toString('hex')}`
  const work = async (tx: Db) => {
    await addConversionKey(tx, { accountId, hash: hashOf(key) })
    await recordChange(tx, accountId, { action: 'shop-key.add', id: '' })
  }
  await atomically(db, work)
  return key
}

/** Revokes all such keys of an account. Returns their number. */
export function dropConversionKeys(db: Store, accountId: number): Promise<number> {
  const work = async (tx: Db) => {
    const keys = await removeConversionKeys(tx, { accountId })
    await recordChange(tx, accountId, { action: 'shop-key.remove', id: '', before: { keys } })
    return keys
  }
  return atomically(db, work, { again: true })
}

/** The account of a key. */
export async function accountOfKey(db: Db, key: string): Promise<number | undefined> {
  const [, account] = KEY.exec(key) ?? []
  const accountId = Number.parseInt(account ?? '', 36)
  if (!Number.isSafeInteger(accountId)) return undefined
  const { known } = await isConversionKey(db, { accountId, hash: hashOf(key) })
  return known ? accountId : undefined
}
