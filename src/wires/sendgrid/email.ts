/** Emails as SendGrid takes them, as ours: one for each of the personalizations. */
import { z } from 'zod'
import { checked } from '../../actions/action.ts'
import { MOST_EMAILS } from '../../actions/emails/emails.ts'
import { identifierAt, type WireEmail } from '../parts/batch.ts'
import { refuseLargeCopies } from '../parts/copies.ts'
import { demandServed, notServed } from '../parts/unserved.ts'
import type { ValueUse, WireCall } from '../parts/wire.ts'

export const values: Readonly<Record<string, ValueUse>> = {
  personalizations: 'served',
  'personalizations.to': 'served',
  'personalizations.cc': 'served',
  'personalizations.bcc': 'served',
  'personalizations.from': 'served',
  'personalizations.subject': 'served',
  'personalizations.headers': 'served',
  'personalizations.custom_args': 'served',
  'personalizations.send_at': 'served',
  'personalizations.dynamic_template_data': 'served',
  'personalizations.substitutions': 'refused',
  from: 'served',
  reply_to: 'served',
  reply_to_list: 'refused',
  subject: 'served',
  content: 'served',
  template_id: 'served',
  headers: 'served',
  categories: 'served',
  custom_args: 'served',
  send_at: 'served',
  attachments: 'served',
  'attachments.content': 'served',
  'attachments.type': 'served',
  'attachments.filename': 'served',
  'attachments.content_id': 'served',
  'attachments.disposition': 'ignored',
  tracking_settings: 'served',
  'tracking_settings.open_tracking': 'served',
  'tracking_settings.click_tracking': 'served',
  'tracking_settings.ganalytics': 'refused',
  'tracking_settings.subscription_tracking': 'refused',
  mail_settings: 'refused',
  sections: 'refused',
  asm: 'refused',
  batch_id: 'refused',
  ip_pool_name: 'ignored',
}

const Mailbox = z
  .looseObject({ email: z.string(), name: z.string().nullish() })
  .transform(({ email, name }) => ({ email: email.trim(), name: name ?? '' }))
/** One, or several of them. */
const mailboxes = z.preprocess(
  given => (Array.isArray(given) ? given : [given ?? []].flat()),
  z.array(Mailbox),
)
const pairs = z
  .record(z.string(), z.string())
  .nullish()
  .transform(given => given ?? {})
/** Of UNIX, in seconds: as far as a year has four digits. */
const second = z.int().min(0).max(253_402_300_799).nullish()
const setting = z.looseObject({ enable: z.boolean().nullish() }).nullish()

const Mail = z.looseObject({
  personalizations: z
    .array(
      z.looseObject({
        to: mailboxes,
        cc: mailboxes,
        bcc: mailboxes,
        from: Mailbox.nullish(),
        subject: z.string().nullish(),
        headers: pairs,
        custom_args: pairs,
        send_at: second,
        dynamic_template_data: z.record(z.string(), z.unknown()).nullish(),
      }),
    )
    .min(1)
    .max(MOST_EMAILS),
  from: Mailbox,
  reply_to: Mailbox.nullish(),
  subject: z.string().nullish(),
  content: z
    .array(z.looseObject({ type: z.string(), value: z.string() }))
    .nullish()
    .transform(given => given ?? []),
  template_id: z.string().nullish(),
  headers: pairs,
  categories: z.array(z.string()).nullish(),
  custom_args: pairs,
  send_at: second,
  attachments: z
    .array(
      z.looseObject({
        content: z.string(),
        type: z.string().nullish(),
        filename: z.string(),
        content_id: z.string().nullish(),
      }),
    )
    .nullish()
    .transform(given => given ?? []),
  tracking_settings: z.looseObject({ open_tracking: setting, click_tracking: setting }).nullish(),
})

type Mail = z.output<typeof Mail>

/** The bodies of POST /emails. Refuses values that have no place in them. */
export function emailsOf(call: WireCall): WireEmail[] {
  const mail = checked(Mail, call.body, 'body') as Mail
  demandServed(call, values, mail)
  for (const one of mail.personalizations) demandServed(call, values, one, 'personalizations')
  for (const one of mail.attachments) demandServed(call, values, one, 'attachments')
  const { open_tracking: opens, click_tracking: clicks, ...more } = mail.tracking_settings ?? {}
  for (const [name, given] of Object.entries(more))
    demandServed(call, values, { [name]: (given as typeof opens)?.enable }, 'tracking_settings')
  const common = {
    replyTo: mail.reply_to?.email,
    ...contentOf(mail),
    attachments: mail.attachments.map(one => ({
      name: one.filename,
      content: one.content,
      type: one.type ?? '',
      contentId: one.content_id ?? '',
    })),
    trackOpens: opens?.enable ?? false,
    trackClicks: clicks?.enable ?? false,
    tags: mail.categories ?? [],
  }
  const shared = { ...common, headers: mail.headers, metadata: mail.custom_args }
  refuseLargeCopies(mail.personalizations.length, 'personalizations', shared)
  return mail.personalizations.map((one, place) => {
    const seconds = one.send_at ?? mail.send_at
    return {
      ...common,
      from: one.from ?? mail.from,
      to: one.to,
      cc: one.cc,
      bcc: one.bcc,
      subject: one.subject ?? mail.subject ?? undefined,
      headers: headersOf({ ...mail.headers, ...one.headers }),
      metadata: { ...mail.custom_args, ...one.custom_args },
      ...(one.dynamic_template_data && { data: one.dynamic_template_data }),
      ...(seconds && { sendAt: new Date(seconds * 1000).toISOString() }),
      identifier: identifierAt(call.identifier, place),
    }
  })
}

/** A template is the newsletter of a project; their client sends data with `d-` before it only. */
function contentOf({ content, template_id: template }: Mail): Partial<WireEmail> {
  const given: Partial<WireEmail> = template ? { project: template.replace(/^d-/, '') } : {}
  for (const { type, value } of content) {
    if (type === 'text/plain') given.text = value
    else if (type === 'text/html') given.html = value
    else throw notServed('content')
  }
  return given
}

/** Their client sends the headers of an email as those of its request, too. */
const headersOf = (given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).filter(([name]) => name.toLowerCase() !== 'idempotency-key'),
  )
