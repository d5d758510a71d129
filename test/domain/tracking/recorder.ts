/** An account with hits as a test likes them, written as requests write them. */
import { foldHits } from '../../../src/domain/tracking/fold-hits.ts'
import type { Hit } from '../../../src/domain/tracking/hit.ts'
import { judgeSome } from '../../../src/domain/tracking/machines/judge-hits.ts'
import { recordHit, takeHitId } from '../../../src/domain/tracking/record-hit.ts'
import { newAccount } from '../../support/account.ts'
import { hitsOfSource, totalsOfSource } from '../../support/hit-queries.ts'

/** Half a minute before an hour ends. */
export const START = Date.UTC(2026, 10, 21, 12, 59, 30)

export const HIT: Omit<Hit, 'id' | 'accountId'> = {
  source: 'sending',
  sourceId: 1,
  deliveryId: 1,
  kind: 'view',
  link: 0,
  at: START,
  verdict: 'person',
  reason: 'browser',
  agent: 'Firefox, Windows',
  network: '',
}

export async function recorder() {
  const made = await newAccount()
  const { store } = made.service
  const accountId = made.account.id
  const page = {
    accountId,
    sourceKind: 1,
    afterAt: '-infinity',
    afterId: 0,
    untilAt: 'infinity',
    most: 1000,
    everybody: true,
  }
  return {
    ...made,
    store,
    accountId,
    hit: async (given: Partial<Hit>): Promise<Hit> => {
      const hit = { ...HIT, ...given, accountId, id: await takeHitId(store, accountId) }
      await recordHit(store, hit)
      return hit
    },
    /** Without a hold. */
    fold: () => foldHits(store, accountId, { holdSeconds: 0 }),
    judge: async (): Promise<number> => {
      let messages = 0
      for (let some = 1; some > 0; messages += some) some = await judgeSome(store, accountId)
      return messages
    },
    /** Kind and link: of all, of people, emails. */
    totals: async (sourceId = 1) =>
      (await totalsOfSource(store, { accountId, sourceKind: 1, sourceId })).map(
        ({ kind, link, byAll, byPeople, messages }) =>
          `${kind} ${link}: ${byAll} ${byPeople} ${messages}`,
      ),
    hits: async (kind: Hit['kind'], sourceId = 1) =>
      (await hitsOfSource(store, { ...page, sourceId, kind })).map(
        ({ link, verdict, reason }) => `${link} ${verdict}: ${reason}`,
      ),
    ask: async (text: string) => (await store.run({ name: '', text, again: true }, [])).rows,
  }
}
