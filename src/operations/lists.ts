/** Mailing list operations: section 4.3 of the specification. */
import { deleteList, makeList } from '../domain/lists/add-list.ts'
import { countedLists } from '../domain/lists/lists-of-account.ts'
import type { Handler } from './handler.ts'

export const InsertMailingList: Handler<'InsertMailingList'> = ({ db, account }, list) =>
  makeList(db, account.id, { ...list, severalLines: true })

export const GetMailingLists: Handler<'GetMailingLists'> = ({ db, account }) =>
  countedLists(db, account.id)

export const DeleteMailingList: Handler<'DeleteMailingList'> = async (
  { db, account },
  { listId },
) => {
  await deleteList(db, account.id, listId)
  return 1
}
