/** The submission servers beside the service, an account with keys, and a relay that keeps all. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { createCallLimits } from '../../src/lib/call-limits.ts'
import { createLog } from '../../src/lib/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { startSendingWorkers } from '../../src/start/sending-workers.ts'
import {
  type SubmissionOptions,
  startSubmissionServers,
} from '../../src/start/submission/servers.ts'
import { apiSetup } from '../console-api/api-setup.ts'
import { certificateForLocalhost } from './certificate.ts'
import { startSink } from './smtp-sink.ts'
import { until } from './until.ts'

export const SENDER = 'orders@shop.example.test'

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
  const api = await apiSetup()
  const { store, keys, sealer, origin } = api.running
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-submission-'))
  const files = { tlsCert: join(folder, 'cert.pem'), tlsKey: join(folder, 'key.pem') }
  const { cert, key } = certificateForLocalhost()
  writeFileSync(files.tlsCert, cert)
  writeFileSync(files.tlsKey, key)
  const sink = await startSink({ keep: 1_000 })
  const settings = readConfig({
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    PUBLIC_URL: origin,
    BOUNCE_DOMAIN: 'bounce.example.test',
    SUBMISSION_HOST: '127.0.0.1',
    SUBMISSION_NAME: 'mail.example.test',
  })
  const lines: Record<string, unknown>[] = []
  const log = createLog({
    level: 'info',
    to: { write: (line: string) => void lines.push(JSON.parse(line)) },
  })
  const workers = await startSendingWorkers({ config: settings, store, keys, sealer, log })
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
  const made = await api.call('POST', '/dkim-keys', { domain: 'shop.example.test' })
  assert.ok(made.status < 300, JSON.stringify(made.body))
  const newKey = async (more: object = {}) =>
    (await api.call('POST', '/api-keys', { name: 'shop', rights: ['send'], ...more })).body
  const { token } = await newKey()
  const port = servers.plain!.port
  let people = 0

  return {
    ...api,
    sink,
    lines,
    servers,
    files,
    folder,
    token: token as string,
    newKey,
    port,
    tlsPort: servers.secure!.port,
    project: (name: string) =>
      makeProject(store, api.accountId, {
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
    /** An address that has had no email. */
    fresh: () => `reader-${++people}@mail.example.test`,
    transport: (user = 'pennypost', pass: string = token) =>
      createTransport({
        host: '127.0.0.1',
        port,
        requireTLS: true,
        tls: { rejectUnauthorized: false },
        auth: { user, pass },
      }),
    /** The email as it was handed over to the recipient's relay. */
    async received(email: string) {
      const found = () => sink.messages.find(({ rcpts }) => rcpts.some(to => to.includes(email)))
      await until(() => found() !== undefined)
      const { bytes, rcpts } = found()!
      const source = bytes.toString('utf8')
      return { mail: await PostalMime.parse(bytes), source, bytes, rcpts }
    },
    email: async (reply: string) => {
      const [, id] = /as email (\d+)/.exec(reply) ?? []
      assert.ok(id, reply)
      return (await api.call('GET', `/emails/${id}`)).body
    },
    count: async (sql: string) => {
      const { rows } = await store.run({ name: '', text: sql, again: true }, [])
      return Number(rows[0]![0])
    },
    async close() {
      await servers.stop()
      await workers.stop()
      await sink.stop()
      await api.running.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Submission = Awaited<ReturnType<typeof submissionSetup>>
