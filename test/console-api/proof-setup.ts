/** People proven by a mailed link, and unproven people, in two accounts. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOfStep, stepAt } from '../../src/lib/one-time-code.ts'
import { freePort } from '../support/free-port.ts'
import { CLIENT, startProvider, type TestProvider } from '../support/openid-provider.ts'
import { OFFERS, type Sink, startSink } from '../support/smtp-sink.ts'
import { type ApiClient, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

export let relay: Sink
export let provider: TestProvider
export let setup: ApiSetup
export let origin: string
/** Two accounts: each has the console open to its own password. */
export let x: ApiClient
export let y: ApiClient
export let yId: number

async function open(): Promise<void> {
  relay = await startSink({ offers: OFFERS })
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  provider = await startProvider(`${origin}/console/provider/return`)
  setup = await apiSetup({
    PORT: String(port),
    PUBLIC_URL: origin,
    OIDC_NAME: 'Example Login',
    SMTP_URL: `smtp://127.0.0.1:${relay.port}?starttls=never`,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  })
  ;({ call: x, stranger: y } = setup)
  yId = (await y('GET', '/session')).body.account.id
  for (const call of [x, y]) {
    await call('POST', '/lists', { name: 'Readers', fromEmail: 'news@tenant.test' })
    await call('PUT', '/account/sign-in', { allowed: true })
  }
}

let users = 0
let opened: Promise<void> | undefined

/** Once for all files of a process: each calls it, and closeProofs(). */
export function openProofs(): Promise<void> {
  users++
  opened ??= open()
  return opened
}

export async function closeProofs(): Promise<void> {
  if (--users > 0) return
  opened = undefined
  await setup.running.close()
  await provider.close()
  await relay.stop()
}

export const ATTACKER = 'tulips of the attacker'
export const OWN = 'tulips of the person'
export const visitor: ApiClient = (...call) =>
  apiClient(origin, { 'X-Pennypost-Console': '1' })(...call)
export const tokenOf = (link: string): string => link.split('/').at(-1)!

let count = 0
export const newEmail = () => `person-${++count}@people.test`

export const invite = (by: ApiClient, email: string, more: object) =>
  by('POST', '/invitations', { email, role: 'owner', ...more })
export const accept = (token: string, password: string) =>
  visitor('POST', '/invitations/accept', { token, password })
export const signIn = (username: string, password: string, accountId?: number) =>
  visitor('POST', '/session', { username, password, ...(accountId && { accountId }) })
export const clientOf = ({ headers }: { headers: Headers }): ApiClient =>
  apiClient(origin, {
    cookie: headers.get('set-cookie')!.split(';')[0]!,
    'X-Pennypost-Console': '1',
  })

/** The token of the newest link that was mailed to the address. */
export async function mailed(email: string, after: number): Promise<string> {
  for (;;) {
    const found = relay.messages.slice(after).find(({ rcpts }) => rcpts.join().includes(email))
    const text = found?.bytes.toString().replace(/=\r\n/g, '').replaceAll('=3D', '=')
    if (text) return tokenOf(/http:\S+\/console\/\S+/.exec(text)![0])
    await pause(10)
  }
}

export async function byMail(email: string, ask: () => ReturnType<ApiClient>): Promise<string> {
  const before = relay.messages.length
  const { status } = await ask()
  assert.ok(status < 300, String(status))
  return mailed(email, before)
}

/** Made by an owner, who hands the link over: or uses it. */
export async function unproven(by = x, password = ATTACKER) {
  const email = newEmail()
  const { link } = (await invite(by, email, { mail: false })).body
  const accepted = await accept(tokenOf(link), password)
  assert.equal(accepted.status, 204)
  const id = await idIn(by, email)
  return { email, id, call: clientOf(accepted) }
}

export async function proven(by = x, more: object = {}) {
  const email = newEmail()
  const token = await byMail(email, () => invite(by, email, more))
  assert.equal((await accept(token, OWN)).status, 204)
  return { email, id: await idIn(by, email) }
}

async function idIn(by: ApiClient, email: string): Promise<number> {
  const { items } = (await by('GET', '/members')).body
  return items.find((one: { email: string }) => one.email === email).id
}

export const sql = (text: string, ...values: unknown[]) =>
  setup.running.store.run({ name: '', text, again: false }, values)

/** Codes that only the caller of the session knows. */
export async function setCodes(call: ApiClient): Promise<void> {
  const { secret } = (await call('POST', '/session/second-factor')).body
  const bits = [...secret]
    .map(sign => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map(byte => Number.parseInt(byte, 2)))
  const code = codeOfStep(key, stepAt(Date.now()))
  const confirmed = await call('POST', '/session/second-factor/confirmation', { code })
  assert.equal(confirmed.status, 201)
}
