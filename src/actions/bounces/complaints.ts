/** Complaints of people about emails. */
import { z } from 'zod'
import { complaintRates } from '../../domain/bounces/bounces.sql.ts'
import { action } from '../action.ts'
import { id, since } from '../values.ts'

const ComplaintRate = z.object({
  sendingId: id,
  name: z.string(),
  listId: id,
  listName: z.string(),
  routeId: z.int().nullable(),
  accepted: z.int(),
  complaints: z.int(),
})

export const complaints = [
  action({
    route: 'GET /complaints',
    right: 'read',
    about: 'Complaints by sending, list and route; the last 30 days by default.',
    command: 'complaints show',
    query: z.strictObject({ since }),
    out: z.object({ items: z.array(ComplaintRate) }),
    async run({ db, account }, { query }) {
      const from = query.since ?? new Date(Date.now() - 30 * 86_400_000)
      return { items: await complaintRates(db, { accountId: account.id, since: from }) }
    },
  }),
] as const
