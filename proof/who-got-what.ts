/** Compares what the ledger says with what the mail server has counted. */
export interface LedgerRow {
  email: string
  state: string
  /** It was on its way when a process ended: it may have arrived then. */
  onceUncertain: boolean
}

export interface Comparison {
  people: number
  /** By how many emails they got. */
  got: { once: number; twice: number; more: number; none: number }
  /** Who got two that the ledger does not call uncertain. Wanted: 0. */
  doubledInSilence: string[]
  /** Who got nothing although the ledger calls their email accepted. Wanted: 0. */
  lostInSilence: string[]
  /** Who is not in the ledger. Wanted: 0. */
  unknown: string[]
  /** Rows by state. */
  states: Record<string, number>
}

export function compare(
  people: readonly string[],
  ledger: readonly LedgerRow[],
  counts: ReadonlyMap<string, number>,
): Comparison {
  const rows = new Map(ledger.map(row => [row.email, row]))
  const countOf = (email: string) => counts.get(email) ?? 0
  const having = (is: (count: number) => boolean) => people.filter(email => is(countOf(email)))
  const states: Record<string, number> = {}
  for (const { state } of ledger) states[state] = (states[state] ?? 0) + 1
  return {
    people: people.length,
    got: {
      once: having(count => count === 1).length,
      twice: having(count => count === 2).length,
      more: having(count => count > 2).length,
      none: having(count => count === 0).length,
    },
    doubledInSilence: having(count => count > 1).filter(email => !rows.get(email)?.onceUncertain),
    lostInSilence: having(count => count === 0).filter(
      email => rows.get(email)?.state === 'accepted',
    ),
    unknown: people.filter(email => !rows.has(email)),
    states,
  }
}

export const holds = ({ got, doubledInSilence, lostInSilence, unknown }: Comparison): boolean =>
  got.more === 0 &&
  doubledInSilence.length === 0 &&
  lostInSilence.length === 0 &&
  unknown.length === 0

export function printComparison(result: Comparison): void {
  const { people, got, doubledInSilence, lostInSilence, unknown, states } = result
  console.log(`Of ${people} people ${got.once} got one email, ${got.twice} got two,`)
  console.log(`${got.more} got more, ${got.none} got none. The ledger: ${JSON.stringify(states)}.`)
  console.log(`Two without a word in the ledger: ${doubledInSilence.length}.`)
  console.log(`Accepted in the ledger, and nothing came: ${lostInSilence.length}.`)
  console.log(`Not in the ledger: ${unknown.length}.`)
}
