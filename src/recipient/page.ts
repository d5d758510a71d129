/**
 * The pages of unsubscribing, and those of links that lead nowhere: without scripts, in the
 * language of the reader and the look of the account. The texts are in translations.ts.
 */
import type { ConsentState } from '../domain/subscribers/message-consent.ts'
import { type Html, html } from '../lib/html.ts'
import type { Language } from './language.ts'
import { maskedAddress } from './masked-address.ts'
import { preferenceTexts } from './preferences/texts.ts'
import { messagePage, page } from './sign-up/frame.ts'
import type { PageLook } from './sign-up/shown-form.ts'
import type { Texts } from './translations.ts'

/** How a page is shown. */
export interface PageView {
  language: Language
  look: PageLook
}

/** A page, which is written when the look of its account was read. */
export interface PageOfAccount {
  status: number
  /** None: the page belongs to no account. */
  accountId?: number
  /** Who reads it, if that is known: their language comes before that of the browser. */
  subscriberId?: number | null
  page(view: PageView): string
}

/** Limit of the field "reason". */
export const MAX_REASON = 500

export const message = ({ language, look }: PageView, title: string, hint: string): string =>
  messagePage({ language: language.code, look }, title, hint)

export const unknownPage = (view: PageView): string => {
  const { texts, code } = view.language
  return messagePage({ language: code, look: view.look }, texts.unknown, texts.unknownHint, true)
}
export const errorPage = (view: PageView): string => {
  const { failure, failureHint } = view.language.texts
  return message(view, failure, failureHint)
}
export const noSubscriberPage = (view: PageView): string => {
  const { noSubscriber, noSubscriberHint } = view.language.texts
  return message(view, noSubscriber, noSubscriberHint)
}
export const testPage = (view: PageView): string => {
  const { test, testHint } = view.language.texts
  return message(view, test, testHint)
}

/**
 * The choices, or the current state, and the way to the preferences. `unclear`: the form was posted
 * without a choice.
 */
export function choicePage(
  view: PageView,
  standing: ConsentState,
  preferences: string,
  { unclear = false } = {},
): string {
  const { texts, code } = view.language
  const { sender, list } = standing
  if (standing.optedOut) return donePage(view, standing, 'everything')
  if (list && !list.gone && standing.unsubscribed) return donePage(view, standing, 'list')
  const from = texts.from(sender)
  return page(
    { title: texts.unsubscribe, language: code, look: view.look, from: sender },
    html`<h1>${texts.unsubscribe}</h1>
<p>${texts.messages(from, maskedAddress(standing.email))}</p>
${list?.gone && html`<p class="soft">${texts.listGone(list.name)}</p>`}
<form method="post">
${unclear && html`<p class="bad" role="alert">${texts.choose}</p>`}
${
  list && !list.gone
    ? html`<fieldset>
<legend>${texts.what}</legend>
<label class="c"><input type="radio" name="from" value="list" required \
checked><span><b>${texts.onlyList(list.name)}</b><br><small>${texts.onlyListHint}</small></span></label>
<label class="c"><input type="radio" name="from" \
value="everything"><span><b>${texts.everything(from)}</b><br>\
<small>${texts.everythingHint}</small></span></label>
${reason(texts)}
</fieldset>
<button>${texts.unsubscribe}</button>`
    : html`<input type="hidden" name="from" value="everything">
${reason(texts)}
<button>${texts.more(from)}</button>`
}
</form>
<p class="fine"><a href="${preferences}">${preferenceTexts[code].link}</a></p>`,
  )
}

/** Confirms unsubscribing; after leaving one list, offers to stop everything. */
export function donePage(
  { language: { texts, code }, look }: PageView,
  { email, sender, list, mayReturn }: ConsentState,
  what: 'list' | 'everything',
): string {
  const from = texts.from(sender)
  const to = maskedAddress(email)
  return page(
    { title: texts.done, language: code, look, from: sender },
    html`<h1>${texts.done}</h1>
<p>${what === 'list' ? texts.leftList(to, list?.name ?? '') : texts.leftAll(to, from)}</p>
<p class="soft">${texts.onTheWay}</p>
${
  mayReturn &&
  html`<form method="post">
<input type="hidden" name="from" value="back">
<button class="second">${texts.mistake}</button>
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
export function backPage(
  { language: { texts, code }, look }: PageView,
  { email, sender, list }: ConsentState,
): string {
  const to = maskedAddress(email)
  return page(
    { title: texts.back, language: code, look, from: sender },
    html`<h1>${texts.back}</h1>
<p>${list && !list.gone ? texts.backOnList(to, list.name) : texts.backAll(to, texts.from(sender))}</p>`,
  )
}

const reason = (texts: Texts): Html =>
  html`<label class="reason"><span class="f">${texts.reason} <small>(${texts.optional})</small></span>\
<input type="text" name="reason" maxlength="${MAX_REASON}" autocomplete="off"></label>`
