/** A trigger as it was at a version, with the number of subscribers at each step and branch. */
import type { Db } from '../../db/db.ts'
import { noSuch, refused } from '../refusal.ts'
import { countDates } from './check-dates.ts'
import { namesIn } from './draw-names.ts'
import type { StepCounts } from './drawing/flow.ts'
import { endingWhy } from './entries/ending-why.ts'
import type { Definition } from './language/definition.ts'
import {
  endingsOfRuns,
  findTrigger,
  findTriggerVersion,
  peopleAtSteps,
  transitionsOnWays,
  versionsOfTrigger,
} from './triggers.sql.ts'

/**
 * Without `at`, as it is now. Call it in one snapshot: a subscriber who finishes meanwhile would
 * else be counted twice, or not at all.
 */
export async function triggerFacts(db: Db, accountId: number, triggerId: number, at?: number) {
  const trigger = await findTrigger(db, { accountId, triggerId })
  if (!trigger) throw noSuch('no-such-trigger', triggerId)
  const version = at ?? trigger.version
  const kept = await findTriggerVersion(db, { accountId, triggerId, version })
  if (!kept)
    throw refused('not-valid', 'trigger-version', {
      trigger: triggerId,
      version,
      newest: trigger.version,
    })
  const definition = JSON.parse(kept.definition) as Definition
  const standing = await peopleAtSteps(db, { accountId, triggerId })
  const transitions = await transitionsOnWays(db, { accountId, triggerId })
  const endings = (await endingsOfRuns(db, { accountId, triggerId })).map(row => ({
    ...row,
    endingWhy: endingWhy(row.ending),
  }))
  const sum = (rows: { people: number }[]): number =>
    rows.reduce((all, { people }) => all + people, 0)
  const active = sum(standing)
  const counts: StepCounts = {
    entered: active + sum(endings),
    at: key => sum(standing.filter(({ step }) => step === key)),
    on: (key, way) => sum(transitions.filter(row => row.step === key && row.way === way)),
  }
  return {
    trigger,
    definition,
    source: kept.source,
    version,
    names: await namesIn(db, accountId, definition),
    counts,
    endings,
    active,
    older: sum(standing.filter(row => row.version !== trigger.version)),
    skipped: (await countDates(db, accountId, definition))?.none ?? 0,
    versions: await versionsOfTrigger(db, { accountId, triggerId }),
  }
}
