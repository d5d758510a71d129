/** A newsletter as the workers compose it, for one subscriber, without sending it. */

import type { Db, Store } from '../../db/db.ts'
import { filtersForSending } from '../../domain/filters/save-filter.ts'
import { listsOfAccount } from '../../domain/lists/lists.sql.ts'
import { freezeMessage, type Message } from '../../domain/newsletters/freeze-message.ts'
import {
  findNewsletter,
  personForMessage,
  personForPreview,
} from '../../domain/newsletters/newsletters.sql.ts'
import { withPictures } from '../../domain/newsletters/web-version.ts'
import { noSuch, Refusal } from '../../domain/refusal.ts'
import { blocksOf } from '../../domain/sendings/audience/blocks.ts'
import { compiledMessage } from '../../domain/sendings/compiled-message.ts'
import { emailKey } from '../../lib/email-address.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { FIRST_NAME, LAST_NAME } from '../../lib/name-parts.ts'
import type { MacKey } from '../../mail/links/signing.ts'
import { type MessageRecipient, renderMessage } from '../../mail/message/compose.ts'
import { blockIds } from '../../mail/template/blocks.ts'

/** The keys and origins of links and return paths. */
export interface RenderingMeans {
  publicUrl: string
  bounceDomain: string
  linkKey: MacKey
}

/** No field has a value, but the parts of the name do. */
export const SOMEBODYS_FIELDS: (string | undefined)[] = []
SOMEBODYS_FIELDS[FIRST_NAME - 1] = 'Ada'
SOMEBODYS_FIELDS[LAST_NAME - 1] = 'Example'

/** Each field contains its own number, so that one sees which is which. */
export const SOMEBODY: MessageRecipient = {
  id: 0,
  email: 'ada@example.com',
  name: 'Ada Example',
  format: 'html',
  fields: Array.from(SOMEBODYS_FIELDS, (part, i) => part ?? `DD${i + 1}`),
}

interface PreviewOptions {
  /** For the subscribers of this list; by default the newsletter's, or the only one. */
  list?: number | undefined
  /** The address of the subscriber; a fictional one by default. */
  as?: string | undefined
  tracked?: boolean | undefined
  /**
   * Fields of the sample person contain their own numbers; by default nothing, so that tags show
   * their defaults.
   */
  numbered?: boolean | undefined
}

export interface NewsletterPreview {
  from: string
  to: string
  subject: string
  preheader: string
  /** Undefined: it has none, or the subscriber gets text. */
  html: string | undefined
  text: string
}

/**
 * Compiles a newsletter for its list, as an email of no sending: its links work, are not counted,
 * and unsubscribe no one.
 */
async function compiledFor(
  db: Store,
  { publicUrl, bounceDomain, linkKey }: RenderingMeans,
  accountId: number,
  id: number,
  { list, tracked }: PreviewOptions,
) {
  const message = await freezeMessage(db, accountId, id, await listMeant(db, accountId, id, list))
  const compiled = await compiledMessage(db, message, {
    accountId,
    of: 'test',
    ofId: 0,
    tracked,
    publicUrl,
    bounceDomain,
    key: linkKey,
  })
  return { message, compiled }
}

/** As it is sent to the subscriber, or to the sample person. */
export async function previewed(
  db: Store,
  means: RenderingMeans,
  accountId: number,
  id: number,
  options: PreviewOptions,
) {
  const { message, compiled } = await compiledFor(db, means, accountId, id, options)
  const { as, numbered } = options
  const recipient =
    as === undefined
      ? { ...SOMEBODY, ...(!numbered && { fields: SOMEBODYS_FIELDS }) }
      : await readerOf(db, accountId, message, { email: as })
  const { subject, preheader, html, text } = renderMessage(compiled, recipient)
  const showsHtml = recipient.format === 'html' && html !== undefined
  const preview: NewsletterPreview = {
    from: `${message.fromName} <${message.fromEmail}>`.trim(),
    to: `${recipient.name} <${recipient.email}>`.trim(),
    subject,
    preheader,
    html: showsHtml ? await withPictures(db, accountId, message, html) : undefined,
    text,
  }
  return { preview, message, compiled, recipient }
}

/** The named list, the newsletter's, or the only one. */
export async function listMeant(
  db: Db,
  accountId: number,
  newsletterId: number,
  named: number | undefined,
): Promise<number> {
  const newsletter = await findNewsletter(db, { accountId, id: newsletterId })
  if (!newsletter) throw noSuch('no-such-newsletter', newsletterId)
  const meant = named ?? newsletter.listId
  if (meant !== null && meant !== undefined) return meant
  const lists = await listsOfAccount(db, { accountId })
  if (lists.length === 1) return lists[0]!.id
  if (lists.length === 0)
    throw new Refusal('not-valid', 'There is no list yet.').atShell(
      'To make one: pennypost list add NAME --from-email ADDRESS',
    )
  throw new Refusal('not-valid', 'Name a list: sender and character set come from it.').atShell(
    'Give --list. To see them: pennypost list list',
  )
}

/** A subscriber by address or id, as the message is rendered for. */
export type PreviewReader = { email: string } | { subscriberId: number }

/** Shows only blocks whose filter this subscriber matches; none for an anonymous preview. */
export async function readerOf(
  db: Db,
  accountId: number,
  message: Message,
  reader: PreviewReader,
): Promise<MessageRecipient> {
  const person = await ('email' in reader
    ? personForMessage(db, { accountId, emailKey: emailKey(reader.email) })
    : personForPreview(db, { accountId, subscriberId: reader.subscriberId }))
  if (!person)
    throw 'email' in reader
      ? new Refusal('no-such-subscriber', `No subscriber has the address ${reader.email}.`)
      : noSuch('no-such-subscriber', reader.subscriberId)
  const fields = person.fields === '' ? [] : person.fields.split(FIELD_SEPARATOR)
  const filters = await filtersForSending(db, accountId, [message.listId], blockIds(message))
  const blocks = await blocksOf(db, accountId, person.id, filters)
  return { ...person, format: person.format === 'text' ? 'text' : 'html', fields, blocks }
}
