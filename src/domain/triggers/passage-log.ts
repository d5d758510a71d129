/** Who passed which step of a trigger, when and why. */
import type { Db } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import { readDetail } from '../details/recorded.ts'
import { noSuch, refused } from '../refusal.ts'
import { endingWhy } from './entries/ending-why.ts'
import {
  findTrigger,
  lastTransitions,
  personForRun,
  runsOfPerson,
  transitionsOfPerson,
} from './triggers.sql.ts'

/** The last passages of all subscribers, or of one with every run. The newest first. */
export async function passagesOf(
  db: Db,
  accountId: number,
  triggerId: number,
  { as, most }: { as: string | undefined; most: number },
) {
  const trigger = await findTrigger(db, { accountId, triggerId })
  if (!trigger) throw noSuch('no-such-trigger', triggerId)
  if (as === undefined)
    return {
      trigger,
      passages: (await lastTransitions(db, { accountId, triggerId, most })).map(row => ({
        ...row,
        ...readDetail(row.reason),
      })),
    }
  const listId = trigger.listId
  const person = await personForRun(db, { accountId, listId, emailKey: emailKey(as) })
  if (!person) throw refused('no-such-subscriber', 'person-unknown', { email: as })
  const asked = { accountId, triggerId, subscriberId: person.id, most }
  const passages = await transitionsOfPerson(db, asked)
  return {
    trigger,
    passages: passages.map(row => ({ ...row, ...readDetail(row.reason), email: undefined })),
    runs: (await runsOfPerson(db, asked)).map(row => ({
      ...row,
      endingWhy: endingWhy(row.ending),
    })),
  }
}
