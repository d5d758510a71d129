/** The results of the variants of an A/B test, by people alone, and their confidence. */
import type { Db } from '../../../db/db.ts'
import { type Criterion, readOptions, type Split } from '../../sendings/audience/options.ts'
import { samplesOf } from '../../sendings/sendings.sql.ts'
import { valuesOfPeople } from './ab-test.sql.ts'
import { figuresOf, sendingOfReport } from './figures.ts'

export interface VariantResult {
  sendingId: number
  variant: number
  delivered: number
  /** Of those delivered: the base of the score. */
  measured: number
  /** People who opened, clicked, or bought. */
  people: number
  /** People, or money, for each email measured. */
  score: number
}

export interface AbResult {
  by: Criterion
  /** Of scores by value; null: nothing was bought, or there is no currency. */
  currency: string | null
  variants: VariantResult[]
  /** The best score; of equal ones the first variant. */
  best: number
  /** Between the best and the next, and 95 % of the time the true one is so near. */
  difference: number
  margin: number
  /** The difference is more than its margin: not chance, 95 times of a hundred. */
  clear: boolean
  /** Less than a tenth of a variant is measured: none can win. */
  tooFew: boolean
}

/** For 95 %, of a normal distribution. */
const DEVIATIONS = 1.96

export interface AbTest extends AbResult {
  /** Null: not chosen yet. */
  winner: number | null
  decidedAt: string | null
  byHand: boolean
  undecided: NonNullable<Split['undecided']> | null
}

/** Null without a test. */
export async function abTestOf(
  db: Db,
  accountId: number,
  sendingId: number,
): Promise<AbTest | null> {
  const { parentId, options } = await sendingOfReport(db, accountId, sendingId)
  const { split } = readOptions(options)
  if (!split || parentId !== null) return null
  const samples = await samplesOf(db, { accountId, sendingId })
  const { winner = null, decidedAt = null, byHand = false, undecided = null } = split
  const results = await resultsOf(db, accountId, samples, split)
  return { ...results, winner, decidedAt, byHand, undecided }
}

export async function resultsOf(
  db: Db,
  accountId: number,
  samples: readonly { id: number; variant: number }[],
  { by }: Pick<Split, 'by'>,
): Promise<AbResult> {
  const sendingIds = samples.map(({ id }) => id)
  const figures = await figuresOf(db, accountId, sendingIds, false)
  // Who bought after a link that counts in total only is nobody of the base.
  const named = [...figures.values()].some(one => one.measured.clicks < one.delivered)
  const bought = by === 'value' ? await boughtOf(db, accountId, sendingIds, named) : undefined
  const kind = by === 'opens' ? 'opens' : 'clicks'
  const found = samples.map(({ id, variant }) => {
    const { delivered, measured: base, ...hits } = figures.get(id)!
    const measured = base[kind]
    const value = bought?.bySending.get(id)
    const people = (bought ? value?.people : hits[kind].people) ?? 0
    const total = bought ? (value?.value ?? 0) : people
    const squares = bought ? (value?.squares ?? 0) : people
    const score = measured === 0 ? 0 : total / measured
    return {
      result: { sendingId: id, variant, delivered, measured, people, score },
      isFew: kind === 'opens' ? base.fewOpens : base.fewClicks,
      variance: varianceOfMean(measured, total, squares),
    }
  })
  const ranked = found.toSorted((a, b) => b.result.score - a.result.score)
  const [first, second] = [ranked[0]!, ranked[1]!]
  const difference = first.result.score - second.result.score
  const margin = DEVIATIONS * Math.sqrt(first.variance + second.variance)
  const tooFew = found.some(({ isFew }) => isFew)
  return {
    by,
    currency: bought?.currency ?? null,
    variants: found.map(({ result }) => result),
    best: first.result.variant,
    difference,
    margin,
    clear: !tooFew && difference > margin,
    tooFew,
  }
}

/** Of a mean over all who got it; who did nothing has 0. Of shares that is p (1 - p) / n. */
function varianceOfMean(n: number, sum: number, squares: number): number {
  if (n === 0) return 0
  const mean = sum / n
  return Math.max(0, squares / n - mean * mean) / n
}

/** Of the currency in which most people bought; values of several are not added. */
async function boughtOf(db: Db, accountId: number, sendingIds: readonly number[], named: boolean) {
  const rows = await valuesOfPeople(db, { accountId, sendingIds: [...sendingIds], named })
  const people = new Map<string, number>()
  for (const row of rows) people.set(row.currency, (people.get(row.currency) ?? 0) + row.people)
  const [currency = ''] = [...people].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? []
  const bySending = new Map(
    rows.filter(row => row.currency === currency).map(row => [row.sendingId, row]),
  )
  return { currency: currency === '' ? null : currency, bySending }
}
