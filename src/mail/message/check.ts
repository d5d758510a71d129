/**
 * Checks a message before it is sent. Takes facts and returns findings; does not use the network.
 */
import { decodeHTMLAttribute } from 'entities'
import { attributeOf, openTags, scanHtml } from '../html/scan.ts'
import { charsetNamed, UTF8 } from '../mime/charset.ts'
import { pictureFindings } from './check-pictures.ts'
import { type Sender, senderFinding } from './sender.ts'

export interface MessageFinding {
  what: 'subject' | 'size' | 'pictures' | 'unsubscribe' | 'characters' | 'links' | 'sender' | 'tags'
  severity: 'fine' | 'look' | 'wrong'
  /** A whole sentence. */
  says: string
}

export interface CheckedMessage extends Sender {
  subject: string
  html: string | undefined
  text: string
  /** Size of the HTML as sent, with click links. */
  htmlBytes: number
  /** The list's character set. */
  characterSet: string
  /** The newsletter has an unsubscribe link of its own. */
  showsUnsubscribe: boolean
}

/** Gmail clips longer messages: the end, with the unsubscribe link, is not shown. */
const CLIPPED_BYTES = 102_000
const LONG_SUBJECT = 60

export function checkMessage(message: CheckedMessage): MessageFinding[] {
  return [
    subject(message),
    size(message),
    ...pictureFindings(message.html ?? '').map(found => ({ what: 'pictures' as const, ...found })),
    unsubscribe(message),
    characters(message),
    ...badLinks(message),
    ...encodedTags(message),
    { what: 'sender', ...senderFinding(message) },
  ]
}

function subject({ subject }: CheckedMessage): MessageFinding {
  const length = [...subject].length
  if (subject.trim() === '')
    return {
      what: 'subject',
      severity: 'wrong',
      says: 'The subject is empty for a subscriber without data.',
    }
  if (length > LONG_SUBJECT)
    return {
      what: 'subject',
      severity: 'look',
      says:
        `The subject has ${length} characters; phones show about 40, most programs ` +
        `${LONG_SUBJECT}.`,
    }
  return { what: 'subject', severity: 'fine', says: `The subject has ${length} characters.` }
}

function size({ html, htmlBytes: bytes }: CheckedMessage): MessageFinding {
  const says = `The ${html === undefined ? 'text' : 'HTML'} has ${Math.ceil(bytes / 1000)} kB`
  if (bytes > CLIPPED_BYTES)
    return {
      what: 'size',
      severity: 'wrong',
      says: `${says}: Gmail clips emails at 102 kB, so that the end is hidden.`,
    }
  if (bytes > CLIPPED_BYTES * 0.85)
    return { what: 'size', severity: 'look', says: `${says}; Gmail clips emails at 102 kB.` }
  return { what: 'size', severity: 'fine', says: `${says}.` }
}

const unsubscribe = ({ showsUnsubscribe }: CheckedMessage): MessageFinding => ({
  what: 'unsubscribe',
  severity: 'fine',
  says: showsUnsubscribe
    ? 'The newsletter has an unsubscribe link.'
    : 'An unsubscribe link is added at the end, as the newsletter has none.',
})

function characters({ characterSet, subject, html = '', text }: CheckedMessage): MessageFinding {
  const charset = charsetNamed(characterSet)
  if (charset === UTF8)
    return {
      what: 'characters',
      severity: 'fine',
      says: 'Emails of this list are written in UTF-8, which has all characters.',
    }
  const outside = [...new Set(subject + html + text)].filter(
    character => !charset.encode(character),
  )
  if (outside.length === 0)
    return {
      what: 'characters',
      severity: 'fine',
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
    severity: 'look',
    says:
      `Not in the list's character set, ${characterSet}, so the emails are sent in UTF-8: ` +
      `${shown.join(', ')}${outside.length > 10 ? ', ...' : ''}.`,
  }
}

/** Links that no mail program can follow. Checking whether the rest respond needs the network. */
function badLinks({ html = '' }: CheckedMessage): MessageFinding[] {
  const bad = new Set<string>()
  for (const { address } of linksOf(html))
    if (!/^(?:https?:\/\/[^/]|mailto:|tel:|sms:|#.)/i.test(address)) bad.add(address)
  return [...bad].map(address => ({
    what: 'links',
    severity: 'wrong',
    says:
      `${address === '' ? 'A link without an address' : JSON.stringify(address.slice(0, 200))} ` +
      'does not work in an email: write https:// and the whole address.',
  }))
}

/** `%7B%7Bname%7D%7D`, `{%7Bname%7D}`, `%7B%25 if x %25%7D`: braces as editors write them. */
const ENCODED_TAG =
  /(?:\{|%7B)(?:\{|%7B|%25)(?:[^{}%]|%(?!7[BD])[\dA-F]{2}){1,200}(?:%25|%7D|\})(?:%7D|\})/gi

/** Tags that are sent as they are written, since their braces were percent-encoded. */
function encodedTags({ html = '', text }: CheckedMessage): MessageFinding[] {
  const found = new Set(text.match(ENCODED_TAG))
  for (const { attributes } of openTags(html))
    for (const { value } of attributes)
      for (const tag of decodeHTMLAttribute(value).match(ENCODED_TAG) ?? []) found.add(tag)
  return [...found]
    .filter(tag => tag.includes('%'))
    .slice(0, MOST_TOLD)
    .map(tag => ({
      what: 'tags',
      severity: 'wrong',
      says:
        `${JSON.stringify(tag)} is no tag: an editor has encoded its braces, so everybody gets ` +
        `it as it is. Write ${JSON.stringify(unescaped(tag))}.`,
    }))
}

const MOST_TOLD = 20

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%7B/gi, '{').replace(/%7D/gi, '}')
  }
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
