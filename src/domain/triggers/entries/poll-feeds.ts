/** Entry by a feed: who is on the list when there are new items enters, in pages. */
import type { Db } from '../../../db/db.ts'
import { issueToEnter, peopleOfList } from '../feeds/feeds.sql.ts'
import type { EntryTarget } from './entries.ts'
import type { WatchCursor, WatchResult } from './watch.ts'

/** Subscribers per page. */
const PART = 5_000
/** A cursor after the last subscriber of an issue. */
const ISSUE_END = Number.MAX_SAFE_INTEGER

/** The next page of the list, for the issue since the cursor of the watch; undefined: none. */
export async function peopleOfIssue(
  db: Db,
  { accountId, triggerId, definition }: EntryTarget,
  { seenAt, seenId }: WatchCursor,
): Promise<WatchResult | undefined> {
  const place = { accountId, triggerId }
  const issue = await issueToEnter(db, { ...place, seenAt, seenId, last: ISSUE_END })
  if (!issue) return undefined
  const { at, begun } = issue
  const afterId = begun ? seenId : 0
  const people = await peopleOfList(db, {
    accountId,
    listId: definition.listId,
    afterId,
    most: PART,
  })
  const last = people.length === PART ? people.at(-1)!.id : ISSUE_END
  return { people: people.map(({ id }) => ({ id, at })), seenAt: at, seenId: last, more: true }
}
