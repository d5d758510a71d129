/** The names that the tags of an email read. */
import { withBlocks } from '../template/blocks.ts'
import { compileBody, compileLine } from '../template/liquid.ts'
import type { FieldNames } from '../template/merge.ts'

/** Of all parts of an email without errors: DD5, or as the field is called. */
export function namesRead(
  email: Record<'subject' | 'preheader' | 'html' | 'text', string>,
  fields: FieldNames,
): Set<string> {
  const parts = [
    ...compileLine(email.subject, fields, 'subject'),
    ...compileLine(email.preheader, fields, 'preheader'),
    ...compileBody(withBlocks(email.html), fields, 'html'),
    ...compileBody(email.text, fields, 'text'),
  ]
  return new Set(parts.flatMap(part => (typeof part === 'string' ? [] : part.reads)))
}
