/**
 * Checks whether the emails of a trigger can be sent to its list; what it finds would otherwise
 * hold the trigger at its first subscriber.
 */
import type { Db } from '../../../db/db.ts'
import { detailed, reported } from '../../details/details.ts'
import { freezeMessage } from '../../newsletters/freeze-message.ts'
import { filtersOfMessage } from '../../newsletters/language-filters.ts'
import { causeOf, Refusal } from '../../refusal.ts'
import type { DefinitionFinding } from '../language/check-definition.ts'
import type { Definition } from '../language/definition.ts'

export async function wrongMessages(
  db: Db,
  accountId: number,
  { listId, steps }: Definition,
): Promise<DefinitionFinding[]> {
  const refusals = new Map<number, Refusal | undefined>()
  const wrong: DefinitionFinding[] = []
  for (const step of steps) {
    if (step.do !== 'send') continue
    const { key, newsletterId } = step
    if (!refusals.has(newsletterId))
      refusals.set(newsletterId, await wrongMessage(db, accountId, newsletterId, listId))
    const refusal = refusals.get(newsletterId)
    if (refusal === undefined) continue
    const says = refusal.subject ?? refusal.message
    const facts = { newsletter: newsletterId, list: listId, says }
    wrong.push({ key, ...reported(detailed('email-unsendable', facts), causeOf(refusal)) })
  }
  return wrong
}

async function wrongMessage(
  db: Db,
  accountId: number,
  newsletterId: number,
  listId: number,
): Promise<Refusal | undefined> {
  try {
    const message = await freezeMessage(db, accountId, newsletterId, listId)
    await filtersOfMessage(db, accountId, message)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error
  }
}
