/**
 * Whether a trigger's letters can be sent to its list: what else would hold it when the first
 * person comes by.
 */
import type { Db } from '../../db/db.ts'
import { blockIds } from '../../mail/template/blocks.ts'
import { filtersForSending } from '../filters/save-filter.ts'
import { freezeLetter } from '../newsletters/freeze-letter.ts'
import { Refusal } from '../refusal.ts'
import type { DefinitionFinding } from './language/check-definition.ts'
import type { Definition } from './language/definition.ts'

export async function wrongLetters(
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
      says.set(newsletterId, await wrongLetter(db, accountId, newsletterId, listId))
    const sentence = says.get(newsletterId)
    if (sentence !== undefined)
      wrong.push({
        key,
        says: `Newsletter ${newsletterId} can't be sent to list ${listId}: ${sentence}`,
      })
  }
  return wrong
}

async function wrongLetter(
  db: Db,
  accountId: number,
  newsletterId: number,
  listId: number,
): Promise<string | undefined> {
  try {
    const letter = await freezeLetter(db, accountId, newsletterId, listId)
    await filtersForSending(db, accountId, listId, blockIds(letter))
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.subject ?? error.message
  }
}
