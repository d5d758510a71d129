/** A key bound to a project, on each wire: another project is refused as the provider would. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { wires } from '../../src/wires/edge.ts'
import { DOMAIN } from '../console-api/email-setup.ts'
import { assertNotAllowed, keyHeaders } from './refusals.ts'
import { type WireSetup, wireSetup } from './setup.ts'

let setup: WireSetup
let token: string
before(async () => {
  setup = await wireSetup()
  const own = await setup.receipts()
  const made = { subject: 'Other', text: 'Of the other one' }
  const { body: newsletter } = await setup.call('POST', '/newsletters', made)
  const other = { name: 'other', newsletterId: newsletter.id, fromEmail: `till@${DOMAIN}` }
  assert.equal((await setup.call('POST', '/projects', other)).status, 201)
  const key = { name: 'bound', rights: ['read', 'send', 'people'], project: String(own) }
  const { status, body } = await setup.call('POST', '/api-keys', key)
  assert.equal(status, 201, JSON.stringify(body))
  token = body.token
})
after(() => setup.close())

interface Sample {
  path: string
  /** An email with the newsletter of a project. */
  body(project: string, to: string): object
  /** A read over all that the account has. */
  all: string
}

const from = `till@${DOMAIN}`

const SAMPLES: Record<(typeof wires)[number]['name'], Sample> = {
  resend: {
    path: '/resend/emails',
    body: (id, to) => ({ from, to, template: { id, variables: { number: 1 } } }),
    all: '/resend/suppressions/a@people.test',
  },
  postmark: {
    path: '/postmark/email/withTemplate',
    body: (TemplateAlias, To) => ({
      From: from,
      To,
      TemplateAlias,
      TemplateModel: { number: 1 },
    }),
    all: '/postmark/message-streams/outbound/suppressions/dump',
  },
  sendgrid: {
    path: '/sendgrid/v3/mail/send',
    body: (project, email) => ({
      from: { email: from },
      personalizations: [{ to: [{ email }], dynamic_template_data: { number: 1 } }],
      template_id: `d-${project}`,
    }),
    all: '/sendgrid/v3/suppression/bounces',
  },
  mailgun: {
    path: `/mailgun/v3/${DOMAIN}/messages`,
    body: (template, to) => ({ from, to, template, 't:variables': '{"number":1}' }),
    all: `/mailgun/v3/${DOMAIN}/bounces`,
  },
}

for (const { name } of wires) {
  const { path, body, all } = SAMPLES[name]
  const headers = () => keyHeaders(name, token)
  const send = (project: string, to: string) => {
    const given = body(project, to)
    const isForm = name === 'mailgun'
    return fetch(setup.running.origin + path, {
      method: 'POST',
      headers: { ...headers(), ...(!isForm && { 'Content-Type': 'application/json' }) },
      body: isForm ? new URLSearchParams(given as Record<string, string>) : JSON.stringify(given),
    })
  }

  describe(name, () => {
    test('sends for its own project, and for no other', async () => {
      const [kept, out] = [setup.fresh(), setup.fresh()]
      await assertNotAllowed(name, await send('other', out))
      const taken = await send('receipts', kept)
      assert.ok(taken.ok, await taken.text())
      assert.equal((await setup.received(kept)).mail.subject, 'Receipt 1')
      const { items } = (await setup.call('GET', `/transactions?email=${out}`)).body
      assert.deepEqual(items, [])
    })

    test('reads nothing of the whole account', async () => {
      const answer = await fetch(setup.running.origin + all, { headers: headers() })
      await assertNotAllowed(name, answer)
    })
  })
}
