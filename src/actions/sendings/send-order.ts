/** Who gets a sending, and how, as requests say it. */

import { z } from 'zod'
import { type Violation, violationsWithin } from '../../domain/refusal.ts'
import {
  refuseListAndLists,
  violationsOfLists,
} from '../../domain/sendings/audience/chosen-lists.ts'
import { DEFAULT_ZONE, violationsOfTime } from '../../domain/sendings/audience/due-time.ts'
import { CRITERIA } from '../../domain/sendings/audience/options.ts'
import {
  type VariantLines,
  violationsOfVariant,
} from '../../domain/sendings/variants/variant-lines.ts'
import { id } from '../values.ts'
import { type OrderTimes, violationsOfTimes } from './order-times.ts'

const MOST_LISTS = 50

export const resend = z.strictObject({
  sendingId: id.describe('Only to recipients of this sending.'),
  without: z
    .enum(['opened', 'clicked'])
    .default('opened')
    .describe('Of a resend: not to those who have done this.'),
})

export const audience = {
  listIds: z
    .array(id)
    .min(1)
    .max(MOST_LISTS)
    .optional()
    .describe(
      'To these lists; who is on several gets it once. The first gives sender and character set.',
    ),
  excludedListIds: z
    .array(id)
    .max(MOST_LISTS)
    .default([])
    .describe('Nobody who is on one of these lists.'),
  filterIds: z.array(id).max(20).default([]).describe('Only those who match all of these filters.'),
  resendOf: resend
    .optional()
    .describe('Only to recipients of this sending, but not to those who have done that.'),
  repeat: z
    .boolean()
    .default(false)
    .describe('Also to people who got the newsletter already, by another sending.'),
}

const zoneField = z
  .int()
  .min(1)
  .max(100)
  .optional()
  .describe(
    'At that time in the zone of each subscriber, which this data field has (Europe/Stockholm): ' +
      '5 for DD5. At best hours: the clock of each.',
  )

const anyHour = z
  .boolean()
  .default(false)
  .describe('Also in the quiet hours of the list or the account.')

const bestHour = z
  .boolean()
  .default(false)
  .describe(
    'Each at their best hour within 24 hours of that time, by their own opens and clicks; the ' +
      'others at the hour of most.',
  )

const sharePerDay = z
  .int()
  .min(1)
  .max(50)
  .optional()
  .describe('A share of the audience each day, in percent.')

export const sendTime = z
  .string()
  .max(40)
  .optional()
  .describe(
    'Not now, but then: 2026-11-22T09:00+01:00, or without an offset in the zone of the sending.',
  )

export const sendZone = z
  .string()
  .max(60)
  .optional()
  .describe(`The zone of that time: Europe/Stockholm; by default ${DEFAULT_ZONE}.`)

/** When emails of an order are due. */
export const times = {
  at: sendTime,
  zone: sendZone,
  zoneField,
  bestHour,
  sharePerDay,
  anyHour,
}

const text = z.string().max(500).optional()

export const abTest = z.strictObject({
  share: z
    .number()
    .min(1)
    .max(100)
    .default(20)
    .describe('Of an A/B test: percent of the audience, all variants together.'),
  by: z
    .enum(CRITERIA)
    .default('clicks')
    .describe("Of an A/B test: what decides. What people did; machines don't count."),
  waitMinutes: z
    .int()
    .min(1)
    .max(30 * 24 * 60)
    .default(240)
    .describe('Of an A/B test: minutes from the last sample to the choice of the winner.'),
  variants: z
    .array(
      z.strictObject({
        subject: text,
        preheader: text,
        fromName: text,
        fromEmail: z.string().max(320).optional(),
        newsletterId: id.optional().describe('Its content.'),
        at: sendTime,
      }),
    )
    .min(2)
    .max(5)
    .describe('What differs from the newsletter, in each.'),
})

export const split = abTest
  .optional()
  .describe('An A/B test: the rest of the audience gets the winner.')

/** What is sent: the newsletter, and the contents of variants. */
export const newslettersOf = ({
  newsletterId,
  split,
}: {
  newsletterId: number
  split?: { variants: readonly { newsletterId?: number | undefined }[] } | undefined
}): number[] => [
  ...new Set([newsletterId, ...(split?.variants ?? []).flatMap(one => one.newsletterId ?? [])]),
]

interface AudienceBody {
  listId?: number | undefined
  listIds?: number[] | undefined
  excludedListIds: number[]
  filterIds: number[]
  resendOf?: { sendingId: number; without: 'opened' | 'clicked' } | undefined
  repeat: boolean
}

/**
 * As rules have it; the first list may be left to the newsletter. `newsletterIds`: what is sent,
 * with the contents of variants. A resend is for people who got it.
 */
export function audienceOf(
  { listId, listIds, ...body }: AudienceBody,
  newsletterIds: readonly number[],
) {
  refuseListAndLists(listId, listIds)
  const [list, ...moreLists] = listIds ?? []
  return {
    list: list ?? listId,
    moreLists,
    excludedLists: body.excludedListIds,
    filterIds: body.filterIds,
    resend: body.resendOf,
    unlessGot: body.repeat || body.resendOf ? [] : newsletterIds,
  }
}

type GivenOrder = Partial<Pick<AudienceBody, 'listId' | 'listIds' | 'excludedListIds'>> &
  OrderTimes & {
    split?: { variants?: readonly (VariantLines & { at?: string | undefined })[] } | undefined
  }

/** Validates the given values of an order, without looking up newsletters, lists or people. */
export function violationsOfOrder({ split, ...order }: GivenOrder): Violation[] {
  const { zone } = order
  const ofVariants = (split?.variants ?? []).flatMap(({ at, ...lines }, i) =>
    violationsWithin(
      ['split', 'variants', i],
      [...violationsOfVariant(lines), ...violationsOfTime({ at, zone })],
    ),
  )
  // The zone belongs to the order, and is reported once.
  const own = ofVariants.filter(({ path }) => path.at(-1) !== 'zone')
  return [...violationsOfLists(order), ...violationsOfTimes({ ...order, split }), ...own]
}
