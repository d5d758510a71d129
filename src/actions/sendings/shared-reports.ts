/** Links to the report of a sending, for people who do not sign in. */
import { z } from 'zod'
import { sendingOfReport } from '../../domain/reports/sendings/figures.ts'
import { sharedReports } from '../../domain/reports/sendings/shared-reports.sql.ts'
import { shareReport, unshareReport } from '../../domain/reports/sendings/shared-reports.ts'
import { rowToken } from '../../mail/links/row-token.ts'
import { type ActionCall, action } from '../action.ts'
import { id, moment } from '../values.ts'

const Shared = z
  .object({
    id,
    url: z.string().describe('Whoever has it reads the report: numbers, and no personal data.'),
    expires: moment,
  })
  .meta({ id: 'SharedReport' })

async function urlOf({ account, rendering }: ActionCall, shareId: number): Promise<string> {
  const { publicUrl, linkKey } = await rendering()
  const token = rowToken(linkKey, 'shared report', { accountId: account.id, id: shareId })
  return `${publicUrl}/r/${token}`
}

const params = z.strictObject({ sendingId: id })

export const sharedReportActions = [
  action({
    route: 'GET /sendings/:sendingId/links-to-report',
    right: 'send',
    command: 'sending shares',
    about: 'The links to its report that lead to it now, the newest first.',
    params,
    out: z.object({ items: z.array(Shared) }),
    async run(call, { params: { sendingId } }) {
      const accountId = call.account.id
      await sendingOfReport(call.db, accountId, sendingId)
      const rows = await sharedReports(call.db, { accountId, sendingId })
      const items = rows.map(async row => ({ ...row, url: await urlOf(call, row.id) }))
      return { items: await Promise.all(items) }
    },
  }),
  action({
    route: 'POST /sendings/:sendingId/links-to-report',
    right: 'send',
    command: 'sending share',
    about: 'Make a link to its report for people who do not sign in, without personal data.',
    params,
    body: z.strictObject({
      days: z.int().min(1).max(366).default(30).describe('After so many days it leads nowhere.'),
    }),
    out: Shared,
    creates: true,
    async run(call, { params: { sendingId }, body: { days } }) {
      const made = await shareReport(call.db, call.account.id, sendingId, days)
      return { ...made, url: await urlOf(call, made.id) }
    },
  }),
  action({
    route: 'DELETE /sendings/:sendingId/links-to-report/:shareId',
    right: 'send',
    command: 'sending unshare',
    about: 'Revoke a link to its report: from now on it leads nowhere.',
    params: z.strictObject({ sendingId: id, shareId: id }),
    run: ({ db, account }, { params: { sendingId, shareId } }) =>
      unshareReport(db, account.id, sendingId, shareId),
  }),
] as const
