/**
 * A newsletter is to go to a list: now, or at a time. What is sent is frozen here; the audience is
 * frozen when it is due.
 */
import { atomically, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { blockIds } from '../../mail/template/blocks.ts'
import { filtersForSending } from '../filters/save-filter.ts'
import { freezeLetter } from '../newsletters/freeze-letter.ts'
import { markWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { addSending } from './sendings.sql.ts'

export interface NewSending {
  newsletterId: number
  listId: number
  dueAt: Date
  /** As the person named it: `+01:00`, `Europe/Stockholm`. Kept to be shown. */
  zone: string
  /** Only those on the list who match all of them, as the filters are now. */
  filterIds?: readonly number[]
}

/** Makes a sending and answers its id. Refuses an unknown newsletter, list or filter. */
export async function makeSending(
  db: Store,
  accountId: number,
  sending: NewSending,
): Promise<number> {
  const letter = await freezeLetter(db, accountId, sending.newsletterId, sending.listId)
  const filters = await filtersForSending(db, accountId, sending.listId, sending.filterIds ?? [])
  const blocks = await filtersForSending(db, accountId, sending.listId, blockIds(letter))
  const frozen = {
    letter: JSON.stringify(letter),
    audienceFilters: JSON.stringify(filters),
    blocks: JSON.stringify(blocks),
  }
  const id = await takeId(db, accountId, 'sending')
  await atomically(
    db,
    async tx => {
      await addSending(tx, { accountId, id, ...sending, ...frozen, test: false })
      await markWork(tx, { accountId, kind: WORK.plan, sourceId: id, due: sending.dueAt })
    },
    { again: true },
  )
  return id
}
