/**
 * One's own data, being forgotten, and joining a list that asks for a confirmation. The page of
 * preferences sends an email for each, since its link may be in the hands of another person;
 * `/d/TOKEN` is the address in that email. GET changes nothing, and shows nothing of the person.
 */
import type { IncomingMessage } from 'node:http'
import { findOpenAccount } from '../../domain/accounts/accounts.sql.ts'
import { brandOf } from '../../domain/brand/keep-brand.ts'
import {
  type ConfirmationTexts,
  confirmationValues,
  projectIfSender,
} from '../../domain/forms/confirmation-email.ts'
import type { FormLanguage } from '../../domain/forms/form-words.ts'
import { languageOfReader } from '../../domain/forms/reader-language.ts'
import { publicOrigin } from '../../domain/hosts/public-origin.ts'
import { listsOfAccount } from '../../domain/lists/lists.sql.ts'
import { optOut } from '../../domain/opt-outs/opt-out.ts'
import {
  type OfferedList,
  preferencesOf,
  type ReaderPreferences,
  savePreferences,
} from '../../domain/preferences/reader-preferences.ts'
import { erase } from '../../domain/privacy/erase.ts'
import { exportPerson } from '../../domain/privacy/export-person.ts'
import { insertTransaction } from '../../domain/transactions/insert.ts'
import { findProject } from '../../domain/transactions/projects.sql.ts'
import { html } from '../../lib/html.ts'
import { type PersonWish, personToken, readPersonToken } from '../../mail/links/person.ts'
import { readPosted } from '../form.ts'
import { languageOf } from '../language.ts'
import type { SignUpMeans } from '../sign-up/answers.ts'
import { messagePage, page } from '../sign-up/frame.ts'
import type { FormResponse } from '../sign-up/routes.ts'
import { formPageTexts } from '../sign-up/texts.ts'
import { dataTexts } from './data-texts.ts'

/** How long a link works. */
const DAYS = 7
const DAY_MILLIS = 86_400_000
const today = (): number => Math.floor(Date.now() / DAY_MILLIS)

/** Sends the email: one of each kind a day. False: nothing is set up to send it from. */
export async function sendWish(
  { db, newestKey, installation }: SignUpMeans,
  accountId: number,
  { subscriberId, email, lists }: ReaderPreferences,
  of: PersonWish,
  language: FormLanguage,
): Promise<boolean> {
  const { wish, listId = 0 } = of
  const named = lists.find(({ id }) => id === listId)?.name ?? ''
  const day = today()
  const senders = (await listsOfAccount(db, { accountId })).filter(list => list.fromEmail !== '')
  const own = senders.find(list => lists.some(({ id }) => id === list.id))
  const projectId = await projectIfSender(db, accountId, (own ?? senders[0])?.id ?? 0)
  if (projectId === undefined) return false
  const project = await findProject(db, { accountId, id: projectId, guid: null })
  const brand = await brandOf(db, accountId)
  const texts = wishEmail(language, wish, {
    sender: brand.sender.name,
    list: named,
    days: DAYS,
  })
  const token = personToken(newestKey(), { ...of, day, accountId, id: subscriberId })
  const origin = await publicOrigin(db, accountId, installation)
  await insertTransaction(db, accountId, {
    guid: project!.guid,
    identifier: `${wish} ${listId} ${subscriberId} ${day}`,
    email,
    name: '',
    fields: confirmationValues(texts, { origin, path: `/d/${token}`, language, brand }),
    format: undefined,
    sendAt: undefined,
    split: false,
  })
  return true
}

/** The email that leads to the page of a wish. */
function wishEmail(
  language: FormLanguage,
  wish: PersonWish['wish'],
  { sender, list, days }: { sender: string; list: string; days: number },
): ConfirmationTexts {
  const { otherwise: rest, join, [wish]: of } = dataTexts[language]
  const { title, button } = of
  const otherwise = rest(days)
  if (wish === 'join')
    return { subject: join.subject(list), title, text: join.text(list), button, otherwise }
  const { subject, text } = dataTexts[language][wish]
  return { subject: subject(sender), title, text, button, otherwise }
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
  if (day < today() - DAYS) return answer(messagePage(frame, over, overHint, true))
  const person = await preferencesOf(db, accountId, subscriberId)
  const { noSubscriber, noSubscriberHint } = languageOf(language).texts
  if (!person) return answer(messagePage(frame, noSubscriber, noSubscriberHint))
  const list = person.lists.find(({ id }) => id === link.listId)
  if (wish === 'join' && !isOpen(list)) return answer(messagePage(frame, over, overHint, true))
  const { text, doneHint, ...texts } = wordsOf(language, wish, list)
  if (posted?.get('wish') !== wish) {
    const body = html`<h1>${texts.title}</h1>
<p>${text}</p>
<form method="post"><input type="hidden" name="wish" value="${wish}">
<button>${texts.button}</button></form>`
    return answer(page({ title: texts.title, ...frame }, body), posted ? 400 : 200)
  }
  if (wish === 'data') {
    const account = await findOpenAccount(db, { accountId })
    const data = account && (await exportPerson(db, account, person.email))
    return data && { file: `${JSON.stringify(data, null, 2)}\n`, name: 'my-data.json' }
  }
  if (link.wish === 'join') await join(means, accountId, person, link.listId)
  else await forget(means, accountId, person)
  return answer(messagePage(frame, texts.done, doneHint))
}

/** It is still offered, or they are on it already. */
const isOpen = (list: OfferedList | undefined): boolean =>
  list !== undefined && (list.isOn || !list.left)

function wordsOf(language: FormLanguage, wish: PersonWish['wish'], list: OfferedList | undefined) {
  const { [wish]: of, join } = dataTexts[language]
  const { title, button, done } = of
  const name = list?.name ?? ''
  if (wish === 'join')
    return { title, button, done, text: join.text(name), doneHint: join.doneHint(name) }
  const { text, doneHint } = dataTexts[language][wish]
  return { title, button, done, text, doneHint }
}

async function join(
  { db }: SignUpMeans,
  accountId: number,
  { subscriberId }: ReaderPreferences,
  listId: number,
): Promise<void> {
  const lists = { shown: [listId], wanted: [listId] }
  const choice = { lists, confirmed: true, values: new Map() }
  await savePreferences(db, accountId, subscriberId, choice)
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
