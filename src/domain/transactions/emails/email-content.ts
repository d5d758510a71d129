/**
 * The content of an email, made when it is accepted: MJML becomes HTML, and tags are tried with the
 * values of the call, so that what can't be written is refused by the answer instead of failing in
 * the ledger.
 */
import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../../db/db.ts'
import { templateErrors } from '../../../mail/message/compile.ts'
import { cleanedValue } from '../../../mail/template/cleaned.ts'
import { compileLine } from '../../../mail/template/liquid.ts'
import {
  type FieldNames,
  fieldNamed,
  type MergeValues,
  renderTemplate,
} from '../../../mail/template/merge.ts'
import { prepareHtml } from '../../../mail/template/prepare.ts'
import { detailed } from '../../details/details.ts'
import { refusalOfTemplate, refusing } from '../../html/email-html.ts'
import type { Message } from '../../newsletters/freeze-message.ts'
import { refused, refusedFor } from '../../refusal.ts'
import {
  type CheckedEmail,
  checkHtmlOnce,
  checkSubjectGiven,
  type EmailData,
  type EmailGiven,
  hasContent,
  MAX_SUBJECT,
} from '../checks/check-email.ts'
import { knownFields } from '../given-fields.ts'
import type { KeptTemplate } from './email-message.ts'
import { cachedNewsletter } from './newsletter-cache.ts'
import type { EmailProject } from './project-cache.ts'

export interface EmailContent {
  /** As the first recipient reads it. */
  subject: string
  /** Both are empty if the newsletter of the project is used. */
  html: string
  text: string
  format: 'html' | 'text'
  /** Values of data fields, DD1 first. */
  fields: string[]
  /** Undefined: nothing in it is a tag. */
  template: KeptTemplate | undefined
  /** Undefined: the content is in the call. */
  newsletter: Message | undefined
}

/** Of the HTML that MJML becomes, in characters: mail programs cut off far shorter ones. */
const MOST_HTML = 2_000_000
/** Of the processor, for the tags of all emails of a call; and of the clock, for their MJML. */
const MOST_TAG_MILLIS = 5_000
const MOST_MJML_MILLIS = 60_000

/** Makes the contents of the emails of one call, within the time that a call has for them. */
export function contentMaker(db: Store, accountId: number) {
  let tagMillis = 0
  let mjmlMillis = 0
  const requireTime = () => {
    if (tagMillis > MOST_TAG_MILLIS || mjmlMillis > MOST_MJML_MILLIS)
      throw refused('not-valid', 'templates-slow')
  }

  /** Other calls go between two emails, however long their tags take. */
  async function tried<Value>(work: () => Value): Promise<Value> {
    requireTime()
    await setImmediate()
    const before = process.threadCpuUsage()
    try {
      return work()
    } finally {
      const { user, system } = process.threadCpuUsage(before)
      tagMillis += (user + system) / 1_000
    }
  }

  async function htmlOf(mjml: string, names: FieldNames): Promise<string> {
    requireTime()
    const before = performance.now()
    try {
      const source = { kind: 'mjml' as const, source: mjml, inlined: false }
      return await refusing(() => prepareHtml(source, names, accountId))
    } finally {
      mjmlMillis += performance.now() - before
    }
  }

  return async function make(
    given: EmailGiven,
    { subject, recipients }: CheckedEmail,
    project: EmailProject,
  ): Promise<EmailContent> {
    const { html, text, mjml = '', data } = given
    const isGiven = hasContent(given)
    checkHtmlOnce(given)
    if (!isGiven && project.newsletterId === 0) throw refused('not-valid', 'email-empty')
    checkSubjectGiven(given)
    const newsletter = isGiven ? undefined : await cachedNewsletter(db, accountId, project)
    const isLiteral = newsletter === undefined && data === undefined
    const names = mjml === '' && isLiteral ? NO_NAMES : await knownFields(db, accountId)
    const written = await writtenHtml(html, mjml, source =>
      isLiteral ? htmlOf(withoutTags(source), names).then(tagsAsWritten) : htmlOf(source, names),
    )
    const format = (newsletter?.html ?? written).trim() === '' ? 'text' : 'html'
    const whole = { html: written, text, format, newsletter } as const
    if (isLiteral) return { ...whole, subject: subject!, fields: [], template: undefined }

    const values = cleanedValue(data ?? {}) as EmailData
    const fields = fieldsIn(values, names)
    const { name, address } = recipients[0]!
    const person = { ...NOBODY, name, email: address, fields, data: values }
    const line = subject ?? newsletter!.subject
    const parts = newsletter ? { ...newsletter, subject: line } : { ...whole, subject: line }
    const shown = await tried(() => subjectTried(parts, names, person))
    if (shown.length > MAX_SUBJECT)
      throw refusedFor('not-valid', detailed('text-long', { what: 'subject', most: MAX_SUBJECT }))
    const template = {
      subject: subject ?? '',
      data: values,
      ...(newsletter && { newsletter: true as const }),
    }
    return { ...whole, subject: shown, fields, template }
  }
}

const NO_NAMES: FieldNames = new Map()

async function writtenHtml(
  html: string,
  mjml: string,
  convert: (mjml: string) => Promise<string>,
): Promise<string> {
  if (mjml.trim() === '') return html
  const made = await convert(mjml)
  if (made.length > MOST_HTML)
    throw refusedFor('not-valid', detailed('text-long', { what: 'HTML', most: MOST_HTML }))
  return made
}

/** Each beginning of a tag as a tag that prints it. */
const withoutTags = (source: string): string => source.replace(/\{[{%]/g, '{{ "$&" }}')
const tagsAsWritten = (html: string): string => html.replace(/\{\{ "(\{[{%])" \}\}/g, '$1')

/** Values of the data under the name of a data field are values of that field. */
function fieldsIn(data: EmailData, names: FieldNames): string[] {
  const fields: string[] = []
  for (const [name, value] of Object.entries(data)) {
    const number = fieldNamed(name, names)
    if (number === undefined || typeof value === 'object') continue
    while (fields.length < number) fields.push('')
    fields[number - 1] = String(value)
  }
  return fields
}

/** The addresses of an email that is not written yet. */
const NOBODY = {
  unsubscribeUrl: 'https://example.com/u/',
  preferencesUrl: 'https://example.com/p/',
  webVersionUrl: 'https://example.com/w/',
  measuringUrl: 'https://example.com/s/',
}

/** Refuses tags that can't be filled in, with their line; returns the subject as it is read. */
function subjectTried(
  parts: Record<'subject' | 'html' | 'text', string> & { preheader?: string },
  names: FieldNames,
  person: MergeValues,
): string {
  const { subject, html, text, preheader = '' } = parts
  const [wrong] = templateErrors({ subject, html, text, preheader }, names, [person])
  if (wrong) throw refusalOfTemplate(wrong)
  const line = renderTemplate(compileLine(subject, names, 'subject', [person]), person)
  return line.replace(/\s+/g, ' ').trim()
}
