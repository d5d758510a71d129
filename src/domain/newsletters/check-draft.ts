/** Checks the content of a newsletter, and compiles it: a saved newsletter can be sent. */
import type { Db } from '../../db/db.ts'
import { onOneLine } from '../../lib/plain-text.ts'
import { templateErrors } from '../../mail/message/compile.ts'
import type { FieldNames } from '../../mail/template/merge.ts'
import type { MarkupSource } from '../../mail/template/prepare.ts'
import { requireFilters } from '../filters/save-filter.ts'
import {
  fieldNames,
  type KeptPicture,
  type MessageHtml,
  messageHtml,
  refusalOfTemplate,
} from '../html/email-html.ts'
import { findList } from '../lists/lists.sql.ts'
import { noSuch, refused } from '../refusal.ts'
import { slotsOfTemplate, templateSource } from '../templates/template-source.ts'
import { cleanDocument } from './blocks/check-document.ts'
import type { BlockDocument } from './blocks/document.ts'
import { cleanLanguages } from './blocks/translate.ts'
import {
  checkFromEmail,
  checkFromName,
  checkName,
  checkPreheader,
  checkReplyTo,
  checkSubject,
} from './check-lines.ts'
import type { NewsletterContent } from './content/content.ts'
import { filterIdsOf } from './content/filter-ids.ts'
import { markupOf, type NewsletterSource } from './content/source.ts'
import { sourceWithOrigins } from './content/source-with-origins.ts'
import type { SavedNewsletter } from './content/stored.ts'
import { linesAnew, translatedOf } from './content/translate-mail.ts'
import { sourceOfBlocks } from './saved-blocks/source-of-blocks.ts'

/** Larger emails, which no provider accepts, are refused on saving. */
const MAX_BYTES = 10 * 1024 * 1024

export interface CheckOptions {
  /** Pictures that it has already. */
  kept?: KeptPicture[]
  readPicture?: ((path: string) => Uint8Array | undefined) | undefined
  /** The compiled HTML, if its source has not changed. */
  made?: (MessageHtml & Pick<SavedNewsletter, 'translated'>) | undefined
  /** As it was saved. */
  before?: NewsletterSource
  /** For a preview: each block has a class by its id. */
  named?: boolean
}

export async function checkDraft(
  db: Db,
  accountId: number,
  draft: NewsletterContent,
  { kept = [], readPicture, made, named = false, before }: CheckOptions,
): Promise<{ saved: SavedNewsletter; read: MessageHtml['read'] }> {
  const written = await begunWith(db, accountId, draft.source)
  const subject = checkSubject(draft.subject)
  const isMarkup = written.kind === 'html' || written.kind === 'mjml'
  if (isMarkup && markupOf(written).trim() === '' && draft.text.trim() === '')
    throw refused('not-valid', 'content-missing')
  const fromEmail = checkFromEmail(draft.fromEmail)
  const replyTo = checkReplyTo(draft.replyTo)
  const fields = await fieldNames(db, accountId)
  // Parts that need no compiling are checked first: cheap, and with line and column of the source.
  checkTags({ subject, preheader: draft.preheader, text: draft.text }, fields)
  const { source, versions, ...compiled } = await (written.kind === 'blocks'
    ? blocksToCompile(db, accountId, written.document, {
        fields,
        made: made !== undefined,
        named,
        title: subject,
      })
    : sourceOf(db, accountId, written))
  const bytes = Buffer.byteLength(compiled.markup.source) + Buffer.byteLength(draft.text)
  if (bytes > MAX_BYTES) throw refused('not-valid', 'newsletter-large')
  const compile = (markup: MarkupSource) =>
    messageHtml(accountId, { ...markup, inlined: draft.inlined }, fields, {
      read: readPicture,
      kept: [...kept, ...compiled.pictures],
    })
  const { html, pictures, read } = made ?? (await compile(compiled.markup))
  checkTags({ html }, fields)
  const translated = made
    ? linesAnew(made.translated, source, { subject, preheader: draft.preheader })
    : await translatedOf(source, versions, { subject, preheader: draft.preheader }, compile)
  for (const version of translated?.versions ?? []) checkTags(version, fields)
  // A block with an unknown filter would be shown to no subscriber.
  await requireFilters(
    db,
    accountId,
    filterIdsOf({ subject, preheader: draft.preheader, html, text: draft.text, translated }),
  )
  if (draft.listId !== null && !(await findList(db, { accountId, listId: draft.listId })))
    throw noSuch('no-such-list', draft.listId)
  return {
    read,
    saved: {
      name: checkName(draft.name) || onOneLine(subject).slice(0, 200),
      subject,
      preheader: checkPreheader(draft.preheader),
      source: sourceWithOrigins(source, draft, before),
      inlined: draft.inlined,
      html,
      text: draft.text,
      fromName: checkFromName(draft.fromName),
      fromEmail,
      replyTo,
      listId: draft.listId,
      pictures,
      translated,
    },
  }
}

function checkTags(parts: Parameters<typeof templateErrors>[0], fields: FieldNames): void {
  const [wrong] = templateErrors(parts, fields)
  if (wrong) throw refusalOfTemplate(wrong)
}

interface CompiledSource {
  /** As it is stored. */
  source: NewsletterSource
  /** The input of the compiler: with its template, or the MJML of its blocks. */
  markup: MarkupSource
  /** Of its template. */
  pictures: KeptPicture[]
  /** The MJML of its further languages. */
  versions: { language: string; mjml: string }[]
}

interface BlockMeans {
  fields: FieldNames
  made: boolean
  named: boolean
  title: string
}

async function blocksToCompile(
  db: Db,
  accountId: number,
  written: BlockDocument,
  { made, ...means }: BlockMeans,
): Promise<CompiledSource> {
  const source = (document: BlockDocument) => ({ kind: 'blocks' as const, document })
  const ofBlocks = (source: string) => ({ kind: 'mjml' as const, source })
  // A version that is restored may hold a saved block that was removed since.
  if (made) {
    const document = cleanLanguages(cleanDocument(written))
    return { source: source(document), markup: ofBlocks(''), pictures: [], versions: [] }
  }
  const { document, mjml, versions } = await sourceOfBlocks(db, accountId, written, means)
  return { source: source(document), markup: ofBlocks(mjml), pictures: [], versions }
}

/** A template of blocks is copied: the newsletter is of blocks itself, and has no slots. */
export async function begunWith(
  db: Db,
  accountId: number,
  written: NewsletterSource,
): Promise<NewsletterSource> {
  if (written.kind !== 'template') return written
  const { templateId, version } = written
  const template = await templateSource(db, accountId, templateId, version ?? undefined)
  if (template.kind !== 'blocks') return written
  requireSlots(written.slots, [])
  return { kind: 'blocks', document: template.document }
}

function requireSlots(given: Record<string, string>, known: readonly { name: string }[]): void {
  const unknown = Object.keys(given).find(name => !known.some(slot => slot.name === name))
  if (unknown === undefined) return
  throw refused('not-valid', 'slot-unknown', {
    slot: JSON.stringify(unknown),
    known: known.map(({ name }) => name).join(', '),
  })
}

async function sourceOf(
  db: Db,
  accountId: number,
  written: Exclude<NewsletterSource, { kind: 'blocks' }>,
): Promise<CompiledSource> {
  if (written.kind !== 'template') {
    const markup = { kind: written.kind, source: markupOf(written) }
    return { source: written, markup, pictures: [], versions: [] }
  }
  const { templateId, version: asked } = written
  const template = await templateSource(db, accountId, templateId, asked ?? undefined)
  // begunWith() has made blocks of one of blocks.
  if (template.kind === 'blocks') throw new Error('blocks have no slots to fill')
  requireSlots(written.slots, slotsOfTemplate(template))
  const { kind, version, pictures } = template
  const slots = new Map(Object.entries(written.slots))
  const markup = { kind, source: markupOf(template), slots }
  return { source: { ...written, version }, markup, pictures, versions: [] }
}
