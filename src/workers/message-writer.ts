/** Writes the emails of a compiled newsletter for each subscriber, signed off the main thread. */
import type { Db } from '../db/db.ts'
import { keysForDomain } from '../domain/dkim/dkim.ts'
import { readBlocks } from '../domain/sendings/audience/blocks.ts'
import type { LanguageMessages } from '../domain/sendings/compiled-message.ts'
import { FIELD_SEPARATOR } from '../lib/field-separator.ts'
import {
  composeMessage,
  type MeasuredMessages,
  measuredPerson,
  WHOLE,
} from '../mail/message/compose.ts'
import { signingKey, signMessage } from '../mail/message/dkim.ts'
import { type MergeValues, renderTemplate } from '../mail/template/merge.ts'
import type { MessageMeans, MessageWriter } from './context.ts'

/** Signs with the current keys of the sender's domain, and warns of a sender without. */
export async function messageWriter(
  db: Db,
  { sealer, warnOfSender }: Pick<MessageMeans, 'sealer' | 'warnOfSender'>,
  messages: LanguageMessages,
): Promise<MessageWriter> {
  const { facts } = messages.base.whole
  const { accountId, mailDomain } = facts
  const dkim = await keysForDomain(db, sealer, accountId, mailDomain)
  warnOfSender(accountId, { domain: mailDomain, signed: dkim.length > 0 })
  const signing = dkim.map(({ domain, selector, privateKey }) =>
    signingKey(domain, selector, privateKey),
  )
  // Shown in the sandbox; a subject contains no links.
  const subjectFor = (
    { whole }: MeasuredMessages,
    person: Pick<MergeValues, 'name' | 'email' | 'fields' | 'blocks' | 'event' | 'feed' | 'data'>,
  ) =>
    renderTemplate(whole.subject, {
      ...person,
      unsubscribeUrl: '',
      preferencesUrl: '',
      webVersionUrl: '',
      measuringUrl: '',
    })
  return async ({ id, email, name, format, fields, blocks: joined, event, feed, data }) => {
    const values = fields === '' ? [] : fields.split(FIELD_SEPARATOR)
    const blocks = readBlocks(joined)
    const [kind, opens = 'person', clicks = 'person'] = format.split(' ')
    const form = kind === 'text' ? 'text' : 'html'
    // Hits of a test email are not recorded.
    const measured = facts.of === 'test' ? WHOLE : measuredPerson(opens, clicks)
    const inLanguage = messages.for(blocks)
    const written = composeMessage(inLanguage.for(measured), {
      id,
      email,
      name,
      format: form,
      fields: values,
      blocks,
      event,
      feed,
      data,
      measured,
    })
    const signatures = signing.length === 0 ? [] : [await signMessage(written, signing)]
    return {
      envelopeFrom: written.envelopeFrom,
      senderDomain: mailDomain,
      subject: subjectFor(inLanguage, { name, email, fields: values, blocks, event, feed, data }),
      pieces: [...signatures, written.bytes],
      utf8Headers: written.needsSmtpUtf8,
      measured,
    }
  }
}
