/** A newsletter as it is edited: as the API has it. */
import type { WorkingCopyAnswer } from '../../../actions/newsletters/working-copies.ts'

export type EmailDraft = WorkingCopyAnswer['content']
export type DraftSource = EmailDraft['source']
export type EmailHead = Omit<EmailDraft, 'source'>
