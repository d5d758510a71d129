/**
 * Checks whether the emails of a trigger can be sent to its list; what it finds would otherwise
 * hold the trigger at its first subscriber.
 */
import type { Db } from '../../db/db.ts'
import { freezeMessage } from '../newsletters/freeze-message.ts'
import { filtersOfMessage } from '../newsletters/language-filters.ts'
import { Refusal } from '../refusal.ts'
import type { DefinitionFinding } from './language/check-definition.ts'
import type { Definition } from './language/definition.ts'

export async function wrongMessages(
  db: Db,
  accountId: number,
  { listId, steps }: Definition,
): Promise<DefinitionFinding[]> {
  const says = new Map<number, string | undefined>()
  const wrong: DefinitionFinding[] = []
  for (const step of steps) {
    if (step.do !== 'send') continue
    const { key, newsletterId } = step
    if (!says.has(newsletterId))
      says.set(newsletterId, await wrongMessage(db, accountId, newsletterId, listId))
    const sentence = says.get(newsletterId)
    if (sentence !== undefined)
      wrong.push({
        key,
        says: `Newsletter ${newsletterId} can't be sent to list ${listId}: ${sentence}`,
      })
  }
  return wrong
}

async function wrongMessage(
  db: Db,
  accountId: number,
  newsletterId: number,
  listId: number,
): Promise<string | undefined> {
  try {
    const message = await freezeMessage(db, accountId, newsletterId, listId)
    await filtersOfMessage(db, accountId, message)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.subject ?? error.message
  }
}
