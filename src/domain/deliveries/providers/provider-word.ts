/**
 * The answer of a mailbox provider to an email: the outcome in its view, and the words that are
 * common to many emails.
 */
import { withoutControls } from '../../../lib/controls.ts'
import { domainGroup, providerLabel } from '../../routes/providers.ts'
import { replyText, type TryResult } from '../outcome.ts'

/**
 * `refused`: for the address. `blocked`: for the sender or the content, also where it is tried
 * again. `returned` and `complained` come later, by a message.
 */
export const PROVIDER_OUTCOMES = [
  ...(['accepted', 'deferred', 'blocked', 'refused', 'returned', 'complained'] as const),
] as const

export type WordOutcome = (typeof PROVIDER_OUTCOMES)[number]

export interface ProviderWord {
  /** Of the closed list, or `other`. */
  provider: string
  outcome: WordOutcome
  /** See commonReply(); empty if it accepted. */
  reply: string
}

/** Characters of a reply that are read, and that are kept. */
const LONGEST_READ = 300
const LONGEST_KEPT = 120

/** Undefined: the provider was not asked, or the relay answered for itself. */
export function providerWord(
  provider: string,
  email: string,
  tried: TryResult,
): ProviderWord | undefined {
  const outcome = providerOutcome(tried)
  if (outcome === undefined) return undefined
  const reply = outcome === 'accepted' ? '' : withoutName(commonReply(tried), email)
  return { provider: providerLabel(provider), outcome, reply }
}

/** What came back later; the provider as far as the domain of the address tells. */
export const returnedWord = (
  email: string,
  outcome: 'returned' | 'complained',
  reply: string,
): ProviderWord => ({
  provider: providerLabel(domainGroup(email)),
  outcome,
  reply: withoutName([...codesOf(reply), ...commonWords(reply)].join(' '), email),
})

function providerOutcome({ outcome, about, code, limit }: TryResult): WordOutcome | undefined {
  if (code === 0 || limit) return undefined
  if (outcome === 'accepted') return 'accepted'
  if (about === 'relay') return undefined
  if (outcome === 'deferred') return 'deferred'
  if (outcome !== 'refused') return undefined
  return about === 'recipient' || about === 'domain' ? 'refused' : 'blocked'
}

/** A reply without addresses, names of hosts and numbers, in which replies of one kind differ. */
export const commonReply = ({ code, enhanced, text }: TryResult): string =>
  [replyText({ code, enhanced, text: '' }), ...commonWords(text)].join(' ')

const commonWords = (text: string): string[] =>
  withoutControls(text.slice(0, LONGEST_READ))
    .split(/\s+/)
    .filter(word => !/[\d@]|\.\w|\/\//.test(word))

/** The codes that a reply begins with: RFC 5321 4.2, RFC 3463. */
const codesOf = (reply: string): string[] =>
  /^\s{0,3}[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3})?/.exec(reply)?.[0].trim().split(/[ -]/) ?? []

/** Some servers answer with the part before the @ alone. */
function withoutName(reply: string, email: string): string {
  const name = email.slice(0, email.lastIndexOf('@')).toLowerCase()
  const words = reply.split(' ').filter(word => name === '' || !word.toLowerCase().includes(name))
  return words.join(' ').slice(0, LONGEST_KEPT).trim()
}
