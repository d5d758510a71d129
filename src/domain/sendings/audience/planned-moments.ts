/** The moments of a sending before it is planned, by the rules of the plan. */
import type { Db } from '../../../db/db.ts'
import { readGenerated } from '../../filters/generated.ts'
import { intoStatement } from '../../filters/statement-parts.ts'
import { type QuietRule, quietRuleOf } from '../../quiet-hours/rules.ts'
import { audienceSql, type SendingAudience } from './audience.ts'
import type { SendingOptions } from './options.ts'
import { momentSql, timingOf } from './timing.ts'

export interface PlannedMoments {
  /** Those that hold for it. */
  quiet: QuietRule | undefined
  /** People whose email waits for the end of quiet hours. */
  waits: number
  /** By the hour, of a long sending by the day; the earliest first. */
  moments: { at: Date; people: number }[]
  /** When the last email is due. */
  last: Date | undefined
}

interface OrderedTimes extends Pick<SendingOptions, 'local' | 'sharePerDay'> {
  listId: number
  zone: string
  due: Date
  anyHour: boolean
}

const HOUR = 3_600_000
/** A longer plan is given by days. */
const MOST_HOURS = 72

/** Undefined: all are due at once. */
export async function plannedMoments(
  db: Db,
  accountId: number,
  audience: SendingAudience,
  { listId, zone, due, anyHour, ...options }: OrderedTimes,
): Promise<PlannedMoments | undefined> {
  const quiet = anyHour ? undefined : await quietRuleOf(db, accountId, listId)
  const timing = await timingOf(db, accountId, { ...options, quiet }, { zone, due }, audience)
  if (!timing) return undefined
  const values: unknown[] = [accountId]
  const into = intoStatement(values)
  // Shares depend on the id of the sending, which it has not yet: about the same numbers.
  const none = timing.sharePerDay === undefined ? '' : into.parameter(0)
  const rows = audienceSql(audience, into, { moment: momentSql(timing, into.parameter, none) })
  const found = await readGenerated(
    db,
    accountId,
    `select moment, count(*) from (${rows}) audience where left_out is null group by moment`,
    values,
  )
  const all = timing.moments.flat()
  const counted = found.rows.map(([at, people]) => ({
    ...all[Number(at)]!,
    people: Number(people),
  }))
  const times = counted.map(({ at }) => at.getTime())
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const step = last - first > MOST_HOURS * HOUR ? 24 * HOUR : HOUR
  const byStep = new Map<number, number>()
  for (const { at, people } of counted) {
    const begin = Math.floor(at.getTime() / step) * step
    byStep.set(begin, (byStep.get(begin) ?? 0) + people)
  }
  return {
    quiet,
    waits: counted.reduce((sum, { waits, people }) => sum + (waits ? people : 0), 0),
    moments: [...byStep]
      .sort(([a], [b]) => a - b)
      .map(([at, people]) => ({ at: new Date(at), people })),
    last: counted.length > 0 ? new Date(last) : undefined,
  }
}
