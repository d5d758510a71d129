/**
 * Schedules a newsletter for a list: now, or at a time. The content is frozen here; the audience is
 * frozen when the sending is due.
 */

import { atomically, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { blockIds } from '../../mail/template/blocks.ts'
import { recordChange } from '../audit/record.ts'
import { filtersForSending } from '../filters/save-filter.ts'
import { freezeMessage } from '../newsletters/freeze-message.ts'
import { markWork } from '../work/work.sql.ts'
import { WORK } from '../work/work-kinds.ts'
import { addSending } from './sendings.sql.ts'

export interface NewSending {
  newsletterId: number
  listId: number
  dueAt: Date
  /** As the person gave it: `+01:00`, `Europe/Stockholm`. Stored for display. */
  zone: string
  /** Only subscribers of the list who match all of these filters, as they are now. */
  filterIds?: readonly number[]
}

/** Creates a sending and returns its id. Refuses an unknown newsletter, list or filter. */
export async function makeSending(
  db: Store,
  accountId: number,
  sending: NewSending,
): Promise<number> {
  const message = await freezeMessage(db, accountId, sending.newsletterId, sending.listId)
  const filters = await filtersForSending(db, accountId, sending.listId, sending.filterIds ?? [])
  const blocks = await filtersForSending(db, accountId, sending.listId, blockIds(message))
  const frozen = {
    message: JSON.stringify(message),
    audienceFilters: JSON.stringify(filters),
    blocks: JSON.stringify(blocks),
  }
  const id = await takeId(db, accountId, 'sending')
  await atomically(
    db,
    async tx => {
      await addSending(tx, { accountId, id, ...sending, ...frozen, test: false })
      await markWork(tx, { accountId, kind: WORK.plan, sourceId: id, due: sending.dueAt })
      const { newsletterId, listId, dueAt, filterIds } = sending
      const after = { newsletterId, listId, dueAt, filterIds }
      await recordChange(tx, accountId, { action: 'sending.add', id, after })
    },
    { again: true },
  )
  return id
}
