/** Emails whose content comes with the call, sent and looked up. */

import { z } from 'zod'
import { Refusal, refused } from '../../domain/refusal.ts'
import { RECIPIENT_ROLES } from '../../domain/transactions/checks/check-email.ts'
import { emailsByIdentifier } from '../../domain/transactions/emails/emails.sql.ts'
import {
  insertAllEmails,
  insertEmail,
  insertEmails,
} from '../../domain/transactions/emails/insert-email.ts'
import {
  createEmailPreparer,
  type PreparedEmail,
} from '../../domain/transactions/emails/prepare-email.ts'
import { type ActionCall, action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { outcomeOfRow, problemOfRow, type RowProblem, rowProblem } from '../row-problem.ts'
import { withRows } from '../value-problems.ts'
import { id, pageOf, paging } from '../values.ts'
import { EMAIL_BODY_BYTES } from './attachment.ts'
import { Email, newEmail } from './email-body.ts'
import { keyedBatch, keyedEmail } from './keyed-emails.ts'
import { planTag, ShownEmail, shownEmail } from './shown-email.ts'

/** Of a batch, whose body has as many bytes as that of one. */
export const MOST_EMAILS = 500

const Inserted = z
  .object({
    id: id.describe('Of the email.'),
    projectId: id,
    recipients: z.array(
      z.object({
        id: id.describe('Of the transaction: GET /transactions/ID.'),
        role: z.enum(RECIPIENT_ROLES),
        email: z.string(),
        repeated: z.boolean().describe('The call repeats an earlier one: nothing was added.'),
      }),
    ),
  })
  .meta({ id: 'AcceptedEmail' })

const Outcome = z
  .object({
    row: z.int().describe('The number of the email, from 1 on.'),
    taken: Inserted.nullable().describe('Null: it is not sent.'),
    problem: rowProblem.nullable(),
  })
  .meta({ id: 'EmailOutcome' })

/** Each prepared, or the reason for its refusal: also that of the second one of a key. */
async function preparedEmails({ db, account, caller }: ActionCall, given: readonly unknown[]) {
  const prepare = createEmailPreparer(db, account.id)
  const rowOfKey = new Map<string, number>()
  const read: (PreparedEmail | RowProblem)[] = []
  for (const [i, raw] of given.entries())
    read.push(
      await outcomeOfRow(Email, raw, `body.emails.${i}`, async email => {
        const prepared = await prepare(newEmail(email, caller))
        const places = prepared.keys.map(key => `${prepared.project.id} ${key}`)
        const row = places.map(place => rowOfKey.get(place)).find(Boolean)
        if (row !== undefined) throw refused('not-valid', 'email-repeated', { row })
        for (const place of places) rowOfKey.set(place, i + 1)
        return prepared
      }),
    )
  return read
}

async function sendAll(call: ActionCall, given: readonly unknown[], allOrNone: boolean) {
  const read = await preparedEmails(call, given)
  const sound = read.filter(one => 'keys' in one)
  const ready = allOrNone && sound.length < read.length ? [] : sound
  const insert = allOrNone ? insertAllEmails : insertEmails
  const inserted = ready.length === 0 ? [] : await insert(call.db, call.account.id, ready)
  const outcomes = new Map(ready.map((one, i) => [one, inserted[i]]))
  return read.map((one, i): z.input<typeof Outcome> => {
    if (!('keys' in one)) return { row: i + 1, taken: null, problem: one }
    const outcome = outcomes.get(one)
    if (!outcome) return { row: i + 1, taken: null, problem: null }
    if (outcome instanceof Refusal)
      return { row: i + 1, taken: null, problem: problemOfRow(outcome, `body.emails.${i}`) }
    return { row: i + 1, taken: outcome, problem: null }
  })
}

export const emails = [
  action({
    route: 'POST /emails',
    right: 'send',
    about:
      'Send an email whose content is in the call, to up to 50 recipients. Each is a transaction ' +
      'with a delivery of its own; all are on disk when the answer comes.',
    command: 'email send',
    body: Email,
    out: Inserted,
    creates: true,
    bodyBytes: EMAIL_BODY_BYTES,
    readsTest: true,
    resumes: keyedEmail,
    boundBy: { project: 'body.project' },
    async run({ db, account, caller }, { body }) {
      const email = await createEmailPreparer(db, account.id)(newEmail(body, caller))
      return insertEmail(db, account.id, email)
    },
  }),
  action({
    route: 'POST /emails/batch',
    right: 'send',
    about:
      'Send up to 500 emails, each as POST /emails does, all in one transaction. One that is ' +
      'refused has its problem, and the others are sent.',
    body: withRows(
      z.strictObject({
        emails: z
          .array(z.looseObject({}))
          .min(1)
          .max(MOST_EMAILS)
          .describe('Each as the body of POST /emails.'),
        allOrNone: z
          .boolean()
          .default(false)
          .describe('Send none if one is refused: the others have neither an id nor a problem.'),
      }),
      'emails',
    ),
    out: z.object({
      taken: z.int(),
      refused: z.int(),
      items: z.array(Outcome).describe('An outcome for each email, in their order.'),
    }),
    bodyBytes: EMAIL_BODY_BYTES,
    readsTest: true,
    resumes: keyedBatch,
    boundBy: { project: 'body.emails' },
    async run(call, { body }) {
      const items = await sendAll(call, body.emails, body.allOrNone)
      const taken = items.filter(item => item.taken !== null).length
      return { taken, refused: items.length - taken, items }
    },
  }),
  action({
    route: 'GET /emails',
    right: 'read',
    about: 'Emails by your own key, the oldest first.',
    command: 'email list <identifier>',
    query: z.strictObject({
      ...paging,
      identifier: z.string().min(1).max(100).describe('The key that the program gave.'),
    }),
    out: pageOf(ShownEmail),
    boundBy: { project: 'itself' },
    async run({ db, account, caller }, { query: { after, limit, identifier } }) {
      const [last] = placeOf(after, z.tuple([z.int()])) ?? [0]
      const projectId = caller.bound?.projectId ?? null
      const asked = { accountId: account.id, identifier, projectId, after: last, most: limit + 1 }
      const page = cut(await emailsByIdentifier(db, asked), limit, row => [row.id])
      const items = []
      for (const { id } of page.items) items.push(await shownEmail(db, account.id, id))
      return { ...page, items }
    },
  }),
  action({
    route: 'GET /emails/:emailId',
    right: 'read',
    about: 'An email whose content came with its call, and the delivery to each recipient.',
    command: 'email show',
    params: z.strictObject({ emailId: id }),
    out: ShownEmail,
    tag: planTag,
    boundBy: { project: 'params.emailId' },
    run: ({ db, account }, { params: { emailId } }) => shownEmail(db, account.id, emailId),
  }),
] as const
