/** The totals of a sending as rows of a label and a number, for tables. */
import type { Db } from '../../db/db.ts'
import { sendingProgress } from '../sendings/progress.ts'
import { type Hits, hitsOf } from './hits-of-sending.ts'

export interface Summary {
  what: string
  /** An integer, or an exact decimal as text; null if it is not known: anonymous, not tracked. */
  number: number | string | null
}

export async function summaryOf(db: Db, accountId: number, sendingId: number): Promise<Summary[]> {
  const progress = await sendingProgress(db, accountId, sendingId)
  const { candidates, planned, leftOut, counts } = progress
  const { opens, clicks, closures } = await hitsOf(db, accountId, sendingId)
  return [
    { what: 'audience', number: candidates },
    ...Object.entries(leftOut).map(([reason, number]) => ({ what: `left out: ${reason}`, number })),
    { what: 'messages', number: planned },
    ...Object.entries(counts).map(([state, number]) => ({
      what: `emails ${state}`,
      number: number ?? 0,
    })),
    ...rowsOf('opens', 'who opened', progress.tracked ? opens : UNTRACKED),
    ...rowsOf('clicks', 'who clicked', progress.tracked ? clicks : UNTRACKED),
    ...closures.flatMap(({ currency, count, value }) => [
      { what: `closures${inCurrency(currency)}`, number: count },
      { what: `value${inCurrency(currency)}`, number: value },
    ]),
  ]
}

const UNTRACKED = { all: null, byPeople: null, people: null }

const rowsOf = (
  what: string,
  who: string,
  { all, byPeople, people }: Pick<Hits, 'all' | 'byPeople' | 'people'> | typeof UNTRACKED,
): Summary[] => [
  { what: `${what}, machines too`, number: all },
  { what: `${what} of people`, number: byPeople },
  { what: `people ${who}`, number: people },
]

const inCurrency = (currency: string): string => (currency === '' ? '' : ` in ${currency}`)
