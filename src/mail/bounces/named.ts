/**
 * The party that a reply names. One that calls our domain, address or network unknown or blocked,
 * and not the recipient's, is about us, in spite of its status: "550 5.1.2 Domain example.net has
 * no MX".
 */

import { domainOf } from '../../lib/email-address.ts'
import { classify } from './rules.ts'

/** The two sides of an email, as a reply may name them. */
export interface Parties {
  /** Addresses and domains that are ours: of the sender, of the return path. */
  ours: readonly string[]
  recipient?: string | undefined
}

const NAME = /(?<![\w.+@-])(?:[\w.+=-]{1,128}@)?(?:[\w-]{1,63}\.){1,8}[a-z][\w-]{1,62}(?![\w-])/gi
/** Of a reply, the address of the client; or its network. */
const NETWORK =
  /(?<![\w.:-])\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?![\w-]|\.\w)|(?<![\w:.])(?:(?:[\da-f]{1,4}:){4,7}|(?:[\da-f]{1,4}:){1,6}:)[\da-f:.]{0,39}(?:\/\d{1,3})?|\bAS\d{3,10}\b/gi

/** "User unknown [192.0.2.1]": who asked. */
const CLIENT = /[[(]\ue002[)\]]/g
const LINK = /https?:\/\/[^\s<>"]{1,500}/gi

/** Signs in the place of names, which no reply has. */
const US = '\ue000'
const THEM = '\ue001'
const NET = '\ue002'
const SIGN = /[\ue000-\ue002]/g
/** "<ada@example.com>: ", "ada@example.com... ": a label before the reason. */
const LABEL = /^[\s<("'[]{0,4}\ue001[\s>)"'\]]{0,4}(?:[:,;-]|\.\.\.|$)/
/** "Host not found (example.net)" */
const BRACKETED = /(?<=\S) ?[<(["']{1,2}\ue000[>)\]"']{1,2}(?!:)/g
/** Postfix: "Host or domain name not found. Name service error for name=example.com". */
const BETWEEN_CLAUSES = /[;!?,()[\]{}|]|\.(?=\s(?!name service)|$)|\s-{1,3}\s/i
const MOST_CLAUSES = 50
const FEW_CLAUSES = 8
const MOST_TEXT = 2_000
/** In front of the words. */
const CODES = /^\s*[45]\d\d[ -]?(?:[45]\.\d{1,3}\.\d{1,3}\b)?/
/** A clause with these says it of them, though it tells from where it was asked. */
const OF_RECIPIENT =
  /\b(?:users?|mail ?box(?:es)?|recipients?|addressee|account|alias|person|nobody|no one|customer)\b/i

/**
 * Whether what makes a hard reply hard is said of us. A reply without a clause that is hard by its
 * own words, one that is hard by its status, is about whom it names.
 */
export function namesUs(reply: string, parties: Parties): boolean {
  const marked = reply
    .slice(0, MOST_TEXT)
    .replace(SIGN, ' ')
    .replace(CODES, '')
    .replace(LINK, ' ')
    .replace(NETWORK, NET)
    .replace(CLIENT, ' ')
    .replace(NAME, name => signOf(name, parties))
    .replace(BRACKETED, ` ${US}`)
  if (!marked.includes(US) && !marked.includes(NET)) return false
  const clauses = marked.replace(LABEL, '').split(BETWEEN_CLAUSES, MOST_CLAUSES)
  const hard = clauses.filter(clause => isHard(clause.replace(SIGN, 'example.com')))
  // The reason may be in the unread rest of a text of many clauses.
  if (hard.length === 0 && clauses.length > FEW_CLAUSES) return false
  const said = hard.length > 0 ? hard : clauses
  return (
    said.some(isOfUs) &&
    !said.some(clause => clause.includes(THEM)) &&
    // A hard clause that names no party is about the recipient.
    hard.every(isOfUs)
  )
}

function isHard(clause: string): boolean {
  const found = classify({ code: 550, text: clause })
  return found === 'bad-mailbox' || found === 'bad-domain'
}

const isOfUs = (clause: string): boolean =>
  clause.includes(US) || (clause.includes(NET) && !OF_RECIPIENT.test(clause))

function signOf(written: string, { ours, recipient = '' }: Parties): string {
  const name = written.toLowerCase()
  const to = recipient.toLowerCase()
  const toDomain = domainOf(to)
  const domain = domainOf(name)
  if (name.includes('@')) {
    if (name === to) return THEM
    if (ours.includes(name)) return US
    // At a domain of ours it may be a reader's, where no recipient elsewhere is known.
    return to !== '' && !isOurs(toDomain, ours) && isOurs(domain, ours) ? US : THEM
  }
  if (to !== '' && (isWithin(domain, toDomain) || isWithin(toDomain, domain))) return THEM
  return isOurs(domain, ours) ? US : written
}

/** A domain of ours, one below it, or the one above: `example.net` of `bounce.example.net`. */
const isOurs = (domain: string, ours: readonly string[]): boolean =>
  ours.some(one => isWithin(domain, domainOf(one)) || isWithin(domainOf(one), domain))

const isWithin = (domain: string, parent: string): boolean =>
  domain === parent || domain.endsWith(`.${parent}`)
