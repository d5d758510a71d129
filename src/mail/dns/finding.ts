/**
 * What a look into the DNS comes to, for people: what was asked, what was found, what it means, and
 * what to copy.
 */
import type { DnsAnswer } from './ask.ts'

export interface DnsRecord {
  /** Without a dot at the end. */
  name: string
  type: 'TXT' | 'MX' | 'PTR'
  value: string
}

export interface DnsFinding {
  check: string
  /** `bad` is to be done, `warn` better done; `unknown`: the DNS did not answer. */
  state: 'ok' | 'warn' | 'bad' | 'unknown'
  /** Like `TXT _dmarc.example.com`. */
  asked: string[]
  found: string[]
  means: string
  todo?: string
  /** To be published. */
  records?: DnsRecord[]
}

/** The part of a finding that says how it is. */
export type DnsJudgement = Pick<DnsFinding, 'state' | 'means' | 'todo' | 'records'>

/** What the account and the settings say about messages from a domain. */
export interface SenderFacts {
  /** Of the address in From; in ASCII, lower case. */
  domain: string
  keys: PublishedKey[]
  /** Where bounces go to; undefined when neither BOUNCE_DOMAIN nor PUBLIC_URL is set. */
  bounceDomain: string | undefined
  /** Those that messages are handed to. */
  relays: { name: string; host: string }[]
  /** The host of PUBLIC_URL. */
  serviceHost: string | undefined
}

export interface PublishedKey {
  /** The d= of signatures. */
  domain: string
  selector: string
  algorithm: string
  /** What its TXT record has to say. */
  record: string
  /** Otherwise it waits for the former one to be retired. */
  signs: boolean
}

export const unanswered = (
  check: string,
  asked: string[],
  answer: DnsAnswer & { state: 'silent' },
): DnsFinding => ({
  check,
  state: 'unknown',
  asked,
  found: [],
  means: `The resolver ${answer.why}. That says nothing about the record: it may be there or not.`,
  todo: 'Ask again later, or another resolver: --resolver ADDRESS.',
})

/** Whether one is the other, or stands below it. */
export const related = (a: string, b: string): boolean =>
  a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)
