/** What is answered to who uses a form, and what is kept of it. */
import type { IncomingMessage } from 'node:http'
import type { Store } from '../../db/db.ts'
import { type CheckedForm, keepSignUp } from '../../domain/sign-ups/keep-sign-up.ts'
import { ipOf, networkOf } from '../../domain/sign-ups/network.ts'
import type { RequestBodies } from '../../lib/request-bodies.ts'
import { formTime } from '../../mail/links/sign-up.ts'
import type { KeyOf, MacKey } from '../../mail/links/signing.ts'
import { type FormState, formPage, sentPage } from './pages.ts'
import { languageFor, type ShownForm, type ShownForms } from './shown-form.ts'

export interface SignUpMeans {
  db: Store
  forms: ShownForms
  bodies: RequestBodies
  keyOf: KeyOf
  newestKey(): MacKey
  peerOf(req: IncomingMessage): string
  /** The origin of the installation. */
  installation: string
  /** The account whose host it is; undefined: the host of the installation. */
  onlyOf?: number | undefined
}

/** A page and its policy; or an address to be led to. */
export type PageAnswer =
  | { status: number; page: string; policy: string; language: string }
  | { to: string }
  /** To be saved: JSON, and its name. */
  | { file: string; name: string }

export function formAnswer(
  status: number,
  shown: ShownForm,
  state: Omit<FormState, 'time'>,
  asked: string,
  req: IncomingMessage,
  { newestKey }: SignUpMeans,
): PageAnswer {
  const chosen = languageFor(shown.form, asked, req.headers['accept-language'])
  const time = formTime(newestKey(), shown.ref, new Date())
  const page = formPage(shown, chosen, { ...state, time })
  return { status, page, policy: shown.policy, language: chosen.language }
}

/** The same for every address. `to`: where people are led; empty: a page of ours. */
export function sentAnswer(
  shown: ShownForm,
  asked: string,
  to: string,
  req: IncomingMessage,
): PageAnswer {
  if (to !== '') return { to }
  const { form, policy } = shown
  const { language, texts } = languageFor(form, asked, req.headers['accept-language'])
  return { status: 200, page: sentPage(shown, language, texts), policy, language }
}

export async function keep(
  { form, ref }: ShownForm,
  checked: CheckedForm,
  asked: string,
  req: IncomingMessage,
  means: SignUpMeans,
): Promise<void> {
  const { language, texts } = languageFor(form, asked, req.headers['accept-language'])
  const origin = originOf(req, means)
  const measured = texts.measuring === '' ? null : checked.measured
  const kept = { ...checked, measured }
  await keepSignUp(means.db, ref.accountId, form, kept, { language, ...origin })
}

/** The network of a client, and its whole address, which few forms keep. */
export const sourceOf = (peer: string) => ({ network: networkOf(peer), ip: ipOf(peer) })

/** Where a request came from, as far as it is kept. */
export const originOf = (req: IncomingMessage, { peerOf }: SignUpMeans) => ({
  ...sourceOf(peerOf(req)),
  page: pageOf(req),
  agent: req.headers['user-agent'] ?? '',
})

/** Whether it comes from a page on one of the hosts that the account named. */
export const isFromHosts = ({ form }: ShownForm, req: IncomingMessage): boolean =>
  form.hosts.includes(hostOf(pageOf(req)))

/** The page that a form was on, as far as the browser tells; without its query. */
function pageOf({ headers }: IncomingMessage): string {
  const { referer, origin } = headers
  const said = referer ?? (typeof origin === 'string' ? origin : '')
  if (said.length > 2_000 || !URL.canParse(said)) return ''
  const { protocol, host, pathname } = new URL(said)
  return /^https?:$/.test(protocol) ? `${protocol}//${host}${pathname}` : ''
}

const hostOf = (page: string): string => (page === '' ? '' : new URL(page).host)
