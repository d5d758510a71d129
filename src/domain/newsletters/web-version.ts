/**
 * The content of a web version: the email as frozen with its sending or trigger, or a version of a
 * newsletter that was never sent.
 */
import type { Db } from '../../db/db.ts'
import { blockIds } from '../../mail/template/blocks.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import type { FrozenFilter } from '../filters/condition.ts'
import { requireFilters } from '../filters/save-filter.ts'
import { picturesOf } from '../html/pictures.sql.ts'
import { noSuch } from '../refusal.ts'
import type { StoredNewsletter } from './content/stored.ts'
import type { Message } from './freeze-message.ts'
import { findNewsletter, findNewsletterVersion } from './newsletters.sql.ts'
import { lastSentOf, messageOfSending, messageOfTrigger } from './web-version.sql.ts'

export type WebSource = { sending: number } | { newsletter: number; version: number }
/** A version of a newsletter, as a transaction project sends it. */
export interface ProjectSource {
  project: number
  newsletter: number
  version: number
  /** The number after which its links are counted. */
  linksAfter: number
  /** It has a way to unsubscribe, shown or not. */
  marketing: boolean
  /** Its links are as they were written. */
  untracked: boolean
}
/** Or the email of a trigger's step, or of a project. */
export type MessageSource = WebSource | { trigger: number } | ProjectSource

/**
 * The email that subscribers who match these filters get: of the newsletter's last sending, or, if
 * it was never sent, of its present version. Refuses an unknown newsletter or filter. `blocks`: the
 * given filters that its blocks use.
 */
export async function findWebVersion(
  db: Db,
  accountId: number,
  newsletterId: number,
  filterIds: readonly number[],
): Promise<{ of: WebSource; blocks: number[] }> {
  const newsletter = await findNewsletter(db, { accountId, id: newsletterId })
  if (!newsletter) throw noSuch('no-such-newsletter', newsletterId)
  const given = new Set((await requireFilters(db, accountId, filterIds)).map(({ id }) => id))
  const sent = await lastSentOf(db, { accountId, newsletterId })
  const known = sent
    ? (JSON.parse(sent.blocks) as FrozenFilter[]).map(({ id }) => id)
    : blockIds(newsletter)
  return {
    of: sent ? { sending: sent.id } : { newsletter: newsletterId, version: newsletter.version },
    blocks: known.filter(id => given.has(id)),
  }
}

export interface WebMessage {
  message: Message
  test: boolean
}

export async function webMessage(
  db: Db,
  accountId: number,
  source: MessageSource,
): Promise<WebMessage | undefined> {
  if ('sending' in source) {
    const found = await messageOfSending(db, { accountId, sendingId: source.sending })
    return found && { message: JSON.parse(found.message), test: found.test }
  }
  if ('trigger' in source) {
    const found = await messageOfTrigger(db, { accountId, messageId: source.trigger })
    return found && { message: JSON.parse(found.message), test: false }
  }
  const found = await findNewsletterVersion(db, {
    accountId,
    newsletterId: source.newsletter,
    version: source.version,
  })
  if (!found) return undefined
  const draft: StoredNewsletter = JSON.parse(found.draft)
  const fields = (await fieldsOfAccount(db, { accountId })).map(
    ({ name, number }): [string, number] => [name, number],
  )
  const { name, subject, preheader, html, text, fromName, replyTo, pictures, translated } = draft
  // The sender is not shown.
  const sender = { fromName, fromEmail: draft.fromEmail || 'nobody@example.invalid', replyTo }
  const list = { listId: draft.listId ?? 0, listName: '', characterSet: 'utf-8' }
  return {
    message: {
      name,
      subject,
      preheader,
      html,
      text,
      ...sender,
      ...list,
      pictures,
      fields,
      ...(translated && { translated }),
      ...('project' in source && source.untracked && { untracked: true }),
    },
    test: !('project' in source),
  }
}

/** A browser can't access the other parts of the email: embeds the pictures as data URLs. */
export async function withPictures(
  db: Db,
  accountId: number,
  { pictures = [] }: Message,
  html: string,
): Promise<string> {
  if (pictures.length === 0) return html
  const found = await picturesOf(db, { accountId, hashes: pictures.map(({ hash }) => hash) })
  const shown = new Map(
    found.map(({ hash, type, bytes }) => [hash, `data:${type};base64,${bytes.toString('base64')}`]),
  )
  return html.replace(/cid:([0-9a-f]{40})@[a-z0-9.-]+/gi, (named, hash) => shown.get(hash) ?? named)
}
