/**
 * One's own data, and being forgotten. The page of preferences sends an email for either, since its
 * link may be in the hands of another person; `/d/TOKEN` is the address in that email. GET changes
 * nothing, and shows nothing of the person.
 */
import type { IncomingMessage } from 'node:http'
import { findOpenAccount } from '../../domain/accounts/accounts.sql.ts'
import { brandOf } from '../../domain/brand/keep-brand.ts'
import {
  confirmationValues,
  projectForConfirmations,
} from '../../domain/forms/confirmation-email.ts'
import type { FormLanguage } from '../../domain/forms/form-words.ts'
import { languageOfReader } from '../../domain/forms/reader-language.ts'
import { publicOrigin } from '../../domain/hosts/public-origin.ts'
import { listsOfAccount } from '../../domain/lists/lists.sql.ts'
import { optOut } from '../../domain/opt-outs/opt-out.ts'
import {
  preferencesOf,
  type ReaderPreferences,
} from '../../domain/preferences/reader-preferences.ts'
import { erase } from '../../domain/privacy/erase.ts'
import { exportPerson } from '../../domain/privacy/export-person.ts'
import { insertTransaction } from '../../domain/transactions/insert.ts'
import { findProject } from '../../domain/transactions/projects.sql.ts'
import { html } from '../../lib/html.ts'
import { type DataWish, personToken, readPersonToken } from '../../mail/links/person.ts'
import { readPosted } from '../form.ts'
import { languageOf } from '../language.ts'
import type { SignUpMeans } from '../sign-up/answers.ts'
import { messagePage, page } from '../sign-up/frame.ts'
import type { FormResponse } from '../sign-up/routes.ts'
import { formPageTexts } from '../sign-up/texts.ts'
import { dataTexts, wishEmail } from './data-texts.ts'

/** How long a link works. */
const DAYS = 7
const DAY_MILLIS = 86_400_000
const today = (): number => Math.floor(Date.now() / DAY_MILLIS)

/** Sends the email: one of each kind a day. */
export async function sendWish(
  { db, newestKey, installation }: SignUpMeans,
  accountId: number,
  { subscriberId, email, lists }: ReaderPreferences,
  wish: DataWish,
  language: FormLanguage,
): Promise<void> {
  const day = today()
  const [list] = lists.length > 0 ? lists : await listsOfAccount(db, { accountId })
  const projectId = await projectForConfirmations(db, accountId, list?.id ?? 0)
  const project = await findProject(db, { accountId, id: projectId, guid: null })
  const brand = await brandOf(db, accountId)
  const texts = wishEmail(language, wish, brand.sender.name, DAYS)
  const token = personToken(newestKey(), { wish, day, accountId, id: subscriberId })
  const origin = await publicOrigin(db, accountId, installation)
  await insertTransaction(db, accountId, {
    guid: project!.guid,
    identifier: `${wish} ${subscriberId} ${day}`,
    email,
    name: '',
    fields: confirmationValues(texts, { origin, path: `/d/${token}`, language, brand }),
    format: undefined,
    sendAt: undefined,
    split: false,
  })
}

/** Undefined: the token is not one of ours. */
export async function answerData(
  token: string,
  _path: string,
  req: IncomingMessage,
  means: SignUpMeans,
): Promise<FormResponse> {
  const { db, forms } = means
  const posted = req.method === 'POST' ? await readPosted(req, means.bodies) : undefined
  const link = await readPersonToken(token, means.keyOf)
  if (!link) return undefined
  const { accountId, id: subscriberId, wish, day } = link
  const look = await forms.look(accountId)
  const spoken = await languageOfReader(db, accountId, subscriberId)
  const language = spoken ?? languageOf(req.headers['accept-language']).code
  const frame = { look, language }
  const answer = (text: string, status = 200) => {
    return { status, page: text, policy: look.policy, language }
  }
  const { over, overHint } = formPageTexts[language]
  if (day < today() - DAYS) return answer(messagePage(frame, over, overHint))
  const person = await preferencesOf(db, accountId, subscriberId)
  const { noSubscriber, noSubscriberHint } = languageOf(language).texts
  if (!person) return answer(messagePage(frame, noSubscriber, noSubscriberHint))
  const texts = dataTexts[language][wish]
  if (posted?.get('wish') !== wish) {
    const body = html`<h1>${texts.title}</h1>
<p>${texts.text}</p>
<form method="post"><input type="hidden" name="wish" value="${wish}">
<button>${texts.button}</button></form>`
    return answer(page({ title: texts.title, ...frame }, body), posted ? 400 : 200)
  }
  if (wish === 'data') {
    const account = await findOpenAccount(db, { accountId })
    const data = account && (await exportPerson(db, account, person.email))
    return data && { file: `${JSON.stringify(data, null, 2)}\n`, name: 'my-data.json' }
  }
  await forget(means, accountId, person)
  return answer(messagePage(frame, texts.done, texts.doneHint))
}

/** Erases the person as one who opted out: a hash of the address stays, and keeps it out. */
async function forget(
  { db }: SignUpMeans,
  accountId: number,
  { email, wantsNothing }: ReaderPreferences,
): Promise<void> {
  if (!wantsNothing)
    await optOut(db, accountId, { email, reason: '', listText: '', sendingText: '' })
  await erase(db, accountId, email)
}
