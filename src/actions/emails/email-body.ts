/** The body of an email that comes with its call. */
import { z } from 'zod'
import { detailed } from '../../domain/details/details.ts'
import {
  MAX_CONTENT,
  MAX_METADATA,
  MAX_METADATA_NAME,
  MAX_MJML,
  MAX_TAG,
  MOST_METADATA,
  MOST_RECIPIENTS,
  MOST_TAGS,
} from '../../domain/transactions/checks/check-email.ts'
import { violationsOfEmail } from '../../domain/transactions/checks/email-violations.ts'
import type { NewEmail } from '../../domain/transactions/emails/prepare-email.ts'
import type { ActionCaller } from '../action.ts'
import { projectName } from '../projects/projects.ts'
import { issueOf, withRules } from '../value-problems.ts'
import { email as address } from '../values.ts'
import { attachments } from './attachment.ts'
import { sendTime } from './send-time.ts'

const mailbox = z.union([
  address,
  z.strictObject({ email: address, name: z.string().max(200).default('') }),
])

type Mailbox = z.output<typeof mailbox>

const named = (given: Mailbox) =>
  typeof given === 'string'
    ? { address: given, name: '' }
    : { address: given.email, name: given.name }

const mailboxes = z.preprocess(
  given => (given === undefined || Array.isArray(given) ? given : [given]),
  z.array(mailbox).max(MOST_RECIPIENTS),
)

const content = z.string().max(MAX_CONTENT)

/** As it is given, without the rules that no schema says. */
const EmailValues = z.strictObject({
  to: mailboxes.describe('An address, {"email": ..., "name": ...}, or several of them.'),
  cc: mailboxes.default([]),
  bcc: mailboxes.default([]).describe('They get the email, and stand nowhere in it.'),
  from: mailbox
    .optional()
    .describe('A domain that the account signs. By default the sender of the project.'),
  replyTo: address.optional(),
  subject: z
    .string()
    .max(500)
    .optional()
    .describe('Needed with a content; otherwise by default that of the newsletter.'),
  html: content
    .default('')
    .describe('Without html, mjml and text the newsletter of the project is the content.'),
  mjml: z.string().max(MAX_MJML).default('').describe('In place of html.'),
  text: content.default('').describe('By default made of the HTML.'),
  data: z
    .record(z.string().max(100), z.unknown())
    .optional()
    .describe('JSON for tags, {{ data.total }}. Without it nothing in a content is a tag.'),
  headers: z
    .record(z.string().max(100), z.string().max(10_000))
    .default({})
    .describe('In-Reply-To, References, X-...: up to 20.'),
  attachments,
  project: projectName
    .optional()
    .describe('Whose rules count: its id, guid or name. By default the project Emails.'),
  identifier: z
    .string()
    .max(100)
    .default('')
    .describe('Your own key: sent again with the same email within 24 hours, nothing is sent.'),
  sendAt: sendTime.optional().describe('By default now.'),
  trackOpens: z.boolean().default(false).describe('Count opens, of who may be measured.'),
  trackClicks: z.boolean().default(false).describe('The same of clicks: links are rewritten.'),
  tags: z.array(z.string().min(1).max(MAX_TAG)).max(MOST_TAGS).default([]),
  metadata: z
    .record(z.string().max(MAX_METADATA_NAME), z.string().max(MAX_METADATA))
    .refine(
      given => Object.keys(given).length <= MOST_METADATA,
      issueOf(detailed('given-many', { most: MOST_METADATA })),
    )
    .default({}),
})

export const Email = withRules(EmailValues, ({ to, cc, bcc, from, ...rest }) =>
  violationsOfEmail({
    ...rest,
    ...(to && { to: to.map(named) }),
    ...(cc && { cc: cc.map(named) }),
    ...(bcc && { bcc: bcc.map(named) }),
    ...(from && { from: named(from) }),
  }),
)

export type EmailInput = z.input<typeof Email>

export const newEmail = (
  { to, cc, bcc, from, ...rest }: z.output<typeof Email>,
  { isTest }: ActionCaller,
): NewEmail => ({
  ...rest,
  isTest,
  project: rest.project,
  sendAt: rest.sendAt,
  replyTo: rest.replyTo,
  subject: rest.subject,
  to: to.map(named),
  cc: cc.map(named),
  bcc: bcc.map(named),
  from: from === undefined ? undefined : named(from),
})
