/**
 * A sending goes on into quiet hours: as they begin for some of its people, their emails that were
 * not handed over wait for the end. Those that are planned within them wait from the start
 * (audience/timing.ts).
 */
import { atomically, type Db, type Store, type Tx } from '../../db/db.ts'
import { zoneNamed } from '../../lib/zones.ts'
import { changeGenerated } from '../filters/generated.ts'
import { nextQuiet, quietUntil } from '../quiet-hours/quiet-until.ts'
import type { QuietRule } from '../quiet-hours/rules.ts'
import { clearWork, lockWork, markWork, setWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { fieldSql } from './audience/count-audience.ts'
import { readOptions } from './audience/options.ts'
import { keepQuiet, lockSending, takeBackClaimed } from './sendings.sql.ts'

/** Values of a data field that are looked at; people with rarer ones have the zone of the rule. */
const MOST_ZONES = 1_000
/** So often emails that a relay deferred meanwhile are put off, too. */
const LOOK_MILLIS = 300_000

const mark = (accountId: number, sendingId: number) =>
  ({ accountId, kind: WORK.quiet, sourceId: sendingId }) as const

/** In the transaction that plans or retries it. The first look decides when the next is due. */
export async function watchQuiet(
  tx: Db,
  accountId: number,
  sendingId: number,
  quiet: QuietRule,
): Promise<void> {
  await keepQuiet(tx, { accountId, sendingId, quiet: JSON.stringify(quiet) })
  await markWork(tx, { ...mark(accountId, sendingId), due: new Date() })
}

/** Returns how many emails wait from now on. Of a sending that has ended nothing is watched. */
export function putOffQuiet(
  db: Store,
  accountId: number,
  sendingId: number,
  now = new Date(),
): Promise<number> {
  return atomically(
    db,
    async tx => {
      const sending = await lockSending(tx, { accountId, sendingId })
      const work = mark(accountId, sendingId)
      if (!(await lockWork(tx, work))) return 0
      const quiet = sending && readOptions(sending.options).quiet
      if (!quiet || sending.state === 'finished' || sending.state === 'cancelled') {
        await clearWork(tx, work)
        return 0
      }
      const zones = await zonesOfWaiting(tx, accountId, sendingId, quiet)
      const ends = [quiet.zone, ...zones.values()].map(zone => quietUntil(quiet, now, zone))
      const isQuiet = ends.some(end => end !== undefined)
      const begins = [quiet.zone, ...zones.values()].map(zone => nextQuiet(quiet, now, zone))
      const next = Math.min(...begins.map(begin => begin.getTime()))
      const look = isQuiet ? Math.min(next, now.getTime() + LOOK_MILLIS) : next
      await setWork(tx, { ...work, due: new Date(look) })
      if (!isQuiet) return 0
      await takeBackClaimed(tx, { accountId, sendingId, withdrawn: false })
      return putOff(tx, accountId, sendingId, { quiet, values: [...zones.keys()], ends })
    },
    { again: true, accountId },
  )
}

/** By the value of the data field, of those whose emails are not handed over. */
async function zonesOfWaiting(
  tx: Tx,
  accountId: number,
  sendingId: number,
  { zone, zoneField }: QuietRule,
): Promise<Map<string, string>> {
  if (zoneField === undefined) return new Map()
  const { rows } = await changeGenerated(
    tx,
    accountId,
    `select ${fieldSql(zoneField)} as value from deliveries d
  join subscribers s on s.account_id = $1 and s.id = d.id
where d.account_id = $1 and d.source_kind = 1 and d.source_id = $2::bigint
  and (d.next_try_at is not null or d.state = 'claimed')
group by 1 order by count(*) desc, 1 limit $3::int`,
    [accountId, sendingId, MOST_ZONES],
  )
  return new Map(rows.map(([value]) => [value!, zoneNamed(value!) ?? zone]))
}

/** `ends`: of people with another value, then by value; undefined: it is not quiet there. */
async function putOff(
  tx: Tx,
  accountId: number,
  sendingId: number,
  of: { quiet: QuietRule; values: string[]; ends: (Date | undefined)[] },
): Promise<number> {
  const ends = of.ends.map(end => end ?? new Date(0))
  const { zoneField } = of.quiet
  const place =
    zoneField === undefined
      ? '0'
      : `coalesce(array_position($4::text[], \
${fieldSql(zoneField)}), 0)`
  const { count } = await changeGenerated(
    tx,
    accountId,
    `with held as materialized (
  select d.id, m.until from deliveries d
    left join subscribers s on s.account_id = $1 and s.id = d.id
    cross join lateral (select ($3::timestamptz[])[${place} + 1] as until) m
  where d.account_id = $1 and d.source_kind = 1 and d.source_id = $2::bigint
    and d.next_try_at < m.until
  order by d.id for no key update of d)
update deliveries d set next_try_at = held.until
from held where d.account_id = $1 and d.source_kind = 1 and d.source_id = $2::bigint
  and d.id = held.id and d.next_try_at < held.until`,
    [accountId, sendingId, ends, ...(zoneField === undefined ? [] : [of.values])],
  )
  return count
}
