/**
 * The signed addresses that go into letters, and reading them back: clicks, the pixel, unsubscribing, the web version, the envelope
 * sender (VERP) and the Message-ID. They live for years, so their form does not change. Reading needs no look-up: all is in the token.
 *
 * A letter's token is `key.account.s+sending.delivery.tag`, numbers in base 36, lower case only, so that it also survives systems
 * that change the case of addresses. What is the same for all recipients of a link (number, target) is signed apart, once per sending.
 */
import { createCache } from '../../lib/cache.ts'
import type { Soon } from '../../lib/soon.ts'
import { type AtHand, dataOf, type KeyOf, type MacKey, sameTag, tagIn, withKeys } from './signing.ts'

/** The letter an address was put into: a delivery of a sending, of a trigger's step, or a transaction; or a test letter. */
export interface LetterRef {
  accountId: number
  of: 'sending' | 'trigger' | 'transaction' | 'test'
  ofId: number
  id: number
}

/** Everything signed for one letter. Each token is worth nothing for another purpose than its own. */
export interface LetterTokens {
  /** `key.account.of.id`, without a tag. */
  letter: string
  hit: string
  unsubscribe: string
  webVersion: string
  bounce: string
  messageId: string
}

export const KINDS = { sending: 's', trigger: 'g', transaction: 't', test: 'x' } as const
export const KIND_NAMES = { s: 'sending', g: 'trigger', t: 'transaction', x: 'test' } as const

/** Where each purpose's tag lies: in which HMAC, from which byte. Disjoint parts of an HMAC say nothing about each other. */
const PURPOSES = {
  hit: ['links', 0],
  unsubscribe: ['links', 10],
  webVersion: ['links', 20],
  bounce: ['mail', 0],
  messageId: ['mail', 10],
} as const

export type Purpose = keyof typeof PURPOSES

export function letterTokens(ref: LetterRef, key: MacKey): LetterTokens {
  const letter = `${key.keyId.toString(36)}.${ref.accountId.toString(36)}.${KINDS[ref.of]}${ref.ofId.toString(36)}.${ref.id.toString(36)}`
  const links = key.mac(dataOf('links', letter))
  const mail = key.mac(dataOf('mail', letter))
  return {
    letter,
    hit: `${letter}.${tagIn(links, 0)}`,
    unsubscribe: `${letter}.${tagIn(links, 10)}`,
    webVersion: `${letter}.${tagIn(links, 20)}`,
    bounce: `${letter}.${tagIn(mail, 0)}`,
    messageId: `${letter}.${tagIn(mail, 10)}`,
  }
}

/** The number of the link that people don't see: who follows it is a machine. */
export const TRAP = 0

/**
 * The part of a click address that is the same for all recipients; with `letter`, one that is this letter's alone; with `bare`, one whose target
 * gets no click token.
 */
export function linkToken(
  key: MacKey,
  { accountId, of, ofId }: Omit<LetterRef, 'id'>,
  number: number,
  target: string,
  letter?: string,
  bare = false,
): string {
  const marks = `${letter === undefined ? '' : '~'}${bare ? '-' : ''}`
  const link = `${key.keyId.toString(36)}.${number.toString(36)}${marks}.${Buffer.from(target).toString('base64url')}`
  const owner = letter ?? `${accountId.toString(36)}.${KINDS[of]}${ofId.toString(36)}`
  return `${link}.${tagIn(key.mac(dataOf('link', `${owner}\n${link}`)), 0)}`
}

const LETTER = /^([0-9a-z]{1,6})[.-]([0-9a-z]{1,11})[.-]([sgtx])([0-9a-z]{1,11})[.-]([0-9a-z]{1,11})[.-]([a-z2-7]{16})$/
const LINK = /^([0-9a-z]{1,6})\.([0-9a-z]{1,6})(~?)(-?)\.([\w-]+)\.([a-z2-7]{16})$/

/** The letter that a token of this purpose was signed for, or undefined for what we have not signed. */
export const readLetterToken = async (token: string, purpose: Purpose, keyOf: KeyOf): Promise<LetterRef | undefined> =>
  withKeys(keyOf, atHand => letterIn(token, purpose, atHand))

function letterIn(token: string, purpose: Purpose, atHand: AtHand): LetterRef | undefined {
  const found = LETTER.exec(token.toLowerCase())
  if (!found) return undefined
  const [, keyId, account, kind, of, id, tag] = found as unknown as [
    string,
    string,
    string,
    keyof typeof KIND_NAMES,
    string,
    string,
    string,
  ]
  const ref = { accountId: numberIn(account), of: KIND_NAMES[kind], ofId: numberIn(of), id: numberIn(id) }
  if (!Number.isSafeInteger(ref.accountId) || !Number.isSafeInteger(ref.ofId) || !Number.isSafeInteger(ref.id)) return undefined
  const key = atHand(numberIn(keyId))
  const [group, from] = PURPOSES[purpose]
  const right = key && tagIn(key.mac(dataOf(group, `${keyId}.${account}.${kind}${of}.${id}`)), from)
  return right !== undefined && sameTag(right, tag) ? ref : undefined
}

const numberIn = (digits: string): number => Number.parseInt(digits, 36)

export interface Click {
  letter: LetterRef
  link: number
  target: string
  /** The target gets no click token. */
  bare?: true
}

type Shown = Click | { letter: LetterRef }

/** What a path under `/t/` says: a click with its target, or the pixel of a letter. */
export const readHit = (path: string, keyOf: KeyOf): Soon<Shown | undefined> => withKeys(keyOf, atHand => shownIn(path, atHand))

function shownIn(path: string, atHand: AtHand): Shown | undefined {
  const start = path.startsWith('/t/') ? 3 : path.startsWith('t/') ? 2 : 0
  const slash = path.indexOf('/', start)
  if (slash < 0) {
    const letter = letterIn(path.slice(start, /\.gif$/i.test(path) ? -4 : undefined), 'hit', atHand)
    return letter && { letter }
  }
  const hit = path.slice(slash + 1)
  const letter = letterIn(hit, 'hit', atHand)
  if (!letter) return undefined
  const link = path.slice(start, slash)
  const found = knownLink(link, letter, atHand) ?? readLink(link, hit, letter, atHand)
  if (!found) return undefined
  const { number, target, bare } = found
  return bare ? { letter, link: number, target, bare } : { letter, link: number, target }
}

interface Link {
  /** Whose letters have it. */
  owner: Omit<LetterRef, 'id'>
  /** What it was signed with. */
  key: MacKey
  number: number
  target: string
  bare: boolean
}

/** Links that are the same for all recipients come again and again: each is checked once, and known by its whole text after its first click. */
const MOST_KNOWN = 5000
const known = createCache<string, Link>({ most: MOST_KNOWN })

function knownLink(link: string, { accountId, of, ofId }: LetterRef, atHand: AtHand): Link | undefined {
  const found = known.get(link)
  if (!found) return undefined
  const { owner, key } = found
  return owner.ofId === ofId && owner.of === of && owner.accountId === accountId && atHand(key.keyId) === key ? found : undefined
}

function readLink(link: string, hit: string, owner: LetterRef, atHand: AtHand): Link | undefined {
  const found = LINK.exec(link)
  if (!found) return undefined
  const [, keyId, number, personal, bare, target, tag] = found as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const key = atHand(numberIn(keyId))
  const [letterKey, account, of, id] = hit.toLowerCase().split('.') as [string, string, string, string]
  const whose = personal ? `${letterKey}.${account}.${of}.${id}` : `${account}.${of}`
  const text = `${whose}\n${keyId}.${number}${personal}${bare}.${target}`
  if (!key || !sameTag(tagIn(key.mac(dataOf('link', text)), 0), tag)) return undefined
  const read: Link = {
    owner,
    key,
    number: numberIn(number),
    target: Buffer.from(target, 'base64url').toString(),
    bare: bare !== '',
  }
  if (personal === '') known.set(link, read)
  return read
}

/** Addresses that answer letters: bounces go to `b-...`, unsubscribing by mail to `u-...`. RFC 5321 4.5.3.1.1: at most 64 octets. */
export const mailToken = (kind: 'b' | 'u', token: string): string => `${kind}-${token.replaceAll('.', '-')}`

export interface ReadAddress {
  kind: 'bounce' | 'unsubscribe'
  letter: LetterRef
}

/** What an address that mail came in for says; also of its local part alone. */
export async function readMailAddress(address: string, keyOf: KeyOf): Promise<ReadAddress | undefined> {
  const found = /^([bu])-([^@]+)(?:@.*)?$/i.exec(address.trim())
  if (!found) return undefined
  const kind = found[1]!.toLowerCase() === 'b' ? 'bounce' : 'unsubscribe'
  const letter = await readLetterToken(found[2]!, kind, keyOf)
  return letter && { kind, letter }
}

/** The letter that a Message-ID of ours names, with or without angle brackets. */
export const readMessageId = (messageId: string, keyOf: KeyOf): Promise<LetterRef | undefined> =>
  readLetterToken(messageId.trim().replace(/^<|@[^@]*$/g, ''), 'messageId', keyOf)
