/** Changes of the draft, and of the blocks in it. */
import type { EmailDocument } from '../../api/email-blocks.ts'
import type { EmailDraft } from '../drafts/email-draft.ts'

/** Changes of one `part` soon after each other are one step of the history. */
export type ChangeDraft = (next: (before: EmailDraft) => EmailDraft, part?: string) => void

export const changeDocument =
  (change: ChangeDraft) =>
  (next: (document: EmailDocument) => EmailDocument, part?: string): void =>
    change(
      draft =>
        draft.source.kind === 'blocks'
          ? { ...draft, source: { ...draft.source, document: next(draft.source.document) } }
          : draft,
      part,
    )
