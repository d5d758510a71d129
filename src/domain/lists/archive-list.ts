/** Archives lists: hidden, not sent to, with all that they hold, until they are restored. */
import { atomically, type Db } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { noSuch, refused } from '../refusal.ts'
import { publishListChanged } from './list-events.ts'
import { busyList, findList, setArchived } from './lists.sql.ts'

/** Refuses a list that something is sent to, now or later. */
export async function archiveList(db: Db, accountId: number, listId: number): Promise<void> {
  const { triggers, sendings } = await busyList(db, { accountId, listId })
  if (triggers + sendings > 0) throw refused('not-now', 'list-busy', { triggers, sendings })
  await setList(db, accountId, listId, true)
}

export const restoreList = (db: Db, accountId: number, listId: number): Promise<void> =>
  setList(db, accountId, listId, false)

function setList(db: Db, accountId: number, listId: number, archived: boolean): Promise<void> {
  return atomically(db, async tx => {
    if ((await setArchived(tx, { accountId, listId, archived })) === 0)
      throw noSuch('no-such-list', listId)
    const action = archived ? 'list.archive' : 'list.restore'
    await recordChange(tx, accountId, { action, id: listId })
    await publishListChanged(tx, accountId, listId, archived ? 'archived' : 'restored')
  })
}

/** The list, to be sent to. Refuses an unknown and an archived one. */
export async function listInUse(db: Db, accountId: number, listId: number) {
  const list = await findList(db, { accountId, listId })
  if (!list) throw noSuch('no-such-list', listId)
  if (list.archived !== null) throw refused('not-now', 'list-archived', { list: listId })
  return list
}
