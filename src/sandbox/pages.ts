/**
 * The pages of the sandbox: the table of emails, and one email in five views. Server-rendered,
 * without scripts.
 */
import { grouped } from '../lib/grouped.ts'
import { breakable, type Html, html, trusted } from '../lib/html.ts'
import { formatInstant } from '../lib/instant.ts'
import type { SourceKind } from '../lib/source-kind.ts'
import type { MessageLink, ParsedMessage } from './message.ts'
import { kinds } from './sms-pages.ts'

export interface MessageRow {
  id: number
  sourceKind: SourceKind
  sourceId: number
  email: string
  subject: string
  bytes: number
  received: string
}

export interface ListFacts {
  messages: MessageRow[]
  /** The total; undefined while searching. */
  count: number | undefined
  part: string
  /** The page begins in the middle. */
  inside: boolean
  /** Where the next page begins, if there is one. */
  nextBefore: number | undefined
}

export function listPage({ messages, count, part, inside, nextBefore }: ListFacts): Html {
  const search = part === '' ? '' : `email=${encodeURIComponent(part)}`
  return html`<h1>Sandbox</h1>
${kinds('messages')}
<p class="soft">Emails that were kept here instead of being sent. They were sent to no one.</p>
<div class="bar">
<form method="get" action="/sandbox" role="search"><input name="email" \
value="${part}" placeholder="Address, or a part of it" aria-label="Address, \
or a part of it" autocapitalize="none" spellcheck="false"><button \
class="quiet">Search</button></form>
<span class="soft">${count === undefined ? html`<a href="/sandbox">All emails</a>` : `${grouped(count)} ${count === 1 ? 'email' : 'emails'}`}</span>
</div>
<div class="card scroll">
${messages.length === 0 ? html`<p class="empty">${nothing(part, inside)}</p>` : table(messages)}
</div>
${
  (inside || nextBefore !== undefined) &&
  html`<div class="pager"><span>${inside && html`<a href="/sandbox${search && `?${search}`}">← Newest</a>`}</span><span>${
    nextBefore !== undefined &&
    html`<a rel="next" href="/sandbox?${search && `${search}&`}before=${nextBefore}">Older →</a>`
  }</span></div>`
}
${
  count !== undefined &&
  count > 0 &&
  html`<details><summary>Empty the sandbox</summary>
<p>All ${grouped(count)} ${count === 1 ? 'email' : 'emails'} of this account are deleted. \
Reports are not changed.</p>
<form method="post" action="/sandbox/empty"><button>Throw away</button></form></details>`
}`
}

const nothing = (part: string, inside: boolean): string =>
  part !== ''
    ? 'No email to such an address.'
    : inside
      ? 'No older emails.'
      : 'No emails yet. While no SMTP server is set, every email that is sent lands here.'

const table = (messages: MessageRow[]): Html => html`<table class="emails">
<thead><tr><th>Subject</th><th>To</th><th>Sent by</th><th \
class="number">Size</th><th>Received</th></tr></thead>
<tbody>${messages.map(
  message => html`
<tr><td><a href="/sandbox/${message.id}">${message.subject.trim() || '(no subject)'}</a></td><td \
class="address">${breakable(message.email)}</td><td class="when" data-of="Sent \
by">${sourceOf(message)}</td><td class="number" \
data-of="Size">${bytes(message.bytes)}</td><td class="when" data-of="Received">${second(message.received)}</td></tr>`,
)}
</tbody></table>`

export const SIDES = ['html', 'text', 'headers', 'links', 'source'] as const
export type MessageSide = (typeof SIDES)[number]

const SIDE_NAMES: Record<MessageSide, string> = {
  html: 'HTML',
  text: 'Text',
  headers: 'Headers',
  links: 'Links',
  source: 'Source',
}

export interface ShownMessage extends MessageRow {
  envelopeFrom: string
  deliveryId: number
  /** Undefined if the email can't be parsed. */
  read: ParsedMessage | undefined
  links: MessageLink[]
  source: string
  side: MessageSide
  /** Shows the HTML at the width of a phone. */
  phone: boolean
}

/** Gmail clips an email above this size. */
const GMAIL_BYTES = 102 * 1024
/** Longer sources are only available as a file. */
const MOST_SOURCE = 400_000

export function messagePage(message: ShownMessage): Html {
  const { id, side, read } = message
  const shown = SIDES.filter(
    name => name === 'source' || (read && (name !== 'html' || read.html !== undefined)),
  )
  return html`<p class="back"><a href="/sandbox">← Sandbox</a></p>
<h1>${message.subject.trim() || '(no subject)'}</h1>
<dl class="facts">
<div><dt>To</dt><dd>${breakable(message.email)}</dd></div>
<div><dt>Received</dt><dd>${second(message.received)}</dd></div>
<div><dt>From</dt><dd>${read?.headers.find(({ name }) => /^from$/i.test(name))?.value ?? ''}</dd></div>
<div><dt>Sent by</dt><dd>${sourceOf(message)}, delivery ${message.deliveryId}</dd></div>
<div><dt>Bounces to</dt><dd>${message.envelopeFrom || 'nobody'}</dd></div>
<div><dt>Size</dt><dd>${sizes(message)}</dd></div>
${
  read &&
  read.attachments.length > 0 &&
  html`<div><dt>Attached</dt><dd>${read.attachments.map(({ name, type, bytes: size }) => `${name || type} (${bytes(size)})`).join(', ')}</dd></div>`
}
</dl>
<nav class="tabs" aria-label="Parts of the email">${shown.map(
    name =>
      html`<a href="/sandbox/${id}/${name}"${trusted(name === side ? ' aria-current="page"' : '')}>${SIDE_NAMES[name]}${
        name === 'links' && message.links.length > 0 && ` ${message.links.length}`
      }</a>`,
  )}<a class="file" href="/sandbox/${id}/message.eml" download>Download</a></nav>
<div class="panel">
${sideOf(message)}
</div>`
}

function sizes({ bytes: whole, read }: ShownMessage): string {
  if (!read) return bytes(whole)
  const { headers, html: inHtml, text } = read.sizes
  return `${bytes(whole)}: headers ${bytes(headers)}, HTML ${bytes(inHtml)}, text ${bytes(text)}`
}

function sideOf({ id, side, read, links, source, subject, phone }: ShownMessage): Html {
  if (!read)
    return html`<p class="warn">The email can't be read: it is no message that mail programs would understand.</p><pre>${source}</pre>`
  switch (side) {
    case 'html':
      return html`${
        read.sizes.html > GMAIL_BYTES &&
        html`<p class="warn">The HTML has ${bytes(read.sizes.html)}. Gmail shows the first 102 kB and hides the rest behind a link.</p>`
      }<p class="soft"><a href="/sandbox/${id}/html"${current(!phone)}>Wide</a> \
· <a href="/sandbox/${id}/html?width=phone"${current(phone)}>Phone</a></p>
<div class="${phone ? 'desk phone' : 'desk'}"><iframe \
src="/sandbox/${id}/body" title="${subject}" sandbox="allow-popups \
allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe></div>`
    case 'text':
      return read.text === undefined
        ? html`<p>The email has no text part.</p>`
        : html`<pre>${read.text}</pre>`
    case 'headers':
      return html`<div class="scroll"><table \
class="headers"><thead><tr><th>Header</th><th>Value</th></tr></thead><tbody>${read.headers.map(
        ({ name, value }) => html`\n<tr><td>${name}</td><td>${value}</td></tr>`,
      )}</tbody></table></div>`
    case 'links':
      return links.length === 0
        ? html`<p>The HTML has no links.</p>`
        : html`<div class="scroll"><table class="links"><thead><tr><th>Link</th><th>Leads \
to</th></tr></thead><tbody>${links.map(
            ({ label, kind, target, address }) =>
              html`\n<tr><td>${label || '(nothing to click on)'} \
<span class="tag">${kind}</span></td><td>${target ?? address}${
                target !== undefined && html`<small>${address}</small>`
              }</td></tr>`,
          )}</tbody></table></div>`
    case 'source':
      return html`${
        source.length > MOST_SOURCE &&
        html`<p class="warn">These are the first ${grouped(MOST_SOURCE)} characters. The file to download has all.</p>`
      }<pre>${source.slice(0, MOST_SOURCE)}</pre>`
  }
}

const current = (is: boolean): Html => trusted(is ? ' aria-current="true"' : '')

export const missingPage = (): Html =>
  html`<div class="card narrow"><h1>Nothing here</h1><p class="soft">There is no such email: perhaps the sandbox was emptied.</p><p><a href="/sandbox">All emails</a></p></div>`

export const sayingPage = (title: string, sentence: string): Html =>
  html`<div class="card narrow"><h1>${title}</h1><p class="soft">${sentence}</p><p><a href="/sandbox">All emails</a></p></div>`

const SOURCES: Record<SourceKind, string> = { 1: 'Sending', 2: 'Trigger', 3: 'Transaction' }
const sourceOf = ({ sourceKind, sourceId }: { sourceKind: SourceKind; sourceId: number }): string =>
  `${SOURCES[sourceKind]} ${sourceId}`

const bytes = (count: number): string =>
  count < 1000
    ? `${count} B`
    : count < 1e6
      ? `${(count / 1000).toFixed(1)} kB`
      : `${(count / 1e6).toFixed(1)} MB`

const second = (moment: string): string => formatInstant(moment).slice(0, 19).replace('T', ' ')
