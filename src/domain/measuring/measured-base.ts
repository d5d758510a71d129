/** Whom rates of opens and clicks are of: the people who were measured. */

/** The base of the rates of some emails. Counts that name nobody are never part of a rate. */
export interface MeasuredBase {
  /** Emails whose opens were measured. */
  opens: number
  clicks: number
  /** So few that a rate of theirs says nothing about all. */
  fewOpens: boolean
  fewClicks: boolean
}

export interface UnmeasuredEmails {
  opensUnmeasured: number
  clicksUnmeasured: number
}

const LEAST_SHARE = 0.1

const isFew = (measured: number, emails: number): boolean => measured < emails * LEAST_SHARE

/** Of so many emails. Some of them may not be handed over yet. */
export const measuredBase = (
  emails: number,
  { opensUnmeasured, clicksUnmeasured }: UnmeasuredEmails,
): MeasuredBase =>
  baseOf(emails, {
    opens: Math.max(0, emails - opensUnmeasured),
    clicks: Math.max(0, emails - clicksUnmeasured),
  })

export const baseOf = (
  emails: number,
  { opens, clicks }: Pick<MeasuredBase, 'opens' | 'clicks'>,
): MeasuredBase => ({
  opens,
  clicks,
  fewOpens: isFew(opens, emails),
  fewClicks: isFew(clicks, emails),
})

interface ReachRow extends UnmeasuredEmails {
  /** Whether opens and clicks are attributed to people. */
  personal: boolean
  emails: number
  opened: number
  clicked: number
}

/** What lists of sendings tell of one: people are null where they are not known. */
export const reachOf = ({ personal, emails, opened, clicked, ...unmeasured }: ReachRow) => ({
  emails,
  opened: personal ? opened : null,
  clicked: personal ? clicked : null,
  measured: measuredBase(emails, unmeasured),
})

/** Of several together, without those of which no people are known. */
export function meanReach(rows: readonly ReachRow[]) {
  const sum = { emails: 0, opened: 0, clicked: 0, opensUnmeasured: 0, clicksUnmeasured: 0 }
  for (const row of rows) {
    if (!row.personal) continue
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += row[key]
  }
  const { emails, opened, clicked, ...unmeasured } = sum
  return { emails, opened, clicked, measured: measuredBase(emails, unmeasured) }
}
