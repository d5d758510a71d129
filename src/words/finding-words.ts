/**
 * What checks of an email find, by code. The service says it in English; other languages have words
 * for every code.
 */
import type { ContentFindingAnswer } from '../actions/newsletters/newsletter-proofs.ts'
import { linkReason, linkReasons } from './link-reasons.ts'

type CheckCode = NonNullable<ContentFindingAnswer['code']>

/** A value that is not there is ''. */
type Value = (name: string) => string

interface FindingText {
  says(value: Value): string
  /** How to mend it. */
  mend?: string
}

export type FindingWords = Partial<Record<CheckCode, FindingText>>

export const findings: FindingWords = {
  'link-unanswered': {
    says: of =>
      `${of('address')}: ${linkReason(linkReasons, of('cause'), of('said')) ?? of('reason')}.`,
  },
}
