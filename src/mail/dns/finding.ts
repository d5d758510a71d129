/**
 * The result of a DNS check, for people: the queries, the records found, their meaning, and records
 * to publish.
 */
import type { DnsAnswer } from './ask.ts'
import { advice, type CheckName, type DnsSentence } from './words.ts'

export interface DnsRecord {
  /** Without a trailing dot. */
  name: string
  type: 'TXT' | 'MX' | 'PTR'
  value: string
}

export interface DnsFinding extends CheckName {
  /**
   * `bad` must be fixed, `warn` should be; `none`: not there, and emails arrive without it;
   * `unknown`: the DNS did not answer.
   */
  state: 'ok' | 'warn' | 'bad' | 'none' | 'unknown'
  /** The queries, like `TXT _dmarc.example.com`. */
  asked: string[]
  found: string[]
  /** What it means. */
  says: DnsSentence[]
  /** What to do. */
  mend?: DnsSentence
  /** A remedy for a command line; pages do not show it. */
  shell?: string
  /** Records to publish. */
  records?: DnsRecord[]
}

/** The part of a finding that is a judgement. */
export type DnsJudgement = Pick<DnsFinding, 'state' | 'says' | 'mend' | 'shell' | 'records'>

/** Account and settings that matter for messages from a domain. */
export interface SenderFacts {
  /** The domain in From; in ASCII, lower case. */
  domain: string
  keys: PublishedKey[]
  /** The domain of the return path; undefined if neither BOUNCE_DOMAIN nor PUBLIC_URL is set. */
  bounceDomain: string | undefined
  /** Where this installation takes DMARC reports; undefined: it does not. */
  reportAddress?: string | undefined
  /** The relays that messages are handed to. */
  relays: { name: string; host: string }[]
  /** The host of PUBLIC_URL. */
  serviceHost: string | undefined
}

export interface PublishedKey {
  /** The d= tag of signatures. */
  domain: string
  selector: string
  algorithm: string
  /** The expected TXT record. */
  record: string
  /** Whether it signs; if not, it waits for the former key to be retired. */
  signs: boolean
}

export const unanswered = (
  name: CheckName,
  asked: string[],
  { why }: Pick<DnsAnswer & { state: 'silent' }, 'why'>,
): DnsFinding => ({
  ...name,
  state: 'unknown',
  asked,
  found: [],
  says: [why, advice('record-unknown')],
  mend: advice('try-later'),
  shell: 'pennypost dns check DOMAIN --resolver ADDRESS',
})

/** Of findings about reports. */
export const REPORTS = { shell: 'pennypost dns reports' }

/** The sentences in English, as one text. */
export const inEnglish = (sentences: DnsSentence[]): string =>
  sentences.map(({ says }) => says).join(' ')

/** Whether the names are equal, or one is a parent of the other. */
export const related = (a: string, b: string): boolean =>
  a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)
