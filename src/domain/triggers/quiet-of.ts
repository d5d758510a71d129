/** The quiet hours of a trigger: its own, else those of its list, else those of the account. */
import type { Db } from '../../db/db.ts'
import { type QuietRule, quietRuleOf } from '../quiet-hours/rules.ts'
import type { Definition } from './language/definition.ts'

/** Undefined: its emails may come at any hour. */
export async function quietOf(
  db: Db,
  accountId: number,
  { quiet, zone, listId }: Pick<Definition, 'quiet' | 'zone' | 'listId'>,
): Promise<QuietRule | undefined> {
  if (quiet === 'none') return undefined
  return quiet ? { zone, ...quiet } : quietRuleOf(db, accountId, listId)
}
