/**
 * Emails to members by a project (SYSTEM_MAIL_PROJECT): in its ledger, while no relay can be
 * reached and after it has put them off.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '../../src/lib/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { startSendingWorkers } from '../../src/start/sending-workers.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

const PUBLIC = 'https://mail.example.com'
let sink: Sink
let setup: ApiSetup
before(async () => {
  sink = await startSink()
  setup = await apiSetup({ PUBLIC_URL: PUBLIC, SYSTEM_MAIL_PROJECT: 'Other/Notices' })
})
after(async () => {
  await setup.running.close()
  await sink.stop()
})

const invite = (email: string) => setup.call('POST', '/invitations', { email, role: 'viewer' })

/** Of the account of the operators: not of the one that invites. */
const rows = async (): Promise<{ state: string; email: string; attempts: number }[]> => {
  const found = await setup.running.store.run(
    {
      name: '',
      text:
        'select d.state, d.email, d.attempts from deliveries d join accounts a on a.id = ' +
        "d.account_id where a.username = 'other' order by d.id",
      again: true,
    },
    [],
  )
  return found.rows.map(([state, email, attempts]) => ({
    state: String(state),
    email: String(email),
    attempts: Number(attempts),
  }))
}

test('emails to members wait in the ledger of the project, and are tried again', async () => {
  const email = 'ada@members.test'
  const early = (await invite(email)).body
  assert.deepEqual([early.mailed, early.causes[0].code], [false, 'links-no-project'])
  assert.match(early.link, /\/console\/invitation\//)
  const facts = { name: 'Notices', fromEmail: 'notices@operators.test', fromName: 'Operators' }
  const newsletter = { subject: 'x', source: { kind: 'html', html: '<p>x</p>' } }
  const { body: made } = await setup.stranger('POST', '/newsletters', newsletter)
  const project = await setup.stranger('POST', '/projects', { ...facts, newsletterId: made.id })
  assert.equal(project.status, 201, JSON.stringify(project.body))

  const { body } = await invite(email)
  assert.deepEqual([body.mailed, body.link, body.trouble], [true, null, null])
  assert.deepEqual(await rows(), [{ state: 'planned', email, attempts: 0 }])

  sink.tell([{ at: 'rcpt', do: 'reply', reply: '450 4.2.1 come back later' }])
  const { store, keys, sealer } = setup.running
  const workers = await startSendingWorkers({
    config: readConfig({ SMTP_URL: `smtp://127.0.0.1:${sink.port}`, PUBLIC_URL: PUBLIC }),
    store,
    keys,
    sealer,
    log: createLog({ level: 'silent' }),
  })
  await until(async () => (await rows())[0]!.state === 'deferred')
  sink.tell([])
  const due = (text: string) => store.run({ name: '', text, again: true }, [])
  await due("update deliveries set next_try_at = now() where state = 'deferred'")
  await due('update projects set due = now()')
  await until(() => sink.counts.get(email) === 1)
  const mail = sink.messages.at(-1)!.bytes.toString().replace(/=\r\n/g, '').replaceAll('=3D', '=')
  assert.match(mail, /^From: Operators <notices@operators\.test>/m)
  const [, token] = /\/console\/invitation\/(\S+)/.exec(mail)!
  const visitor = apiClient(setup.running.origin, { 'X-Pennypost-Console': '1' })
  const given = { token, password: 'a long secret', language: 'en' }
  assert.equal((await visitor('POST', '/invitations/accept', given)).status, 204)
  assert.equal((await visitor('GET', '/session/ways')).body.passwordByMail, true)

  assert.equal((await visitor('POST', '/password-resets', { email })).status, 204)
  await until(() => sink.counts.get(email) === 2)
  assert.match(sink.messages.at(-1)!.bytes.toString(), /\/console\/password\//)
  await until(async () => (await rows()).every(({ state }) => state === 'accepted'))
  await workers.stop()
})
