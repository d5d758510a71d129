/** For whom, and for which list, an email is composed before it is sent. */
import type { Db } from '../../../db/db.ts'
import { mailNames } from '../../../domain/hosts/public-origin.ts'
import { listsOfAccount } from '../../../domain/lists/lists.sql.ts'
import type { Message } from '../../../domain/newsletters/freeze-message.ts'
import { filtersOfMessage } from '../../../domain/newsletters/language-filters.ts'
import {
  findNewsletter,
  personForMessage,
  personForPreview,
} from '../../../domain/newsletters/newsletters.sql.ts'
import { noSuch, refused } from '../../../domain/refusal.ts'
import { blocksOf } from '../../../domain/sendings/audience/blocks.ts'
import { emailKey } from '../../../lib/email-address.ts'
import { FIELD_SEPARATOR } from '../../../lib/field-separator.ts'
import { FIRST_NAME, LAST_NAME } from '../../../lib/name-parts.ts'
import type { MacKey } from '../../../mail/links/signing.ts'
import type { MessageRecipient } from '../../../mail/message/compose.ts'

/** The keys and origins of links and return paths. */
export interface RenderingMeans {
  publicUrl: string
  bounceDomain: string
  linkKey: MacKey
}

/** Links and the return path have the names of the account. */
export const meansOf = async (
  db: Db,
  accountId: number,
  means: RenderingMeans,
): Promise<RenderingMeans> => ({ ...means, ...(await mailNames(db, accountId, means)) })

/** The sample person. Of the fields only the parts of the name: other tags show their defaults. */
export const SOMEBODY: MessageRecipient = {
  id: 0,
  email: 'ada@example.com',
  name: 'Ada Example',
  format: 'html',
  fields: Array.from({ length: Math.max(FIRST_NAME, LAST_NAME) }, (_, i) =>
    i + 1 === FIRST_NAME ? 'Ada' : i + 1 === LAST_NAME ? 'Example' : '',
  ),
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
    throw refused('not-valid', 'reader-list-none').atShell(
      'make',
      'pennypost list add NAME --from-email ADDRESS',
    )
  throw refused('not-valid', 'reader-list').atShell('give', '--list ID')
}

/** A subscriber by address or id, as the message is rendered for. */
export type PreviewReader = { email: string } | { subscriberId: number }

/** Shows only blocks whose filter this subscriber matches. */
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
      ? refused('no-such-subscriber', 'reader-unknown', { address: reader.email })
      : noSuch('no-such-subscriber', reader.subscriberId)
  const fields = person.fields === '' ? [] : person.fields.split(FIELD_SEPARATOR)
  const filters = await filtersOfMessage(db, accountId, message)
  const blocks = await blocksOf(db, accountId, person.id, filters)
  return { ...person, format: person.format === 'text' ? 'text' : 'html', fields, blocks }
}
