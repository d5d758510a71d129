/** The choices on the page, and the order that is made from them. */
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import type { MeasuredAnswer } from '../../../actions/sendings/sending-report.ts'
import { baseOf } from '../../shared/sendings/measured.ts'
import { localTime, momentText, zoneHere } from '../../shared/sendings/zone-times.ts'
import type { AudienceChoice, WhenToSend } from './calls.ts'
import type { CriterionChoice, WhenChoice } from './texts.ts'

export const CRITERIA: readonly CriterionChoice[] = ['clicks', 'opens', 'value']

/** The differences from the newsletter; empty: none. */
export interface VariantChoice {
  subject: string
  fromName: string
  newsletterId: number | undefined
  at: string
}

export interface SplitChoice {
  share: string
  by: CriterionChoice
  waitHours: string
  variants: VariantChoice[]
}

export interface OrderChoice {
  when: WhenChoice
  /** As an input of a day and a time has it: 2026-11-22T09:00; empty: now, if that may be. */
  at: string
  zone: string
  zoneField: number | undefined
  /** Percent of the audience a day; empty: all at once. */
  sharePerDay: string
  /** Also in quiet hours. */
  anyHour: boolean
  split: SplitChoice | undefined
}

type SplitOfSending = NonNullable<LiveSending['split']>

export const SAME: VariantChoice = { subject: '', fromName: '', newsletterId: undefined, at: '' }

export const NEW_SPLIT: SplitChoice = {
  share: '20',
  by: 'clicks',
  waitHours: '4',
  variants: [SAME, SAME],
}

/** It begins as soon as it is ordered. */
export const isAtOnce = ({ when, at }: OrderChoice): boolean =>
  when === 'now' || (when === 'best' && at === '')

/** Its variants are compared at one time. */
export const withTest = (order: OrderChoice, split: SplitChoice): OrderChoice => ({
  ...order,
  split,
  ...((order.when === 'local' || order.when === 'best') && { when: 'now', at: '' }),
})

const within = (text: string, least: number, most: number): number | undefined => {
  const value = Number(text)
  return text.trim() !== '' && value >= least && value <= most ? value : undefined
}

const shareOf = (text: string) => {
  const share = within(text, 1, 50)
  return share === undefined ? undefined : Math.round(share)
}

const MOST_HOURS = 720

export type OrderFault = 'time' | 'zoneField' | 'share' | 'split' | 'variants' | 'measured'

/** `measured`: of those who will get it, as far as that is counted. */
export function faultsOf(order: OrderChoice, measured?: MeasuredAnswer): OrderFault[] {
  const { when, at, zoneField, sharePerDay, split } = order
  const faults: OrderFault[] = []
  if ((when === 'at' || when === 'local') && at === '') faults.push('time')
  if (when === 'local' && zoneField === undefined) faults.push('zoneField')
  if (sharePerDay !== '' && shareOf(sharePerDay) === undefined) faults.push('share')
  if (split === undefined) return faults
  const { share, waitHours, variants } = split
  if (within(share, 1, 100) === undefined || within(waitHours, 0.02, MOST_HOURS) === undefined)
    faults.push('split')
  if (new Set(variants.map(one => JSON.stringify(one))).size < variants.length)
    faults.push('variants')
  if (measured && baseOf(split.by === 'opens' ? 'opened' : 'clicked', measured).few)
    faults.push('measured')
  return faults
}

function variantOf({ subject, fromName, newsletterId, at }: VariantChoice) {
  return {
    ...(subject.trim() !== '' && { subject: subject.trim() }),
    ...(fromName.trim() !== '' && { fromName: fromName.trim() }),
    ...(newsletterId !== undefined && { newsletterId }),
    ...(at !== '' && { at: momentText(at) }),
  }
}

/** The body of POST /sendings. */
export function orderBody(
  newsletterId: number,
  audience: AudienceChoice,
  order: OrderChoice,
  { expected, local }: { expected: number; local: boolean },
) {
  const { listIds, excludedListIds, filterIds, resendOf, repeat } = audience
  const { when, at, zone, zoneField, sharePerDay, anyHour, split } = order
  const share = shareOf(sharePerDay)
  return {
    newsletterId,
    listIds,
    excludedListIds,
    filterIds,
    repeat,
    expected,
    local,
    anyHour,
    ...(resendOf && { resendOf }),
    ...(!isAtOnce(order) && { at: momentText(at) }),
    ...((when !== 'now' || split) && { zone }),
    ...((when === 'local' || when === 'best') && { zoneField }),
    ...(when === 'best' && { bestHour: true }),
    ...(share !== undefined && { sharePerDay: share }),
    ...(split && {
      split: {
        share: Number(split.share),
        by: split.by,
        waitMinutes: Math.max(1, Math.round(Number(split.waitHours) * 60)),
        variants: split.variants.map(variantOf),
      },
    }),
  }
}

/** For the count before it; a time that is not whole yet is left out. */
export function timesOfOrder(order: OrderChoice): WhenToSend {
  const { when, at, zone, zoneField, sharePerDay, anyHour } = order
  const share = shareOf(sharePerDay)
  return {
    anyHour,
    zoneField,
    ...(when !== 'now' && at !== '' && { at: momentText(at), zone }),
    ...(when === 'best' && { bestHour: true, zone }),
    ...(share !== undefined && { sharePerDay: share }),
  }
}

const HELD_MILLIS = 120_000

/** As it was ordered, of a sending that was undone. */
export function orderOfUndone({ order, dueAt, zone, split }: LiveSending): OrderChoice {
  const start = { when: 'now', at: '', zone: zoneHere() } as const
  // One that was held before it began was ordered for now.
  const ahead = Date.parse(dueAt) > Date.now() + HELD_MILLIS && split === null
  const timed = ahead ? ({ when: 'at', at: localTime(dueAt, zone), zone } as const) : start
  const local = order?.local
  const best = order?.bestHour
  return {
    ...(local ? { when: 'local', at: local.at.replace(' ', 'T'), zone } : timed),
    ...(best && { when: 'best', zone }),
    zoneField: local?.field ?? best?.field ?? undefined,
    anyHour: order?.anyHour ?? false,
    sharePerDay: order?.sharePerDay ? String(order.sharePerDay) : '',
    split: split ? splitOfUndone(split) : undefined,
  }
}

const splitOfUndone = ({ share, by, waitMinutes, samples }: SplitOfSending): SplitChoice => ({
  share: String(share),
  by,
  waitHours: String(Math.round((waitMinutes / 60) * 100) / 100),
  variants: samples.map(({ subject, fromName, newsletterId }) => ({
    subject,
    fromName,
    newsletterId,
    at: '',
  })),
})

/** Of a sending that was undone. */
export function audienceOfUndone({ order }: LiveSending): AudienceChoice | undefined {
  if (!order) return undefined
  const ids = (named: readonly { id: number }[]) => named.map(({ id }) => id)
  return {
    listIds: ids(order.lists),
    excludedListIds: ids(order.excluded),
    filterIds: ids(order.filters),
    repeat: order.repeat,
    ...(order.resendOf && { resendOf: order.resendOf }),
  }
}
