/** The frame of public pages of an account: its brand around them. No script. */
import type { FormLanguage } from '../../domain/forms/form-words.ts'
import { legalLinks } from '../../domain/forms/legal-words.ts'
import { type Html, html, trusted } from '../../lib/html.ts'
import { wayToOwnLink } from '../preferences/own-link.ts'
import type { PageLook } from './shown-form.ts'

interface PageFrame {
  title: string
  language: FormLanguage
  look: PageLook
  /** The name of the sender, if the brand has none. */
  from?: string
  /** Links to the page in other languages. */
  others?: Html | false
  /** What else the head has; by default search engines are kept out. */
  head?: Html
}

const NOT_LISTED = html`<meta name="robots" content="noindex">`

export function page(
  { title, language, look, from = '', others = false, head = NOT_LISTED }: PageFrame,
  body: Html,
): string {
  const { brand, style } = look
  const { logo, sender, address } = brand
  const name = sender.name.trim() || from
  const legal = legalLinks(brand, language)
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<meta name="format-detection" content="telephone=no">
<title>${name === '' ? title : `${title} · ${name}`}</title>
<style>${trusted(style)}</style>
</head>
<body>
<header><div class="brand">${
    logo ? html`<img src="${logo.src}" alt="${logo.alt || name}" width="${logo.width}">` : name
  }</div></header>
<main>
${body}
</main>
<footer>
${address.trim() !== '' && html`<p>${address}</p>`}
${
  legal.length > 0 &&
  html`<p class="legal">${legal.map(({ href, text }) => html`<a href="${href}">${text}</a> `)}</p>`
}
${others}
</footer>
</body>
</html>
`.html
}

/** A heading and a sentence. `linked`: and where people have their own link sent to them. */
export const messagePage = (
  frame: Omit<PageFrame, 'title'>,
  title: string,
  hint: string,
  linked = false,
): string =>
  page(
    { ...frame, title },
    html`<h1>${title}</h1>\n<p>${hint}</p>${linked && wayToOwnLink(frame.look, frame.language)}`,
  )
