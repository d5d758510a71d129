/**
 * `/p` on the host of an account: sends the link of one's preferences to an address. The answer is
 * the same for every address, and beyond the limits too.
 */
import type { IncomingMessage } from 'node:http'
import { type FormLanguage, isFormLanguage } from '../../domain/forms/form-words.ts'
import { askForLink } from '../../domain/link-requests/link-requests.ts'
import { checkTyped, type Mistake } from '../../domain/sign-ups/keep-sign-up.ts'
import { networkOf } from '../../domain/sign-ups/network.ts'
import { type Html, html } from '../../lib/html.ts'
import { formTime } from '../../mail/links/sign-up.ts'
import { readPosted } from '../form.ts'
import { languageOf } from '../language.ts'
import type { PageAnswer, SignUpMeans } from '../sign-up/answers.ts'
import { page } from '../sign-up/frame.ts'
import { emailField, TRAP_FIELD } from '../sign-up/pages.ts'
import { isTimelyMark } from '../sign-up/routes.ts'
import type { PageLook } from '../sign-up/shown-form.ts'
import { formPageTexts } from '../sign-up/texts.ts'
import { askTexts } from './ask-texts.ts'

const ALONE = { asked: [], required: [], listIds: [], listsChosen: false }
const LONGEST_QUERY = 1_000

interface AskView {
  accountId: number
  look: PageLook
  language: FormLanguage
}

/** No form has this number: its mark is that of this page. */
const markOf = ({ accountId }: AskView) => ({ accountId, formId: 0 })

/** `path`: with its query, which may name a language. */
export async function answerAskForLink(
  accountId: number,
  path: string,
  req: IncomingMessage,
  means: SignUpMeans,
): Promise<PageAnswer> {
  const posted = req.method === 'POST' ? await readPosted(req, means.bodies) : undefined
  const query = /\?([^#]*)/.exec(path.slice(0, LONGEST_QUERY))?.[1] ?? ''
  const wanted = posted?.get('lang') ?? new URLSearchParams(query).get('lang') ?? ''
  const spoken = languageOf(req.headers['accept-language']).code
  const language = isFormLanguage(wanted) ? wanted : spoken
  const view = { accountId, look: await means.forms.look(accountId), language }
  if (!posted) return askPage(view, means)
  const email = posted.get('email').slice(0, 321)
  const typed = checkTyped(ALONE, { email, values: {}, listIds: [] })
  if (Array.isArray(typed)) return askPage(view, means, { email, mistakes: typed })
  if (!(await isTimelyMark(posted.get('t'), markOf(view), means.keyOf)))
    return askPage(view, means, { email, mistakes: [], again: true })
  const network = networkOf(means.peerOf(req))
  if (posted.get(TRAP_FIELD) === '')
    await askForLink(means.db, accountId, { email: typed.email, language, network })
  const { sent, sentHint } = askTexts[language]
  return answer(view, 200, sent, html`<h1>${sent}</h1>\n<p>${sentHint}</p>`)
}

/** `refused`: what was posted, if it was not taken. */
function askPage(
  view: AskView,
  { newestKey }: SignUpMeans,
  refused?: { email: string; mistakes: Mistake[]; again?: true },
): PageAnswer {
  const { language } = view
  const { title, hint, button } = askTexts[language]
  const { again, leaveEmpty } = formPageTexts[language]
  const time = formTime(newestKey(), markOf(view), new Date())
  const body = html`${refused?.again && html`<p class="bad" role="alert">${again}</p>`}
<h1>${title}</h1>
<p>${hint}</p>
<form method="post" action="/p" novalidate>
<input type="hidden" name="lang" value="${language}">
<input type="hidden" name="t" value="${time}">
${emailField(language, refused?.email ?? '', refused?.mistakes ?? [])}
<div class="h" aria-hidden="true"><label>${leaveEmpty} <input type="text" \
name="${TRAP_FIELD}" tabindex="-1" autocomplete="off"></label></div>
<button>${button}</button>
</form>`
  return answer(view, refused ? 400 : 200, title, body)
}

function answer(
  { language, look }: AskView,
  status: number,
  title: string,
  body: Html,
): PageAnswer {
  const others = Object.keys(askTexts).filter(one => one !== language) as FormLanguage[]
  const links = html`<nav>${others.map(
    one =>
      html`<a href="/p?lang=${one}" lang="${one}" hreflang="${one}">${formPageTexts[one].own}</a> `,
  )}</nav>`
  const shown = page({ title, language, look, others: links }, body)
  return { status, page: shown, policy: look.policy, language }
}
