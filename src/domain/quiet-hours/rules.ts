/**
 * When an account, or a list of it, sends nothing. The narrowest rule holds: that of the trigger,
 * else that of the list, else that of the account.
 */
import { atomically, type Db } from '../../db/db.ts'
import { clockText } from '../../lib/local-time.ts'
import { recordChange } from '../audit/record.ts'
import { MOST_FIELDS } from '../demographics/fields.ts'
import { noSuch, refused, type Violation, violationsOf } from '../refusal.ts'
import { checkZone } from '../zone.ts'
import {
  listsWithQuietHours,
  lockQuietHours,
  lockQuietHoursOfList,
  quietHoursOf,
  setQuietHours,
  setQuietHoursOfList,
} from './quiet-hours.sql.ts'
import type { DailyHours } from './quiet-until.ts'

export interface QuietRule extends DailyHours {
  /** Of people whose data field names none: `+01:00` or `Europe/Stockholm`. */
  zone: string
  /** The data field with the zone of a person. */
  zoneField?: number | undefined
}

/** Of a list: emails may come at any hour, whatever holds for the account. */
export const ANY_HOUR = 'any hour'

const DAY_MINUTES = 24 * 60
/** So much of a day at least must not be quiet. */
const LEAST_MINUTES = 60

/** The rule that holds for emails to a list; undefined: they may come at any hour. */
export async function quietRuleOf(
  db: Db,
  accountId: number,
  listId: number,
): Promise<QuietRule | undefined> {
  const { account, list } = await quietHoursOf(db, { accountId, listId })
  const rule = readRule(list) ?? readRule(account)
  return rule === ANY_HOUR ? undefined : rule
}

/** The account's own rule, and the lists that have another. */
export async function quietRulesOf(db: Db, accountId: number) {
  const { account } = await quietHoursOf(db, { accountId, listId: 0 })
  const lists = await listsWithQuietHours(db, { accountId })
  const rule = readRule(account)
  return {
    account: rule === ANY_HOUR ? undefined : rule,
    lists: lists.map(({ rule: own, ...list }) => ({ ...list, rule: readRule(own)! })),
  }
}

/** Undefined: none. Refuses hours that leave less than one of the day, and unknown zones. */
export async function setAccountQuiet(
  db: Db,
  accountId: number,
  rule: QuietRule | undefined,
): Promise<void> {
  const stored = rule ? JSON.stringify(checkedRule(rule)) : null
  await atomically(db, async tx => {
    const { account } = await lockQuietHours(tx, { accountId })
    await setQuietHours(tx, { accountId, rule: stored })
    const [before, after] = [shown(account), shown(stored)]
    await recordChange(tx, accountId, { action: 'quiet-hours.edit', id: '', before, after })
  })
}

/** Undefined: those of the account. Refuses what setAccountQuiet() does, and unknown lists. */
export async function setListQuiet(
  db: Db,
  accountId: number,
  listId: number,
  rule: QuietRule | typeof ANY_HOUR | undefined,
): Promise<void> {
  const own = rule === ANY_HOUR ? {} : rule && checkedRule(rule)
  const stored = own ? JSON.stringify(own) : null
  await atomically(db, async tx => {
    const locked = await lockQuietHoursOfList(tx, { accountId, listId })
    if (!locked) throw noSuch('no-such-list', listId)
    await setQuietHoursOfList(tx, { accountId, listId, rule: stored })
    const [before, after] = [shown(locked.list), shown(stored)]
    await recordChange(tx, accountId, { action: 'quiet-hours.edit', id: listId, before, after })
  })
}

function refuseWholeDay({ from, until }: DailyHours): void {
  const quiet = (until - from + DAY_MINUTES) % DAY_MINUTES
  if (quiet === 0 || quiet > DAY_MINUTES - LEAST_MINUTES)
    throw refused('not-valid', 'quiet-hours-whole')
}

interface GivenHours {
  /** Minutes of the day. */
  from?: number | undefined
  until?: number | undefined
  zone?: string | undefined
}

/** Validates the given values; absent ones pass. */
export function violationsOfQuietHours({ from, until, zone }: GivenHours): Violation[] {
  const hours = from !== undefined && until !== undefined && { from, until }
  return violationsOf([
    [['until'], () => hours && refuseWholeDay(hours)],
    [['zone'], () => zone !== undefined && checkZone(zone)],
  ])
}

function checkedRule({ from, until, zone, zoneField }: QuietRule): QuietRule {
  refuseWholeDay({ from, until })
  const named = checkZone(zone)
  if (zoneField !== undefined && !(zoneField >= 1 && zoneField <= MOST_FIELDS))
    throw refused('no-such-field', 'field-none', { field: zoneField })
  return { from, until, zone: named, zoneField }
}

function readRule(stored: string | null): QuietRule | typeof ANY_HOUR | undefined {
  if (stored === null) return undefined
  const rule = JSON.parse(stored) as Partial<QuietRule>
  return rule.from === undefined ? ANY_HOUR : (rule as QuietRule)
}

/** As the audit log has it. */
function shown(stored: string | null) {
  const rule = readRule(stored)
  if (rule === undefined) return { hours: null }
  if (rule === ANY_HOUR) return { hours: ANY_HOUR }
  const { zone, zoneField = null } = rule
  return { hours: hoursText(rule), zone, zoneField }
}

/** `22:00 to 08:00` */
const hoursText = ({ from, until }: DailyHours): string =>
  `${clockText(from)} to ${clockText(until)}`
