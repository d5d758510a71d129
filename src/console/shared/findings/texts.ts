/**
 * What checks of an email find, by code. The service says it in English; other languages have words
 * for every code.
 */
import type { ContentFindingAnswer } from '../../../actions/newsletters/newsletter-proofs.ts'

export type CheckCode = NonNullable<ContentFindingAnswer['code']>

/** A value that is not there is ''. */
type Value = (name: string) => string

export interface FindingText {
  says(value: Value): string
  /** How to mend it. */
  mend?: string
}

export const findings: Partial<Record<CheckCode, FindingText>> = {}
