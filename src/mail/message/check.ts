/**
 * A message looked over before it is sent: what a person would want to know. Plain facts in,
 * findings out; nothing is asked of the network.
 */
import { decodeHTMLAttribute } from 'entities'
import { attributeOf, scanHtml } from '../html/scan.ts'
import { charsetNamed, UTF8 } from '../mime/charset.ts'

export interface MessageFinding {
  what: 'subject' | 'size' | 'pictures' | 'unsubscribe' | 'characters' | 'links' | 'sender'
  verdict: 'ok' | 'look' | 'wrong'
  /** A whole sentence. */
  says: string
}

export interface CheckedMessage {
  subject: string
  html: string | undefined
  text: string
  /** Of the HTML as it is sent, with the addresses that count clicks. */
  htmlBytes: number
  /** What the list wants messages to be written in. */
  characterSet: string
  /** The newsletter shows where to unsubscribe by itself. */
  showsUnsubscribe: boolean
  fromEmail: string
  /** The sender's domain has keys to sign with. */
  signed: boolean
}

/**
 * Gmail shows no more of a message than this, and a link to the rest: the end, with the link to
 * unsubscribe, is not seen.
 */
const CLIPPED_BYTES = 102_000
const LONG_SUBJECT = 60
/** Providers that let nobody else send in the name of their people. */
const FREE =
  /@(?:gmail|googlemail|yahoo|ymail|hotmail|outlook|live|msn|aol|icloud|me|mail|gmx|web|yandex|proton|protonmail)\.[a-z.]{2,6}$/i

export function checkMessage(message: CheckedMessage): MessageFinding[] {
  return [
    subject(message),
    size(message),
    ...pictures(message),
    unsubscribe(message),
    characters(message),
    ...badLinks(message),
    sender(message),
  ]
}

function subject({ subject }: CheckedMessage): MessageFinding {
  const length = [...subject].length
  if (subject.trim() === '')
    return {
      what: 'subject',
      verdict: 'wrong',
      says: 'The subject is empty when nothing is known of a person.',
    }
  if (length > LONG_SUBJECT)
    return {
      what: 'subject',
      verdict: 'look',
      says: `The subject has ${length} characters; phones show about 40, most programs ${LONG_SUBJECT}.`,
    }
  return { what: 'subject', verdict: 'ok', says: `The subject has ${length} characters.` }
}

function size({ html, htmlBytes: bytes }: CheckedMessage): MessageFinding {
  const says = `The ${html === undefined ? 'text' : 'HTML'} has ${Math.ceil(bytes / 1000)} kB`
  if (bytes > CLIPPED_BYTES)
    return {
      what: 'size',
      verdict: 'wrong',
      says: `${says}: Gmail cuts emails off at 102 kB, and the end is not seen.`,
    }
  if (bytes > CLIPPED_BYTES * 0.85)
    return { what: 'size', verdict: 'look', says: `${says}; at 102 kB Gmail cuts emails off.` }
  return { what: 'size', verdict: 'ok', says: `${says}.` }
}

function pictures({ html = '' }: CheckedMessage): MessageFinding[] {
  let all = 0
  let silent = 0
  let open = 0
  for (const token of scanHtml(html)) {
    if (token.type !== 'open' || token.name !== 'img') continue
    all++
    if (!attributeOf(token, 'alt')) silent++
    if (/^\s*http:/i.test(attributeOf(token, 'src')?.value ?? '')) open++
  }
  const found: MessageFinding[] = []
  if (silent > 0)
    found.push({
      what: 'pictures',
      verdict: 'look',
      says: `${count(silent, 'picture')} of ${all} without alt="": what is read aloud, and seen while pictures are off. Pictures that only decorate have an empty one.`,
    })
  if (open > 0)
    found.push({
      what: 'pictures',
      verdict: 'look',
      says: `${count(open, 'picture')} by http://, which some programs don't show: use https://.`,
    })
  if (found.length === 0)
    found.push({
      what: 'pictures',
      verdict: 'ok',
      says: all === 0 ? 'There are no pictures.' : `${count(all, 'picture')}, all described.`,
    })
  return found
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`

const unsubscribe = ({ showsUnsubscribe }: CheckedMessage): MessageFinding => ({
  what: 'unsubscribe',
  verdict: 'ok',
  says: showsUnsubscribe
    ? 'The newsletter shows where to unsubscribe.'
    : 'A link to unsubscribe is added at the end, as the newsletter shows none.',
})

function characters({ characterSet, subject, html = '', text }: CheckedMessage): MessageFinding {
  const charset = charsetNamed(characterSet)
  if (charset === UTF8)
    return {
      what: 'characters',
      verdict: 'ok',
      says: 'Emails of this list are written in UTF-8, which has all characters.',
    }
  const outside = [...new Set(subject + html + text)].filter(
    character => !charset.encode(character),
  )
  if (outside.length === 0)
    return {
      what: 'characters',
      verdict: 'ok',
      says: `Everything fits the list's character set, ${characterSet}.`,
    }
  const shown = outside
    .slice(0, 10)
    .map(
      character =>
        `${character} (U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})`,
    )
  return {
    what: 'characters',
    verdict: 'look',
    says: `Not in the list's character set, ${characterSet}, so that the emails go out in UTF-8: ${shown.join(', ')}${outside.length > 10 ? ', ...' : ''}.`,
  }
}

/** Links that no mail program can follow. Which of the others answer, the network tells. */
function badLinks({ html = '' }: CheckedMessage): MessageFinding[] {
  const bad = new Set<string>()
  for (const { address } of linksOf(html))
    if (!/^(?:https?:\/\/[^/]|mailto:|tel:|sms:|#.)/i.test(address)) bad.add(address)
  return [...bad].map(address => ({
    what: 'links',
    verdict: 'wrong',
    says: `${address === '' ? 'A link without an address' : JSON.stringify(address.slice(0, 200))} leads nowhere from an email: write https:// and the whole address.`,
  }))
}

export function linksOf(html: string): { address: string }[] {
  const links: { address: string }[] = []
  for (const token of scanHtml(html)) {
    const href =
      token.type === 'open' && /^(?:a|area)$/.test(token.name)
        ? attributeOf(token, 'href')
        : undefined
    if (href) links.push({ address: decodeHTMLAttribute(href.value).trim() })
  }
  return links
}

function sender({ fromEmail, signed }: CheckedMessage): MessageFinding {
  const domain = fromEmail.slice(fromEmail.lastIndexOf('@') + 1)
  if (FREE.test(fromEmail))
    return {
      what: 'sender',
      verdict: 'wrong',
      says: `${domain} lets nobody else send in its name: emails from ${fromEmail} will be refused or lie in spam folders. Use an address of your own domain.`,
    }
  if (signed)
    return {
      what: 'sender',
      verdict: 'ok',
      says: `Emails are signed for ${domain}, the domain of the sender.`,
    }
  return {
    what: 'sender',
    verdict: 'look',
    says: `Emails are not signed for ${domain}, unless the relay does it. To sign them: pennypost dkim add ${domain}`,
  }
}
