/** The lists of a sending, as they are chosen: none twice. */
import { refused, type Violation, violationsOf } from '../../refusal.ts'

export function refuseTwice(lists: readonly number[]): void {
  if (new Set(lists).size < lists.length) throw refused('not-valid', 'list-twice')
}

export function refuseBoth(lists: readonly number[], excluded: readonly number[]): void {
  const both = lists.find(id => excluded.includes(id))
  if (both !== undefined) throw refused('not-valid', 'list-both', { list: both })
}

export function refuseListAndLists(listId: unknown, listIds: unknown): void {
  if (listId !== undefined && listIds !== undefined) throw refused('not-valid', 'list-or-lists')
}

interface ChosenLists {
  listId?: number | undefined
  listIds?: readonly number[] | undefined
  excludedListIds?: readonly number[] | undefined
}

/** Validates the given lists, without looking them up. */
export function violationsOfLists({
  listId,
  listIds,
  excludedListIds = [],
}: ChosenLists): Violation[] {
  const lists = listIds ?? (listId === undefined ? [] : [listId])
  return violationsOf([
    [['listId'], () => refuseListAndLists(listId, listIds)],
    [['listIds'], () => refuseTwice(lists.flat())],
    [['excludedListIds'], () => refuseBoth(lists, excludedListIds)],
  ])
}
