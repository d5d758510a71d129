/** The moments of a sending before it is planned, by the rules of the plan. */
import type { Db } from '../../../db/db.ts'
import { readGenerated } from '../../filters/generated.ts'
import { intoStatement } from '../../filters/statement-parts.ts'
import { type QuietRule, quietRuleOf } from '../../quiet-hours/rules.ts'
import { BUCKETS, type SendingAudience } from './audience.ts'
import type { SendingOptions } from './options.ts'
import { timedAudienceSql, timingOf } from './timing.ts'

export interface PlannedMoments {
  /** Those that hold for it. */
  quiet: QuietRule | undefined
  /** People whose email waits for the end of quiet hours. */
  waits: number
  /** By the hour, of a long sending by the day; the earliest first. */
  moments: { at: Date; people: number }[]
  /** When the last email is due. */
  last: Date | undefined
  /** Of a sending at best hours. */
  bestHour?: PlannedHours
}

interface PlannedHours {
  /** People who have a best hour, and those who have not. */
  own: number
  others: number
  /** At that hour of the day others get it; undefined: when it begins, too few have one. */
  usual: number | undefined
  /** Of a large audience the plan is that of a sample of it, in proportion. */
  estimated: boolean
}

interface OrderedTimes extends Pick<SendingOptions, 'local' | 'bestHour' | 'sharePerDay'> {
  listId: number
  zone: string
  due: Date
  anyHour: boolean
  /** How many will get it, as far as that is known. */
  people?: number
}

const HOUR = 3_600_000
/** A longer plan is given by days. */
const MOST_HOURS = 72
/** Best hours of more people are estimated, so that the page before a sending need not wait. */
const MOST_PEOPLE = 100_000
/** So many of them are looked at. */
const SAMPLE = 50_000

/** Undefined: all are due at once. */
export async function plannedMoments(
  db: Db,
  accountId: number,
  audience: SendingAudience,
  { listId, zone, due, anyHour, people = 0, ...options }: OrderedTimes,
): Promise<PlannedMoments | undefined> {
  const quiet = anyHour ? undefined : await quietRuleOf(db, accountId, listId)
  const timing = await timingOf(db, accountId, { ...options, quiet }, { zone, due }, audience)
  if (!timing) return undefined
  const values: unknown[] = [accountId]
  const into = intoStatement(values)
  // Shares depend on the id of the sending, which it has not yet: about the same numbers.
  const none = timing.sharePerDay === undefined ? '' : into.parameter(0)
  const isSampled = timing.bestHours !== undefined && people > MOST_PEOPLE
  const below = isSampled ? Math.ceil((BUCKETS * SAMPLE) / people) : BUCKETS
  const asked = isSampled ? { ...audience, sample: { of: 0, from: 0, below } } : audience
  const rows = timedAudienceSql(asked, into, timing, { sendingId: none })
  const hours = timing.bestHours ? ', count(*) filter (where own), max(usual)' : ''
  const found = await readGenerated(
    db,
    accountId,
    `select moment, count(*)${hours} from (${rows}) audience where left_out is null group by moment`,
    values,
  )
  const all = timing.moments.flat()
  const looked = sumOf(found.rows.map(([, some]) => Number(some)))
  const inAll = (count: string | null | undefined) =>
    Math.round(isSampled ? (Number(count) * people) / looked : Number(count))
  const counted = found.rows.map(([at, some, own]) => ({
    ...all[Number(at)]!,
    people: inAll(some),
    own: inAll(own ?? '0'),
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
    waits: sumOf(counted.map(({ waits, people }) => (waits ? people : 0))),
    moments: [...byStep]
      .sort(([a], [b]) => a - b)
      .map(([at, people]) => ({ at: new Date(at), people })),
    last: counted.length > 0 ? new Date(last) : undefined,
    ...(timing.bestHours && {
      bestHour: {
        own: sumOf(counted.map(({ own }) => own)),
        others: sumOf(counted.map(({ people, own }) => people - own)),
        usual: found.rows[0]?.[3] == null ? undefined : Number(found.rows[0][3]),
        estimated: isSampled,
      },
    }),
  }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0)
