/** `trigger test`: simulates a saved trigger, or one that is not saved yet. */
import type { Db } from '../../db/db.ts'
import { momentGiven } from '../../lib/zones.ts'
import { noSuch, refused } from '../refusal.ts'
import { validTrigger } from './check-trigger.ts'
import { dryRun, type TriggerDryRun } from './dry-run.ts'
import type { Definition } from './language/definition.ts'
import { findTrigger } from './triggers.sql.ts'

export interface TriggerTry {
  /** A saved trigger, or the source of one that is not saved. */
  trigger: number | { source: string }
  email: string
  /** A day and a time of the trigger's zone: `2026-11-22 09:00`. */
  at?: string | undefined
  happens: readonly string[]
}

/** Sends and changes nothing. */
export async function tryTrigger(
  db: Db,
  accountId: number,
  { trigger, email, at, happens }: TriggerTry,
): Promise<{ definition: Definition; tried: TriggerDryRun }> {
  const triggerId = typeof trigger === 'number' ? trigger : undefined
  const definition = await definitionOf(db, accountId, trigger)
  const moment = at === undefined ? undefined : momentOf(at, definition.zone)
  const options = { email, happens, at: moment, triggerId }
  return { definition, tried: await dryRun(db, accountId, definition, options) }
}

async function definitionOf(
  db: Db,
  accountId: number,
  trigger: TriggerTry['trigger'],
): Promise<Definition> {
  if (typeof trigger !== 'number')
    return (await validTrigger(db, accountId, trigger.source, 'nothing')).definition
  const kept = await findTrigger(db, { accountId, triggerId: trigger })
  if (!kept) throw noSuch('no-such-trigger', trigger)
  return JSON.parse(kept.definition) as Definition
}

function momentOf(text: string, zone: string): Date {
  const moment = momentGiven(text.trim(), zone)
  if (moment) return moment
  throw refused('not-valid', 'time-unknown', { zone }).ofValue('at')
}
