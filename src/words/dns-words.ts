/**
 * Sentences of the DNS checks by code. The service has them in English; other languages have words
 * for every code.
 */
import type { DnsFindingAnswer } from '../actions/domains/domains.ts'

export type DnsSentenceAnswer = DnsFindingAnswer['says'][number]

/** A value that is not there is ''. */
type Value = (name: string) => string

export interface DnsTexts {
  /** Names of the checks, with their domain, host or selector. */
  parts: Record<DnsFindingAnswer['part'], (of: string) => string>
  words: Record<DnsSentenceAnswer['code'], (value: Value) => string>
}

export const dns: { [Of in keyof DnsTexts]: Partial<DnsTexts[Of]> } = { parts: {}, words: {} }
