/** The designs that a newsletter may begin with, as the gallery shows them. */

import type { DesignAnswer } from '../../../actions/newsletters/designs.ts'
import type { BoardRowAnswer } from '../../../actions/newsletters/newsletter-board.ts'
import type { TemplateListed } from '../../../actions/templates/templates.ts'

export type Beginning =
  | { kind: 'blank' | 'mjml' | 'html' }
  | { kind: 'design'; design: DesignAnswer }
  | { kind: 'template'; template: TemplateListed }
  | { kind: 'copy'; newsletter: BoardRowAnswer }

/** The value of its radio button. */
export function keyOf(beginning: Beginning): string {
  switch (beginning.kind) {
    case 'design':
      return `design ${beginning.design.design}`
    case 'template':
      return `template ${beginning.template.id}`
    case 'copy':
      return `copy ${beginning.newsletter.id}`
    case 'blank':
    case 'mjml':
    case 'html':
      return beginning.kind
  }
}

/** Search by words. */
export const isNamed = (words: readonly string[], wanted: string): boolean =>
  words.some(word => word.toLowerCase().includes(wanted.trim().toLowerCase()))
