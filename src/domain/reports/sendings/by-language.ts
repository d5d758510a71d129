/** The report of a sending by language: of what each person got, whatever their field says now. */
import type { Db } from '../../../db/db.ts'
import { foldHits } from '../../tracking/fold-hits.ts'
import { languagesOfSendings, outcomesByVersion } from './figures.sql.ts'
import {
  addOutcome,
  emptyGroup,
  familyOf,
  type OutcomeGroup,
  type ReportedSending,
} from './figures.ts'

export interface LanguageOutcome extends OutcomeGroup {
  language: string
}

/**
 * With the samples of its A/B test, the base first; empty for a newsletter in one language, and
 * once its people are removed, whose languages are not kept.
 */
export async function languagesOf(
  db: Db,
  accountId: number,
  sending: ReportedSending,
): Promise<LanguageOutcome[]> {
  const named = await languagesOfSendings(db, { accountId, sendingIds: familyOf(sending) })
  if (named.length === 0) return []
  await foldHits(db, accountId)
  const known = new Map(
    named.map(({ sendingId, base, versions }) => [
      sendingId,
      [base, ...(JSON.parse(versions) as string[])],
    ]),
  )
  const rows = await outcomesByVersion(db, { accountId, sendingIds: [...known.keys()] })
  const groups = new Map<string, LanguageOutcome>()
  for (const languages of rows.length === 0 ? [] : known.values())
    for (const language of languages) groups.set(language, { language, ...emptyGroup() })
  for (const { sendingId, filterId, ...row } of rows) {
    const group = groups.get(known.get(sendingId)?.[-filterId] ?? '')
    if (group) addOutcome(group, row)
  }
  return [...groups.values()]
}
