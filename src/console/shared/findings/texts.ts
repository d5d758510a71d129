/**
 * What checks of an email find, by code. The service says it in English; other languages have words
 * for every code.
 */
import type { ContentFindingAnswer } from '../../../actions/newsletters/newsletter-proofs.ts'
import { linkReason, linkReasons } from './link-reasons.ts'

export type CheckCode = NonNullable<ContentFindingAnswer['code']>

/** A value that is not there is ''. */
type Value = (name: string) => string

export interface FindingText {
  says(value: Value): string
  /** How to mend it. */
  mend?: string
}

export const findings: Partial<Record<CheckCode, FindingText>> = {
  'link-unanswered': {
    says: of =>
      `${of('address')}: ${linkReason(linkReasons, of('cause'), of('said')) ?? of('reason')}.`,
  },
}
