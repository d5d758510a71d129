/** A newsletter as it is edited. */
import type { EmailDocument } from '../../api/email-blocks.ts'

export type DraftSource =
  | { kind: 'html'; html: string }
  | { kind: 'mjml'; mjml: string }
  | { kind: 'blocks'; document: EmailDocument }
  | {
      kind: 'template'
      templateId: number
      version: number | null
      slots: Record<string, string>
    }

export interface EmailHead {
  name: string
  subject: string
  preheader: string
  fromName: string
  fromEmail: string
  replyTo: string
  /** Empty: made from the HTML. */
  text: string
  inlined: boolean
  listId: number | null
}

export interface EmailDraft extends EmailHead {
  source: DraftSource
}
