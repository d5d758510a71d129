/**
 * Schedules a newsletter for lists: now, or at a time. The content is frozen here; the audience is
 * frozen when the sending is due.
 */

import { atomically, type Store, type TransactionStep } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { recordChange } from '../audit/record.ts'
import { addCounts } from '../deliveries/counts.sql.ts'
import { MOST_FIELDS } from '../demographics/fields.ts'
import { freezeMessage, type Message } from '../newsletters/freeze-message.ts'
import { filtersOfMessage } from '../newsletters/language-filters.ts'
import { refused } from '../refusal.ts'
import { markWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import type { SendingOptions, Split } from './audience/options.ts'
import { type AudienceOrder, checkLists, filtersOfOrder, recipientsOf } from './audience/order.ts'
import { addSending } from './sendings.sql.ts'
import { shareOf } from './steer-sending.ts'
import { type VariantOrder, variantMessages } from './variants/variants.ts'

export interface NewSending extends AudienceOrder {
  newsletterId: number
  dueAt: Date
  /** As the person gave it: `+01:00`, `Europe/Stockholm`. Stored for display. */
  zone: string
  local?: SendingOptions['local']
  bestHour?: SendingOptions['bestHour']
  sharePerDay?: number | undefined
  /** Also in quiet hours. */
  anyHour?: boolean | undefined
  perMinute?: number | undefined
  heldUntil?: Date | undefined
  split?: SplitOrder | undefined
}

/** An A/B test as it is ordered. */
export interface SplitOrder extends Pick<Split, 'share' | 'by' | 'waitMinutes'> {
  variants: readonly VariantOrder[]
}

/**
 * Creates a sending and returns its id. Refuses an unknown newsletter, list or filter. `alongside`
 * is committed with it.
 */
export async function makeSending(
  db: Store,
  accountId: number,
  sending: NewSending,
  alongside?: TransactionStep,
): Promise<number> {
  const { newsletterId, listId, zone, perMinute, split } = sending
  const message = await freezeMessage(db, accountId, newsletterId, listId)
  const filters = await filtersOfOrder(db, accountId, sending)
  const options = await optionsOf(db, accountId, sending)
  const samples = split ? await variantMessages(db, accountId, message, sending, split) : []
  const row = { accountId, newsletterId, listId, zone, test: false, perMinute: perMinute ?? null }
  const whole = {
    ...row,
    audienceFilters: JSON.stringify(filters),
    options: JSON.stringify(options),
  }
  const frozen = async (of: Message) => ({
    message: JSON.stringify(of),
    blocks: JSON.stringify(await filtersOfMessage(db, accountId, of)),
  })
  const id = await takeId(db, accountId, 'sending')
  const parts: Parameters<typeof addSending>[1][] = []
  for (const [variant, { message: of, dueAt, newsletterId: own }] of samples.entries())
    parts.push({
      ...whole,
      ...(await frozen(of)),
      newsletterId: own,
      dueAt,
      variant,
      parentId: id,
      perMinute: perMinute === undefined ? null : shareOf(perMinute, samples.length),
      id: await takeId(db, accountId, 'sending'),
    })
  const waits = (split?.waitMinutes ?? 0) * 60_000
  const last = Math.max(sending.dueAt.getTime(), ...samples.map(({ dueAt }) => dueAt.getTime()))
  const main = { ...whole, ...(await frozen(message)), id, dueAt: new Date(last + waits) }
  await atomically(
    db,
    async tx => {
      await alongside?.(tx, id)
      for (const part of [...parts, { ...main, parentId: null, variant: null }]) {
        await addSending(tx, part)
        const { id: sourceId, dueAt: due } = part
        await addCounts(tx, { accountId, sendingId: sourceId })
        await markWork(tx, { accountId, kind: WORK.plan, sourceId, due })
      }
      const { newsletterId, listId, dueAt, filterIds } = sending
      const after = { newsletterId, listId, dueAt, filterIds, ...options }
      await recordChange(tx, accountId, { action: 'sending.add', id, after })
    },
    { again: true, accountId },
  )
  return id
}

async function optionsOf(
  db: Store,
  accountId: number,
  sending: NewSending,
): Promise<SendingOptions> {
  const { moreLists = [], excludedLists = [], resend, unlessGot = [] } = sending
  const { local, bestHour, sharePerDay, split, anyHour } = sending
  const field = local?.field ?? bestHour?.field
  await checkLists(db, accountId, sending)
  if (sharePerDay !== undefined && !(sharePerDay >= 1 && sharePerDay <= 50))
    throw refused('not-valid', 'daily-share')
  if (field !== undefined && !(field >= 1 && field <= MOST_FIELDS))
    throw refused('no-such-field', 'field-none', { field })
  return {
    ...(moreLists.length > 0 && { moreLists: [...moreLists] }),
    ...(excludedLists.length > 0 && { excludedLists: [...excludedLists] }),
    ...(resend && { resend: await recipientsOf(db, accountId, resend) }),
    ...(unlessGot.length > 0 && { unlessGot: [...unlessGot] }),
    ...(local && { local }),
    ...(bestHour && { bestHour }),
    ...(sharePerDay !== undefined && { sharePerDay }),
    ...(anyHour && { anyHour: true as const }),
    ...(split && {
      split: {
        variants: split.variants.length,
        ...(split.variants.some(({ dueAt }) => dueAt) && { ownTimes: true as const }),
        share: split.share,
        by: split.by,
        waitMinutes: split.waitMinutes,
      },
    }),
    ...(sending.heldUntil && { heldUntil: sending.heldUntil.toISOString() }),
  }
}
