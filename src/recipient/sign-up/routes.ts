/**
 * Sign-up forms, `/f/FORM`, and confirmations, `/o/TOKEN`. GET changes nothing; a POST of a form
 * is answered alike for every address, since nothing is asked about it before the answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pathOfForm } from '../../domain/forms/form.ts'
import { isFormLanguage } from '../../domain/forms/form-words.ts'
import { confirmSignUp, shownSignUp } from '../../domain/sign-ups/confirm-sign-up.ts'
import { checkTyped, type TypedForm } from '../../domain/sign-ups/keep-sign-up.ts'
import { askByLink } from '../../domain/sign-ups/once-more.ts'
import {
  type FormRef,
  formNamed,
  readConfirmToken,
  readFormTime,
} from '../../mail/links/sign-up.ts'
import type { KeyOf } from '../../mail/links/signing.ts'
import { type PostedForm, readPosted } from '../form.ts'
import { queryIn } from '../paths.ts'
import { askedAgain } from './again.ts'
import {
  formAnswer,
  isFromHosts,
  keep,
  type PageAnswer,
  type SignUpMeans,
  sentAnswer,
  sourceOf,
} from './answers.ts'
import { messagePage } from './frame.ts'
import { answerJson, isJson, type JsonAnswer, sendJson, sendPreflight, siteOf } from './json.ts'
import { leaveForm, left } from './leave.ts'
import { confirmPage, TRAP_FIELD } from './pages.ts'
import type { ShownForm } from './shown-form.ts'
import { formPageTexts } from './texts.ts'

/** Undefined: there is nothing at the address. */
export type FormResponse = PageAnswer | JsonAnswer | undefined

/** People take longer to fill in a form, and shorter than a day. */
const LEAST_MILLIS = 2_000
const MOST_MILLIS = 86_400_000

/** Undefined: there is no such form. */
export async function answerForm(
  address: string,
  path: string,
  req: IncomingMessage,
  means: SignUpMeans,
): Promise<FormResponse> {
  const ref = formNamed(address)
  if (isJson(req)) return answerJson(ref && (await means.forms.form(ref)), req, means)
  const posted = req.method === 'POST' ? await readPosted(req, means.bodies) : undefined
  const shown = ref && (await means.forms.form(ref))
  if (!shown) return undefined
  if (posted) return signedUp(shown, posted, req, means)
  const query = new URLSearchParams(queryIn(path))
  const get = (name: string) => query.get(name) ?? ''
  const state = { typed: typedIn(shown, get, query.getAll('list')), mistakes: [], consent: false }
  return formAnswer(200, shown, { ...state, again: false }, get('lang'), req, means)
}

/** Other sites may post JSON to the forms that name them. */
export async function answerPreflight(
  address: string,
  req: IncomingMessage,
  res: ServerResponse,
  { forms }: SignUpMeans,
): Promise<void> {
  const ref = formNamed(address)
  const shown = ref && (await forms.form(ref))
  sendPreflight(res, shown && siteOf(shown, req))
}

/** Prefilled by parameters; long ones are cut. */
function typedIn(
  { form }: ShownForm,
  get: (name: string) => string,
  lists: readonly string[],
): TypedForm {
  const values = form.asked.map(field => [field, get(field).slice(0, 501)] as const)
  const listIds = lists
    .slice(0, 100)
    .filter(text => /^\d{1,9}$/.test(text))
    .map(Number)
  return { email: get('email').slice(0, 321), values: Object.fromEntries(values), listIds }
}

async function signedUp(
  shown: ShownForm,
  { get, getAll }: PostedForm,
  req: IncomingMessage,
  means: SignUpMeans,
): Promise<FormResponse> {
  const { form } = shown
  const measured = get('measuring') !== ''
  const typed = { ...typedIn(shown, get, getAll('list')), measured }
  if (get('leave') !== '') {
    const leaver = { email: typed.email, listIds: typed.listIds, next: get('next') }
    const does = (await ageOf(shown.ref, get('t'), means.keyOf)) <= MOST_MILLIS ? left : leaveForm
    return does(shown, leaver, get('lang'), req, means)
  }
  if (get('again') !== '') return askedAgain(shown, typed.email, get('lang'), req, means)
  const consent = get('consent') !== ''
  const checked = checkTyped(form, typed)
  const noConsent = consent ? [] : [{ field: 'consent', wrong: 'missing' } as const]
  const mistakes = [...(Array.isArray(checked) ? checked : []), ...noConsent]
  const isTimely = await wasShown(shown, get('t'), req, means.keyOf)
  const state = { typed, consent, mistakes }
  if (mistakes.length > 0 || Array.isArray(checked))
    return formAnswer(400, shown, { ...state, again: false }, get('lang'), req, means)
  if (!isTimely) return formAnswer(400, shown, { ...state, again: true }, get('lang'), req, means)
  if (get(TRAP_FIELD) === '') await keep(shown, checked, get('lang'), req, means)
  return sentAnswer(shown, get('lang'), form.afterUrl, req)
}

/**
 * Whether a person may have filled it in: it was shown some seconds ago, by its signed time. A form
 * on another site has none, and is taken from the hosts that the account named.
 */
async function wasShown(
  shown: ShownForm,
  mark: string,
  req: IncomingMessage,
  keyOf: KeyOf,
): Promise<boolean> {
  return mark === '' ? isFromHosts(shown, req) : isTimelyMark(mark, shown.ref, keyOf)
}

/** Whether a form was shown some seconds ago, and less than a day. */
export async function isTimelyMark(mark: string, ref: FormRef, keyOf: KeyOf): Promise<boolean> {
  const age = await ageOf(ref, mark, keyOf)
  return age >= LEAST_MILLIS && age <= MOST_MILLIS
}

/** Milliseconds since the form was shown; infinite without a mark of it. */
async function ageOf(ref: FormRef, mark: string, keyOf: KeyOf): Promise<number> {
  const at = await readFormTime(mark.slice(0, 100), ref, keyOf)
  return at === undefined ? Number.POSITIVE_INFINITY : Date.now() - at.getTime()
}

/** Undefined: the token is not one of ours, or its sign-up is gone. */
export async function answerConfirmation(
  token: string,
  _path: string,
  req: IncomingMessage,
  means: SignUpMeans,
): Promise<FormResponse> {
  const posted = req.method === 'POST' ? await readPosted(req, means.bodies) : undefined
  const ref = await readConfirmToken(token, means.keyOf)
  if (!ref) return undefined
  const { accountId, signUpId } = ref
  const pressed = posted?.get('confirm')
  const confirms = pressed === 'yes' || pressed === 'back'
  const found = confirms
    ? await confirmSignUp(means.db, accountId, signUpId, {
        ...sourceOf(means.peerOf(req)),
        lifts: pressed === 'back',
      })
    : await shownSignUp(means.db, accountId, signUpId)
  if (!found) return undefined
  const look = await means.forms.look(accountId)
  const language = isFormLanguage(found.language) ? found.language : 'en'
  const { policy } = look
  if (posted?.get('again') === 'yes') {
    await askByLink(means.db, accountId, signUpId)
    const { sent, sentHint } = formPageTexts[language]
    const page = messagePage({ language, look }, sent, sentHint)
    return { status: 200, page, policy, language }
  }
  const shown = await means.forms.form({ accountId, formId: found.formId })
  const form = shown && {
    address: pathOfForm(accountId, found.formId),
    again: !found.again && shown.form.required.length === 0,
  }
  const status = posted && !confirms ? 400 : 200
  return { status, page: confirmPage(look, language, found, form), policy, language }
}

export function sendAnswer(
  { method }: IncomingMessage,
  res: ServerResponse,
  answer: NonNullable<FormResponse>,
): void {
  if ('to' in answer) {
    res.writeHead(303, { Location: answer.to, 'Cache-Control': 'no-store' }).end()
    return
  }
  if ('file' in answer) {
    res.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(answer.file),
      'Content-Disposition': `attachment; filename="${answer.name}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    res.end(method === 'HEAD' ? undefined : answer.file)
    return
  }
  if ('json' in answer) {
    sendJson(res, answer)
    return
  }
  const { status, page, policy, language } = answer
  res.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
    'Content-Language': language,
    Vary: 'Accept-Language',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
    // Of the form: the page it stands on is told to itself, by which it knows where it was.
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Robots-Tag': 'noindex',
  })
  res.end(method === 'HEAD' ? undefined : page)
}
