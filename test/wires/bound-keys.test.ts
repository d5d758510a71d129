/** A key bound to a project, on each wire: another project is refused as the provider would. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DOMAIN, type WireSetup, wireSetup } from './setup.ts'

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
  headers(): Record<string, string>
  /** An email with the newsletter of a project. */
  body(project: string, to: string): object
  /** The status, and the body without its sentence. */
  refused: [status: number, body: object]
  /** A read over all that the account has. */
  all: string
}

const from = `till@${DOMAIN}`
const bearer = () => ({ Authorization: `Bearer ${token}` })

const SAMPLES: Record<string, Sample> = {
  resend: {
    path: '/resend/emails',
    headers: bearer,
    body: (id, to) => ({ from, to, template: { id, variables: { number: 1 } } }),
    refused: [401, { statusCode: 401, name: 'restricted_api_key', message: '' }],
    all: '/resend/suppressions/a@people.test',
  },
  postmark: {
    path: '/postmark/email/withTemplate',
    headers: () => ({ 'X-Postmark-Server-Token': token }),
    body: (TemplateAlias, To) => ({
      From: from,
      To,
      TemplateAlias,
      TemplateModel: { number: 1 },
    }),
    refused: [422, { ErrorCode: 405, Message: '' }],
    all: '/postmark/message-streams/outbound/suppressions/dump',
  },
  sendgrid: {
    path: '/sendgrid/v3/mail/send',
    headers: bearer,
    body: (project, email) => ({
      from: { email: from },
      personalizations: [{ to: [{ email }], dynamic_template_data: { number: 1 } }],
      template_id: `d-${project}`,
    }),
    refused: [403, { errors: [{ message: '', field: null, help: null }] }],
    all: '/sendgrid/v3/suppression/bounces',
  },
  mailgun: {
    path: `/mailgun/v3/${DOMAIN}/messages`,
    headers: () => ({ Authorization: `Basic ${Buffer.from(`api:${token}`).toString('base64')}` }),
    body: (template, to) => ({ from, to, template, 't:variables': '{"number":1}' }),
    refused: [403, { message: '' }],
    all: `/mailgun/v3/${DOMAIN}/bounces`,
  },
}

for (const [name, { path, headers, body, refused, all }] of Object.entries(SAMPLES)) {
  const send = (project: string, to: string) => {
    const given = body(project, to)
    const isForm = name === 'mailgun'
    return fetch(setup.running.origin + path, {
      method: 'POST',
      headers: { ...headers(), ...(!isForm && { 'Content-Type': 'application/json' }) },
      body: isForm ? new URLSearchParams(given as Record<string, string>) : JSON.stringify(given),
    })
  }
  /** Status and body, whose sentence is some text. */
  async function assertRefused(answer: Response): Promise<void> {
    const said = await answer.json()
    const bare = JSON.parse(JSON.stringify(said), (key, value) => {
      if (!/^message$/i.test(key)) return value
      assert.ok(typeof value === 'string' && value !== '', key)
      return ''
    })
    assert.match(answer.headers.get('content-type')!, /^application\/json/)
    assert.deepEqual([answer.status, bare], refused, JSON.stringify(said))
  }

  describe(name, () => {
    test('sends for its own project, and for no other', async () => {
      const [kept, out] = [setup.fresh(), setup.fresh()]
      await assertRefused(await send('other', out))
      const taken = await send('receipts', kept)
      assert.ok(taken.ok, await taken.text())
      assert.equal((await setup.received(kept)).mail.subject, 'Receipt 1')
      const { items } = (await setup.call('GET', `/transactions?email=${out}`)).body
      assert.deepEqual(items, [])
    })

    test('reads nothing of the whole account', async () => {
      await assertRefused(await fetch(setup.running.origin + all, { headers: headers() }))
    })
  })
}
