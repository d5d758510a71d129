/**
 * Leaving the lists of a form by a typed address, as old pages offer it: after a
 * button on a page of ours. The answer is the same for every address.
 */
import type { IncomingMessage } from 'node:http'
import { isOnHosts } from '../../domain/forms/form.ts'
import type { FormLanguage } from '../../domain/forms/form-words.ts'
import { checkTyped, keepRequest } from '../../domain/sign-ups/keep-sign-up.ts'
import { html } from '../../lib/html.ts'
import { formAddress, formTime } from '../../mail/links/sign-up.ts'
import { originOf, type PageAnswer, type SignUpMeans } from './answers.ts'
import { page } from './frame.ts'
import { leaveTexts } from './leave-texts.ts'
import { emailField } from './pages.ts'
import { languageFor, type ShownForm } from './shown-form.ts'

export interface Leaver {
  email: string
  /** Of the form; none: all of its lists. */
  listIds: readonly number[]
  /** Where people are led afterwards, if it is on a host of the form. */
  next: string
}

const listsOf = ({ lists }: ShownForm, { listIds }: Leaver) => {
  const named = lists.filter(({ id }) => listIds.includes(id))
  return named.length > 0 ? named : lists
}

/** The page with the button. `wrong`: the address can't be one. */
export function leaveForm(
  shown: ShownForm,
  leaver: Leaver,
  asked: string,
  req: IncomingMessage,
  { newestKey }: SignUpMeans,
  wrong = false,
): PageAnswer {
  const { language } = languageFor(shown.form, asked, req.headers['accept-language'])
  const words = leaveTexts[language]
  const time = formTime(newestKey(), shown.ref, new Date())
  const lists = listsOf(shown, leaver)
  const mistakes = wrong ? [{ field: 'email', wrong: 'address' } as const] : []
  const body = html`<h1>${words.title}</h1>
<form method="post" action="/f/${formAddress(shown.ref)}" novalidate>
<input type="hidden" name="leave" value="yes">
<input type="hidden" name="lang" value="${language}">
<input type="hidden" name="t" value="${time}">
<input type="hidden" name="next" value="${leaver.next}">
${lists.map(({ id }) => html`<input type="hidden" name="list" value="${id}">\n`)}
${emailField(language, leaver.email, mistakes)}
<p class="f">${words.lists}</p>
<ul class="what">${lists.map(({ name }) => html`<li>${name}</li>`)}</ul>
<button>${words.button}</button>
</form>`
  return answer(shown, language, wrong ? 400 : 200, words.title, body)
}

/** After the button. */
export async function left(
  shown: ShownForm,
  leaver: Leaver,
  asked: string,
  req: IncomingMessage,
  means: SignUpMeans,
): Promise<PageAnswer> {
  const { form, ref } = shown
  const plain = { asked: [], required: [], listIds: form.listIds, listsChosen: false }
  const typed = checkTyped(plain, { email: leaver.email, values: {}, listIds: [] })
  if (Array.isArray(typed)) return leaveForm(shown, leaver, asked, req, means, true)
  const { language } = languageFor(form, asked, req.headers['accept-language'])
  const words = leaveTexts[language]
  const listIds = listsOf(shown, leaver).map(({ id }) => id)
  const leaving = { state: 'leaving', email: typed.email, listIds } as const
  const kept = await keepRequest(means.db, ref.accountId, form, leaving, {
    language,
    ...originOf(req, means),
  })
  if (kept === undefined) return message(shown, language, 429, words.tooMany, words.tooManyHint)
  if (isOnHosts(leaver.next, form.hosts)) return { to: leaver.next }
  return message(shown, language, 200, words.done, words.doneHint)
}

const message = (
  shown: ShownForm,
  language: FormLanguage,
  status: number,
  title: string,
  hint: string,
): PageAnswer => answer(shown, language, status, title, html`<h1>${title}</h1>\n<p>${hint}</p>`)

const answer = (
  look: ShownForm,
  language: FormLanguage,
  status: number,
  title: string,
  body: ReturnType<typeof html>,
): PageAnswer => ({
  status,
  page: page({ title, language, look }, body),
  policy: look.policy,
  language,
})
