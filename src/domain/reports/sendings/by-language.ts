/** The report of a sending by language: of what each person got, whatever their field says now. */
import type { Db } from '../../../db/db.ts'
import { baseOf, type MeasuredBase, measuredBase } from '../../measuring/measured-base.ts'
import { foldHits } from '../../tracking/fold-hits.ts'
import { languagesOfSendings, outcomesByVersion } from './figures.sql.ts'
import { familyOf, type ReportedSending } from './figures.ts'

export interface LanguageOutcome {
  language: string
  /** Emails by state. */
  counts: Record<string, number>
  /** People. */
  opened: number
  clicked: number
  /** Of those delivered. */
  measured: MeasuredBase
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
    for (const language of languages)
      groups.set(language, {
        language,
        counts: {},
        opened: 0,
        clicked: 0,
        measured: baseOf(0, { opens: 0, clicks: 0 }),
      })
  for (const { sendingId, filterId, state, count, opened, clicked, ...unmeasured } of rows) {
    const group = groups.get(known.get(sendingId)?.[-filterId] ?? '')
    if (!group) continue
    group.counts[state] = (group.counts[state] ?? 0) + count
    group.opened += opened
    group.clicked += clicked
    if (state !== 'accepted') continue
    const of = measuredBase(count, unmeasured)
    group.measured = baseOf(group.counts.accepted ?? 0, {
      opens: group.measured.opens + of.opens,
      clicks: group.measured.clicks + of.clicks,
    })
  }
  return [...groups.values()]
}
