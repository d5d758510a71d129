/** Mailboxes that bounces are fetched from, of one account or of all. */
import { z } from 'zod'
import { inboxes } from '../../domain/bounces/messages/inboxes.sql.ts'
import { dropInbox, USUAL_EVERY } from '../../domain/bounces/messages/keep-inbox.ts'
import { NO_ACCOUNT } from '../../domain/bounces/messages/store-message.ts'
import { readTrouble } from '../../domain/details/recorded.ts'
import { MAILBOX_STEPS } from '../../mail/mailbox/mailbox.ts'
import { action } from '../action.ts'
import { personalText } from '../mask.ts'
import { Certificate } from '../server-certificate.ts'
import { withRules } from '../value-problems.ts'
import { causes, email, id, moment } from '../values.ts'
import {
  addMailbox,
  changeMailbox,
  countMailbox,
  MOST_ADDRESS,
  violationsOfMailbox,
} from './keep-mailbox.ts'

/** Of all accounts, if it is left out. */
const accountId = id.optional().describe('By default mailboxes for all accounts.')
const owner = z.strictObject({ accountId })

const url = z
  .string()
  .max(MOST_ADDRESS)
  .describe('imaps://user:password@host/INBOX; stored sealed.')

const everySeconds = z.int().min(10).max(86_400)

const Mailbox = z
  .object({
    id,
    mailbox: z.string().describe('Its address without the password.'),
    everySeconds: z.int(),
    seedAddress: personalText
      .nullable()
      .describe('Seed tests go to this address; null: bounces are fetched from it.'),
    checked: moment.nullable(),
    fetched: z.int().describe('Messages so far.'),
    trouble: z.string().nullable(),
    causes,
  })
  .meta({ id: 'Mailbox' })

const params = z.strictObject({ mailboxId: id })
export const mailboxes = [
  action({
    route: 'GET /installation/mailboxes',
    right: 'operate',
    about: 'The mailboxes: last check, messages fetched, and errors.',
    command: 'inbox list',
    installation: true,
    query: owner,
    out: z.object({ items: z.array(Mailbox) }),
    async run({ db }, { query }) {
      const rows = await inboxes(db, { accountId: query.accountId ?? NO_ACCOUNT })
      return {
        items: rows.map(({ shown, checkedAt, trouble, ...row }) => ({
          ...row,
          ...readTrouble(trouble),
          mailbox: shown,
          checked: checkedAt,
        })),
      }
    },
  }),
  action({
    route: 'POST /installation/mailboxes',
    right: 'operate',
    about: 'Add a mailbox. Its messages are fetched, then deleted (POP3) or marked seen (IMAP).',
    command: 'inbox add',
    installation: true,
    body: withRules(
      z.strictObject({
        accountId,
        url,
        everySeconds: everySeconds.default(USUAL_EVERY).describe('How often it is checked.'),
        seedAddress: email
          .optional()
          .describe('Its address, to which seed tests go: no bounces are fetched from it.'),
      }),
      violationsOfMailbox,
    ),
    out: z.object({ id, mailbox: z.string() }),
    creates: true,
    async run({ db, sealer }, { body: { accountId: of = NO_ACCOUNT, ...given } }) {
      const { id: mailboxId, shown } = await addMailbox(db, await sealer(), of, given)
      return { id: mailboxId, mailbox: shown }
    },
  }),
  action({
    route: 'PATCH /installation/mailboxes/:mailboxId',
    right: 'operate',
    about: 'Change the address of a mailbox, its password, or how often it is checked.',
    command: 'inbox edit',
    installation: true,
    params,
    query: owner,
    body: withRules(
      z.strictObject({ url, everySeconds: everySeconds.describe('How often.') }).partial(),
      violationsOfMailbox,
    ),
    out: z.object({ mailbox: z.string() }),
    async run({ db, sealer }, { params: { mailboxId }, query, body }) {
      const of = query.accountId ?? NO_ACCOUNT
      return { mailbox: await changeMailbox(db, await sealer(), of, mailboxId, body) }
    },
  }),
  action({
    route: 'POST /installation/mailboxes/:mailboxId/check',
    right: 'operate',
    about: 'Log in and count, step by step; nothing is fetched or changed.',
    command: 'inbox check',
    installation: true,
    params,
    query: owner,
    out: z.object({
      mailbox: z.string(),
      messages: z.int().nullable().describe("Null: it can't be read."),
      fresh: z.int().nullable().describe('Of these, not fetched yet.'),
      steps: z
        .array(z.object({ step: z.enum(MAILBOX_STEPS), passed: z.boolean() }))
        .describe('Up to the one that failed.'),
      certificate: Certificate,
      trouble: z.string().nullable(),
      causes,
    }),
    async run({ db, sealer }, { params: { mailboxId }, query }) {
      const of = query.accountId ?? NO_ACCOUNT
      const checked = await countMailbox(db, await sealer(), of, mailboxId)
      const { shown, counted, ...rest } = checked
      const { messages = null, fresh = null } = counted ?? {}
      return { mailbox: shown, messages, fresh, ...rest }
    },
  }),
  action({
    route: 'DELETE /installation/mailboxes/:mailboxId',
    right: 'operate',
    about: 'Stop fetching from a mailbox. Fetched messages are kept.',
    command: 'inbox remove',
    installation: true,
    params,
    query: owner,
    run: ({ db }, { params: { mailboxId }, query }) =>
      dropInbox(db, query.accountId ?? NO_ACCOUNT, mailboxId),
  }),
] as const
