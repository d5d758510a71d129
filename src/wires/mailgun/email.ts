/** Emails as Mailgun takes them, as ours. */
import { ApiProblem } from '../../actions/problem.ts'
import { detailed } from '../../domain/details/details.ts'
import { jsonObjectIn } from '../../lib/json.ts'
import type { WireEmail } from '../parts/batch.ts'
import type { WireForm } from '../parts/form.ts'
import { headersOf } from '../parts/headers.ts'
import { mailboxesIn, mailboxIn } from '../parts/mailboxes.ts'
import { demandServed, notServed } from '../parts/unserved.ts'
import type { ValueUse, WireCall } from '../parts/wire.ts'
import { perRecipient } from './recipient-variables.ts'

export const values: Readonly<Record<string, ValueUse>> = {
  from: 'served',
  to: 'served',
  cc: 'served',
  bcc: 'served',
  subject: 'served',
  text: 'served',
  html: 'served',
  attachment: 'served',
  inline: 'served',
  template: 'served',
  't:variables': 'served',
  't:version': 'refused',
  't:text': 'refused',
  'h:': 'served',
  'v:': 'served',
  'o:tag': 'served',
  'o:deliverytime': 'served',
  'o:tracking': 'served',
  'o:tracking-opens': 'served',
  'o:tracking-clicks': 'served',
  'o:dkim': 'ignored',
  'o:skip-verification': 'ignored',
  'o:tracking-pixel-location-top': 'ignored',
  'o:deliverytime-optimize-period': 'refused',
  'o:time-zone-localize': 'refused',
  'o:require-tls': 'refused',
  'o:testmode': 'refused',
  'o:sending-ip': 'ignored',
  'o:sending-ip-pool': 'ignored',
  'amp-html': 'refused',
  'recipient-variables': 'served',
}

/** A header of theirs whose values are those of templates. */
const VARIABLES_HEADER = 'h:X-Mailgun-Variables'
const REPLY_TO = 'h:reply-to'
const VARIABLES = 'recipient-variables'
const DELIVERY_TIME = 'o:deliverytime'

/** Those of one request: several where recipients have variables. */
export function emailsOf(call: WireCall): WireEmail[] {
  const form = call.body as WireForm
  const email = emailOf(call, form)
  const [, text = ''] = form.fields.find(([name]) => name === VARIABLES) ?? []
  return text === '' ? [email] : perRecipient(email, objectIn(text, VARIABLES))
}

/** The body of POST /emails. Refuses values that have no place in it. */
function emailOf(call: WireCall, form: WireForm): WireEmail {
  const all = (name: string) => form.fields.flatMap(([key, value]) => (key === name ? value : []))
  const one = (name: string) => all(name).at(-1)
  demandFields(call, form)
  const mailboxes = (name: string) => all(name).flatMap(mailboxesIn)
  const given = (name: string) => {
    const text = one(name)
    return text === undefined || text === '' ? undefined : text
  }
  const from = given('from')
  if (from === undefined) throw missing('from')
  const replyTo = pairsIn(form, 'h:').filter(([name]) => `h:${name.toLowerCase()}` === REPLY_TO)
  const data = given('t:variables') ?? given(VARIABLES_HEADER)
  const time = given(DELIVERY_TIME)
  return {
    from: mailboxIn(from),
    to: mailboxes('to'),
    cc: mailboxes('cc'),
    bcc: mailboxes('bcc'),
    ...(replyTo[0] && { replyTo: mailboxIn(replyTo[0][1]).email }),
    subject: given('subject'),
    html: given('html'),
    text: given('text'),
    headers: headersOf(pairsIn(form, 'h:').filter(isHeader)),
    attachments: form.files.map(file => ({
      name: file.name,
      content: file.content,
      type: file.type === 'application/octet-stream' ? '' : file.type,
      contentId: file.field === 'inline' ? file.name : '',
    })),
    ...(given('template') !== undefined && { project: given('template') }),
    ...(data !== undefined && { data: objectIn(data, 't:variables') }),
    ...(time !== undefined && { sendAt: momentIn(time) }),
    trackOpens: isOn(given('o:tracking-opens') ?? given('o:tracking')),
    trackClicks: isOn(given('o:tracking-clicks') ?? given('o:tracking')),
    tags: all('o:tag'),
    metadata: Object.fromEntries(pairsIn(form, 'v:')),
    identifier: call.identifier,
  }
}

const missing = (field: string) =>
  new ApiProblem('not-valid', { field: `body.${field}`, ...detailed('given-missing') })

function demandFields(call: WireCall, { fields, files }: WireForm): void {
  for (const [name, value] of fields) {
    const [prefix] = /^[hv]:/.exec(name) ?? [name]
    const off = name.startsWith('o:') && !isOn(value) && values[name] === 'refused'
    demandServed(call, values, { [prefix]: off ? '' : value })
  }
  for (const { field } of files)
    if (field !== 'attachment' && field !== 'inline') throw notServed(field)
}

/** Those whose names begin with a prefix, without it. */
const pairsIn = ({ fields }: WireForm, prefix: string): [name: string, value: string][] =>
  fields.flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
  )

const isHeader = ([name]: [name: string, value: string]): boolean => {
  const key = `h:${name.toLowerCase()}`
  return key !== REPLY_TO && key !== VARIABLES_HEADER.toLowerCase()
}

const isOn = (value: string | undefined): boolean =>
  value !== undefined && /^(?:yes|true|htmlonly)$/i.test(value)

function objectIn(text: string, field: string): Record<string, unknown> {
  const value = jsonObjectIn(text)
  if (value) return value
  throw new ApiProblem('not-valid', { field, detail: `${field}: it is no JSON object.` })
}

/** As in the head of an email (RFC 5322, section 3.3). */
const DATE = /^(?:[a-z]{3}, )?\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)? (?:[+-]\d{4}|[a-z]{1,3})$/i

/** As in the head of an email, or in seconds of UNIX. */
function momentIn(text: string): string {
  const short = text.slice(0, 40)
  const isDate = DATE.test(short)
  const millis = /^\d{1,10}$/.test(short)
    ? Number(short) * 1000
    : isDate
      ? Date.parse(short)
      : Number.NaN
  if (!Number.isNaN(millis)) return new Date(millis).toISOString()
  throw new ApiProblem('not-valid', {
    field: DELIVERY_TIME,
    detail: `${DELIVERY_TIME}: write it as Thu, 31 Dec 2026 09:00:00 +0000, or in seconds of UNIX.`,
  })
}
