/** Parses SPF records as receivers do (RFC 7208), with their includes. */
import { BlockList, isIP } from 'node:net'
import { addressesOf, type Dns } from './ask.ts'
import { advice, type DnsSentence } from './words.ts'

export interface Spf {
  /** The SPF records of the domain, as published. */
  records: string[]
  /** DNS lookups that a receiver needs at most, of 10 allowed (4.6.4). */
  lookups: number
  /** The error. Receivers then treat the record as a permanent error. */
  wrong?: DnsSentence
  /** A query without an answer. */
  silent?: { asked: string; why: DnsSentence }
  policy?: Policy
}

export type Qualifier = '+' | '-' | '~' | '?'
export type SpfResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'unknown'

interface Policy {
  terms: Term[]
  redirect?: Policy
}

interface Term {
  qualifier: Qualifier
  /** The senders it matches; undefined if that depends on the message (macros, ptr). */
  holds: BlockList | Policy | 'all' | undefined
}

export const MOST_LOOKUPS = 10
const MOST_VOIDS = 2
/** Counting stops here: receivers stop at 10. */
const ENOUGH = 30
const TERM = /^([+?~-]?)([a-z][a-z0-9._-]*)(?:([:=])(.*?))?((?:\/\d{1,3})?(?:\/\/\d{1,3})?)$/i
const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text)

class InvalidSpf extends Error {
  sentence: DnsSentence
  constructor(sentence: DnsSentence) {
    super(sentence.says)
    this.sentence = sentence
  }
}
class NoDnsAnswer extends Error {
  asked: string
  why: DnsSentence
  constructor(asked: string, why: DnsSentence) {
    super(why.says)
    this.asked = asked
    this.why = why
  }
}

interface Walk {
  dns: Dns
  lookups: number
  /** Void lookups: names without such a record; two are allowed (4.6.4). */
  voids: number
  /** The domains on the path here, to detect loops. */
  path: string[]
}

export async function readSpf(dns: Dns, domain: string): Promise<Spf> {
  const walk: Walk = { dns, lookups: 0, voids: 0, path: [domain] }
  const top = await dns.ask('TXT', domain)
  if (top.state === 'silent')
    return { records: [], lookups: 0, silent: { asked: `TXT ${domain}`, why: top.why } }
  const records = top.values.filter(isSpf)
  const [record] = records
  if (record === undefined || records.length > 1) return { records, lookups: 0 }
  try {
    const policy = await policyOf(record, domain, walk)
    const { lookups } = walk
    if (lookups <= MOST_LOOKUPS) return { records, lookups, policy }
    const wrong =
      lookups > ENOUGH
        ? advice('spf-lookups-more', { lookups: ENOUGH, most: MOST_LOOKUPS })
        : advice('spf-lookups', { lookups, most: MOST_LOOKUPS })
    return { records, lookups, policy, wrong }
  } catch (error) {
    const { lookups } = walk
    if (error instanceof InvalidSpf) return { records, lookups, wrong: error.sentence }
    if (error instanceof NoDnsAnswer)
      return { records, lookups, silent: { asked: error.asked, why: error.why } }
    throw error
  }
}

async function policyOf(record: string, domain: string, walk: Walk): Promise<Policy> {
  const policy: Policy = { terms: [] }
  let redirect: string | undefined
  for (const text of record.trim().split(/ +/).slice(1)) {
    // Far over the limit; reported as such.
    if (walk.lookups > ENOUGH) break
    const [, sign = '', name = '', mark, value = '', lengths = ''] = TERM.exec(text) ?? []
    if (name === '') throw new InvalidSpf(advice('spf-term', { term: quoted(text) }))
    if (mark === '=') {
      if (name.toLowerCase() === 'redirect') redirect = value
      continue
    }
    const qualifier = (sign || '+') as Qualifier
    policy.terms.push({
      qualifier,
      holds: await holdsFor({ text, name: name.toLowerCase(), value, lengths, domain }, walk),
    })
  }
  // With an "all", a redirect is ignored (6.1).
  if (redirect !== undefined && !policy.terms.some(({ holds }) => holds === 'all'))
    policy.redirect = (await included(redirect, walk)) ?? undefined
  return policy
}

interface Mechanism {
  text: string
  name: string
  value: string
  /** Prefix lengths, like /24 or //64. */
  lengths: string
  domain: string
}

async function holdsFor(
  { text, name, value, lengths, domain }: Mechanism,
  walk: Walk,
): Promise<Term['holds']> {
  const of = value === '' ? domain : value
  switch (name) {
    case 'all':
      return 'all'
    case 'ip4':
    case 'ip6':
      return network(value, lengths, name === 'ip4' ? 4 : 6, text)
    case 'include':
      if (value === '') throw new InvalidSpf(advice('spf-nameless', { term: quoted(text) }))
      return await included(value, walk)
    case 'a':
    case 'mx':
      return await hosts(name, of, lengths, walk)
    case 'ptr':
    case 'exists':
      walk.lookups++
      return undefined
    default:
      throw new InvalidSpf(advice('spf-mechanism', { term: quoted(text) }))
  }
}

const quoted = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text)

function network(value: string, lengths: string, family: 4 | 6, text: string): BlockList {
  const longest = family === 4 ? 32 : 128
  const length = lengths === '' ? longest : Number(lengths.slice(1))
  if (isIP(value) !== family || !(length <= longest))
    throw new InvalidSpf(
      advice('spf-network', { term: quoted(text), family: family === 4 ? 'IPv4' : 'IPv6' }),
    )
  const list = new BlockList()
  list.addSubnet(value, length, family === 4 ? 'ipv4' : 'ipv6')
  return list
}

async function included(domain: string, walk: Walk): Promise<Policy | undefined> {
  walk.lookups++
  // The value of a macro depends on the message.
  if (domain.includes('%') || walk.lookups > ENOUGH) return undefined
  const name = domain.toLowerCase().replace(/\.$/, '')
  if (walk.path.includes(name)) throw new InvalidSpf(advice('spf-loop', { name }))
  const answer = await walk.dns.ask('TXT', name)
  if (answer.state === 'silent') throw new NoDnsAnswer(`TXT ${name}`, answer.why)
  const records = answer.values.filter(isSpf)
  if (records.length !== 1) {
    const code = records.length === 0 ? 'spf-included-none' : 'spf-included-several'
    throw new InvalidSpf(advice(code, { name }))
  }
  walk.path.push(name)
  const policy = await policyOf(records[0]!, name, walk)
  walk.path.pop()
  return policy
}

async function hosts(
  kind: 'a' | 'mx',
  domain: string,
  lengths: string,
  walk: Walk,
): Promise<BlockList | undefined> {
  walk.lookups++
  if (domain.includes('%') || walk.lookups > ENOUGH) return undefined
  const names = kind === 'a' ? [domain] : await exchanges(domain, walk)
  const [, four = '32', six = '128'] = /^(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(lengths) ?? []
  const list = new BlockList()
  for (const name of names) {
    const answer = await addressesOf(walk.dns, name)
    if (answer.state === 'silent') throw new NoDnsAnswer(`A ${name}`, answer.why)
    if (answer.state === 'none') countVoid(name, walk)
    for (const address of answer.values) {
      if (isIP(address) === 4) list.addSubnet(address, Math.min(32, Number(four)), 'ipv4')
      else list.addSubnet(address, Math.min(128, Number(six)), 'ipv6')
    }
  }
  return list
}

async function exchanges(domain: string, walk: Walk): Promise<string[]> {
  const answer = await walk.dns.ask('MX', domain)
  if (answer.state === 'silent') throw new NoDnsAnswer(`MX ${domain}`, answer.why)
  if (answer.state === 'none') countVoid(domain, walk)
  // 4.6.4: ten at most.
  return answer.values.map(value => value.replace(/^\d+ /, '')).slice(0, 10)
}

function countVoid(name: string, walk: Walk): void {
  if (++walk.voids > MOST_VOIDS)
    throw new InvalidSpf(advice('spf-voids', { most: MOST_VOIDS, name }))
}

/** The SPF result for a sender's address. */
export function spfResult({ terms, redirect }: Policy, address: string): SpfResult {
  const results = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const
  // After a term of unknown result only a pass is certain, and only if the term itself would pass.
  let sure = true
  for (const { qualifier, holds } of terms) {
    const held =
      holds === undefined
        ? 'unknown'
        : holds === 'all'
          ? 'pass'
          : holds instanceof BlockList
            ? within(holds, address)
            : spfResult(holds, address)
    if (held === 'pass') return sure || qualifier === '+' ? results[qualifier] : 'unknown'
    if (held === 'unknown' && qualifier !== '+') return 'unknown'
    if (held === 'unknown') sure = false
  }
  const rest = redirect ? spfResult(redirect, address) : 'neutral'
  return sure || rest === 'pass' ? rest : 'unknown'
}

const within = (list: BlockList, address: string): SpfResult =>
  list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6') ? 'pass' : 'fail'

/** The qualifier of "all"; undefined without one, which is equivalent to "?". */
export function qualifierOfAll({ terms, redirect }: Policy): Qualifier | undefined {
  return (
    terms.find(({ holds }) => holds === 'all')?.qualifier ?? (redirect && qualifierOfAll(redirect))
  )
}
