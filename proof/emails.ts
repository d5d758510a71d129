/**
 * Programs hand over single emails, each until it is answered, while everything is killed again and
 * again between accept and hand-over: by the JSON API, by SMTP, and by the wire of Resend with its
 * published client.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { Resend } from 'resend'
import { certificateForLocalhost } from '../test/support/certificate.ts'
import type { CountingServer } from './counting-server.ts'
import type { KilledService } from './killed-service.ts'
import { compare, holds, type LedgerRow, printComparison } from './who-got-what.ts'

const DOMAIN = 'shop.example.com'
const FROM = `orders@${DOMAIN}`
const PROGRAMS = 9
const PAUSE_MILLIS = 50

/** Settings of a service that takes emails by SMTP at the port, which is free. */
export function submissionSettings(folder: string, port: number): Record<string, string> {
  const { cert, key } = certificateForLocalhost()
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key, { mode: 0o600 })
  return {
    SUBMISSION_TLS_PORT: String(port),
    SUBMISSION_HOST: '127.0.0.1',
    SUBMISSION_TLS_CERT: certFile,
    SUBMISSION_TLS_KEY: keyFile,
    API_CALLS_PER_MINUTE: '10000000',
  }
}

export interface ProvenEmails {
  service: KilledService
  mailServer: CountingServer
  submissionPort: number
  emails: number
  kills: number
}

/** Hands over one email. Returns whether it was taken; false: hand it over again. */
type HandOver = (to: string) => Promise<boolean>

/** Prints who got what. Returns whether it holds. */
export async function proveEmails(given: ProvenEmails): Promise<boolean> {
  const { service, mailServer, emails, kills } = given
  await service.command('dkim', 'add', DOMAIN)
  const made = await service.command('api-key', 'add', 'p', '--rights', 'send,read', '--json')
  const { token } = JSON.parse(made)
  const ways = [
    byApi(service, token),
    bySmtp(given.submissionPort, token),
    byResend(service, token),
  ]
  const addresses = Array.from({ length: emails }, (_, i) => `order-${i + 1}@example.com`)
  let taken = 0
  let again = 0
  const waiting = addresses.toReversed()
  const work = async (program: number) => {
    const handOver = ways[program % ways.length]!
    for (let to = waiting.pop(); to !== undefined; to = waiting.pop()) {
      while (!(await handOver(to))) {
        again++
        await pause(PAUSE_MILLIS)
      }
      taken++
    }
  }
  const programs = Promise.all(Array.from({ length: PROGRAMS }, (_, program) => work(program)))
  for (let kill = 1; kill <= kills; kill++) {
    await until(() => taken >= (emails * kill) / (kills + 1))
    await service.killEverything()
    const [had, came] = [taken, mailServer.counts.size]
    const ready = (await service.start()).toFixed(1)
    console.log(
      `Everything killed: ${had} were taken, ${came} handed over. Ready ${ready} s later.`,
    )
  }
  await programs
  console.log(`${emails} emails were taken; ${again} times a program had to try again.`)
  await until(async () => !(await ledgerOf(service, token)).some(({ isOpen }) => isOpen))
  const ledger = await ledgerOf(service, token)
  const result = compare(addresses, ledger, mailServer.counts)
  printComparison(result)
  const doubled = ledger.length - new Set(ledger.map(({ email }) => email)).size
  console.log(`Twice in the ledger: ${doubled}.`)
  return holds(result) && doubled === 0
}

const byApi =
  ({ origin }: KilledService, token: string): HandOver =>
  async to => {
    const answer = await fetch(`${origin}/api/v1/emails`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': to,
      },
      body: JSON.stringify({ to, from: FROM, subject: 'Your order', text: `Thank you, ${to}.` }),
    }).catch(() => undefined)
    return isTaken(answer?.status, await answer?.text().catch(() => ''))
  }

function bySmtp(port: number, token: string): HandOver {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    secure: true,
    pool: true,
    tls: { rejectUnauthorized: false },
    auth: { user: 'pennypost', pass: token },
  })
  return to =>
    transport
      .sendMail({
        from: FROM,
        to,
        subject: 'Your order',
        text: `Thank you, ${to}.`,
        messageId: `<${to}>`,
      })
      .then(
        () => true,
        error => isTaken(error.responseCode, error.response),
      )
}

function byResend({ origin }: KilledService, token: string): HandOver {
  const resend = new Resend(token, { baseUrl: `${origin}/resend` })
  return async to => {
    const email = { from: FROM, to, subject: 'Your order', text: `Thank you, ${to}.` }
    const { error } = await resend.emails.send(email, { idempotencyKey: to })
    return error === null || isTaken(error.statusCode ?? undefined, error.message)
  }
}

/** Throws for what a program would not try again. `status`: undefined: there was no answer. */
function isTaken(status: number | undefined, text = ''): boolean {
  if (status !== undefined && status >= 200 && status < 300) return true
  const again = status === undefined || TRIED_AGAIN.includes(status)
  if (!again) throw new Error(`An email is refused with ${status}: ${text}`)
  return false
}

/** Busy, or a fault; by HTTP and by SMTP. */
const TRIED_AGAIN = [500, 502, 503, 421, 450, 451, 452, 454]

interface Transaction extends LedgerRow {
  nextTry: string | null
  isOpen: boolean
}

const OPEN = ['planned', 'claimed', 'handed over', 'deferred']

async function ledgerOf({ origin }: KilledService, token: string): Promise<Transaction[]> {
  const rows: Transaction[] = []
  for (let after = ''; ; ) {
    const asked = new URLSearchParams({
      projectId: 'Emails',
      limit: '200',
      ...(after && { after }),
    })
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await fetch(`${origin}/api/v1/transactions?${asked}`, { headers })
    if (!answer.ok) throw new Error(`the ledger is answered with ${answer.status}`)
    const { items, next } = (await answer.json()) as { items: Transaction[]; next: string | null }
    for (const item of items)
      rows.push({ ...item, isOpen: OPEN.includes(item.state) || item.nextTry !== null })
    if (next === null) return rows
    after = next
  }
}

async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await is())) await pause(200)
}
