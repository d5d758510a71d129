/** An account's rule for people who were not asked whether they may be measured. */
import { atomically, type Db } from '../../db/db.ts'
import type { MeasuredAs } from '../../mail/message/compose.ts'
import { recordChange } from '../audit/record.ts'
import { baseOf } from './measured-base.ts'
import {
  countAnswered,
  lockMeasuringRule,
  measuredByList,
  measuringRule,
  setMeasuringRule,
  setRemovesHits,
} from './measuring.sql.ts'

export interface MeasuringRule {
  opens: MeasuredAs
  clicks: MeasuredAs
  /** A decline also removes the hits that the person already has; undefined: as it was. */
  removesHits?: boolean | undefined
}

/** Emails that are composed from now on, and hits that come from now on, follow it. */
export async function setRule(
  db: Db,
  accountId: number,
  { opens, clicks, removesHits }: MeasuringRule,
): Promise<void> {
  await atomically(db, async tx => {
    const before = await lockMeasuringRule(tx, { accountId })
    const after = { opens, clicks, removesHits: removesHits ?? before.removesHits }
    const isOther = before.opens !== opens || before.clicks !== clicks
    if (!isOther && after.removesHits === before.removesHits) return
    if (isOther) await setMeasuringRule(tx, { accountId, opens, clicks })
    await setRemovesHits(tx, { accountId, removesHits: after.removesHits })
    await recordChange(tx, accountId, { action: 'measuring.edit', id: '', before, after })
  })
}

/** The rule, since when it holds (null: always), and how many people answered what. */
export async function ruleOf(db: Db, accountId: number) {
  const { opens, clicks, since, removesHits } = await measuringRule(db, { accountId })
  const counts = await countAnswered(db, { accountId })
  const { opensAgreed, opensDeclined, clicksAgreed, clicksDeclined, people } = counts
  return {
    opens: opens as MeasuredAs,
    clicks: clicks as MeasuredAs,
    since,
    removesHits,
    people: {
      opens: answered(people, opensAgreed, opensDeclined),
      clicks: answered(people, clicksAgreed, clicksDeclined),
    },
  }
}

const answered = (people: number, agreed: number, declined: number) => ({
  agreed,
  declined,
  notAsked: people - agreed - declined,
})

const MOST_LISTS = 200

/** What people on each list answered, and how many are measured now; large lists first. */
export async function answersByList(db: Db, accountId: number) {
  const rows = await measuredByList(db, { accountId, most: MOST_LISTS })
  return rows.map(({ id, name, people, opens, clicks, ...of }) => ({
    id,
    name,
    people,
    opens: answered(people, of.opensAgreed, of.opensDeclined),
    clicks: answered(people, of.clicksAgreed, of.clicksDeclined),
    measured: baseOf(people, { opens, clicks }),
  }))
}
