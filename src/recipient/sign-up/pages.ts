/** The pages of sign-up forms: the form, what follows it, and the confirmation. No script. */
import type { FormLanguage, FormTexts } from '../../domain/forms/form-words.ts'
import type { ShownSignUp } from '../../domain/sign-ups/confirm-sign-up.ts'
import type { Mistake, TypedForm } from '../../domain/sign-ups/keep-sign-up.ts'
import { type Html, html, trusted } from '../../lib/html.ts'
import { formAddress } from '../../mail/links/sign-up.ts'
import { maskedAddress } from '../masked-address.ts'
import { wayToOwnLink } from '../preferences/own-link.ts'
import { againTexts } from './again-texts.ts'
import { page } from './frame.ts'
import { languagesOf, type PageLook, type ShownForm } from './shown-form.ts'
import { type FormPageTexts, formPageTexts } from './texts.ts'

/** A field that people don't see: only programs fill it. */
export const TRAP_FIELD = 'website'

/** The input in the form as it is shown. */
export interface FormState {
  typed: TypedForm
  mistakes: Mistake[]
  consent: boolean
  /** Signed: when it was shown. */
  time: string
  /** Nothing is wrong, but it has to be sent once more. */
  again: boolean
}

export function formPage(
  shown: ShownForm,
  { language, texts }: { language: FormLanguage; texts: FormTexts },
  state: FormState,
): string {
  const words = formPageTexts[language]
  const { form, ref } = shown
  const { mistakes, again, time, typed } = state
  const others = languagesOf(form).filter(one => one !== language)
  const links =
    others.length > 0 &&
    html`<nav>${others.map(
      one =>
        html`<a href="?lang=${one}" lang="${one}" hreflang="${one}">${formPageTexts[one].own}</a> `,
    )}</nav>`
  return page(
    { title: texts.title, language, look: shown, others: links },
    html`${mistakes.length > 0 && html`<p class="bad" role="alert">${words.mistakes}</p>`}
${again && html`<p class="bad" role="alert">${words.again}</p>`}
<h1>${texts.title}</h1>
${texts.intro !== '' && html`<p>${texts.intro}</p>`}
<form method="post" action="/f/${formAddress(ref)}" novalidate>
<input type="hidden" name="lang" value="${language}">
<input type="hidden" name="t" value="${time}">
${fieldOf(words, state, { field: 'email', label: words.address, type: 'email', required: true })}
${form.asked.map(field => askedField(shown, words, texts, state, field))}
${form.listsChosen && listsField(shown, words, typed, mistakes)}
<div class="h" aria-hidden="true"><label>${words.leaveEmpty} <input type="text" \
name="${TRAP_FIELD}" tabindex="-1" autocomplete="off"></label></div>
<label class="c agree"><input type="checkbox" name="consent" value="yes" required${marked(
      mistakes,
      'consent',
    )}${state.consent && trusted(' checked')}><span>${texts.consent}${why(
      words,
      mistakes,
      'consent',
    )}</span></label>
${
  texts.measuring !== '' &&
  html`<label class="c"><input type="checkbox" name="measuring" value="yes"${
    typed.measured === true && trusted(' checked')
  }><span>${texts.measuring}</span></label>`
}
<button>${texts.button || words.button}</button>
</form>
<p class="fine">${words.fine}</p>${wayToOwnLink(shown, language, true)}`,
  )
}

const wrongOf = (mistakes: Mistake[], field: string): Mistake | undefined =>
  mistakes.find(one => one.field === field)

const marked = (mistakes: Mistake[], field: string): Html | false =>
  wrongOf(mistakes, field) !== undefined && html` aria-invalid="true" aria-describedby="w-${field}"`

function why(words: FormPageTexts, mistakes: Mistake[], field: string): Html | false {
  const mistake = wrongOf(mistakes, field)
  if (!mistake) return false
  const said = {
    missing: field === 'consent' ? words.noConsent : words.missing,
    address: words.wrongAddress,
    value: words.wrongValue,
    lists: words.noList,
  }[mistake.wrong]
  return html` <span class="why" id="w-${field}">${said}</span>`
}

interface Asked {
  field: string
  label: string
  type: 'text' | 'email' | 'number' | 'date'
  required: boolean
  choices?: readonly string[]
}

const COMPLETED: Record<string, string> = { email: 'email', name: 'name' }

function fieldOf(
  words: FormPageTexts,
  { typed, mistakes }: Pick<FormState, 'typed' | 'mistakes'>,
  { field, label, type, required, choices = [] }: Asked,
): Html {
  const value = field === 'email' ? typed.email : (typed.values[field] ?? '')
  const shared = html`id="f-${field}" name="${field}"${required && trusted(' required')}${marked(
    mistakes,
    field,
  )}`
  const most = field === 'email' ? 320 : 500
  return html`<label class="f" for="f-${field}">${label}${
    !required && html` <small>${words.optional}</small>`
  }</label>
${
  choices.length > 0
    ? html`<select ${shared}><option value="">${words.choose}</option>${choices.map(
        choice => html`<option${choice === value && trusted(' selected')}>${choice}</option>`,
      )}</select>`
    : html`<input type="${type}" ${shared} value="${value}" maxlength="${most}" \
autocomplete="${COMPLETED[field] ?? 'on'}"${type === 'number' && trusted(' step="any"')}>`
}${why(words, mistakes, field)}
`
}

/** The address alone. */
export const emailField = (language: FormLanguage, email: string, mistakes: Mistake[]): Html => {
  const words = formPageTexts[language]
  const typed = { email, values: {}, listIds: [] }
  const asked = { field: 'email', label: words.address, type: 'email', required: true } as const
  return fieldOf(words, { typed, mistakes }, asked)
}

function askedField(
  { form, fields }: ShownForm,
  words: FormPageTexts,
  texts: FormTexts,
  state: FormState,
  field: string,
): Html {
  const known = fields.get(field)
  const usual = field === 'name' ? words.name : (known?.name ?? field)
  const type = known?.type === 'number' || known?.type === 'date' ? known.type : 'text'
  return fieldOf(words, state, {
    field,
    type,
    label: texts.labels[field] || usual,
    required: form.required.includes(field),
    choices: known?.choices ?? [],
  })
}

const listsField = (
  { lists }: ShownForm,
  words: FormPageTexts,
  typed: TypedForm,
  mistakes: Mistake[],
): Html =>
  html`<fieldset${marked(mistakes, 'lists')}><legend>${words.lists}</legend>
${lists.map(
  ({ id, name, description }) =>
    html`<label class="c"><input type="checkbox" name="list" value="${id}"${
      typed.listIds.includes(id) && trusted(' checked')
    }><span>${name}${description !== '' && html`<br><small>${description}</small>`}</span></label>
`,
)}${why(words, mistakes, 'lists')}</fieldset>`

/** The same for every address (no user enumeration). */
export function sentPage(
  { ref, ...look }: PageLook & Pick<ShownForm, 'ref'>,
  language: FormLanguage,
  texts: Pick<FormTexts, 'thanks'>,
  { email, mistakes }: { email: string; mistakes: Mistake[] } = { email: '', mistakes: [] },
): string {
  const words = formPageTexts[language]
  const again = againTexts[language]
  return page(
    { title: words.sent, language, look },
    html`<h1>${words.sent}</h1>
<p>${texts.thanks || words.sentHint}</p>
<details${mistakes.length > 0 && trusted(' open')}><summary>${again.nothing}</summary>
<p class="soft">${again.hint}</p>
<form method="post" action="/f/${formAddress(ref)}" novalidate>
<input type="hidden" name="again" value="yes">
<input type="hidden" name="lang" value="${language}">
${emailField(language, email, mistakes)}
<button class="second">${again.button}</button>
</form></details>${wayToOwnLink(look, language, true)}`,
  )
}

/** The form of a confirmation, if it is still there. */
interface FormOfConfirmation {
  address: string
  /** It can be sent once more: the values are gone, and the form requires none. */
  again: boolean
}

export function confirmPage(
  look: PageLook,
  language: FormLanguage,
  { state, email, lists }: ShownSignUp,
  form: FormOfConfirmation | undefined,
): string {
  const words = formPageTexts[language]
  const frame = (title: string, body: Html) => page({ title, language, look }, body)
  if (state === 'confirmed')
    return frame(
      words.done,
      html`<h1>${words.done}</h1>\n<p>${words.doneHint(maskedAddress(email))}</p>${wayToOwnLink(
        look,
        language,
      )}`,
    )
  if (state === 'expired')
    return frame(
      words.over,
      html`<h1>${words.over}</h1>\n<p>${words.overHint}</p>${
        form?.again &&
        html`
<form method="post"><input type="hidden" name="again" value="yes">
<button>${againTexts[language].button}</button></form>`
      }${
        form !== undefined &&
        html`\n<p class="fine"><a href="${form.address}">${words.signUpAgain}</a></p>`
      }${wayToOwnLink(look, language, true)}`,
    )
  const isBack = state === 'opted-out'
  const title = isBack ? words.back : words.oneMore
  return frame(
    title,
    html`<h1>${title}</h1>
${isBack && html`<p>${words.backHint}</p>`}
<p>${words.gets(maskedAddress(email))}</p>
<ul class="what">${lists.map(name => html`<li>${name}</li>`)}</ul>
<form method="post"><input type="hidden" name="confirm" value="${isBack ? 'back' : 'yes'}">
<button>${isBack ? words.confirmBack : words.confirm}</button></form>
<p class="fine">${words.notYou}</p>`,
  )
}
