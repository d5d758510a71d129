/** Emails as Resend takes them, as ours. */
import { z } from 'zod'
import { checked } from '../../actions/action.ts'
import { MOST_RECIPIENTS } from '../../domain/transactions/checks/check-email.ts'
import type { WireEmail } from '../parts/batch.ts'
import { mailboxIn } from '../parts/mailboxes.ts'
import { demandServed, notServed } from '../parts/unserved.ts'
import type { ValueUse, WireCall } from '../parts/wire.ts'

export const values: Readonly<Record<string, ValueUse>> = {
  from: 'served',
  to: 'served',
  cc: 'served',
  bcc: 'served',
  reply_to: 'served',
  subject: 'served',
  html: 'served',
  text: 'served',
  headers: 'served',
  tags: 'served',
  scheduled_at: 'served',
  attachments: 'served',
  'attachments.filename': 'served',
  'attachments.content': 'served',
  'attachments.content_type': 'served',
  'attachments.content_id': 'served',
  'attachments.path': 'refused',
  template: 'served',
  topic_id: 'refused',
}

/** One, or several of them. */
const texts = z.preprocess(
  given => (typeof given === 'string' ? [given] : given),
  z.array(z.string()).max(MOST_RECIPIENTS).default([]),
)

/** Nothing is set by null, too. */
const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(given => given ?? undefined, schema)

/** A Buffer as JSON has it: clients before version 4 send files so. */
const bytes = z
  .looseObject({ type: z.literal('Buffer'), data: z.array(z.int().min(0).max(255)) })
  .transform(({ data }) => Buffer.from(data).toString('base64'))

const Email = z.looseObject({
  from: z.string(),
  to: texts,
  cc: orNull(texts),
  bcc: orNull(texts),
  reply_to: orNull(texts),
  subject: orNull(z.string().optional()),
  html: orNull(z.string().optional()),
  text: orNull(z.string().optional()),
  headers: orNull(z.record(z.string(), z.string()).optional()),
  scheduled_at: orNull(z.string().optional()),
  attachments: orNull(
    z
      .array(
        z.looseObject({
          filename: z.string(),
          content: z.union([z.string(), bytes]).default(''),
          content_type: orNull(z.string().optional()),
          content_id: orNull(z.string().optional()),
        }),
      )
      .default([]),
  ),
  template: orNull(
    z
      .looseObject({
        id: z.string(),
        variables: orNull(z.record(z.string(), z.unknown()).optional()),
      })
      .optional(),
  ),
  tags: orNull(z.array(z.looseObject({ name: z.string(), value: z.string() })).default([])),
})

/** The body of POST /emails. Refuses values that have no place in it. */
export function emailOf(call: WireCall, given: unknown, identifier: string): WireEmail {
  const email = checked(Email, given, 'body') as z.output<typeof Email>
  demandServed(call, values, email)
  for (const one of email.attachments) demandServed(call, values, one, 'attachments')
  if (email.reply_to.length > 1) throw notServed('reply_to')
  const [replyTo] = email.reply_to
  return {
    from: mailboxIn(email.from),
    to: email.to.map(mailboxIn),
    cc: email.cc.map(mailboxIn),
    bcc: email.bcc.map(mailboxIn),
    ...(replyTo !== undefined && { replyTo: mailboxIn(replyTo).email }),
    ...(email.template && { project: email.template.id, data: email.template.variables ?? {} }),
    subject: email.subject,
    html: email.html,
    text: email.text,
    headers: email.headers,
    ...(email.scheduled_at !== undefined && { sendAt: email.scheduled_at }),
    attachments: email.attachments.map(one => ({
      name: one.filename,
      content: one.content,
      type: one.content_type,
      contentId: one.content_id,
    })),
    // Theirs have a name and a value, as our metadata have.
    metadata: Object.fromEntries(email.tags.map(({ name, value }) => [name, value])),
    identifier,
  }
}
