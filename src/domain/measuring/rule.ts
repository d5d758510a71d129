/** An account's rule for people who were not asked whether they may be measured. */
import { atomically, type Db } from '../../db/db.ts'
import type { MeasuredAs } from '../../mail/message/compose.ts'
import { recordChange } from '../audit/record.ts'
import {
  countAnswered,
  lockMeasuringRule,
  measuringRule,
  setMeasuringRule,
} from './measuring.sql.ts'

export interface MeasuringRule {
  opens: MeasuredAs
  clicks: MeasuredAs
}

/** Emails that are composed from now on, and hits that come from now on, follow it. */
export async function setRule(
  db: Db,
  accountId: number,
  { opens, clicks }: MeasuringRule,
): Promise<void> {
  await atomically(db, async tx => {
    const before = await lockMeasuringRule(tx, { accountId })
    if (before.opens === opens && before.clicks === clicks) return
    await setMeasuringRule(tx, { accountId, opens, clicks })
    const after = { opens, clicks }
    await recordChange(tx, accountId, { action: 'measuring.edit', id: '', before, after })
  })
}

/** The rule, since when it holds (null: always), and how many people answered what. */
export async function ruleOf(db: Db, accountId: number) {
  const { opens, clicks, since } = await measuringRule(db, { accountId })
  const counts = await countAnswered(db, { accountId })
  const { opensAgreed, opensDeclined, clicksAgreed, clicksDeclined, people } = counts
  const answered = (agreed: number, declined: number) => ({
    agreed,
    declined,
    notAsked: people - agreed - declined,
  })
  return {
    opens: opens as MeasuredAs,
    clicks: clicks as MeasuredAs,
    since,
    people: {
      opens: answered(opensAgreed, opensDeclined),
      clicks: answered(clicksAgreed, clicksDeclined),
    },
  }
}
