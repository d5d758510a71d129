/**
 * The signed addresses in messages, and parsing them: clicks, the pixel, unsubscribing, the web
 * version, the envelope sender (VERP) and the Message-ID. They are valid for years, so their form
 * does not change. Parsing needs no query: everything is in the token.
 *
 * A message token is `key.account.s+sending.delivery.tag`, numbers in base 36, lower case only, so
 * that it survives systems that change the case of addresses. The part of a link that is the same
 * for all recipients (number, target) is signed separately, once per sending.
 */
import { createCache } from '../../lib/cache.ts'
import { dataOf, type KeyOf, type MacKey, sameTag, tagIn } from './signing.ts'

/**
 * The message that a token belongs to: a delivery of a sending, of a trigger's step, a transaction,
 * or a test email.
 */
export interface MessageRef {
  accountId: number
  of: 'sending' | 'trigger' | 'transaction' | 'test'
  ofId: number
  id: number
}

/** All tokens of one message. Each is valid for its own purpose only. */
export interface MessageTokens {
  /** `key.account.of.id`, without a tag. */
  message: string
  hit: string
  unsubscribe: string
  webVersion: string
  preferences: string
  bounce: string
  messageId: string
}

export const KINDS = { sending: 's', trigger: 'g', transaction: 't', test: 'x' } as const
export const KIND_NAMES = { s: 'sending', g: 'trigger', t: 'transaction', x: 'test' } as const

/**
 * The position of each purpose's tag: in which HMAC, from which byte. Disjoint parts of an HMAC
 * reveal nothing about each other.
 */
const PURPOSES = {
  hit: ['links', 0],
  unsubscribe: ['links', 10],
  webVersion: ['links', 20],
  bounce: ['mail', 0],
  messageId: ['mail', 10],
  preferences: ['mail', 20],
} as const

export type Purpose = keyof typeof PURPOSES

export function messageTokens(ref: MessageRef, key: MacKey): MessageTokens {
  const message = `${key.keyId.toString(36)}.${ref.accountId.toString(36)}.${KINDS[ref.of]}${ref.ofId.toString(36)}.${ref.id.toString(36)}`
  const links = key.mac(dataOf('links', message))
  const mail = key.mac(dataOf('mail', message))
  return {
    message,
    hit: `${message}.${tagIn(links, 0)}`,
    unsubscribe: `${message}.${tagIn(links, 10)}`,
    webVersion: `${message}.${tagIn(links, 20)}`,
    preferences: `${message}.${tagIn(mail, 20)}`,
    bounce: `${message}.${tagIn(mail, 0)}`,
    messageId: `${message}.${tagIn(mail, 10)}`,
  }
}

/** The number of the trap, a link invisible to people: only machines follow it. */
export const TRAP = 0

/**
 * The part of a click address that is the same for all recipients; with `message`, one of this
 * message only; with `bare`, one whose target gets no click token.
 */
export function linkToken(
  key: MacKey,
  { accountId, of, ofId }: Omit<MessageRef, 'id'>,
  number: number,
  target: string,
  message?: string,
  bare = false,
): string {
  const marks = `${message === undefined ? '' : '~'}${bare ? '-' : ''}`
  const link = `${key.keyId.toString(36)}.${number.toString(36)}${marks}.${Buffer.from(target).toString('base64url')}`
  const owner = message ?? `${accountId.toString(36)}.${KINDS[of]}${ofId.toString(36)}`
  return `${link}.${tagIn(key.mac(dataOf('link', `${owner}\n${link}`)), 0)}`
}

const MESSAGE =
  /^([0-9a-z]{1,6})[.-]([0-9a-z]{1,11})[.-]([sgtx])([0-9a-z]{1,11})[.-]([0-9a-z]{1,11})[.-]([a-z2-7]{16})$/
/** The id of the key that a link was signed with: known before the rest is parsed. */
const LINK_KEY = /^([0-9a-z]{1,6})\./
const LINK = /^([0-9a-z]{1,6})\.([0-9a-z]{1,6})(~?)(-?)\.([\w-]+)\.([a-z2-7]{16})$/

/** A token of a message whose signature is not verified yet. */
interface ParsedToken {
  ref: MessageRef
  keyId: number
  signed: string
  tag: string
}

function parseMessageToken(token: string): ParsedToken | undefined {
  const found = MESSAGE.exec(token.toLowerCase())
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
  const ref = {
    accountId: numberIn(account),
    of: KIND_NAMES[kind],
    ofId: numberIn(of),
    id: numberIn(id),
  }
  return Number.isSafeInteger(ref.accountId) &&
    Number.isSafeInteger(ref.ofId) &&
    Number.isSafeInteger(ref.id)
    ? { ref, keyId: numberIn(keyId), signed: `${keyId}.${account}.${kind}${of}.${id}`, tag }
    : undefined
}

/** The message of a token; undefined if it was not signed with this key for this purpose. */
function verifiedMessage(
  { ref, signed, tag }: ParsedToken,
  purpose: Purpose,
  key: MacKey | undefined,
): MessageRef | undefined {
  const [group, from] = PURPOSES[purpose]
  return key && sameTag(tagIn(key.mac(dataOf(group, signed)), from), tag) ? ref : undefined
}

/** The message that a token of this purpose was signed for; undefined for an invalid signature. */
export async function readMessageToken(
  token: string,
  purpose: Purpose,
  keyOf: KeyOf,
): Promise<MessageRef | undefined> {
  const parsed = parseMessageToken(token)
  return parsed && verifiedMessage(parsed, purpose, await keyOf(parsed.keyId))
}

const numberIn = (digits: string): number => Number.parseInt(digits, 36)

export interface SignedClick {
  message: MessageRef
  link: number
  target: string
  /** The target gets no click token. */
  bare?: true
}

/** The signed claim of a path under `/t/`: a click, or the pixel of a message. */
export type SignedHit = SignedClick | { message: MessageRef }

/**
 * Parses a path under `/t/`; undefined for an invalid signature. Synchronous if the keys are
 * cached: awaiting a cached value costs a tenth of a hit (docs/decisions/0028).
 */
export function readHit(
  path: string,
  keyOf: KeyOf,
): SignedHit | undefined | Promise<SignedHit | undefined> {
  const hit = parseHit(path)
  if (!hit) return undefined
  const key = keyOf(hit.token.keyId)
  const linkKey = hit.linkKeyId === undefined ? undefined : keyOf(hit.linkKeyId)
  return key instanceof Promise || linkKey instanceof Promise
    ? Promise.all([key, linkKey]).then(keys => verifiedHit(hit, ...keys))
    : verifiedHit(hit, key, linkKey)
}

/** The account that a path under `/t/` names. Its signature is not verified. */
export const accountInHit = (path: string): number | undefined =>
  parseHit(path)?.token.ref.accountId

/** The account that a token of a message names. Its signature is not verified. */
export const accountInToken = (token: string): number | undefined =>
  parseMessageToken(token)?.ref.accountId

/** A path whose signatures are not verified yet. */
interface ParsedHit {
  token: ParsedToken
  /** The token's text. */
  hit: string
  /** Undefined: the pixel. */
  link: string | undefined
  linkKeyId: number | undefined
}

function parseHit(path: string): ParsedHit | undefined {
  const start = path.startsWith('/t/') ? 3 : path.startsWith('t/') ? 2 : 0
  const slash = path.indexOf('/', start)
  const hit =
    slash < 0 ? path.slice(start, /\.gif$/i.test(path) ? -4 : undefined) : path.slice(slash + 1)
  const token = parseMessageToken(hit)
  if (!token) return undefined
  const link = slash < 0 ? undefined : path.slice(start, slash)
  const [, keyId] = (link !== undefined && LINK_KEY.exec(link)) || []
  return { token, hit, link, linkKeyId: keyId === undefined ? undefined : numberIn(keyId) }
}

function verifiedHit(
  { token, hit, link }: ParsedHit,
  key: MacKey | undefined,
  linkKey: MacKey | undefined,
): SignedHit | undefined {
  const message = verifiedMessage(token, 'hit', key)
  if (!message || link === undefined) return message && { message }
  const found =
    linkKey && (knownLink(link, message, linkKey) ?? readLink(link, hit, message, linkKey))
  if (!found) return undefined
  const { number, target, bare } = found
  return bare ? { message, link: number, target, bare } : { message, link: number, target }
}

interface Link {
  /** The messages that contain it. */
  owner: Omit<MessageRef, 'id'>
  /** The key that signed it. */
  key: MacKey
  number: number
  target: string
  bare: boolean
}

/** Caches verified links by their whole text: a link is the same for all recipients. */
const MOST_KNOWN = 5000
const known = createCache<string, Link>({ most: MOST_KNOWN })

function knownLink(
  link: string,
  { accountId, of, ofId }: MessageRef,
  key: MacKey,
): Link | undefined {
  const found = known.get(link)
  return found &&
    found.key === key &&
    found.owner.ofId === ofId &&
    found.owner.of === of &&
    found.owner.accountId === accountId
    ? found
    : undefined
}

function readLink(link: string, hit: string, owner: MessageRef, key: MacKey): Link | undefined {
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
  const [messageKey, account, of, id] = hit.toLowerCase().split('.') as [
    string,
    string,
    string,
    string,
  ]
  const whose = personal ? `${messageKey}.${account}.${of}.${id}` : `${account}.${of}`
  const text = `${whose}\n${keyId}.${number}${personal}${bare}.${target}`
  if (!sameTag(tagIn(key.mac(dataOf('link', text)), 0), tag)) return undefined
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

/** The message that a Message-ID of ours identifies, with or without angle brackets. */
export const readMessageId = (messageId: string, keyOf: KeyOf): Promise<MessageRef | undefined> =>
  readMessageToken(messageId.trim().replace(/^<|@[^@]*$/g, ''), 'messageId', keyOf)
