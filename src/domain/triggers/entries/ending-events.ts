/** Events of ended runs for webhooks, written in the transaction that ends them. */
import type { Db } from '../../../db/db.ts'
import type { EventKind } from '../../webhooks/event-kinds.ts'
import { isListenedTo, publish } from '../../webhooks/publish.ts'
import { endingWhy } from './ending-why.ts'

export const ENDED = 'trigger-ended' satisfies EventKind

interface EndedRun {
  /** Of the subscriber. */
  id: number
  entry: number
  ending: string
}

/** The caller has asked whether a webhook listens. */
export const publishEnded = (
  tx: Db,
  accountId: number,
  triggerId: number,
  runs: readonly EndedRun[],
): Promise<void> =>
  publish(tx, accountId, {
    kind: ENDED,
    ids: runs.map(({ id }) => id),
    details: runs.map(({ entry, ending }) => ({
      trigger: triggerId,
      entry,
      why: endingWhy(ending)?.code.replace(/^ended-/, '') ?? null,
    })),
  })

/** All runs of a trigger end, which is one event: there may be any number of them. */
export async function publishAllEnded(
  tx: Db,
  accountId: number,
  triggerId: number,
  why: 'removed' | 'new-version',
): Promise<void> {
  if (!(await isListenedTo(tx, accountId, ENDED))) return
  await publish(tx, accountId, { kind: ENDED, ids: [0], shared: { trigger: triggerId, why } })
}
