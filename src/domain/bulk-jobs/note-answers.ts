/** A bulk job that notes one answer about measuring of many people, and its undo. */
import type { Db, Store } from '../../db/db.ts'
import { takeIds } from '../../db/ids.ts'
import type { GivenAnswer } from '../measuring/answer.ts'
import { judgeMany, noteMany } from '../measuring/answer-many.ts'
import { removeNotedOfMany, restoreAgreedOfMany } from '../measuring/measuring.sql.ts'
import type { BulkAction } from './ask-job.ts'

type MeasuringAction = Extract<BulkAction, { do: 'measuring' }>

interface Noted {
  ids: number[]
  /** Of each, the answer that was noted. */
  answerIds: number[]
}

/** Who declined, and did not agree since in these words, stays as they are. */
export async function noteAnswers(
  db: Store,
  tx: Db,
  accountId: number,
  people: readonly { id: number; emailKey: string }[],
  { opens, clicks, words, at, way }: MeasuringAction,
): Promise<Noted> {
  const saidAt = at === undefined ? undefined : new Date(at)
  const given: GivenAnswer = {
    opens: agreedOf(opens),
    clicks: agreedOf(clicks),
    words,
    way,
    saidAt,
  }
  const answers = new Map(people.map(({ emailKey }) => [emailKey, given]))
  const { noted } = await judgeMany(tx, accountId, answers)
  const changed = people.flatMap(({ id, emailKey }) => {
    const one = noted.get(emailKey)
    return one ? [{ id, noted: one }] : []
  })
  const ids = await takeIds(db, accountId, 'measuring answer', changed.length)
  const kept = await noteMany(tx, accountId, changed, ids)
  return { ids: kept.map(({ id }) => id), answerIds: kept.map(({ answerId }) => answerId) }
}

const agreedOf = (said: 'agreed' | 'declined' | undefined): boolean | undefined =>
  said === undefined ? undefined : said === 'agreed'

/** Where nothing was said since, the answers before hold again. Returns for how many. */
export async function takeBackAnswers(
  tx: Db,
  accountId: number,
  { ids, answerIds }: Noted,
): Promise<number> {
  const removed = await removeNotedOfMany(tx, { accountId, ids, answerIds })
  const changed = removed.map(({ id }) => id)
  if (changed.length > 0) await restoreAgreedOfMany(tx, { accountId, ids: changed })
  return changed.length
}
