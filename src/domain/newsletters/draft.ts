/** A newsletter as a person writes it, and as it is stored. */
import type { KeptPicture } from '../html/email-html.ts'
import type { BlockDocument } from './blocks/document.ts'

export interface Draft {
  name: string
  subject: string
  preheader: string
  /** The original HTML. One of HTML, MJML, a template and blocks, or only a text. */
  html: string
  mjml?: string
  blocks?: BlockDocument
  /** A template and the contents of its slots; other slots have the template's content. */
  template?: { id: number; version?: number }
  slots?: Record<string, string>
  /** False: style sheets are not inlined. */
  inlined?: boolean
  /** Empty: generated from the HTML. */
  text: string
  /** Empty: those of the list it is sent to. */
  fromName: string
  fromEmail: string
  replyTo: string
  listId: number | undefined
  /** Reads a picture file by its relative path in the newsletter; undefined if there is none. */
  readPicture?: (path: string) => Uint8Array | undefined
}

/** The source of a newsletter. */
export type NewsletterContent =
  | { kind: 'html' | 'mjml'; source: string }
  | { kind: 'blocks'; document: BlockDocument }
  | {
      kind: 'template'
      templateId: number
      version: number | undefined
      slots: Record<string, string>
    }

/**
 * A newsletter as stored: the content of its row, of its versions, and of `pennypost newsletter
 * show`.
 */
export interface KeptDraft {
  name: string
  subject: string
  preheader: string
  kind: NewsletterContent['kind']
  source: string
  templateId: number | null
  templateVersion: number | null
  slots: Record<string, string>
  inlined: boolean
  html: string
  text: string
  fromName: string
  fromEmail: string
  replyTo: string
  listId: number | null
  pictures: KeptPicture[]
}

/** The source that the draft gives, if any. */
export function writtenIn(
  { html, mjml, blocks, template, slots }: Partial<Draft>,
  known?: KeptDraft,
): NewsletterContent | undefined {
  if (html !== undefined && html !== '') return { kind: 'html', source: html }
  if (mjml !== undefined) return { kind: 'mjml', source: mjml }
  if (blocks) return { kind: 'blocks', document: blocks }
  if (template)
    return {
      kind: 'template',
      templateId: template.id,
      version: template.version,
      slots: slots ?? {},
    }
  if (slots && known?.kind === 'template')
    return {
      kind: 'template',
      templateId: known.templateId!,
      version: known.templateVersion!,
      slots: { ...known.slots, ...slots },
    }
  return html === undefined ? undefined : { kind: 'html', source: '' }
}

/** The source of a stored newsletter. */
export function keptWritten({
  kind,
  source,
  templateId,
  templateVersion,
  slots,
}: KeptDraft): NewsletterContent {
  if (kind === 'template')
    return { kind, templateId: templateId!, version: templateVersion ?? undefined, slots }
  if (kind === 'blocks') return { kind, document: JSON.parse(source) }
  return { kind, source }
}
