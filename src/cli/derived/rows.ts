/** Answers in pages, which a command reads to the end, or up to `--limit`. */
import { type ActionCall, type AnyAction, answerTo, checkedInput } from '../../actions/action.ts'
import type { Context } from '../context.ts'
import type { RawInput } from './fields.ts'

interface Page {
  items: unknown[]
  next?: string | null
}

const MOST_OF_PAGE = 200

/** All rows, or at most `limit`. */
export async function rowsOf(
  { progress }: Context,
  action: AnyAction,
  call: ActionCall,
  given: RawInput,
  limit = Number.POSITIVE_INFINITY,
): Promise<Page> {
  const items: unknown[] = []
  let next: string | null | undefined
  do {
    const size = Math.min(limit - items.length, MOST_OF_PAGE)
    const query = { ...given.query, limit: size, ...(next && { after: next }) }
    const input = checkedInput(action, { ...given, query })
    const page = (await answerTo(action, call, input)) as Page
    items.push(...page.items)
    next = page.next
  } while (next && items.length < limit)
  if (next) progress(`There are more than ${limit}: --limit says how many are shown.`)
  return { items, next: next ?? null }
}

/** Of a page the rows alone: `next` is for callers of the API. */
export function withoutPage(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('items' in answer)) return answer
  return Object.keys(answer).every(key => key === 'items' || key === 'next') ? answer.items : answer
}
