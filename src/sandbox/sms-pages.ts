/**
 * The page of the SMS: each as a telephone shows it, with the segments that a carrier counts.
 * Server-rendered, without scripts.
 */

import { grouped } from '../lib/grouped.ts'
import { type Html, html, trusted } from '../lib/html.ts'
import { formatInstant } from '../lib/instant.ts'
import { ROOM, segment } from '../sms/segments.ts'

export interface SandboxSms {
  id: number
  messageId: number | null
  number: string
  sender: string
  text: string
  received: string
}

export interface SmsPageFacts {
  sms: SandboxSms[]
  /** The total; undefined while searching. */
  count: number | undefined
  part: string
  /** The page begins in the middle. */
  inside: boolean
  nextBefore: number | undefined
}

/** Links to the two kinds of kept messages. */
export const kinds = (current: 'messages' | 'sms'): Html =>
  html`<nav class="kinds" aria-label="What is kept">${(
    [
      ['messages', '/sandbox', 'Emails'],
      ['sms', '/sandbox/texts', 'SMS'],
    ] as const
  ).map(
    ([kind, path, name]) =>
      html`<a href="${path}"${trusted(kind === current ? ' aria-current="page"' : '')}>${name}</a>`,
  )}</nav>`

export function smsPage({ sms, count, part, inside, nextBefore }: SmsPageFacts): Html {
  const search = part === '' ? '' : `number=${encodeURIComponent(part)}`
  return html`<h1>Sandbox</h1>
${kinds('sms')}
<p class="soft">SMS that were kept here instead of being sent. No phone has got them.</p>
<div class="bar">
<form method="get" action="/sandbox/texts" role="search"><input name="number" \
value="${part}" inputmode="tel" placeholder="Number, or a part of it" aria-label="Number, \
or a part of it"><button class="quiet">Search</button></form>
<span class="soft">${count === undefined ? html`<a href="/sandbox/texts">All SMS</a>` : counted(count)}</span>
</div>
${sms.length === 0 ? html`<div class="card"><p class="empty">${nothing(part, inside)}</p></div>` : html`<ol class="phones">${sms.map(phone)}</ol>`}
${
  (inside || nextBefore !== undefined) &&
  html`<div class="pager"><span>${inside && html`<a href="/sandbox/texts${search && `?${search}`}">← Newest</a>`}</span><span>${
    nextBefore !== undefined &&
    html`<a rel="next" href="/sandbox/texts?${search && `${search}&`}before=${nextBefore}">Older →</a>`
  }</span></div>`
}
${
  count !== undefined &&
  count > 0 &&
  html`<details><summary>Empty the sandbox of SMS</summary>
<p>${count === 1 ? 'The SMS' : `All ${counted(count)}`} \
of this account ${count === 1 ? 'is' : 'are'} deleted. Credits are not refunded.</p>
<form method="post" action="/sandbox/texts/empty"><button>Throw away</button></form></details>`
}`
}

const nothing = (part: string, inside: boolean): string =>
  part !== ''
    ? 'No SMS to such a number.'
    : inside
      ? 'No older SMS.'
      : 'No SMS yet. While no SMS_URL is set, every SMS that is sent lands here.'

function phone({ number, sender, text, messageId, received }: SandboxSms): Html {
  const { alphabet, parts, units, offending } = segment(text)
  const room = parts.length > 1 ? ROOM[alphabet].joined : ROOM[alphabet].alone
  const count = parts.length === 1 ? 'One segment' : `${parts.length} segments`
  return html`
<li class="phone"><div class="screen">
<p class="from">${sender || 'Your sender'}</p>
<p class="bubble">${marked(text, alphabet === 'ucs2' ? offending : [])}</p>
<p class="at">${second(received)}</p>
</div>
<p class="to"><a href="/sandbox/texts?number=${encodeURIComponent(number)}">${number}</a>${messageId !== null && html` <span class="soft">message ${messageId}</span>`}</p>
<p class="meter" aria-hidden="true">${parts.map(
    part => html`<meter min="0" max="${room}" value="${part.units}">${part.units}</meter>`,
  )}</p>
<p class="soft">${count} in ${alphabet === 'gsm' ? 'the GSM alphabet' : 'UCS-2'}, \
${units} of ${room * parts.length} characters${
    offending.length > 0 &&
    html`; <mark>${offending.length === 1 ? 'one' : offending.length}</mark> not in the GSM alphabet`
  }</p></li>`
}

/** The text, with the characters marked that force the costlier alphabet. */
function marked(text: string, offending: string[]): Html[] {
  const pieces: Html[] = []
  let plain = ''
  for (const character of text) {
    if (!offending.includes(character)) {
      plain += character
      continue
    }
    pieces.push(html`${plain}<mark>${character}</mark>`)
    plain = ''
  }
  return [...pieces, html`${plain}`]
}

const counted = (count: number): string => `${grouped(count)} SMS`

const second = (moment: string): string => formatInstant(moment).slice(0, 19).replace('T', ' ')
