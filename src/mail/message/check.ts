/**
 * Checks a message before it is sent. Takes facts and returns findings; does not use the network.
 */
import { decodeHTMLAttribute } from 'entities'
import { attributeOf, openTags, scanHtml } from '../html/scan.ts'
import { charsetNamed, UTF8 } from '../mime/charset.ts'
import { pictureFindings } from './check-pictures.ts'
import { findingOf, type SaidFinding } from './findings.ts'
import { type Sender, senderFinding } from './sender.ts'

export interface MessageFinding extends SaidFinding {
  what: 'subject' | 'size' | 'pictures' | 'unsubscribe' | 'characters' | 'links' | 'sender' | 'tags'
  severity: 'fine' | 'look' | 'wrong'
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
  const what = 'subject'
  if (subject.trim() === '') return { what, severity: 'wrong', ...findingOf('subject-empty') }
  if (length > LONG_SUBJECT)
    return { what, severity: 'look', ...findingOf('subject-long', { length, most: LONG_SUBJECT }) }
  return { what, severity: 'fine', ...findingOf('subject-fine', { length }) }
}

function size({ html, htmlBytes: bytes }: CheckedMessage): MessageFinding {
  const kind = html === undefined ? ('text' as const) : ('HTML' as const)
  const of = { kind, kilobytes: Math.ceil(bytes / 1000) }
  const what = 'size'
  if (bytes > CLIPPED_BYTES) return { what, severity: 'wrong', ...findingOf('size-clipped', of) }
  if (bytes > CLIPPED_BYTES * 0.85) return { what, severity: 'look', ...findingOf('size-near', of) }
  return { what, severity: 'fine', ...findingOf('size-fine', of) }
}

const unsubscribe = ({ showsUnsubscribe }: CheckedMessage): MessageFinding => ({
  what: 'unsubscribe',
  severity: 'fine',
  ...findingOf(showsUnsubscribe ? 'unsubscribe-own' : 'unsubscribe-added'),
})

function characters({ characterSet, subject, html = '', text }: CheckedMessage): MessageFinding {
  const charset = charsetNamed(characterSet)
  const what = 'characters'
  if (charset === UTF8) return { what, severity: 'fine', ...findingOf('characters-utf8') }
  const outside = [...new Set(subject + html + text)].filter(
    character => !charset.encode(character),
  )
  if (outside.length === 0)
    return { what, severity: 'fine', ...findingOf('characters-fit', { charset: characterSet }) }
  const shown = outside
    .slice(0, 10)
    .map(
      character =>
        `${character} (U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})`,
    )
  const characters = `${shown.join(', ')}${outside.length > 10 ? ', ...' : ''}`
  const of = { charset: characterSet, characters }
  return { what, severity: 'look', ...findingOf('characters-outside', of) }
}

/** Links that no mail program can follow. Checking whether the rest respond needs the network. */
function badLinks({ html = '' }: CheckedMessage): MessageFinding[] {
  const bad = new Set<string>()
  for (const { address } of linksOf(html))
    if (!/^(?:https?:\/\/[^/]|mailto:|tel:|sms:|#.)/i.test(address)) bad.add(address)
  return [...bad].map(address => ({
    what: 'links',
    severity: 'wrong',
    ...findingOf('link-bad', { address: address.slice(0, 200) }),
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
      ...findingOf('tag-encoded', { tag, meant: unescaped(tag) }),
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
