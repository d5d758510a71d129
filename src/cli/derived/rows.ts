/** Answers in pages, which a command reads to the end, or up to `--limit`. */
import { once } from 'node:events'
import { type ActionCall, type AnyAction, answerTo, checkedInput } from '../../actions/action.ts'
import type { Context } from '../context.ts'
import { writeText } from '../terminal.ts'
import type { RawInput } from './fields.ts'

interface Page {
  items: unknown[]
  next?: string | null
}

const MOST_OF_PAGE = 200

/** All rows, or at most `limit`. */
export async function rowsOf(
  context: Context,
  action: AnyAction,
  call: ActionCall,
  given: RawInput,
  limit?: number,
): Promise<Page> {
  const items: unknown[] = []
  let next: string | null = null
  for await (const page of pagesOf(action, call, given, limit)) {
    items.push(...page.items)
    next = page.next ?? null
  }
  if (next) context.progress(`There are more than ${limit}: --limit says how many are shown.`)
  return { items, next }
}

/** A page after the other, by keyset pagination; at most `limit` rows of them. */
export async function* pagesOf(
  action: AnyAction,
  call: ActionCall,
  given: RawInput,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Page> {
  let left = limit
  let next: string | null | undefined
  do {
    const size = Math.min(left, MOST_OF_PAGE)
    const query = { ...given.query, limit: size, ...(next && { after: next }) }
    const input = checkedInput(action, { ...given, query })
    const page = (await answerTo(action, call, input)) as Page
    yield page
    left -= page.items.length
    next = page.next
  } while (next && left > 0)
}

/**
 * Writes a line for each row while pages are read. Returns how many, and ends early when the reader
 * of the pipe does.
 */
export async function writeRows(
  pages: AsyncIterable<Page>,
  lineOf: (row: never) => string,
): Promise<number> {
  let closed = false
  const onError = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    closed = true
  }
  process.stdout.on('error', onError)
  let rows = 0
  for await (const { items } of pages) {
    rows += items.length
    const lines = items.map(row => `${lineOf(row as never)}\n`).join('')
    if (!writeText(process.stdout, lines) && !closed)
      await once(process.stdout, 'drain').catch(() => {})
    if (closed) break
  }
  return rows
}

/** Of a page the rows alone: `next` is for callers of the API. */
export function withoutPage(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('items' in answer)) return answer
  return Object.keys(answer).every(key => key === 'items' || key === 'next') ? answer.items : answer
}
