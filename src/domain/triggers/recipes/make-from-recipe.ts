/** A trigger made of a recipe: its emails as newsletters of blocks, in the brand of the account. */
import type { Store } from '../../../db/db.ts'
import { brandOf } from '../../brand/keep-brand.ts'
import { findList } from '../../lists/lists.sql.ts'
import { removeNewsletter } from '../../newsletters/remove-newsletter.ts'
import { addDraft } from '../../newsletters/save-newsletter.ts'
import { noSuch, refused } from '../../refusal.ts'
import { DEFAULT_ZONE } from '../../sendings/audience/due-time.ts'
import { checkZone } from '../../zone.ts'
import { addNewTrigger } from '../save-trigger.ts'
import { definitionsOfAccount } from '../triggers.sql.ts'
import type { RecipeName } from './recipe-words-en.ts'
import { type Recipe, recipeOf, sourceOf } from './recipes.ts'

export interface RecipeOrder {
  recipe: RecipeName
  listId: number
  /** The data field with the date, from 1; for recipes that need one. */
  field?: number | undefined
  /** The address of the feed; for recipes that need one. */
  feed?: string | undefined
  zone?: string | undefined
}

/**
 * Saves the newsletters and the trigger, paused. Its name is followed by a number if it is taken.
 * Refuses an unknown list, zone or field, and what the trigger itself is refused for; then there
 * are no newsletters either.
 */
export async function makeFromRecipe(
  db: Store,
  accountId: number,
  order: RecipeOrder,
): Promise<{ id: number; newsletters: number[] }> {
  const { listId, field, feed = '' } = order
  const list = await findList(db, { accountId, listId })
  if (!list) throw noSuch('no-such-list', listId)
  const zone = order.zone === undefined ? DEFAULT_ZONE : checkZone(order.zone)
  const recipe = recipeOf(order.recipe, (await brandOf(db, accountId)).language)
  if (recipe.needsField && field === undefined)
    throw refused('not-valid', 'recipe-field').ofValue('field')
  if (recipe.needsFeed && feed.trim() === '')
    throw refused('not-valid', 'recipe-feed').ofValue('feed')
  const name = await freeName(db, accountId, recipe.name)
  const newsletters: number[] = []
  try {
    const made = await addEmails(db, accountId, recipe, { name, listId }, newsletters)
    const given = { field: `DD${field}`, feed: JSON.stringify(feed.trim()), zone, name }
    const values = { list: withComment(listId, list.name), ...given }
    const source = sourceOf(order.recipe, { ...made, ...values })
    const { id } = await addNewTrigger(db, accountId, source, true)
    return { id, newsletters }
  } catch (error) {
    for (const one of newsletters) await removeNewsletter(db, accountId, one)
    throw error
  }
}

/** The numbers of the newsletters by the keys of their emails, as the text names them. */
async function addEmails(
  db: Store,
  accountId: number,
  { emails }: Recipe,
  { name, listId }: { name: string; listId: number },
  newsletters: number[],
): Promise<Record<string, string>> {
  const written: Record<string, string> = {}
  for (const { key, called, subject, preheader, blocks } of emails) {
    const source = { kind: 'blocks', document: { blocks } } as const
    const content = { name: `${name}: ${called}`, subject, preheader, listId, source }
    const id = await addDraft(db, accountId, content)
    newsletters.push(id)
    written[key] = withComment(id, called)
  }
  return written
}

/** A comment says what the number is. */
const withComment = (id: number, name: string): string =>
  `${id} # ${name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')}`

async function freeName(db: Store, accountId: number, name: string): Promise<string> {
  const taken = new Set(
    (await definitionsOfAccount(db, { accountId })).map(one => one.name.toLowerCase()),
  )
  let free = name
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} ${n}`
  return free
}
