/**
 * The pages for recipients: without scripts or external resources, in their language. The texts are
 * in translations.ts.
 */
import { createHash } from 'node:crypto'
import { isFormLanguage } from '../domain/forms/form-words.ts'
import type { ConsentState } from '../domain/subscribers/message-consent.ts'
import { type Html, html, trusted } from '../lib/html.ts'
import { maskedAddress } from './masked-address.ts'
import { preferenceTexts } from './preferences/texts.ts'
import { style } from './style.ts'
import type { Language, Texts } from './translations.ts'

const hash = createHash('sha256').update(style).digest('base64')

/** Allows only this page, its style and its own form. */
export const CONTENT_POLICY =
  `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; ` +
  `frame-ancestors 'none'`

/** Limit of the field "reason". */
export const MAX_REASON = 500

export const DONE = trusted(
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" ' +
    'stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="12" ' +
    'cy="12" r="10"/><path d="m7.5 12.5 3 3 6-6.5"/></svg>',
)

export function page({ code }: Language, title: string, body: Html): string {
  return html`<!doctype html>
<html lang="${code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.html
}

export const message = (language: Language, title: string, hint: string): string =>
  page(language, title, html`<h1>${title}</h1>\n<p class="soft">${hint}</p>`)

export const unknownPage = (language: Language): string =>
  message(language, language.texts.unknown, language.texts.unknownHint)
export const errorPage = (language: Language): string =>
  message(language, language.texts.failure, language.texts.failureHint)
export const noSubscriberPage = (language: Language): string =>
  message(language, language.texts.noSubscriber, language.texts.noSubscriberHint)
export const testPage = (language: Language): string =>
  message(language, language.texts.test, language.texts.testHint)

/**
 * The choices, or the current state, and the way to the preferences. `unclear`: the form was posted
 * without a choice.
 */
export function choicePage(
  language: Language,
  standing: ConsentState,
  preferences: string,
  { unclear = false } = {},
): string {
  const { texts, code } = language
  const { sender, list } = standing
  if (standing.optedOut) return donePage(language, standing, 'everything')
  if (list && !list.gone && standing.unsubscribed) return donePage(language, standing, 'list')
  const from = texts.from(sender)
  return page(
    language,
    texts.unsubscribe,
    html`${sender !== '' && html`<p class="sender">${sender}</p>`}
<h1>${texts.unsubscribe}</h1>
<p>${texts.messages(from, maskedAddress(standing.email))}</p>
${list?.gone && html`<p class="soft">${texts.listGone(list.name)}</p>`}
<form method="post">
${unclear && html`<p class="alert" role="alert">${texts.choose}</p>`}
${
  list && !list.gone
    ? html`<fieldset>
<legend>${texts.what}</legend>
<label class="choice"><input type="radio" name="from" value="list" required \
checked><b>${texts.onlyList(list.name)}</b><span class="soft">${texts.onlyListHint}</span></label>
<label class="choice"><input type="radio" name="from" \
value="everything"><b>${texts.everything(from)}</b><span \
class="soft">${texts.everythingHint}</span></label>
${reason(texts)}
</fieldset>
<button>${texts.unsubscribe}</button>`
    : html`<input type="hidden" name="from" value="everything">
${reason(texts)}
<button>${texts.more(from)}</button>`
}
</form>
<p class="less"><a href="${preferences}">${preferenceTexts[isFormLanguage(code) ? code : 'en'].link}</a></p>`,
  )
}

/** Confirms unsubscribing; after leaving one list, offers to stop everything. */
export function donePage(
  language: Language,
  { email, sender, list, mayReturn }: ConsentState,
  what: 'list' | 'everything',
): string {
  const { texts } = language
  const from = texts.from(sender)
  const to = maskedAddress(email)
  return page(
    language,
    texts.done,
    html`${sender !== '' && html`<p class="sender">${sender}</p>`}
<h1>${DONE}${texts.done}</h1>
<p>${what === 'list' ? texts.leftList(to, list?.name ?? '') : texts.leftAll(to, from)}</p>
<p class="soft">${texts.onTheWay}</p>
${
  mayReturn &&
  html`<form method="post">
<input type="hidden" name="from" value="back">
<button class="quiet">${texts.mistake}</button>
</form>`
}
${
  what === 'list' &&
  html`<details><summary>${texts.more(from)}</summary>
<form method="post">
<input type="hidden" name="from" value="everything">
${reason(texts)}
<button>${texts.unsubscribe}</button>
</form></details>`
}`,
  )
}

/** Confirms that unsubscribing was undone. */
export function backPage(language: Language, { email, sender, list }: ConsentState): string {
  const { texts } = language
  const to = maskedAddress(email)
  return page(
    language,
    texts.back,
    html`${sender !== '' && html`<p class="sender">${sender}</p>`}
<h1>${DONE}${texts.back}</h1>
<p>${list && !list.gone ? texts.backOnList(to, list.name) : texts.backAll(to, texts.from(sender))}</p>`,
  )
}

const reason = (texts: Texts): Html =>
  html`<label class="why">${texts.reason} <span>(${texts.optional})</span><input name="reason" maxlength="${MAX_REASON}" autocomplete="off"></label>`
