/**
 * The web pages: sign-in, the account, and an expired link. Server-rendered, without external
 * resources.
 */
import { createHash } from 'node:crypto'
import { iconLink } from '../lib/favicon.ts'
import { grouped } from '../lib/grouped.ts'
import { breakable, type Html, html, trusted } from '../lib/html.ts'
import { formatInstant } from '../lib/instant.ts'
import { style } from './style.ts'

export interface Surroundings {
  /** The signed-in account. */
  username?: string
  /** The section, marked in the header. */
  at?: '/console' | '/sandbox'
  /** Style rules of this page, in addition to the common ones. */
  style?: string
}

/**
 * Content-Security-Policy: only this page, its style, its own forms, and frames if the page needs
 * them.
 */
export function contentPolicy(
  { style: own = '' }: Surroundings = {},
  frames: "'none'" | "'self'" = "'none'",
): string {
  const hash = createHash('sha256')
    .update(style + own)
    .digest('base64')
  return (
    `default-src 'none'; style-src 'sha256-${hash}'; frame-src ${frames}; img-src 'self'; ` +
    `form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  )
}

const MARK = trusted(
  '<svg viewBox="0 0 34 24" fill="none" stroke="currentColor" stroke-width="2.4" ' +
    'stroke-linejoin="round" aria-hidden="true"><rect x="1.5" y="1.5" width="31" height="21" ' +
    'rx="3"/><path d="m2.5 4 14.5 10.5L31.5 4"/></svg>',
)

const PLACES = [
  ['/console', 'Account'],
  ['/sandbox', 'Sandbox'],
] as const

export function page(
  title: string,
  body: Html,
  { username, at, style: own = '' }: Surroundings = {},
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Pennypost</title>
${iconLink}
<style>${trusted(style + own)}</style>
</head>
<body>
<header><div>
<span class="brand">${MARK} Pennypost</span>
${
  username !== undefined &&
  html`<nav>${PLACES.map(([path, name]) => html`<a href="${path}"${trusted(path === at ? ' aria-current="page"' : '')}>${name}</a>`)}</nav>
<span class="who">Signed in as <b>${username}</b></span>
<form method="post" action="/console/sign-out"><button class="quiet">Sign out</button></form>`
}
</div></header>
<main>
${body}
</main>
</body>
</html>
`.html
}

/** `to`: the page to open after signing in. */
export function signInPage({
  username = '',
  to = '',
  alert,
}: {
  username?: string
  to?: string
  alert?: string
} = {}): string {
  return page(
    'Sign in',
    html`<div class="card narrow">
<h1>Sign in</h1>
<p class="soft">With your e-mail address, or the user name of the account.</p>
<form method="post" action="/console/sign-in">
${alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`}
<label for="username">E-mail address or user name</label>
<input id="username" name="username" value="${username}" autocomplete="username" \
autocapitalize="none" spellcheck="false" required${trusted(username === '' ? ' autofocus' : '')}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" \
required${trusted(username === '' ? '' : ' autofocus')}>
${to !== '' && html`<input type="hidden" name="to" value="${to}">`}
<button>Sign in</button>
</form>
</div>`,
  )
}

export function messagePage(title: string, sentence: string): string {
  return page(
    title,
    html`<div class="card narrow">
<h1>${title}</h1>
<p class="soft">${sentence}</p>
<p><a href="/console">Sign in with user name and password</a></p>
</div>`,
  )
}

export interface AccountFacts {
  username: string
  /** The URL of the web service. */
  endpoint: string
  fieldCount: number
  people: number
  optOuts: number
  /** Emails kept in the sandbox. */
  sandbox: number
  lists: {
    id: number
    name: string
    fromName: string
    fromEmail: string
    created: string
    subscribers: number
  }[]
  sendings: {
    id: number
    name: string
    listName: string
    state: string
    dueAt: string
    /** Number of emails; null until it is planned. */
    planned: number | null
    /** People; null for an anonymous list. */
    opened: number | null
    clicked: number | null
  }[]
  newest: { id: number; email: string; name: string; created: string; optedOut: boolean }[]
}

export function accountPage(facts: AccountFacts): string {
  const { username, endpoint, fieldCount, people, optOuts, sandbox, lists, newest } = facts
  return page(
    'Account',
    html`<h1>${username}</h1>
<dl class="figures">
<div><dt>${people === 1 ? 'person' : 'people'}</dt><dd>${grouped(people)}</dd></div>
<div><dt>${lists.length === 1 ? 'mailing list' : 'mailing lists'}</dt><dd>${grouped(lists.length)}</dd></div>
<div><dt>${optOuts === 1 ? 'opt-out' : 'opt-outs'}</dt><dd>${grouped(optOuts)}</dd></div>
</dl>

<h2>Sendings</h2>
<div class="card scroll">
${sendingsTable(facts.sendings)}
</div>

<h2>Mailing lists</h2>
<div class="card scroll">
${
  lists.length === 0
    ? html`<p class="empty">No mailing lists yet. Programs make them with InsertMailingList.</p>`
    : html`<table>
<thead><tr><th>Name</th><th>Sender</th><th class="number">Subscribers</th><th \
class="number">Id</th><th>Created</th></tr></thead>
<tbody>${lists.map(
        list => html`
<tr><td>${list.name}</td><td class="address">${list.fromName} \
<span class="soft">${breakable(list.fromEmail)}</span></td><td class="number" \
data-of="Subscribers">${grouped(list.subscribers)}</td><td class="number" \
data-of="Id">${list.id}</td><td class="when" data-of="Created">${day(list.created)}</td></tr>`,
      )}
</tbody></table>`
}
</div>

<h2>Sandbox</h2>
<div class="card"><p class="empty">${
      sandbox === 0
        ? html`No emails. While no SMTP server is set, emails are kept in the <a href="/sandbox">sandbox</a> instead of being sent.`
        : html`<a href="/sandbox">${grouped(sandbox)} ${sandbox === 1 ? 'email' : 'emails'}</a> kept instead of sent.`
    }</p></div>

<h2>Newest subscribers</h2>
<div class="card scroll">
${
  newest.length === 0
    ? html`<p class="empty">No subscribers yet. Programs add them with InsertSubscriber.</p>`
    : html`<table>
<thead><tr><th>E-mail address</th><th>Name</th><th class="number">Id</th><th>Added</th></tr></thead>
<tbody>${newest.map(
        person => html`
<tr><td class="address">${breakable(person.email)} \
${person.optedOut && html`<span class="tag">opted out</span>`}</td><td>${person.name}</td><td \
class="number" data-of="Id">${person.id}</td><td class="when" \
data-of="Added">${minute(person.created)}</td></tr>`,
      )}
</tbody></table>`
}
</div>

<h2>For programs</h2>
<div class="card"><dl class="places">
<div><dt>Endpoint</dt><dd><a href="${endpoint}">${endpoint}</a></dd></div>
<div><dt>Description (WSDL)</dt><dd><a href="${endpoint}?WSDL">${endpoint}?WSDL</a></dd></div>
<div><dt>Demographic fields</dt><dd>DD1 to DD${fieldCount}</dd></div>
</dl></div>
<footer>Subscribers of lists are counted at most a minute ago. Times are at +01:00.</footer>`,
    { username, at: '/console' },
  )
}

const sendingsTable = (sendings: AccountFacts['sendings']): Html =>
  sendings.length === 0
    ? html`<p class="empty">Nothing was sent yet. The sample shows how it looks: <code>./pennypost sample add</code></p>`
    : html`<table>
<thead><tr><th>Newsletter</th><th>List</th><th>State</th><th class="number">Emails</th><th \
class="number">Opened</th><th class="number">Clicked</th><th>When</th></tr></thead>
<tbody>${sendings.map(
        sending => html`
<tr><td>${sending.name}</td><td>${sending.listName || '(deleted)'}</td><td class="when"><span \
class="tag ${sending.state}">${sending.state}</span></td>${[
          ['Emails', sending.planned],
          ['Opened', sending.opened],
          ['Clicked', sending.clicked],
        ].map(
          ([of, number]) =>
            html`<td class="number" data-of="${String(of)}">${number === null ? '–' : grouped(Number(number))}</td>`,
        )}<td class="when" data-of="When">${minute(sending.dueAt)}</td></tr>`,
      )}
</tbody></table>`

const day = (moment: string) => formatInstant(moment).slice(0, 10)
const minute = (moment: string) => formatInstant(moment).slice(0, 16).replace('T', ' ')
