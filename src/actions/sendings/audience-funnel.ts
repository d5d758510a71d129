/** From the members of lists to those who would get a sending, for the page before it. */
import type { Db } from '../../db/db.ts'
import { listsOfAccount } from '../../domain/lists/lists.sql.ts'
import { Refusal } from '../../domain/refusal.ts'
import { routes } from '../../domain/routes/routes.sql.ts'
import type { SendingAudience } from '../../domain/sendings/audience/audience.ts'
import { countAudience, valuesOfAudience } from '../../domain/sendings/audience/count-audience.ts'
import { type AudienceOrder, orderedAudience } from '../../domain/sendings/audience/order.ts'
import { plannedMoments } from '../../domain/sendings/audience/planned-moments.ts'
import { isFarMore, usualOfList } from '../../domain/sendings/audience/usual-audience.ts'
import { zoneNamed } from '../../lib/zones.ts'
import { answeredHours } from '../quiet-hours/quiet-hours.ts'
import { type OrderTimes, timesOf } from './order-times.ts'

const MOST_ZONES = 1_000

interface PlannedTimes extends OrderTimes {
  anyHour: boolean
}

export async function readFunnel(
  db: Db,
  accountId: number,
  order: AudienceOrder,
  when: PlannedTimes,
) {
  const { zoneField } = when
  const audience = await orderedAudience(db, accountId, order)
  const counted = await countAudience(db, accountId, audience)
  const usual = await usualOfList(db, accountId, order.listId)
  const names = new Map((await listsOfAccount(db, { accountId })).map(({ id, name }) => [id, name]))
  return {
    ...counted,
    lists: counted.lists.map(list => ({ ...list, name: names.get(list.id) ?? '' })),
    usual,
    farMore: isFarMore(counted.willGet, usual),
    zones:
      zoneField === undefined
        ? null
        : zonesOf(await valuesOfAudience(db, accountId, audience, zoneField, MOST_ZONES)),
    plan: await planOf(db, accountId, audience, {
      ...when,
      listId: order.listId,
      people: counted.willGet,
    }),
    perSecond: await allowedPerSecond(db),
  }
}

/** Null: all are due at once, or it is not known yet when. */
async function planOf(
  db: Db,
  accountId: number,
  audience: SendingAudience,
  { listId, people, anyHour, ...when }: PlannedTimes & { listId: number; people: number },
) {
  if (when.zoneField !== undefined && when.at === undefined && !when.bestHour) return null
  const order = timesIfValid(when)
  if (!order) return null
  const { dueAt: due, zone, local, bestHour } = order
  const { sharePerDay } = when
  const times = { listId, zone, due, anyHour, people, ...(local && { local }) }
  const plan = await plannedMoments(db, accountId, audience, {
    ...times,
    ...(bestHour && { bestHour }),
    ...(sharePerDay !== undefined && { sharePerDay }),
  })
  if (!plan) return null
  const { quiet, last = null, bestHour: hours, ...numbers } = plan
  return {
    quiet: quiet ? answeredHours(quiet) : null,
    last,
    bestHour: hours ? { ...hours, hour: hours.usual ?? null } : null,
    ...numbers,
  }
}

/**
 * A time that has passed while the page was open is now. What is no time in the zone is refused by
 * the order: people are counted all the same.
 */
function timesIfValid(when: OrderTimes) {
  try {
    return timesOf(when, 0)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Several values may mean one zone; what means none is counted last. */
function zonesOf(values: readonly { value: string; people: number }[]) {
  const zones = new Map<string | null, number>()
  for (const { value, people } of values) {
    const zone = zoneNamed(value) ?? null
    zones.set(zone, (zones.get(zone) ?? 0) + people)
  }
  return [...zones]
    .map(([zone, people]) => ({ zone, people }))
    .sort((a, b) => Number(a.zone === null) - Number(b.zone === null) || b.people - a.people)
}

/** Null if a route in use has no limit. */
async function allowedPerSecond(db: Db): Promise<number | null> {
  const inUse = (await routes(db, {})).filter(({ pausedAt }) => pausedAt === null)
  const rates = inUse.map(({ ratePerSecond }) => ratePerSecond)
  if (rates.length === 0 || rates.includes(null)) return null
  return rates.reduce<number>((sum, rate) => sum + (rate ?? 0), 0)
}
