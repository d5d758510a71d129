/**
 * The preview of a draft, as the workers would send it: compiled like a saved newsletter, without
 * being saved.
 */
import type { Store } from '../../../db/db.ts'
import { listsOfAccount } from '../../../domain/lists/lists.sql.ts'
import { checkDraft } from '../../../domain/newsletters/check-draft.ts'
import type { NewsletterContent } from '../../../domain/newsletters/content/content.ts'
import type { SavedNewsletter } from '../../../domain/newsletters/content/stored.ts'
import {
  type ListDefaults,
  type Message,
  messageOf,
} from '../../../domain/newsletters/freeze-message.ts'
import { savedNewsletter } from '../../../domain/newsletters/save-newsletter.ts'
import { withPictures } from '../../../domain/newsletters/web-version.ts'
import { noSuch } from '../../../domain/refusal.ts'
import { messageToRead } from '../../../domain/sendings/compiled-message.ts'
import { isEmailAddress } from '../../../lib/email-address.ts'
import { type MessageRecipient, renderMessage } from '../../../mail/message/compose.ts'
import { blockIds } from '../../../mail/template/blocks.ts'
import {
  type NewsletterPreview,
  type PreviewReader,
  type RenderingMeans,
  readerOf,
  SOMEBODY,
  SOMEBODYS_FIELDS,
} from '../newsletter-preview.ts'
import { namedBlocks, unnamedBlocks } from './block-names.ts'

/** Gmail clips longer emails. */
export const CLIPPED_BYTES = 102_000

export interface ContentOptions {
  /** The newsletter whose pictures it may use. */
  newsletterId?: number | undefined
  /** By default the list that it is meant for, or the first. */
  listId?: number | undefined
}

interface PreviewedContent extends NewsletterPreview {
  /** Size of the HTML as sent, with the links that are counted; null: not asked for. */
  bytes: number | null
}

/** A list for the preview of an account that has none yet. */
const NO_LIST: ListDefaults = {
  id: 0,
  name: '',
  fromName: '',
  fromEmail: 'sender@example.invalid',
  characterSet: 'utf-8',
}

export interface CompiledContent {
  draft: SavedNewsletter
  message: Message
  /** The sender is the one of the list, or that of the content. */
  hasList: boolean
}

/** Refuses content that can't be sent, as saving does; parts may be missing yet. */
export async function compiledContent(
  db: Store,
  accountId: number,
  content: NewsletterContent,
  { newsletterId, listId }: ContentOptions,
  named: boolean,
): Promise<CompiledContent> {
  const known =
    newsletterId === undefined ? undefined : await savedNewsletter(db, accountId, newsletterId)
  const lists = await listsOfAccount(db, { accountId })
  const meant = listId ?? content.listId ?? undefined
  const list = lists.find(({ id }) => id === meant) ?? lists[0]
  if (listId !== undefined && list?.id !== listId) throw noSuch('no-such-list', listId)
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
  const { saved } = await checkDraft(db, accountId, draft, { kept: known?.pictures ?? [], named })
  const message = await messageOf(db, accountId, saved, list ?? NO_LIST)
  const { pictures } = saved
  return { draft: saved, message: { ...message, pictures }, hasList: list !== undefined }
}

interface PreviewOptions extends ContentOptions {
  reader?: PreviewReader | undefined
  sized?: boolean | undefined
}

/** As it is sent to the reader; by default to the sample person, with all blocks. */
export async function previewedContent(
  db: Store,
  means: RenderingMeans,
  accountId: number,
  content: NewsletterContent,
  { reader, sized = true, ...options }: PreviewOptions,
): Promise<PreviewedContent> {
  const { message } = await compiledContent(db, accountId, content, options, true)
  const recipient: MessageRecipient = reader
    ? await readerOf(db, accountId, message, reader)
    : { ...SOMEBODY, fields: SOMEBODYS_FIELDS, blocks: blockIds(message) }
  const render = async (of: Message, tracked: boolean) => {
    const { publicUrl, bounceDomain, linkKey: key } = means
    const place = { accountId, of: 'test' as const, ofId: 0, tracked, publicUrl, bounceDomain, key }
    return renderMessage(await messageToRead(db, of, place), recipient)
  }
  const [shown, sent] = await Promise.all([
    render(message, false),
    sized ? render({ ...message, html: unnamedBlocks(message.html) }, true) : undefined,
  ])
  const { subject, preheader, html, text } = shown
  const showsHtml = recipient.format === 'html' && html !== undefined
  const whole = showsHtml ? await withPictures(db, accountId, message, html) : undefined
  return {
    from: `${message.fromName} <${message.fromEmail}>`.trim(),
    to: `${recipient.name} <${recipient.email}>`.trim(),
    subject: content.subject.trim() === '' ? '' : subject,
    preheader,
    text,
    // The console shows it under its own address.
    html: whole && namedBlocks(whole).replaceAll(`"${means.publicUrl}/m/`, '"/m/'),
    bytes: sent ? Buffer.byteLength(sent.html ?? sent.text) : null,
  }
}
