/** The submission servers beside the service, an account with keys, and a relay that keeps all. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { createCallLimits } from '../../src/lib/call-limits.ts'
import { createLog } from '../../src/lib/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import {
  type SubmissionOptions,
  startSubmissionServers,
} from '../../src/start/submission/servers.ts'
import { emailSetup } from '../console-api/email-setup.ts'
import { certificateForLocalhost } from './certificate.ts'
import { openDialog, plainAuth, type SmtpDialog } from './smtp-dialog.ts'

export const SENDER = 'orders@shop.example.test'
export const MAIL = `MAIL FROM:<${SENDER}>`
/** As it follows DATA. */
export const message = (to: string, subject = 'Hello') =>
  `From: ${SENDER}\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\nHello\r\n.\r\n`

interface SubmissionSetup {
  limits?: SubmissionOptions['limits']
  signInMillis?: number
  callsPerMinute?: number
}

export async function submissionSetup({
  limits = {},
  signInMillis = 60_000,
  callsPerMinute = 100_000,
}: SubmissionSetup = {}) {
  const lines: Record<string, unknown>[] = []
  const log = createLog({
    level: 'info',
    to: { write: (line: string) => void lines.push(JSON.parse(line)) },
  })
  const setup = await emailSetup({ log })
  const { store } = setup.running
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-submission-'))
  const files = { tlsCert: join(folder, 'cert.pem'), tlsKey: join(folder, 'key.pem') }
  const { cert, key } = certificateForLocalhost()
  writeFileSync(files.tlsCert, cert)
  writeFileSync(files.tlsKey, key)
  const settings = readConfig({
    SUBMISSION_HOST: '127.0.0.1',
    SUBMISSION_NAME: 'mail.example.test',
  })
  const servers = await startSubmissionServers({
    config: {
      ...settings,
      submission: { ...settings.submission, ...files, port: 0, tlsPort: 0 },
    },
    store,
    callLimits: createCallLimits(callsPerMinute),
    log,
    limits,
    signInMillis,
  })
  const newKey = (more: object = {}) =>
    setup.made('/api-keys', { name: 'shop', rights: ['send'], ...more })
  const { token } = await newKey()
  const port = servers.plain!.port
  return {
    ...setup,
    lines,
    servers,
    files,
    folder,
    token: token as string,
    newKey,
    port,
    tlsPort: servers.secure!.port,
    project: (name: string) =>
      makeProject(store, setup.accountId, {
        name,
        newsletterId: 0,
        fromName: 'Shop',
        fromEmail: SENDER,
        replyTo: '',
        routeId: null,
        marketing: false,
        repeats: '24h',
        retentionDays: null,
        versions: [],
      }),
    transport: (user = 'pennypost', pass: string = token) =>
      createTransport({
        host: '127.0.0.1',
        port,
        requireTLS: true,
        tls: { rejectUnauthorized: false },
        auth: { user, pass },
      }),
    /** A session by TLS that has signed in. */
    async signedIn(password: string = token, user = 'pennypost'): Promise<SmtpDialog> {
      const dialog = await openDialog(servers.secure!.port, { tls: true })
      await dialog.say('EHLO me')
      assert.match(await dialog.say(plainAuth(user, password)), /^235 /)
      return dialog
    },
    /** The reply to an email that is sent in a session. */
    async sent(dialog: SmtpDialog, to = setup.fresh()): Promise<string> {
      for (const line of [MAIL, `RCPT TO:<${to}>`]) {
        const reply = await dialog.say(line)
        if (!reply.startsWith('2')) return reply
      }
      assert.match(await dialog.say('DATA'), /^354/)
      return dialog.say(Buffer.from(message(to)))
    },
    email: async (reply: string) => {
      const [, id] = /as email (\d+)/.exec(reply) ?? []
      assert.ok(id, reply)
      return (await setup.call('GET', `/emails/${id}`)).body
    },
    count: async (sql: string) => {
      const { rows } = await store.run({ name: '', text: sql, again: true }, [])
      return Number(rows[0]![0])
    },
    async close() {
      await servers.stop()
      await setup.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Submission = Awaited<ReturnType<typeof submissionSetup>>
