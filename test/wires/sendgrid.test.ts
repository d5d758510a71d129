/** The published client of SendGrid, unchanged but the address of its API. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import mail from '@sendgrid/mail'
import { DOMAIN } from '../console-api/email-setup.ts'
import { assertOrder, failingProxy, LOGO, PDF, type WireSetup, wireSetup } from './setup.ts'

/** As the package exports it; its types name no way to make one. */
interface Mailer {
  client: {
    setDefaultRequest(name: string, value: string): void
    request(asked: object): Promise<unknown>
  }
  setApiKey(key: string): void
  send(given: object): Promise<[Accepted, unknown]>
  sendMultiple(given: object): Promise<[Accepted, unknown]>
}

interface Accepted {
  statusCode: number
  headers: Record<string, string>
}

const { MailService } = mail as unknown as { MailService: new () => Mailer }

interface Refusal {
  code: number
  response: { body: { errors: { message: string; field: string | null }[] } }
}

let setup: WireSetup
let sendgrid: Mailer
before(async () => {
  setup = await wireSetup()
  sendgrid = clientOf(setup.key)
})
after(() => setup.close())

function clientOf(key: string, origin = setup.running.origin): Mailer {
  const service = new MailService()
  // It warns of a key that does not begin with SG.
  const { warn } = console
  console.warn = () => {}
  service.setApiKey(key)
  console.warn = warn
  service.client.setDefaultRequest('baseUrl', `${origin}/sendgrid`)
  return service
}

const idIn = ({ headers }: Accepted): string => headers['x-message-id']!

const from = { email: `orders@${DOMAIN}`, name: 'Lädchen' }
const order = (to: unknown, more: object = {}) => ({
  from,
  to,
  subject: 'Deine Bestellung 1001 – {{ name }}',
  html: '<p>Danke, Åsa. <img src="cid:logo" alt="Shop"></p>',
  text: 'Danke, Åsa.',
  replyTo: `help@${DOMAIN}`,
  headers: { 'X-Order': '1001' },
  categories: ['confirmation'],
  customArgs: { order: '1001' },
  attachments: [
    {
      filename: 'Rechnung.pdf',
      content: PDF.toString('base64'),
      type: 'application/pdf',
      disposition: 'attachment',
    },
    {
      filename: 'logo.png',
      content: LOGO.toString('base64'),
      type: 'image/png',
      disposition: 'inline',
      content_id: 'logo',
    },
  ],
  ...more,
})
const plain = (to: string, more: object = {}) => ({
  from,
  to,
  subject: 'x',
  text: 'x',
  ...more,
})

test('the order confirmation comes signed and as it was given', async () => {
  const [to, cc, bcc] = [setup.fresh(), setup.fresh(), setup.fresh()]
  const [answer] = await sendgrid.send(order({ email: to, name: 'Åsa, Ö' }, { cc, bcc }))
  assert.equal(answer.statusCode, 202)
  assert.match(idIn(answer), /^[0-9a-f-]{36}$/)
  for (const email of [to, cc, bcc]) {
    const got = await setup.received(email)
    assertOrder(got, bcc)
    assert.deepEqual(got.mail.to, [{ name: 'Åsa, Ö', address: to }])
  }
  const id = Number.parseInt(idIn(answer).slice(-12), 16)
  const { body } = await setup.call('GET', `/emails/${id}`)
  assert.deepEqual([body.tags, body.metadata], [['confirmation'], { order: '1001' }])
})

test('each of several personalizations is an email of its own, or none is sent', async () => {
  const [one, two] = [setup.fresh(), setup.fresh()]
  await sendgrid.sendMultiple({ ...plain(one), to: [one, two] })
  for (const email of [one, two]) {
    const { mail } = await setup.received(email)
    assert.deepEqual(
      mail.to!.map(({ address }) => address),
      [email],
    )
  }
  const three = setup.fresh()
  const personalizations = [{ to: three, subject: 'Own' }, { to: 'nobody@wrong' }]
  const wrong = { ...plain(three), to: undefined, personalizations }
  await assert.rejects(sendgrid.send(wrong), { code: 400 })
  // Each would be stored with its content: a body of a megabyte as 500 of them.
  const copies = (length: number) => Array.from({ length }, () => ({ to: three }))
  for (const large of [
    { personalizations: copies(500), html: 'x'.repeat(800_000) },
    { personalizations: copies(501) },
  ])
    await assert.rejects(sendgrid.send({ ...plain(three), to: undefined, ...large }), { code: 400 })
  assert.equal(await setup.counted(three), 0)
})

test('each refusal is the error that the client knows', async () => {
  const to = setup.fresh()
  const refused = async (status: number, given: object, client = sendgrid) => {
    const error = await client.send(plain(to, given)).then(
      () => assert.fail(`sent: ${Object.keys(given)}`),
      (refusal: Refusal) => refusal,
    )
    assert.equal(error.code, status, `${Object.keys(given)} ${error}`)
    const { errors } = error.response.body
    assert.ok(errors[0]!.message.length > 0)
    return errors[0]!.field
  }
  await refused(401, {}, clientOf('ppk_wrong'))
  await refused(401, {}, clientOf('no key at all'))
  await refused(403, {}, clientOf(setup.readingKey))
  assert.equal(await refused(403, { from: 'ceo@bank.example' }), 'from')
  await refused(400, { to: 'nobody' })
  await refused(400, { to: Array.from({ length: 51 }, setup.fresh) })
  await refused(400, { subject: 'x\r\nBcc: eve@evil.test' })
  await refused(400, { headers: { Sender: 'eve@evil.test' } })
  await refused(400, { sendAt: 99_999_999_999_999 })
  await refused(400, { attachments: [{ filename: 'x.exe', content: 'AAAA' }] })
  await refused(400, { templateId: 'nowhere' })
  await refused(413, { text: 'x'.repeat(17_000_000) })
  assert.equal(await setup.counted(to), 0)
})

test('a template is the newsletter of a project', async () => {
  await setup.receipts()
  const to = setup.fresh()
  await sendgrid.send({
    from,
    to,
    templateId: 'd-receipts',
    dynamicTemplateData: { number: 1001 },
  })
  const { mail } = await setup.received(to)
  assert.equal(mail.subject, 'Receipt 1001')
  assert.match(mail.html!, /Total of 1001/)
})

test('bounces and unsubscribes are listed by pages, and addresses suppressed by hand', async () => {
  const ask = async (method: string, url: string, body?: object) =>
    ((await sendgrid.client.request({ method, url, body })) as [{ body: unknown }])[0].body as {
      email: string
    }[]
  const [one, two, left] = [setup.fresh(), setup.fresh(), setup.fresh()]
  for (const email of [one, two]) await setup.suppress(email)
  const pages = [0, 1].map(offset => ask('GET', `/v3/suppression/bounces?limit=1&offset=${offset}`))
  const found = (await Promise.all(pages)).flat().map(({ email }) => email)
  assert.deepEqual(found, [two, one])
  await ask('POST', '/v3/asm/suppressions/global', { recipient_emails: [left] })
  const unsubscribed = await ask('GET', '/v3/suppression/unsubscribes')
  assert.ok(unsubscribed.some(({ email }) => email === left))
  await ask('DELETE', `/v3/asm/suppressions/global/${left}`)
  for (const query of ['limit=501', 'limit=x', 'offset=10001', 'limit=0'])
    await assert.rejects(ask('GET', `/v3/suppression/bounces?${query}`), { code: 400 })
})

test('bounces are shown and deleted by address', async () => {
  const gone = setup.fresh()
  await setup.suppress(gone)
  const bounce = (method: string) =>
    sendgrid.client.request({ method, url: `/v3/suppression/bounces/${gone}` }) as Promise<
      [Accepted, { email: string; created: number }[]]
    >
  const [, [found]] = await bounce('GET')
  assert.equal(found!.email, gone)
  assert.ok(Math.abs(found!.created * 1000 - Date.now()) < 600_000)
  assert.equal((await bounce('DELETE'))[0].statusCode, 204)
  assert.deepEqual((await bounce('GET'))[1], [])
  await assert.rejects(bounce('DELETE'), { code: 404 })
})

test('each list of suppressions is shown and emptied by address, or by several', async () => {
  const ask = async (method: string, url: string, body?: object) =>
    ((await sendgrid.client.request({ method, url, body })) as [{ body: unknown }])[0].body as {
      email: string
    }[]
  const [one, two, abuser, blocked] = [setup.fresh(), setup.fresh(), setup.fresh(), setup.fresh()]
  for (const email of [one, two]) await setup.suppress(email)
  const complaint = { addresses: [{ email: abuser, reason: 'complaint' }] }
  assert.equal((await setup.call('POST', '/suppressions', complaint)).body.added, 1)
  const insert = `insert into bounces (account_id, id, received_at, email, kind, class, reply, rule, identity)
    values ($1, $2::bigint, now(), $3, 'blocked', 'policy', '550 5.7.1 no', 'x', ($2::bigint)::text)`
  for (const id of [900_001, 900_002])
    await setup.running.store.withClient(client =>
      client.query(insert, [setup.accountId, id, blocked]),
    )
  const of = async (name: string, rest = '') =>
    (await ask('GET', `/v3/suppression/${name}${rest}`)).map(({ email }) => email)
  assert.deepEqual(await of('blocks'), [blocked])
  assert.deepEqual(await of('blocks', `/${blocked}`), [blocked])
  assert.deepEqual(await of('spam_reports'), [abuser])
  assert.deepEqual(await of('unsubscribes', '?limit=500'), [])
  assert.deepEqual([await of('invalid_emails'), await of('invalid_emails', `/${one}`)], [[], []])
  await ask('DELETE', '/v3/suppression/bounces', { emails: [one, two] })
  assert.deepEqual(
    (await of('bounces')).filter(email => email === one || email === two),
    [],
  )
  await ask('DELETE', `/v3/suppression/spam_reports/${abuser}`)
  assert.deepEqual(await of('spam_reports', `/${abuser}`), [])
  await ask('DELETE', `/v3/suppression/blocks/${blocked}`)
  for (const name of ['bounces', 'spam_reports', 'invalid_emails', 'blocks'])
    await assert.rejects(ask('DELETE', `/v3/suppression/${name}/${one}`), { code: 404 }, name)
  const many = Array.from({ length: 101 }, () => one)
  for (const body of [{ delete_all: true }, { emails: many }, { emails: ['x'.repeat(255)] }, {}])
    await assert.rejects(ask('DELETE', '/v3/suppression/blocks', body), { code: 400 })
})

test('a global unsubscribe is shown by address, and a complaint is none', async () => {
  const ask = async (method: string, url: string, body?: object) =>
    ((await sendgrid.client.request({ method, url, body })) as [{ body: unknown }])[0].body
  const left = setup.fresh()
  const place = '/v3/asm/suppressions/global'
  assert.deepEqual(await ask('GET', `${place}/${left}`), {})
  await ask('POST', place, { recipient_emails: [left] })
  assert.deepEqual(await ask('GET', `${place}/${left}`), { recipient_email: left })
  const reader = clientOf(setup.readingKey)
  const deleting = { method: 'DELETE', url: `${place}/${left}` }
  await assert.rejects(reader.client.request(deleting), { code: 403 })
  await ask('DELETE', `${place}/${left}`)
  assert.deepEqual(await ask('GET', `${place}/${left}`), {})
})

test('what is not served is refused or ignored, and counted by its name', async () => {
  const counter = (name: string) =>
    setup.metric(`pennypost_wire_unserved_total{wire="sendgrid",name="${name}"}`)
  for (const given of [
    { asm: { groupId: 7 } },
    { mailSettings: { sandboxMode: { enable: true } } },
    { trackingSettings: { ganalytics: { enable: true } } },
  ])
    await assert.rejects(sendgrid.send(plain(setup.fresh(), given)), { code: 400 })
  const to = setup.fresh()
  await sendgrid.send(plain(to, { ipPoolName: 'fast', trackingSettings: OFF }))
  await setup.received(to)
  const templates = { method: 'GET', url: '/v3/templates' }
  await assert.rejects(sendgrid.client.request(templates), { code: 404 })
  for (const name of [
    'asm',
    'mail_settings',
    'tracking_settings.ganalytics',
    'ip_pool_name',
    '/v3/templates',
  ])
    assert.equal(await counter(name), 1, name)
})

const OFF = { ganalytics: { enable: false }, clickTracking: { enable: false } }

test('a call that is tried again with a key is sent once', async () => {
  const to = setup.fresh()
  const proxy = await failingProxy(setup.running.origin, 1)
  const client = clientOf(setup.key, proxy.origin)
  const headers = { 'Idempotency-Key': 'order-1001', 'X-Order': '1001' }
  const send = async () => {
    const [answer] = await client.send(order(to, { headers }))
    return idIn(answer)
  }
  await assert.rejects(send(), { code: 502 })
  const ids = await Promise.all([send(), send()])
  proxy.close()
  assert.equal(new Set(ids).size, 1)
  assert.ok(ids[0])
  assert.equal(await setup.counted(to), 1)
})
