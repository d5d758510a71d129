/** What people did with earlier sendings of a list, written as requests write hits. */
import { takeIds } from '../../src/db/ids.ts'
import { foldHits } from '../../src/domain/tracking/fold-hits.ts'
import type { HitVerdict } from '../../src/domain/tracking/hit.ts'
import { newBatch, recordBatch } from '../../src/domain/tracking/record-hit.ts'
import type { sendingSetup } from './sending.ts'

type Setup = Pick<Awaited<ReturnType<typeof sendingSetup>>, 'store' | 'accountId' | 'ask'> & {
  listId: number
}

export interface Habit {
  person: number
  /** Of each sending in turn: when it was opened. */
  opens: Date[]
  /** A click at that moment instead, which implies an open. */
  clicks?: boolean
  verdict?: HitVerdict
}

/** Ids of the earlier sendings begin here. */
const FIRST = 900_001

/** As many earlier sendings as somebody has opens, all of them begun at a moment. */
export async function withHabits(setup: Setup, begun: Date, habits: Habit[]): Promise<void> {
  const { store, accountId, ask, listId } = setup
  const most = Math.max(...habits.map(({ opens }) => opens.length))
  await ask(
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at, planned_at)
     select $1, id, 1, $2, '{}', 'finished', $3, $3 from generate_series($4::int, $5::int) id
     on conflict do nothing`,
    [accountId, listId, begun, FIRST, FIRST + most - 1],
  )
  const all = habits.flatMap(habit =>
    habit.opens.map((at, i) => ({
      accountId,
      source: 'sending' as const,
      sourceId: FIRST + i,
      deliveryId: habit.person,
      kind: habit.clicks ? ('click' as const) : ('view' as const),
      link: habit.clicks ? 1 : 0,
      at: at.getTime(),
      verdict: habit.verdict ?? 'person',
      reason: 'browser',
      agent: '',
      network: '',
    })),
  )
  const ids = await takeIds(store, accountId, 'hit', all.length)
  const hits = all.map((hit, i) => ({ ...hit, id: ids[i]! }))
  await recordBatch(store, newBatch(accountId, hits))
  await foldHits(store, accountId)
}
