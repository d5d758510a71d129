/** Credits, which pay for SMS. */
import { z } from 'zod'
import { creditEntries } from '../../domain/sms/credits/credits.sql.ts'
import { addCredits, balanceOf, violationsOfCredits } from '../../domain/sms/credits/credits.ts'
import { heldOfAccount } from '../../domain/sms/messages.sql.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { personalText } from '../mask.ts'
import { withRules } from '../value-problems.ts'
import { id, moment, pageOf, paging } from '../values.ts'

const credits = z.string().describe('An exact decimal: "12.50".')

const Entry = z
  .object({
    id,
    kind: z.string(),
    amount: credits,
    balance: credits,
    messageId: id.nullable(),
    note: personalText,
    created: moment,
  })
  .meta({ id: 'CreditEntry' })

export const creditRoutes = [
  action({
    route: 'GET /credits',
    right: 'read',
    about: 'The balance, and what SMS are held because it is too low.',
    command: 'credits show',
    out: z.object({
      balance: credits,
      held: z.object({ messages: z.int(), cost: credits }),
    }),
    run: async ({ db, account: { id: accountId } }) => ({
      balance: await balanceOf(db, accountId),
      held: await heldOfAccount(db, { accountId }),
    }),
  }),
  action({
    route: 'POST /credits',
    right: 'own',
    billing: true,
    about: 'Add credits, or take some away with a negative amount. Held SMS are sent then.',
    command: 'credits add',
    body: withRules(
      z.strictObject({
        amount: z.string().max(40).describe('How many; with a minus it takes some away.'),
        note: z.string().max(500).default('').describe('A note in the ledger.'),
      }),
      violationsOfCredits,
    ),
    out: z.object({ balance: credits, released: z.array(id) }),
    run: ({ db, account }, { body }) => addCredits(db, account.id, body.amount, body.note),
  }),
  action({
    route: 'GET /credits/entries',
    right: 'read',
    about: 'The ledger: every change there was, the newest first.',
    command: 'credits entries',
    query: z.strictObject(paging),
    out: pageOf(Entry),
    async run({ db, account }, { query: { after, limit } }) {
      const [beforeId] = placeOf(after, z.tuple([z.int()])) ?? [Number.MAX_SAFE_INTEGER]
      const page = { accountId: account.id, beforeId, most: limit + 1 }
      return cut(await creditEntries(db, page), limit, row => [row.id])
    },
  }),
] as const
