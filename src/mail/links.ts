/**
 * The signed addresses that go into letters, and reading them back: clicks, the pixel, unsubscribing, the web version, the envelope
 * sender (VERP) and the Message-ID. They live for years, so their form does not change. Reading needs no look-up: all is in the token.
 *
 * A letter's token is `key.account.s+sending.delivery.tag`, numbers in base 36, lower case only, so that it also survives systems
 * that change the case of addresses. What is the same for all recipients of a link (number, target) is signed apart, once per sending.
 */
import { KeyObject, timingSafeEqual } from 'node:crypto'
import { createMac } from '../lib/mac.ts'

/** The letter an address was put into: a delivery of a sending, of a trigger's step, or a transaction; or a test letter. */
export interface LetterRef {
  accountId: number
  of: 'sending' | 'trigger' | 'transaction' | 'test'
  ofId: number
  id: number
}

export interface MacKey {
  keyId: number
  /** HMAC-SHA256, a character for each byte. */
  mac(data: string): string
}

export type KeyOf = (keyId: number) => MacKey | undefined | Promise<MacKey | undefined>

export const macKey = (keyId: number, secret: KeyObject | Uint8Array): MacKey => ({
  keyId,
  mac: createMac(secret instanceof KeyObject ? secret.export() : secret),
})

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

const KINDS = { sending: 's', trigger: 'g', transaction: 't', test: 'x' } as const
const KIND_NAMES = { s: 'sending', g: 'trigger', t: 'transaction', x: 'test' } as const

/** 80 bits: beyond guessing, and a third of an HMAC, so that two of them serve all purposes of a letter. */
const TAG_BYTES = 10
/** Where each purpose's tag lies: in which HMAC, from which byte. Disjoint parts of an HMAC say nothing about each other. */
const PURPOSES = {
  hit: ['links', 0],
  unsubscribe: ['links', 10],
  webVersion: ['links', 20],
  bounce: ['mail', 0],
  messageId: ['mail', 10],
} as const

export type Purpose = keyof typeof PURPOSES

const dataOf = (group: string, text: string) => `pennypost letter ${group}\n${text}`

export function letterTokens(ref: LetterRef, key: MacKey): LetterTokens {
  const letter = `${key.keyId.toString(36)}.${ref.accountId.toString(36)}.${KINDS[ref.of]}${ref.ofId.toString(36)}.${ref.id.toString(36)}`
  const links = key.mac(dataOf('links', letter))
  const mail = key.mac(dataOf('mail', letter))
  return {
    letter,
    hit: `${letter}.${base32(links, 0)}`,
    unsubscribe: `${letter}.${base32(links, 10)}`,
    webVersion: `${letter}.${base32(links, 20)}`,
    bounce: `${letter}.${base32(mail, 0)}`,
    messageId: `${letter}.${base32(mail, 10)}`,
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
  return `${link}.${base32(key.mac(dataOf('link', `${owner}\n${link}`)), 0)}`
}

// Keys come from the store, so a token is read in two steps: what it claims, then whether we have signed that.

const LETTER = /^([0-9a-z]{1,6})[.-]([0-9a-z]{1,11})[.-]([sgtx])([0-9a-z]{1,11})[.-]([0-9a-z]{1,11})[.-]([a-z2-7]{16})$/
const LINK = /^([0-9a-z]{1,6})\.([0-9a-z]{1,6})(~?)(-?)\.([\w-]+)\.([a-z2-7]{16})$/

/** The letter that a token of this purpose was signed for, or undefined for what we have not signed. */
export async function readLetterToken(token: string, purpose: Purpose, keyOf: KeyOf): Promise<LetterRef | undefined> {
  const found = LETTER.exec(token.toLowerCase())
  if (!found) return undefined
  const [, keyId, account, kind, ofId, id, tag] = found as unknown as [
    string,
    string,
    string,
    keyof typeof KIND_NAMES,
    string,
    string,
    string,
  ]
  const numbers = [account, ofId, id].map(digits => Number.parseInt(digits, 36))
  if (!numbers.every(Number.isSafeInteger)) return undefined
  // Keys are nearly always at hand, and then nobody waits.
  const given = keyOf(Number.parseInt(keyId, 36))
  const key = given instanceof Promise ? await given : given
  const [group, from] = PURPOSES[purpose]
  if (!key || !sameTag(base32(key.mac(dataOf(group, `${keyId}.${account}.${kind}${ofId}.${id}`)), from), tag)) return undefined
  return { accountId: numbers[0]!, of: KIND_NAMES[kind], ofId: numbers[1]!, id: numbers[2]! }
}

export interface Click {
  letter: LetterRef
  link: number
  target: string
  /** The target gets no click token. */
  bare?: true
}

/** What a path under `/t/` says: a click with its target, or the pixel of a letter. */
export async function readHit(path: string, keyOf: KeyOf): Promise<Click | { letter: LetterRef } | undefined> {
  const parts = path.replace(/^\/?t\//, '').split('/')
  if (parts.length === 1) {
    const letter = await readLetterToken(parts[0]!.replace(/\.gif$/i, ''), 'hit', keyOf)
    return letter && { letter }
  }
  if (parts.length !== 2) return undefined
  const [link, hit] = parts as [string, string]
  const letter = await readLetterToken(hit, 'hit', keyOf)
  if (!letter) return undefined
  const found = knownLink(link, letter, keyOf) ?? (await readLink(link, hit, letter, keyOf))
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
const known = new Map<string, Link>()

function knownLink(link: string, { accountId, of, ofId }: LetterRef, keyOf: KeyOf): Link | undefined {
  const found = known.get(link)
  if (!found) return undefined
  const { owner, key } = found
  return owner.ofId === ofId && owner.of === of && owner.accountId === accountId && keyOf(key.keyId) === key ? found : undefined
}

async function readLink(link: string, hit: string, owner: LetterRef, keyOf: KeyOf): Promise<Link | undefined> {
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
  const key = await keyOf(Number.parseInt(keyId, 36))
  const [letterKey, account, of, id] = hit.toLowerCase().split('.') as [string, string, string, string]
  const whose = personal ? `${letterKey}.${account}.${of}.${id}` : `${account}.${of}`
  const text = `${whose}\n${keyId}.${number}${personal}${bare}.${target}`
  if (!key || !sameTag(base32(key.mac(dataOf('link', text)), 0), tag)) return undefined
  const read: Link = {
    owner,
    key,
    number: Number.parseInt(number, 36),
    target: Buffer.from(target, 'base64url').toString(),
    bare: bare !== '',
  }
  if (personal === '') {
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(link, read)
  }
  return read
}

/** One click, as its target is told of it: whose letter it was is not in it. */
export interface ClickRef extends Omit<LetterRef, 'id'> {
  link: number
  /** Of the hit. */
  id: number
  /** Milliseconds since 1970. */
  at: number
}

const CLICK =
  /^([0-9a-z]{1,6})\.([0-9a-z]{1,11})\.([sgt])([0-9a-z]{1,11})\.([0-9a-z]{1,6})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([a-z2-7]{16})$/

/** What is added to the target of a click, so that what is bought there can be counted for it. */
export function clickToken(key: MacKey, { accountId, of, ofId, link, id, at }: ClickRef): string {
  const [account, source, number, hit, moment] = [accountId, ofId, link, id, at].map(value => value.toString(36))
  const click = `${key.keyId.toString(36)}.${account}.${KINDS[of]}${source}.${number}.${hit}.${moment}`
  return `${click}.${base32(key.mac(dataOf('click', click)), 0)}`
}

export async function readClickToken(token: string, keyOf: KeyOf): Promise<ClickRef | undefined> {
  const given = token.trim().toLowerCase()
  const found = CLICK.exec(given)
  if (!found) return undefined
  const [account, ofId, link, id, at] = [2, 4, 5, 6, 7].map(part => Number.parseInt(found[part]!, 36)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  if (![account, ofId, link, id, at].every(Number.isSafeInteger)) return undefined
  const key = await keyOf(Number.parseInt(found[1]!, 36))
  if (!key || !sameTag(base32(key.mac(dataOf('click', given.slice(0, given.lastIndexOf('.')))), 0), found[8]!)) return undefined
  return { accountId: account, of: KIND_NAMES[found[3] as 's' | 'g' | 't'], ofId, link, id, at }
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

const DIGITS = 'abcdefghijklmnopqrstuvwxyz234567'
const PAIRS = Array.from({ length: 1024 }, (_, n) => DIGITS[n >> 5]! + DIGITS[n & 31]!)

/** Ten bytes as sixteen letters and digits (RFC 4648 6, in lower case). */
function base32(bytes: string, from: number): string {
  let text = ''
  for (let i = from; i < from + TAG_BYTES; i += 5) {
    const a = bytes.charCodeAt(i)
    const b = bytes.charCodeAt(i + 1)
    const c = bytes.charCodeAt(i + 2)
    const d = bytes.charCodeAt(i + 3)
    const e = bytes.charCodeAt(i + 4)
    text +=
      PAIRS[(a << 2) | (b >> 6)]! +
      PAIRS[((b & 63) << 4) | (c >> 4)]! +
      PAIRS[((c & 15) << 6) | (d >> 2)]! +
      PAIRS[((d & 3) << 8) | e]!
  }
  return text
}

/** The texts that are compared, side by side: making buffers for them costs more than comparing. */
const LEFT = Buffer.alloc(16)
const RIGHT = Buffer.alloc(16)

/** Takes the same time wherever the tags, of sixteen characters both, begin to differ. */
function sameTag(tag: string, asked: string): boolean {
  LEFT.write(tag, 'latin1')
  RIGHT.write(asked, 'latin1')
  return timingSafeEqual(LEFT, RIGHT)
}
