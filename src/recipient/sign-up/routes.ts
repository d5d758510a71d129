/**
 * Sign-up forms, `/f/FORM`, and confirmations, `/o/TOKEN`. GET changes nothing; a POST of a form
 * is answered alike for every address, since nothing is asked about it before the answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../../db/db.ts'
import { pathOfForm } from '../../domain/forms/form.ts'
import { isFormLanguage } from '../../domain/forms/form-words.ts'
import { confirmSignUp, shownSignUp } from '../../domain/sign-ups/confirm-sign-up.ts'
import { checkTyped, keepSignUp, type TypedForm } from '../../domain/sign-ups/keep-sign-up.ts'
import { networkOf } from '../../domain/sign-ups/network.ts'
import type { RequestBodies } from '../../lib/request-bodies.ts'
import { formNamed, formTime, readConfirmToken, readFormTime } from '../../mail/links/sign-up.ts'
import type { KeyOf, MacKey } from '../../mail/links/signing.ts'
import { type PostedForm, readPosted } from '../form.ts'
import { confirmPage, type FormState, formPage, sentPage, TRAP_FIELD } from './pages.ts'
import { languageFor, type ShownForm, type ShownForms } from './shown-form.ts'

export interface SignUpMeans {
  db: Store
  forms: ShownForms
  bodies: RequestBodies
  keyOf: KeyOf
  newestKey(): MacKey
  peerOf(req: IncomingMessage): string
}

/** A page and its policy; or an address to be led to. */
export type SignUpAnswer =
  | { status: number; page: string; policy: string; language: string }
  | { to: string }
  | undefined

/** People take longer to fill in a form, and shorter than a day. */
const LEAST_MILLIS = 2_000
const MOST_MILLIS = 86_400_000

/** Undefined: there is no such form. */
export async function answerForm(
  address: string,
  path: string,
  req: IncomingMessage,
  means: SignUpMeans,
): Promise<SignUpAnswer> {
  const ref = formNamed(address)
  const posted = req.method === 'POST' ? await readPosted(req, means.bodies) : undefined
  const shown = ref && (await means.forms.form(ref))
  if (!shown) return undefined
  if (posted) return signedUp(shown, posted, req, means)
  const query = new URLSearchParams(queryIn(path))
  const get = (name: string) => query.get(name) ?? ''
  const state = { typed: typedIn(shown, get, query.getAll('list')), mistakes: [], consent: false }
  return formAnswer(200, shown, { ...state, again: false }, get('lang'), req, means)
}

/** No query of ours is longer. */
const LONGEST_QUERY = 16_000

const queryIn = (path: string): string =>
  /^[^?#]*\?([^#]*)/.exec(path.slice(0, LONGEST_QUERY))?.[1] ?? ''

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

function formAnswer(
  status: number,
  shown: ShownForm,
  state: Omit<FormState, 'time'>,
  asked: string,
  req: IncomingMessage,
  { newestKey }: SignUpMeans,
): SignUpAnswer {
  const chosen = languageFor(shown.form, asked, req.headers['accept-language'])
  const time = formTime(newestKey(), shown.ref, new Date())
  const page = formPage(shown, chosen, { ...state, time })
  return { status, page, policy: shown.policy, language: chosen.language }
}

async function signedUp(
  shown: ShownForm,
  { get, getAll }: PostedForm,
  req: IncomingMessage,
  means: SignUpMeans,
): Promise<SignUpAnswer> {
  const { form, ref } = shown
  const typed = typedIn(shown, get, getAll('list'))
  const consent = get('consent') !== ''
  const checked = checkTyped(form, typed)
  const noConsent = consent ? [] : [{ field: 'consent', wrong: 'missing' } as const]
  const mistakes = [...(Array.isArray(checked) ? checked : []), ...noConsent]
  const isTimely = await wasShown(shown, get('t'), req, means.keyOf)
  const state = { typed, consent, mistakes }
  if (mistakes.length > 0 || Array.isArray(checked))
    return formAnswer(400, shown, { ...state, again: false }, get('lang'), req, means)
  if (!isTimely) return formAnswer(400, shown, { ...state, again: true }, get('lang'), req, means)
  const { language, texts } = languageFor(form, get('lang'), req.headers['accept-language'])
  if (get(TRAP_FIELD) === '')
    await keepSignUp(means.db, ref.accountId, form, checked, {
      ...{ language, network: networkOf(means.peerOf(req)) },
      agent: req.headers['user-agent'] ?? '',
      page: pageOf(req),
    })
  if (form.afterUrl !== '') return { to: form.afterUrl }
  const { policy } = shown
  return { status: 200, page: sentPage(shown, language, texts), policy, language }
}

/**
 * Whether a person may have filled it in: it was shown some seconds ago, by its signed time. A form
 * on another site has none, and is taken from the hosts that the account named.
 */
async function wasShown(
  { form, ref }: ShownForm,
  mark: string,
  req: IncomingMessage,
  keyOf: KeyOf,
): Promise<boolean> {
  if (mark === '') return form.hosts.includes(hostOf(pageOf(req)))
  const at = await readFormTime(mark.slice(0, 100), ref, keyOf)
  const age = at === undefined ? -1 : Date.now() - at.getTime()
  return age >= LEAST_MILLIS && age <= MOST_MILLIS
}

/** The page that a form was on, as far as the browser tells; without its query. */
function pageOf({ headers }: IncomingMessage): string {
  const { referer, origin } = headers
  const said = referer ?? (typeof origin === 'string' ? origin : '')
  if (said.length > 2_000 || !URL.canParse(said)) return ''
  const { protocol, host, pathname } = new URL(said)
  return /^https?:$/.test(protocol) ? `${protocol}//${host}${pathname}` : ''
}

const hostOf = (page: string): string => (page === '' ? '' : new URL(page).host)

/** Undefined: the token is not one of ours, or its sign-up is gone. */
export async function answerConfirmation(
  token: string,
  req: IncomingMessage,
  means: SignUpMeans,
): Promise<SignUpAnswer> {
  const posted = req.method === 'POST' ? await readPosted(req, means.bodies) : undefined
  const ref = await readConfirmToken(token, means.keyOf)
  if (!ref) return undefined
  const { accountId, signUpId } = ref
  const pressed = posted?.get('confirm')
  const network = networkOf(means.peerOf(req))
  const confirms = pressed === 'yes' || pressed === 'back'
  const found = confirms
    ? await confirmSignUp(means.db, accountId, signUpId, { network, lifts: pressed === 'back' })
    : await shownSignUp(means.db, accountId, signUpId)
  if (!found) return undefined
  const look = await means.forms.look(accountId)
  const form = await means.forms.form({ accountId, formId: found.formId })
  const language = isFormLanguage(found.language) ? found.language : 'en'
  const address = form && pathOfForm(accountId, found.formId)
  const page = confirmPage(look, language, found, address)
  const status = posted && !confirms ? 400 : 200
  return { status, page, policy: look.policy, language }
}

export function sendAnswer(
  { method }: IncomingMessage,
  res: ServerResponse,
  answer: NonNullable<SignUpAnswer>,
): void {
  if ('to' in answer) {
    res.writeHead(303, { Location: answer.to, 'Cache-Control': 'no-store' }).end()
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
