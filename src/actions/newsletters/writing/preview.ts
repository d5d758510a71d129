/**
 * The preview of an email before it is sent: of a newsletter as it was last saved, or of content
 * that is being written, which is compiled as saving does. Both are rendered as the workers do.
 */
import type { Db, Store } from '../../../db/db.ts'
import { keysForDomain } from '../../../domain/dkim/dkim.ts'
import { listsOfAccount } from '../../../domain/lists/lists.sql.ts'
import { checkDraft } from '../../../domain/newsletters/check-draft.ts'
import type { NewsletterContent } from '../../../domain/newsletters/content/content.ts'
import { filterIdsOf } from '../../../domain/newsletters/content/filter-ids.ts'
import type { SavedNewsletter } from '../../../domain/newsletters/content/stored.ts'
import {
  freezeMessage,
  type ListDefaults,
  type Message,
  messageOf,
} from '../../../domain/newsletters/freeze-message.ts'
import {
  messageIn,
  versionAmong,
  versionFor,
} from '../../../domain/newsletters/language-filters.ts'
import { savedNewsletter } from '../../../domain/newsletters/save-newsletter.ts'
import { withPictures } from '../../../domain/newsletters/web-version.ts'
import { noSuch } from '../../../domain/refusal.ts'
import { compiledMessage, messageToRead } from '../../../domain/sendings/compiled-message.ts'
import { shownFeed, shownValues } from '../../../domain/triggers/feeds/shown-feed.ts'
import { domainOf, isEmailAddress } from '../../../lib/email-address.ts'
import type { Sealer } from '../../../lib/secrets.ts'
import {
  composeMessage,
  type MessageRecipient,
  renderMessage,
} from '../../../mail/message/compose.ts'
import { signingKey, signMessage } from '../../../mail/message/dkim.ts'
import { mailDomain } from '../../../mail/message/headers.ts'
import { namedBlocks, unnamedBlocks } from './block-names.ts'
import type { TriedFeed } from './feed-in-email.ts'
import { type PreviewReader, type RenderingMeans, readerOf, SOMEBODY } from './reader.ts'

/** Gmail clips longer emails. */
export const CLIPPED_BYTES = 102_000

/** As it was last saved; or what is being written, perhaps of a newsletter with pictures. */
export type PreviewSubject =
  | { newsletterId: number; content?: undefined }
  | { newsletterId?: number | undefined; content: NewsletterContent }

export interface PreviewOptions {
  /** By default the list that it is meant for, or the first. */
  listId?: number | undefined
  /** By default the sample person, who is shown all blocks. */
  reader?: PreviewReader | undefined
  /** Of a newsletter in several languages; by default that of the reader, else the base. */
  language?: string | undefined
  /** The items of a feed that it is shown with; by default those of its trigger, or examples. */
  feed?: TriedFeed | undefined
  /** With the links that are counted, and the pixel. */
  tracked?: boolean | undefined
  /** False: its size is unknown, which takes a second rendering. */
  sized?: boolean | undefined
  /** Decrypts the keys that the whole email is signed with; without them it is unknown. */
  sealer?: Sealer | undefined
}

export interface NewsletterPreview {
  from: string
  to: string
  subject: string
  preheader: string
  /** Null: it has none, or the reader gets text. Elements of blocks have `data-block="ID"`. */
  html: string | null
  text: string
  /** Size of the HTML as sent, with the links that are counted; null: not asked for. */
  bytes: number | null
  /** The whole email, with headers and signatures, a character for each byte. */
  source: string | null
}

export async function previewed(
  db: Store,
  { publicUrl, bounceDomain, linkKey: key }: RenderingMeans,
  accountId: number,
  of: PreviewSubject,
  { listId, reader, language, feed: tried, tracked = false, sized = true, sealer }: PreviewOptions,
): Promise<NewsletterPreview> {
  const all = await messageToPreview(db, accountId, of, listId)
  const { newsletterId } = of
  const feed = tried
    ? shownValues(tried.title, '', tried.items)
    : await shownFeed(db, accountId, all, { publicUrl, newsletterId })
  const somebody: MessageRecipient = reader
    ? await readerOf(db, accountId, all, reader)
    : { ...SOMEBODY, blocks: filterIdsOf(all) }
  const recipient = { ...somebody, feed }
  const own = versionAmong(recipient.blocks ?? [])
  const version = language === undefined ? own : versionFor(all.translated, language)
  const message = messageIn(all, version)
  // An email of no sending: its links work, are not counted, and unsubscribe no one.
  const place = { accountId, of: 'test' as const, ofId: 0, publicUrl, bounceDomain, key }
  const clean = { ...message, html: unnamedBlocks(message.html) }
  const render = async (of: Message, tracked: boolean) =>
    renderMessage(await messageToRead(db, of, { ...place, tracked }), recipient)
  const [shown, sent] = await Promise.all([
    render(message, tracked),
    sized ? render(clean, true) : undefined,
  ])
  const { html } = shown
  const whole =
    recipient.format === 'html' && html !== undefined
      ? namedBlocks(await withPictures(db, accountId, message, html))
      : null
  return {
    from: `${message.fromName} <${message.fromEmail}>`.trim(),
    to: `${recipient.name} <${recipient.email}>`.trim(),
    subject: of.content?.subject.trim() === '' ? '' : shown.subject,
    preheader: shown.preheader,
    html: whole,
    text: shown.text,
    bytes: sent ? Buffer.byteLength(sent.html ?? sent.text) : null,
    source: sealer
      ? await signedSource(
          db,
          sealer,
          message,
          composeMessage(await compiledMessage(db, clean, place), recipient),
          accountId,
        )
      : null,
  }
}

async function signedSource(
  db: Db,
  sealer: Sealer,
  { fromEmail }: Message,
  composition: { bytes: Buffer; bodyStart: number; canonical: boolean },
  accountId: number,
): Promise<string> {
  const domain = mailDomain(domainOf(fromEmail))
  const keys = await keysForDomain(db, sealer, accountId, domain)
  const signatures = await signMessage(
    composition,
    keys.map(key => signingKey(key.domain, key.selector, key.privateKey)),
  )
  return Buffer.concat([signatures, composition.bytes]).toString('latin1')
}

async function messageToPreview(
  db: Store,
  accountId: number,
  { newsletterId, content }: PreviewSubject,
  listId: number | undefined,
): Promise<Message> {
  if (content)
    return (await compiledContent(db, accountId, content, { newsletterId, listId })).message
  const saved = await savedNewsletter(db, accountId, newsletterId)
  const list = await listFor(db, accountId, listId, saved.listId)
  if (list) return freezeMessage(db, accountId, newsletterId, list.id)
  return {
    ...(await messageOf(db, accountId, saved, NO_LIST, newsletterId)),
    pictures: saved.pictures,
    ...(saved.translated && { translated: saved.translated }),
  }
}

/** A list for the preview of an account that has none yet. */
const NO_LIST: ListDefaults = {
  id: 0,
  name: '',
  fromName: '',
  fromEmail: 'sender@example.invalid',
  characterSet: 'utf-8',
}

async function listFor(
  db: Db,
  accountId: number,
  named: number | undefined,
  meant: number | null,
): Promise<ListDefaults | undefined> {
  const lists = await listsOfAccount(db, { accountId })
  const list = lists.find(({ id }) => id === (named ?? meant)) ?? lists[0]
  if (named !== undefined && list?.id !== named) throw noSuch('no-such-list', named)
  return list
}

export interface ContentOptions {
  /** The newsletter whose pictures it may use. */
  newsletterId?: number | undefined
  /** By default the list that it is meant for, or the first. */
  listId?: number | undefined
}

export interface CompiledContent {
  draft: SavedNewsletter
  message: Message
  /** The sender is the one of the list, or that of the content. */
  hasList: boolean
}

/**
 * Refuses content that can't be sent, as saving does; parts may be missing yet. Each block has a
 * class by its id.
 */
export async function compiledContent(
  db: Store,
  accountId: number,
  content: NewsletterContent,
  { newsletterId, listId }: ContentOptions,
): Promise<CompiledContent> {
  const known =
    newsletterId === undefined ? undefined : await savedNewsletter(db, accountId, newsletterId)
  const list = await listFor(db, accountId, listId, content.listId)
  const valid = (address: string) => (isEmailAddress(address.trim()) ? address : '')
  const isEmpty = content.source.kind === 'html' && content.source.html.trim() === ''
  const draft = {
    ...content,
    subject: content.subject.trim() === '' ? ' - ' : content.subject,
    text: isEmpty && content.text.trim() === '' ? ' - ' : content.text,
    fromEmail: valid(content.fromEmail),
    replyTo: valid(content.replyTo),
    listId: null,
  }
  const kept = known?.pictures ?? []
  const { saved } = await checkDraft(db, accountId, draft, { kept, named: true })
  const message = await messageOf(db, accountId, saved, list ?? NO_LIST, newsletterId)
  const { pictures, translated } = saved
  const whole = { ...message, pictures, ...(translated && { translated }) }
  return { draft: saved, message: whole, hasList: list !== undefined }
}
