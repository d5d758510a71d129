/** Click links: finds addresses in HTML attributes and in plain text, numbers and signs them. */
import { decodeHTMLAttribute } from 'entities'
import { linkToken, type MessageRef, TRAP } from '../links/links.ts'
import type { MacKey } from '../links/signing.ts'
import { type UtmParameters, withUtm } from '../links/utm.ts'
import { escapeValue } from '../template/cleaned.ts'
import { ADDRESSES, type Tag } from '../template/merge.ts'
import {
  fillIn,
  liquidAddress,
  MARK,
  type MessageValues,
  type Piece,
  reads,
  usesLiquid,
} from '../template/pieces.ts'

export interface Link {
  number: number
  /** As written in the newsletter; tags of merged addresses as `{{ }}`. */
  target: string
}

/** Makes the click links for the bodies of one newsletter. */
export interface LinkMaker {
  links: Link[]
  /**
   * The replacement of an address, or undefined if it is not replaced. `bare`: the target gets no
   * click token.
   */
  replace(address: string, html: boolean, bare?: boolean): Piece[] | undefined
  /** The trap, a link invisible to people, for the HTML. */
  trap(): Piece[]
}

/** Longer ones would make addresses that mail programs truncate. */
const LONGEST_TARGET = 2000
/**
 * Allowed in links besides web addresses: a subscriber's data must not run a script in the web
 * version.
 */
const HARMLESS = /^(?:mailto:|tel:|sms:|[^:]*$|[/?#.])/i

/** The normalized address, if it is a web address. */
export function webAddress(text: string): string | undefined {
  const address = text.trim().replace(/[\t\r\n]/g, '')
  // Normalizing may shorten an address (`..`, default port); URL fails for very long hosts.
  if (address.length > 2 * LONGEST_TARGET || !/^https?:\/\//i.test(address)) return undefined
  const href = URL.parse(address)?.href
  return href === undefined || href.length > LONGEST_TARGET ? undefined : href
}

export interface LinkOptions {
  /** The number of the last link before. */
  after?: number | undefined
  /** False: links stay as they were written, but for UTM parameters. */
  clicks?: boolean
  utm?: UtmParameters | undefined
}

export function linkMaker(
  publicUrl: string,
  source: Omit<MessageRef, 'id'>,
  key: MacKey,
  tags: Tag[],
  { after = 0, clicks = true, utm }: LinkOptions = {},
): LinkMaker {
  const links: Link[] = []
  /** An address in the text part gets the number of the same address in the HTML. */
  const numbers = new Map<string, number>()
  const numberOf = (target: string, html: boolean) => {
    if (!clicks) return 0
    const known = html ? undefined : numbers.get(target)
    if (known !== undefined) return known
    const number = after + links.length + 1
    links.push({ number, target })
    if (!numbers.has(target)) numbers.set(target, number)
    return number
  }
  // Reports and triggers know a link as it was written, without the parameters.
  const sent = (target: string) => (utm ? withUtm(target, utm, LONGEST_TARGET) : target)
  const trackedAs = (bare: boolean) => (number: number, target: string, message?: string) =>
    `${publicUrl}/t/${linkToken(key, source, number, target, message, bare)}/`

  return {
    links,
    trap: () => [trackedAs(true)(TRAP, `${publicUrl}/`), message => message.clicks.hit],
    replace(address, html, bare = false) {
      const tracked = trackedAs(bare)
      if (ADDRESSES.some(own => reads(address, tags, own))) return undefined
      if (!MARK.test(address)) {
        const target = webAddress(address)
        if (target === undefined) return undefined
        const to = sent(target)
        if (clicks) return [tracked(numberOf(target, html), to), message => message.clicks.hit]
        return to === target ? undefined : [html ? escapeValue(to) : to]
      }
      const whole = /^\s*\ufdd0/.test(address)
      if (!whole && !/^\s*https?:/i.test(address)) return undefined
      const link = (number: number, message: MessageValues, filled: string): string => {
        const target = webAddress(filled)
        if (target !== undefined) {
          const to = sent(target)
          if (clicks) return tracked(number, to, message.clicks.message) + message.clicks.hit
          return html ? escapeValue(to) : to
        }
        if (!html) return filled
        return HARMLESS.test(filled.trim()) ? escapeValue(filled.replace(/\s/g, '%20')) : '#'
      }
      if (usesLiquid(address, tags)) {
        // LiquidJS escapes its output for HTML, so the whole address is written as HTML and
        // decoded.
        const parts = liquidAddress(address, tags, html ? escapeValue : text => text)
        if (!parts) return undefined
        const number = numberOf(spelled(address, tags), html)
        return [
          {
            address: parts,
            link: (message, rendered) => {
              const filled = html ? decodeHTMLAttribute(rendered) : rendered
              const { unsubscribeUrl, preferencesUrl, webVersionUrl, measuringUrl } = message.merge
              const isOurs = [unsubscribeUrl, preferencesUrl, webVersionUrl, measuringUrl].includes(
                filled,
              )
              return isOurs ? rendered : link(number, message, filled)
            },
          },
        ]
      }
      const fill = fillIn(address, tags)
      const number = numberOf(spelled(address, tags), html)
      return [message => link(number, message, fill(message))]
    },
  }
}

const spelled = (flat: string, tags: Tag[]): string =>
  flat.trim().replace(ALL_MARKS, (_, index) => {
    const { liquid, reads } = tags[Number(index)]!
    return liquid?.source ?? `{{ ${reads.join(' ')} }}`
  })

/** Web addresses in plain text, with the tags in them, without trailing punctuation. */
const IN_TEXT = /\bhttps?:\/\/(?:[^\s<>"\ufdd0\ufdd1]|\ufdd0\d+\ufdd1)+/gi
const ALL_MARKS = new RegExp(MARK, 'g')

export function* addressesInText(
  flat: string,
): Generator<{ start: number; end: number; address: string }> {
  for (const { 0: found, index } of flat.matchAll(IN_TEXT)) {
    const address = found.slice(0, addressEnd(found))
    yield { start: index, end: index + address.length, address }
  }
}

const PUNCTUATION = ".,;:!?'*_"

/** The end of an address: before punctuation, and before unbalanced closing brackets. */
function addressEnd(found: string): number {
  const count = (sign: string) => found.split(sign).length - 1
  let [round, square] = [count(')') - count('('), count(']') - count('[')]
  for (let end = found.length; end > 0; end--) {
    const last = found[end - 1]!
    const closes = last === ')' || last === ']'
    if (closes ? round <= 0 && square <= 0 : !PUNCTUATION.includes(last)) return end
    if (last === ')') round--
    if (last === ']') square--
  }
  return 0
}
