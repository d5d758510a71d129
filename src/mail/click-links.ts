/** Addresses in bodies become click links: found in HTML attributes and in plain text, numbered, signed. */
import { type LetterRef, linkToken, type MacKey } from './links.ts'
import { escapeValue, type Tag } from './merge.ts'
import { fillIn, MARK, type Piece, reads } from './pieces.ts'

export interface Link {
  number: number
  /** As written in the newsletter; tags of merged addresses as `{{ }}`. */
  target: string
}

/** Finds click links for the bodies of one newsletter. */
export interface LinkMaker {
  links: Link[]
  /** What takes the place of an address, or undefined where it stays as it is. */
  replace(address: string, html: boolean): Piece[] | undefined
}

/** Longer ones would make addresses that programs cut off. */
const LONGEST_TARGET = 2000
/** What may be in a link beside web addresses: a subscriber's data must not run a script in the web version. */
const HARMLESS = /^(?:mailto:|tel:|sms:|[^:]*$|[/?#.])/i

/** The address as it stands in requests, if it is one of the web. */
export function webAddress(text: string): string | undefined {
  const address = text.trim().replace(/[\t\r\n]/g, '')
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const { href } = new URL(address)
  return href.length > LONGEST_TARGET ? undefined : href
}

export function linkMaker(publicUrl: string, source: Omit<LetterRef, 'id'>, key: MacKey, tags: Tag[]): LinkMaker {
  const links: Link[] = []
  /** Addresses of the text part have the number of the same address in the HTML. */
  const numbers = new Map<string, number>()
  const numberOf = (target: string, html: boolean) => {
    const known = html ? undefined : numbers.get(target)
    if (known !== undefined) return known
    const number = links.length + 1
    links.push({ number, target })
    if (!numbers.has(target)) numbers.set(target, number)
    return number
  }
  const tracked = (number: number, target: string, letter?: string) =>
    `${publicUrl}/t/${linkToken(key, source, number, target, letter)}/`

  return {
    links,
    replace(address, html) {
      if (reads(address, tags, 'unsubscribe_url') || reads(address, tags, 'web_version_url')) return undefined
      if (!MARK.test(address)) {
        const target = webAddress(address)
        return target === undefined ? undefined : [tracked(numberOf(target, html), target), letter => letter.tokens.hit]
      }
      const whole = /^\s*\ufdd0/.test(address)
      if (!whole && !/^\s*https?:/i.test(address)) return undefined
      const fill = fillIn(address, tags)
      const number = numberOf(spelled(address, tags), html)
      return [
        letter => {
          const filled = fill(letter)
          const target = webAddress(filled)
          if (target !== undefined) return tracked(number, target, letter.tokens.letter) + letter.tokens.hit
          if (!html) return filled
          return HARMLESS.test(filled.trim()) ? escapeValue(filled.replace(/\s/g, '%20')) : '#'
        },
      ]
    },
  }
}

const spelled = (flat: string, tags: Tag[]): string =>
  flat.trim().replace(new RegExp(MARK, 'g'), (_, index) => `{{ ${tags[Number(index)]!.reads.join(' ')} }}`)

/** Web addresses in plain text, with the tags in them, up to what is likelier punctuation. */
const IN_TEXT = /\bhttps?:\/\/(?:[^\s<>"\ufdd0\ufdd1]|\ufdd0\d+\ufdd1)+/gi

export function* addressesInText(flat: string): Generator<{ start: number; end: number; address: string }> {
  for (const { 0: found, index } of flat.matchAll(IN_TEXT)) {
    let address = found.replace(/[.,;:!?'*_]+$/, '')
    while (/[)\]]$/.test(address) && !balanced(address)) address = address.slice(0, -1).replace(/[.,;:!?'*_]+$/, '')
    yield { start: index, end: index + address.length, address }
  }
}

const balanced = (text: string): boolean =>
  text.split('(').length >= text.split(')').length && text.split('[').length >= text.split(']').length
