/** Subscribers at the steps of a trigger: the active runs at one, and the durations of stays. */
import type { Db } from '../../../db/db.ts'
import { noSuch } from '../../refusal.ts'
import type { Definition } from '../language/definition.ts'
import { findTrigger } from '../triggers.sql.ts'
import { peopleAtStep, staysAtSteps } from './people.sql.ts'

/** The last row of the previous page: its next look in microseconds since 1970, its subscriber. */
export interface StandingPlace {
  micros: number
  id: number
}

/** The size of the sample of runs, and the newest passages of each run in it. */
const SAMPLED_RUNS = 10_000
const SAMPLED_PASSAGES = 50

const BEGINNING: StandingPlace = { micros: 0, id: 0 }

/** The active runs at a step in all versions; none for an unknown step. */
export async function standingAt(
  db: Db,
  accountId: number,
  triggerId: number,
  { step, after = BEGINNING, most }: { step: string; after?: StandingPlace; most: number },
) {
  await found(db, accountId, triggerId)
  const { micros: afterMicros, id: afterId } = after
  return peopleAtStep(db, { accountId, triggerId, step, afterMicros, afterId, most })
}

/**
 * The durations of completed stays at the steps of the present version, in seconds: of all runs, or
 * of a sample of 10,000. Steps of the same name in earlier versions count as well. A step without
 * any is not in the answer.
 */
export async function staysOf(db: Db, accountId: number, triggerId: number) {
  const { definition } = await found(db, accountId, triggerId)
  const { steps } = JSON.parse(definition) as Definition
  const stays = await staysAtSteps(db, {
    accountId,
    triggerId,
    runs: SAMPLED_RUNS,
    each: SAMPLED_PASSAGES,
  })
  return stays.filter(({ step }) => steps.some(({ key }) => key === step))
}

async function found(db: Db, accountId: number, triggerId: number) {
  const trigger = await findTrigger(db, { accountId, triggerId })
  if (!trigger) throw noSuch('no-such-trigger', triggerId)
  return trigger
}
