/** Hits of people, or of machines too, as the switch of the report has it. */
import type { HourAnswer, SendingReport } from '../../../actions/sendings/sending-report.ts'

import { baseOf, type ReachKind } from '../../shared/sendings/measured.ts'

export type Counting = 'people' | 'all'

interface Hits {
  all: number
  byPeople: number
  people: number | null
}

/** How many did it. Without names only hits are known. */
export const didIt = ({ people, byPeople }: Hits): number => people ?? byPeople

/** The part by machines. */
export const byMachines = ({ all, byPeople }: Hits): number => Math.max(0, all - byPeople)

export const shownHits = (hits: Hits, counting: Counting): number =>
  counting === 'people' ? didIt(hits) : hits.all

const PLACES = 73

/** Added up from hour to hour, until the last that has passed. */
export function curveOf(
  hours: readonly HourAnswer[],
  kind: 'opens' | 'clicks',
  until: number,
): { people: number[]; machines: number[] } {
  const people: number[] = []
  const machines: number[] = []
  let known = 0
  let others = 0
  for (let hour = 0; hour < Math.min(PLACES - 1, until); hour++) {
    const hits = hours.find(one => one.hour === hour)?.[kind]
    known += hits?.people ?? 0
    others += hits ? byMachines(hits) : 0
    people.push(known)
    machines.push(others)
  }
  return { people: [0, ...people], machines: [0, ...machines] }
}

/** What an axis of hours ends with: a young sending is not a line at its edge. */
const SPANS = [6, 24, 72]

/** Hours of the shortest axis that has all that have passed. */
export const spanOf = (hours: number): number => SPANS.find(span => span >= hours) ?? PLACES - 1

/** Hours that have passed since a sending began. */
export const hoursSince = (began: string | null): number =>
  began === null ? 0 : Math.max(1, Math.ceil((Date.now() - Date.parse(began)) / 3_600_000))

export interface ShownRates {
  opened: number
  clicked: number
  unsubscribed: number
  bounced: number
}

/**
 * Rates are shares of delivered emails; of opens and clicks, of those who were measured; of
 * bounces, of sent emails. NaN: too few are measured, or hits of unmeasured people count too.
 */
export function ratesOf({ figures }: SendingReport, counting: Counting): ShownRates {
  const { delivered, sent, opens, clicks, unsubscribed, optedOut, bounced, measured } = figures
  const of = (count: number, whole: number) => (whole > 0 ? count / whole : Number.NaN)
  const reached = (hits: Hits, kind: ReachKind) => {
    const base = baseOf(kind, measured)
    const isKnown = base.of === delivered || (counting === 'people' && !base.few)
    return isKnown ? of(shownHits(hits, counting), base.of) : Number.NaN
  }
  return {
    opened: reached(opens, 'opened'),
    clicked: reached(clicks, 'clicked'),
    unsubscribed: of(unsubscribed + optedOut, delivered),
    bounced: of(bounced, sent),
  }
}

/** Whether some recipients were not measured. */
export const isPartly = ({ figures: { delivered, measured } }: SendingReport): boolean =>
  measured.opens < delivered || measured.clicks < delivered

/** In percent of the people who were measured; none where they are too few. */
export function sharesOf(
  people: readonly number[],
  { figures }: SendingReport,
  kind: 'opens' | 'clicks',
): number[] {
  const { of, few } = baseOf(kind === 'opens' ? 'opened' : 'clicked', figures.measured)
  if (few || of === 0) return []
  return people.map(count => Math.round((count / of) * 1000) / 10)
}

/** 95 % of a share seen among so many: half of the interval. */
export const marginOf = (share: number, of: number): number =>
  of > 0 ? 1.96 * Math.sqrt((share * (1 - share)) / of) : Number.NaN
