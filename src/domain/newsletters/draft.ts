/** What a person writes of a newsletter, and what of it is kept. */
import type { KeptPicture } from '../html/letter-html.ts'

export interface Draft {
  name: string
  subject: string
  preheader: string
  /**
   * The HTML as written. A newsletter has one of HTML, MJML and a template, or none and its text
   * alone.
   */
  html: string
  mjml?: string
  /**
   * A template and the contents of its slots; those that are not given keep what the template has.
   */
  template?: { id: number; version?: number }
  slots?: Record<string, string>
  /** False: styles stay in their style sheet. */
  inlined?: boolean
  /** Empty: made from the HTML. */
  text: string
  /** Empty: those of the list it goes to. */
  fromName: string
  fromEmail: string
  replyTo: string
  listId: number | undefined
  /**
   * Reads a picture that lies beside the newsletter, by the path that it names it by; undefined
   * when there is none.
   */
  readPicture?: (path: string) => Uint8Array | undefined
}

/** What a newsletter is written in. */
export type NewsletterContent =
  | { kind: 'html' | 'mjml'; source: string }
  | {
      kind: 'template'
      templateId: number
      version: number | undefined
      slots: Record<string, string>
    }

/**
 * A newsletter as it is kept: what stands in its row, in its versions, and in `pennypost newsletter
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

/** What the draft is written in, if it says so. */
export function writtenIn(
  { html, mjml, template, slots }: Partial<Draft>,
  known?: KeptDraft,
): NewsletterContent | undefined {
  if (html !== undefined && html !== '') return { kind: 'html', source: html }
  if (mjml !== undefined) return { kind: 'mjml', source: mjml }
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

/** What a kept newsletter is written in. */
export const keptWritten = ({
  kind,
  source,
  templateId,
  templateVersion,
  slots,
}: KeptDraft): NewsletterContent =>
  kind === 'template'
    ? { kind, templateId: templateId!, version: templateVersion ?? undefined, slots }
    : { kind, source }
