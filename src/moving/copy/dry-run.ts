/** Counts the rows that a copy would read, without the store. */
import type { MoveKind } from '../../domain/moves/move.ts'
import type { OldService } from '../old-service/old-service.ts'
import { readLists, readTable } from './small-tables.ts'

export interface DryCount {
  kind: MoveKind
  /** Undefined: the former service does not say. */
  rows: number | undefined
}

export async function countOldAccount(
  old: OldService,
  newsletterIds: readonly number[],
  pageSize: number,
): Promise<DryCount[]> {
  const few = async (operation: Parameters<typeof readTable>[1]) => {
    const { rows, wrong } = await readTable(old, operation, [])
    return rows.length + wrong.length
  }
  const lists = await readLists(old)
  let people = 0
  for (const { id, subscribers } of lists.rows)
    people += subscribers ?? (await countPages(old, id!, pageSize))
  return [
    { kind: 'fields', rows: await few('GetDemographicData') },
    { kind: 'lists', rows: lists.rows.length + lists.wrong.length },
    { kind: 'opt-outs', rows: await countRows(old, 'GetOptOutAll') },
    { kind: 'subscribers', rows: people },
    {
      kind: 'bounces',
      rows: old.has('GetBounces') ? await countRows(old, 'GetBounces') : undefined,
    },
    { kind: 'templates', rows: await few('GetActiveTemplates') },
    { kind: 'newsletters', rows: newsletterIds.length > 0 ? newsletterIds.length : undefined },
    { kind: 'projects', rows: await few('GetTransactionProjects') },
    { kind: 'triggers', rows: await few('GetTriggerIdForAccount') },
    { kind: 'filters', rows: old.has('GetFilters') ? await few('GetFilters') : undefined },
  ]
}

async function countRows(
  old: OldService,
  operation: 'GetOptOutAll' | 'GetBounces',
): Promise<number> {
  let rows = 0
  await old.read(operation, {}, () => {
    rows = 0
    return async part => {
      rows += part.length
    }
  })
  return rows
}

const MOST_PAGES = 1_000_000

async function countPages(old: OldService, listId: number, pageSize: number): Promise<number> {
  let rows = 0
  for (let page = 1; page <= MOST_PAGES; page++) {
    let onPage = 0
    const asked = { listId: String(listId), page: String(page), size: String(pageSize) }
    await old.read('GetPagedSubscribers', asked, () => {
      onPage = 0
      return async part => {
        onPage += part.length
      }
    })
    if (onPage === 0) break
    rows += onPage
  }
  return rows
}
