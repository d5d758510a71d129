/**
 * An email as the public sees it: nobody's. Tags that name a person show their fallback, links of a
 * person are gone, nothing is measured.
 */
import type { Db } from '../../db/db.ts'
import { attributeOf, scanHtml } from '../../mail/html/scan.ts'
import { macKey } from '../../mail/links/signing.ts'
import { type MessageRecipient, renderMessage } from '../../mail/message/compose.ts'
import { ADDRESSES } from '../../mail/template/merge.ts'
import type { Message } from '../newsletters/freeze-message.ts'
import { messageToRead } from '../sendings/compiled-message.ts'

export interface PublicVersion {
  title: string
  /** What mail programs show beside the subject, else the beginning of the text. */
  summary: string
  /** The whole document; undefined: the email is a text. */
  html: string | undefined
  text: string
}

export interface PublicView {
  /** Of pictures of the library: scheme and host. */
  origin: string
  /** The filters whose parts are shown. */
  shownFilters: readonly number[]
}

const NOBODY: MessageRecipient = { id: 0, email: '', name: '', format: 'html', fields: [] }
const NO_ADDRESSES = { unsubscribeUrl: '', webVersionUrl: '', preferencesUrl: '', measuringUrl: '' }
/** Signs nothing: no link of such a version is ours. */
const NO_KEY = macKey(0, Buffer.alloc(32))
const LONGEST_SUMMARY = 300
const LONGEST_TITLE = 500

/** Throws TemplateError for an email whose tags can't be filled in. */
export async function publicVersion(
  db: Db,
  accountId: number,
  message: Message,
  { origin, shownFilters }: PublicView,
): Promise<PublicVersion> {
  const place = { accountId, of: 'test', ofId: 0, bulk: false, tracked: false } as const
  const links = { publicUrl: origin, bounceDomain: 'web.invalid', key: NO_KEY }
  const shown = {
    ...message,
    html: withoutOwnLinks(message.html),
    text: withoutOwnLines(message.text),
  }
  const compiled = await messageToRead(db, shown, { ...place, ...links })
  const reader = { ...NOBODY, blocks: shownFilters, addresses: NO_ADDRESSES }
  const { subject, preheader, html, text } = renderMessage(compiled, reader)
  return {
    title: plain(subject, LONGEST_TITLE),
    summary: plain(preheader.trim() || withoutAddresses(text), LONGEST_SUMMARY),
    html,
    text,
  }
}

/** Of links, behind their words in the text part: a summary is too short for them. */
const ADDRESS = / ?<(?:https?:\/\/[^<>\s]*)?(?:>|$)/gi

const withoutAddresses = (text: string): string =>
  text.slice(0, 4 * LONGEST_SUMMARY).replace(ADDRESS, '')

function plain(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most - 1)
  const word = cut.lastIndexOf(' ')
  return `${(word > most / 2 ? cut.slice(0, word) : cut).toWellFormed()}…`
}

const isOwn = (text: string): boolean => ADDRESSES.some(name => text.includes(name))

/** What stands between links of a footer: `·`, `|`. */
const SEPARATOR = /(?:\s|&nbsp;|&#160;){0,4}[·|•–](?:\s|&nbsp;|&#160;){0,4}$/

/**
 * Without the links that lead a person to their own pages, nor what separates them. Of a link
 * without a closing tag the words stay: where they should end, nobody knows.
 */
function withoutOwnLinks(html: string): string {
  let text = ''
  let at = 0
  let own: { start: number; end: number } | undefined
  const endUnclosed = () => {
    if (own) text += html.slice(at, own.start)
    at = own?.end ?? at
    own = undefined
  }
  for (const token of scanHtml(html)) {
    if (token.type === 'open' && token.name === 'a') {
      endUnclosed()
      const href = attributeOf(token, 'href')
      if (href && isOwn(href.value)) own = token
    } else if (token.type === 'close' && token.name === 'a' && own) {
      const before = html.slice(at, own.start)
      const end = SEPARATOR.exec(before.slice(-20))?.[0].length ?? 0
      text += before.slice(0, before.length - end)
      at = token.end
      own = undefined
    }
  }
  endUnclosed()
  return text + html.slice(at)
}

const withoutOwnLines = (text: string): string =>
  isOwn(text)
    ? text
        .split('\n')
        .filter(line => !isOwn(line))
        .join('\n')
    : text
