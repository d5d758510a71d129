/** Single emails that programs sent, from the ledger. */

import { z } from 'zod'
import { detailed } from '../../domain/details/details.ts'
import { noSuch } from '../../domain/refusal.ts'
import {
  STATUSES,
  type TransactionDetails,
  transactionDetails,
} from '../../domain/reports/transaction-details.ts'
import { findProjectBy } from '../../domain/transactions/projects.ts'
import { action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { answeredWord, givenWord } from '../http/api-words.ts'
import { asking, personalText, replyText } from '../mask.ts'
import { ApiProblem } from '../problem.ts'
import { projectName } from '../projects/projects.ts'
import { RecordedReasons } from '../sentences.ts'
import { email, id, moment, onceUncertain, pageOf, paging } from '../values.ts'

const EMAIL_STATES = Object.keys(STATUSES) as [keyof typeof STATUSES]

const text = z.string().nullable()

const Transaction = z
  .object({
    id,
    identifier: z.string(),
    email: z.string(),
    name: personalText,
    format: z.string(),
    projectId: id,
    projectGuid: z.string(),
    project: z.string(),
    version: z.string(),
    batchId: id.nullable(),
    state: answeredWord(EMAIL_STATES),
    tries: z.int(),
    reply: replyText.nullable(),
    reason: text,
    causes: RecordedReasons,
    created: moment,
    sendTime: moment,
    nextTry: moment.nullable(),
    onceUncertain,
    changed: moment.nullable(),
    sent: moment.nullable(),
    views: z.int(),
    clicks: z.int(),
    bounced: moment.nullable(),
    bounceKind: text,
    bounceReason: replyText,
  })
  .meta({ id: 'Transaction' })

export type TransactionAnswer = z.output<typeof Transaction>

const factsOf = (row: TransactionDetails) => ({
  ...row,
  causes: row.reason,
  state: row.state as keyof typeof STATUSES,
  bounced: row.bounceTime,
})

export const transactions = [
  action({
    route: 'GET /transactions',
    right: 'read',
    boundBy: { project: 'query.projectId' },
    about: 'Transactions in the order they were given: of a project, to an address, by a key.',
    command: 'transaction list',
    query: z.strictObject({
      ...paging,
      projectId: projectName.optional().describe('Of this project: its id, its guid or its name.'),
      email: asking(email.trim().optional()).describe('To this address.'),
      identifier: z.string().max(200).trim().optional().describe('The key that the program gave.'),
      state: givenWord(EMAIL_STATES).optional().describe('The state of the email.'),
    }),
    out: pageOf(Transaction),
    async run({ db, account }, { query: { after: cursor, limit, ...asked } }) {
      const { projectId: of, email: to, identifier } = asked
      if (of === undefined && to === undefined && identifier === undefined)
        throw new ApiProblem('not-valid', detailed('transactions-of'))
      const projectId = of === undefined ? undefined : (await findProjectBy(db, account.id, of)).id
      const [after] = placeOf(cursor, z.tuple([z.int()])) ?? [0]
      const rows: TransactionDetails[] = []
      const selection = { ...asked, projectId, after, page: limit + 1 }
      for await (const part of transactionDetails(db, account.id, selection)) {
        rows.push(...part)
        if (rows.length > limit) break
      }
      return cut(rows.map(factsOf), limit, row => [row.id])
    },
  }),
  action({
    route: 'GET /transactions/:transactionId',
    right: 'read',
    boundBy: { project: 'params.transactionId' },
    about: "A transaction: the state of its email, the relay's reply, opens and clicks.",
    command: 'transaction show',
    params: z.strictObject({ transactionId: id }),
    out: Transaction,
    async run({ db, account }, { params: { transactionId } }) {
      for await (const [found] of transactionDetails(db, account.id, { transactionId }))
        if (found) return factsOf(found)
      throw noSuch('no-such-transaction', transactionId)
    },
  }),
] as const
