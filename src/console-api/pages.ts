/**
 * The server-rendered pages, without scripts: sign-in for the sandbox, an expired link, and that
 * the web console was not built. Also the frame of the sandbox.
 */
import { createHash } from 'node:crypto'
import { iconLink } from '../lib/favicon.ts'
import { type Html, html, trusted } from '../lib/html.ts'
import { STAMP } from '../lib/page-tokens.ts'
import { style } from './style.ts'
import { type PageLanguage, type PageTexts, pageTexts } from './texts.ts'

export interface Surroundings {
  /** The signed-in account. */
  username?: string
  /** The section, marked in the header. */
  at?: '/console' | '/sandbox'
  /** Default: English. */
  language?: PageLanguage
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

const MARK = trusted(STAMP)

const PLACES = [
  ['/console', 'Console'],
  ['/sandbox', 'Sandbox'],
] as const

export function page(
  title: string,
  body: Html,
  { username, at, language = 'en', style: own = '' }: Surroundings = {},
): string {
  return html`<!doctype html>
<html lang="${language}">
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
export function signInPage(
  language: PageLanguage,
  {
    username = '',
    to = '',
    alert,
    provider,
  }: {
    username?: string
    to?: string
    alert?: string
    /** Its display name. */
    provider?: string | undefined
  } = {},
): string {
  const texts = pageTexts[language]
  return page(
    texts.signIn,
    html`<div class="card narrow">
<h1>${texts.signIn}</h1>
<p class="soft">${texts.signInHint}</p>
<form method="post" action="/console/sign-in">
${alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`}
<label for="username">${texts.nameOrAddress}</label>
<input id="username" name="username" value="${username}" autocomplete="username" \
autocapitalize="none" spellcheck="false" required${trusted(username === '' ? ' autofocus' : '')}>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" \
required${trusted(username === '' ? '' : ' autofocus')}>
${to !== '' && html`<input type="hidden" name="to" value="${to}">`}
<button>${texts.signIn}</button>
</form>
<p><a href="/console/password">${texts.forgotten}</a></p>
${
  provider !== undefined &&
  html`<p><a href="/console/provider/start">${texts.signInWith(provider)}</a></p>`
}
</div>`,
    { language },
  )
}

export function messagePage(
  language: PageLanguage,
  notice: (texts: PageTexts) => [title: string, sentence: string],
): string {
  const texts = pageTexts[language]
  const [title, sentence] = notice(texts)
  return page(
    title,
    html`<div class="card narrow">
<h1>${title}</h1>
<p class="soft">${sentence}</p>
<p><a href="/console">${texts.signInInstead}</a></p>
</div>`,
    { language },
  )
}

/** In a checkout whose console could not be built. */
export function notBuiltPage(username: string): string {
  return page(
    'Console',
    html`<div class="card narrow">
<h1>The web console was not built</h1>
<p class="soft">This checkout has no built console, or its development packages are missing. \
The service itself runs.</p>
<p>Build it, then start the service again: <code>npm ci &amp;&amp; npm run console</code></p>
<p><a href="/sandbox">Open the sandbox</a></p>
</div>`,
    { username, at: '/console' },
  )
}
