/** The blocks of a newsletter, as the API has them. */
import type { WorkingCopyAnswer } from '../../actions/newsletters/working-copies.ts'

type Source = WorkingCopyAnswer['content']['source']

export type EmailDocument = Extract<Source, { kind: 'blocks' }>['document']
export type EmailBlock = EmailDocument['blocks'][number]
export type EmailBlockType = EmailBlock['type']
export type ColumnsEmailBlock = Extract<EmailBlock, { type: 'columns' }>
/** A block that columns may hold. */
export type LeafEmailBlock = Exclude<EmailBlock, ColumnsEmailBlock>
