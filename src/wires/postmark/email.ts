/** Emails as Postmark takes them, as ours. */
import { z } from 'zod'
import { checked } from '../../actions/action.ts'
import type { WireEmail } from '../parts/batch.ts'
import { headersOf } from '../parts/headers.ts'
import { mailboxesIn, mailboxIn } from '../parts/mailboxes.ts'
import { demandServed, notServed } from '../parts/unserved.ts'
import type { ValueUse, WireCall } from '../parts/wire.ts'

export const values: Readonly<Record<string, ValueUse>> = {
  From: 'served',
  To: 'served',
  Cc: 'served',
  Bcc: 'served',
  ReplyTo: 'served',
  Subject: 'served',
  HtmlBody: 'served',
  TextBody: 'served',
  Headers: 'served',
  Tag: 'served',
  Metadata: 'served',
  MessageStream: 'served',
  TrackOpens: 'served',
  TrackLinks: 'served',
  Attachments: 'served',
  'Attachments.Name': 'served',
  'Attachments.Content': 'served',
  'Attachments.ContentType': 'served',
  'Attachments.ContentID': 'served',
  'Attachments.ContentLength': 'ignored',
  'Attachments.Disposition': 'ignored',
  TemplateId: 'served',
  TemplateAlias: 'served',
  TemplateModel: 'served',
  InlineCss: 'ignored',
}

const text = z
  .string()
  .nullish()
  .transform(given => given ?? '')

const Email = z.looseObject({
  From: z.string(),
  To: text,
  Cc: text,
  Bcc: text,
  ReplyTo: text,
  Subject: z.string().nullish(),
  HtmlBody: text,
  TextBody: text,
  Headers: z.array(z.looseObject({ Name: z.string(), Value: z.string() })).nullish(),
  Tag: text,
  Metadata: z.record(z.string(), z.string()).nullish(),
  MessageStream: text,
  TrackOpens: z.boolean().nullish(),
  TrackLinks: z.enum(['None', 'HtmlAndText', 'HtmlOnly', 'TextOnly']).nullish(),
  TemplateId: z.int().nullish(),
  TemplateAlias: text,
  TemplateModel: z.record(z.string(), z.unknown()).nullish(),
  Attachments: z
    .array(
      z.looseObject({ Name: z.string(), Content: z.string(), ContentType: text, ContentID: text }),
    )
    .nullish(),
})

/** The stream of single emails that every server of theirs has. */
const DEFAULT_STREAM = 'outbound'

/** The body of POST /emails. Refuses values that have no place in it. */
export function emailOf(call: WireCall, given: unknown, identifier: string): WireEmail {
  const email = checked(Email, given, 'body') as z.output<typeof Email>
  const { Headers, Attachments, TrackLinks, TemplateModel } = email
  demandServed(call, values, email)
  for (const one of Attachments ?? []) demandServed(call, values, one, 'Attachments')
  const replyTo = mailboxesIn(email.ReplyTo)
  if (replyTo.length > 1) throw notServed('ReplyTo')
  return {
    from: mailboxIn(email.From),
    to: mailboxesIn(email.To),
    cc: mailboxesIn(email.Cc),
    bcc: mailboxesIn(email.Bcc),
    ...(replyTo[0] && { replyTo: replyTo[0].email }),
    ...projectOf(email),
    ...(TemplateModel && { data: TemplateModel }),
    subject: email.Subject ?? undefined,
    html: email.HtmlBody,
    text: email.TextBody,
    headers: headersOf((Headers ?? []).map(({ Name, Value }) => [Name, Value])),
    attachments: (Attachments ?? []).map(one => ({
      name: one.Name,
      content: one.Content,
      type: one.ContentType,
      contentId: one.ContentID.replace(/^cid:/, ''),
    })),
    trackOpens: email.TrackOpens ?? false,
    trackClicks: TrackLinks === 'HtmlAndText' || TrackLinks === 'HtmlOnly',
    tags: email.Tag === '' ? [] : [email.Tag],
    metadata: email.Metadata ?? {},
    identifier,
  }
}

/** A template is the newsletter of a project, and so is a stream a project. */
function projectOf({ TemplateAlias, TemplateId, MessageStream }: z.output<typeof Email>) {
  const template = TemplateAlias || String(TemplateId ?? '')
  const stream = MessageStream === DEFAULT_STREAM ? '' : MessageStream
  if (template !== '' && stream !== '') throw notServed('MessageStream')
  return template === '' && stream === '' ? {} : { project: template || stream }
}
