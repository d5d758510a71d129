/** The page of preferences: without script, in the brand of the account. */
import { FORM_LANGUAGES, type FormLanguage } from '../../domain/forms/form-words.ts'
import {
  type EditableField,
  type OfferedList,
  PAUSES,
  type ReaderPreferences,
} from '../../domain/preferences/reader-preferences.ts'
import { type Html, html, trusted } from '../../lib/html.ts'
import type { PersonWish } from '../../mail/links/person.ts'
import { maskedAddress } from '../masked-address.ts'
import { MEASURING_TEXTS } from '../measuring-texts.ts'
import { page } from '../sign-up/frame.ts'
import type { PageLook } from '../sign-up/shown-form.ts'
import { formPageTexts } from '../sign-up/texts.ts'
import { dataTexts } from './data-texts.ts'
import { type PreferenceTexts, preferenceTexts } from './texts.ts'
import { unsentTexts } from './unsent-texts.ts'

export interface PreferenceFrame {
  look: PageLook
  language: FormLanguage
  /** `/p/TOKEN` */
  address: string
}

/** The notes above the choices. */
export interface PreferenceState {
  /** Keys of fields whose value was not taken. */
  wrong?: readonly string[]
  /** As they were typed. */
  typed?: ReadonlyMap<string, string>
  /** Lists that an email asks them to confirm. */
  unconfirmed?: readonly OfferedList[]
  /** No email can ask for it. */
  unsent?: boolean
  /** It was saved: what stood before, to take it back; `undone`: that was done. */
  saved?: ReaderPreferences | 'undone'
}

export function preferencesPage(
  frame: PreferenceFrame,
  shown: ReaderPreferences,
  { wrong = [], typed = new Map(), saved, unconfirmed = [], unsent }: PreferenceState = {},
): string {
  const { language, look, address } = frame
  const texts = preferenceTexts[language]
  if (shown.wantsNothing) return endedPage(frame)
  const { email, lists, fields } = shown
  const others = Object.keys(preferenceTexts).filter(one => one !== language) as FormLanguage[]
  const links = html`<nav>${others.map(
    one =>
      html`<a href="?lang=${one}" lang="${one}" hreflang="${one}">${formPageTexts[one].own}</a> `,
  )}</nav>`
  return page(
    { title: texts.title, language, look, others: links },
    html`${saved !== undefined && savedNote(texts, address, language, saved)}
${
  unconfirmed.length > 0 &&
  html`<p class="ok" role="status">${dataTexts[language].join.asked(
    unconfirmed.map(({ name }) => name).join(', '),
  )}</p>`
}
${unsent === true && html`<p class="bad" role="alert">${unsentTexts[language].hint}</p>`}
${wrong.length > 0 && html`<p class="bad" role="alert">${texts.wrong}</p>`}
<h1>${texts.title}</h1>
<p>${texts.who(maskedAddress(email))}</p>
<form method="post" action="${address}">
<input type="hidden" name="lang" value="${language}">
<fieldset><legend>${texts.emails}</legend>
${lists.length === 0 && html`<p class="soft">${texts.noList}</p>`}
${lists.map(list => listChoice(texts, list, dataTexts[language].join.hint))}
</fieldset>
${pauseChoice(texts, language, shown)}
${formatChoice(texts, shown)}
${languageChoice(texts, language, shown)}
${
  fields.length > 0 &&
  html`<fieldset><legend>${texts.aboutYou}</legend>
${fields.map(field => editable(texts, field, typed, wrong))}</fieldset>`
}
<button>${texts.save}</button>
</form>
<form method="post" action="${address}">
<input type="hidden" name="lang" value="${language}">
<input type="hidden" name="leave" value="everything">
<p class="fine">${texts.leaveHint}</p>
<button class="second">${texts.leave}</button>
</form>
<p class="fine">${texts.orders} <a href="${address.replace(/^\/p/, '/s')}">${MEASURING_TEXTS[language]!.title}</a></p>
${ownData(address, language)}`,
  )
}

export function endedPage({ language, look, address }: PreferenceFrame): string {
  const { ended, endedHint } = preferenceTexts[language]
  return page(
    { title: ended, language, look },
    html`<h1>${ended}</h1>\n<p>${endedHint}</p>\n${ownData(address, language)}`,
  )
}

/** Requests that an email to the person carries out: others may have the link of this page. */
function ownData(address: string, language: FormLanguage): Html {
  const { heading, hint, data, forget } = dataTexts[language]
  const ask = (wish: PersonWish['wish'], label: string) =>
    html`<form method="post" action="${address}">
<input type="hidden" name="lang" value="${language}">
<input type="hidden" name="wish" value="${wish}">
<button class="second">${label}</button>
</form>
`
  return html`<details><summary>${heading}</summary>
<p class="soft">${hint}</p>
${ask('data', data.ask)}${ask('forget', forget.ask)}</details>`
}

/** Taking back posts what stood before. */
function savedNote(
  texts: PreferenceTexts,
  address: string,
  language: FormLanguage,
  saved: ReaderPreferences | 'undone',
): Html {
  if (saved === 'undone') return html`<p class="ok" role="status">${texts.undone}</p>`
  const { lists, format, paused, fields, language: before } = saved
  const hidden = (name: string, value: string | number) =>
    html`<input type="hidden" name="${name}" value="${value}">`
  return html`<form class="ok" role="status" method="post" action="${address}">
<b>${texts.saved}.</b> ${texts.savedHint}
${hidden('lang', language)}${hidden('undo', 'yes')}${hidden('format', format)}
${hidden('pause', paused ?? '0')}${before !== undefined && hidden('language', before.code ?? '')}
${lists.map(({ id, isOn }) => html`${hidden('shown', id)}${isOn && hidden('list', id)}`)}
${fields.map(({ key, value }) => hidden(key, value))}
<button class="second">${texts.undo}</button>
</form>`
}

const listChoice = (
  texts: PreferenceTexts,
  { id, name, about: given, isOn, left, confirmed }: OfferedList,
  afterConfirming: string,
): Html => {
  const about = [given, confirmed && !isOn && !left ? afterConfirming : '']
    .filter(Boolean)
    .join(' · ')
  return left && !isOn
    ? html`<p class="soft"><b>${name}</b><br>${texts.leftBefore}</p>`
    : html`<label class="c"><input type="hidden" name="shown" value="${id}"><input \
type="checkbox" name="list" value="${id}"${isOn && trusted(' checked')}><span><b>${name}</b>${
        about !== '' && html`<br><small>${about}</small>`
      }</span></label>
`
}

function pauseChoice(
  texts: PreferenceTexts,
  language: FormLanguage,
  { paused }: ReaderPreferences,
): Html {
  const choice = (value: string, label: string, checked: boolean) =>
    html`<label class="c"><input type="radio" name="pause" value="${value}"${
      checked && trusted(' checked')
    }><span>${label}</span></label>
`
  const day = paused === null ? '' : dayIn(language, paused)
  return html`<fieldset><legend>${texts.pause} <small>${texts.pauseHint}</small></legend>
<div class="pills">${paused !== null && choice(paused, texts.pausedUntil(day), true)}
${choice('0', texts.noPause, paused === null)}
${PAUSES.map(days => choice(String(days), texts.days(days), false))}</div></fieldset>`
}

const dayIn = (language: FormLanguage, moment: string): string =>
  new Date(moment).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' })

function formatChoice(texts: PreferenceTexts, { format }: ReaderPreferences): Html {
  const choice = (value: 'html' | 'text', label: string) =>
    html`<label class="c"><input type="radio" name="format" value="${value}"${
      value === format && trusted(' checked')
    }><span>${label}</span></label>
`
  return html`<fieldset><legend>${texts.format}</legend>
<div class="pills">${choice('html', texts.html)}${choice('text', texts.text)}</div></fieldset>`
}

/** Where the account keeps it. */
const languageChoice = (
  texts: PreferenceTexts,
  shown: FormLanguage,
  { language }: ReaderPreferences,
): Html | false =>
  language !== undefined &&
  html`<label class="f" for="f-language">${texts.language}</label>
<select id="f-language" name="language">${FORM_LANGUAGES.map(
    code =>
      html`<option value="${code}" lang="${code}"${
        code === (language.code ?? shown) && trusted(' selected')
      }>${formPageTexts[code].own}</option>`,
  )}</select>`

const kindOf = (type: string | undefined): string =>
  type === 'number' || type === 'date' ? type : 'text'

function editable(
  texts: PreferenceTexts,
  { key, field, value: stored }: EditableField,
  typed: ReadonlyMap<string, string>,
  wrong: readonly string[],
): Html {
  const value = typed.get(key) ?? stored
  const isWrong = wrong.includes(key)
  const shared = html`id="f-${key}" name="${key}"${
    isWrong && html` aria-invalid="true" aria-describedby="w-${key}"`
  }`
  const choices = field?.choices ?? []
  // A value that is none of the choices stays one of them.
  const offered = value === '' || choices.includes(value) ? choices : [value, ...choices]
  return html`<label class="f" for="f-${key}">${field?.name ?? texts.name}</label>
${
  choices.length > 0
    ? html`<select ${shared}><option value=""></option>${offered.map(
        choice => html`<option${choice === value && trusted(' selected')}>${choice}</option>`,
      )}</select>`
    : html`<input type="${kindOf(field?.type)}" ${shared} value="${value}" \
maxlength="500"${field?.type === 'number' && trusted(' step="any"')}>`
}${isWrong && html` <span class="why" id="w-${key}">${texts.wrongValue}</span>`}
`
}
