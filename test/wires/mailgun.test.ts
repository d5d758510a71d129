/** The published client of Mailgun, unchanged but the address of its API. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Mailgun from 'mailgun.js'
import { DOMAIN } from '../console-api/email-setup.ts'
import { assertOrder, failingProxy, LOGO, PDF, type WireSetup, wireSetup } from './setup.ts'

let setup: WireSetup
let mailgun: ReturnType<typeof clientOf>
before(async () => {
  setup = await wireSetup()
  mailgun = clientOf(setup.key)
})
after(() => setup.close())

const clientOf = (key: string, origin = setup.running.origin) =>
  new Mailgun(FormData).client({ username: 'api', key, url: `${origin}/mailgun` })

const from = `Lädchen <orders@${DOMAIN}>`
const order = (to: string | string[]) => ({
  from,
  to,
  subject: 'Deine Bestellung 1001 – {{ name }}',
  html: '<p>Danke, Åsa. <img src="cid:logo.png" alt="Shop"></p>',
  text: 'Danke, Åsa.',
  'h:Reply-To': `help@${DOMAIN}`,
  'h:X-Order': '1001',
  'o:tag': ['confirmation', 'shop'],
  'v:order': '1001',
  attachment: [{ filename: 'Rechnung.pdf', data: PDF }],
  inline: [{ filename: 'logo.png', data: LOGO }],
})
const plain = (to: string | string[], more: object = {}) => ({
  from,
  to,
  subject: 'x',
  text: 'x',
  ...more,
})
const send = (given: object, client = mailgun) => client.messages.create(DOMAIN, given as never)

test('the order confirmation comes signed and as it was given', async () => {
  const [to, cc, bcc] = [setup.fresh(), setup.fresh(), setup.fresh()]
  const answer = await send({ ...order(`"Åsa, Ö" <${to}>`), cc, bcc })
  assert.deepEqual([answer.status, answer.message], [200, 'Queued. Thank you.'])
  assert.match(answer.id!, /^<[0-9a-f-]{36}@shop\.example\.test>$/)
  for (const email of [to, cc, bcc]) {
    const got = await setup.received(email)
    assertOrder(got, bcc, 'logo.png')
    assert.deepEqual(got.mail.to, [{ name: 'Åsa, Ö', address: to }])
    assert.equal(got.mail.replyTo![0]!.address, `help@${DOMAIN}`)
  }
  const id = Number.parseInt(answer.id!.slice(25, 37), 16)
  const { body } = await setup.call('GET', `/emails/${id}`)
  assert.deepEqual([body.tags, body.metadata], [['confirmation', 'shop'], { order: '1001' }])
})

test('each refusal is the error that the client knows', async () => {
  const to = setup.fresh()
  const refused = async (status: number, given: object, client = mailgun) => {
    const error = await send(plain(to, given), client).then(
      () => assert.fail(`sent: ${Object.keys(given)}`),
      refusal => refusal as { status: number; details: string; type: string },
    )
    assert.deepEqual([error.status, error.type], [status, 'MailgunAPIError'], `${error}`)
    return error.details
  }
  assert.equal(await refused(401, {}, clientOf('ppk_wrong')), 'Forbidden')
  await refused(401, {}, clientOf('no key at all'))
  await refused(403, {}, clientOf(setup.readingKey))
  assert.match(await refused(400, { from: 'ceo@bank.example' }), /bank\.example/)
  await refused(400, { from: '' })
  await refused(400, { to: 'nobody' })
  await refused(400, { to: Array.from({ length: 51 }, setup.fresh) })
  await refused(400, { text: '' })
  await refused(400, { subject: 'x\r\nBcc: eve@evil.test' })
  await refused(400, { 'h:Bcc': 'eve@evil.test' })
  await refused(400, { 'h:X-A': ['1', '2'] })
  await refused(400, { 'o:deliverytime': 'in a while' })
  await refused(400, { 't:variables': 'no JSON' })
  await refused(400, { attachment: [{ filename: 'x.exe', data: 'program' }] })
  await refused(400, { 'o:tag': Array.from({ length: 600 }, (_, i) => `t${i}`) })
  await refused(404, { template: 'nowhere' })
  await refused(413, { text: 'x'.repeat(17_000_000) })
  assert.equal(await setup.counted(to), 0)
})

test('a template is the newsletter of a project, and times are as in an email', async () => {
  await setup.receipts()
  const to = setup.fresh()
  const variables = JSON.stringify({ number: 1001 })
  await send({ from, to, template: 'receipts', 't:variables': variables })
  const { mail } = await setup.received(to)
  assert.equal(mail.subject, 'Receipt 1001')
  const { id } = await send(
    plain(setup.fresh(), { 'o:deliverytime': 'Thu, 01 Jan 2099 09:00:00 +0000' }),
  )
  const { body } = await setup.call('GET', `/emails/${Number.parseInt(id!.slice(25, 37), 16)}`)
  assert.equal(Date.parse(body.recipients[0].sendTime), Date.parse('2099-01-01T09:00:00Z'))
})

test('recipients with variables get an email each, and see nobody else', async () => {
  const [one, two, other] = [setup.fresh(), setup.fresh(), setup.fresh()]
  const variables = { [one]: { first: 'Åsa', id: 1 }, [two.toUpperCase()]: { first: '<b>Bo</b>' } }
  const batch = (to: string[], more: object = {}) => ({
    from,
    to,
    subject: 'Hi %recipient.first%',
    html: '<p>%recipient.first% %recipient.id% %recipient% 100%</p>',
    'v:id': '%recipient.id%',
    'h:X-Reader': '%recipient.id%',
    'recipient-variables': JSON.stringify(variables),
    ...more,
  })
  const { id } = await send(batch([`Åsa <${one}>`, two, other]))
  const [asa, bo, third] = [
    await setup.received(one),
    await setup.received(two),
    await setup.received(other),
  ]
  assert.deepEqual(asa.mail.to, [{ name: 'Åsa', address: one }])
  assert.equal(asa.mail.subject, 'Hi Åsa')
  assert.ok(asa.mail.html!.includes(`<p>Åsa 1 ${one} 100%</p>`), asa.mail.html)
  assert.ok(!asa.source.includes(two) && !bo.source.includes(one))
  assert.ok(bo.mail.html!.includes(`<p><b>Bo</b> %recipient.id% ${two} 100%</p>`), bo.mail.html)
  assert.equal(third.mail.subject, 'Hi %recipient.first%')
  const { body } = await setup.call('GET', `/emails/${Number.parseInt(id!.slice(25, 37), 16)}`)
  assert.deepEqual(body.metadata, { id: '1' })

  await setup.receipts()
  const reader = setup.fresh()
  const template = { template: 'receipts', 't:variables': '{"number": "%recipient.n%"}' }
  const numbers = JSON.stringify({ [reader]: { n: 77 } })
  await send({ from, to: [reader], ...template, 'recipient-variables': numbers })
  assert.equal((await setup.received(reader)).mail.subject, 'Receipt 77')

  const unsent = setup.fresh()
  const lines = JSON.stringify({ [unsent]: { first: 'x\r\nBcc: eve@evil.test' } })
  // A hundred thousand times a megabyte.
  const long = JSON.stringify({ [unsent]: { long: 'x'.repeat(1_000_000) } })
  for (const refused of [
    batch([unsent], { 'recipient-variables': 'no JSON' }),
    batch([unsent], { 'recipient-variables': '[]' }),
    batch([unsent, 'nobody']),
    batch([unsent, other], { 'recipient-variables': lines }),
    batch([Array.from({ length: 501 }, (_, i) => `${i}-${unsent}`).join()]),
    batch([unsent, other, one], { text: 'x'.repeat(6_000_000) }),
    batch([unsent, other, one], { subject: 'x'.repeat(6_000_000) }),
    batch([unsent], { text: '%recipient.long% '.repeat(100_000), 'recipient-variables': long }),
    batch([`${unsent},`.repeat(30_000)]),
    batch([]),
  ])
    await assert.rejects(send(refused), { status: 400 })
  assert.equal(await setup.counted(unsent), 0)
})

test('bounces are shown and deleted by address', async () => {
  const gone = setup.fresh()
  await setup.suppress(gone)
  const found = await mailgun.suppressions.get(DOMAIN, 'bounces', gone)
  assert.deepEqual('address' in found && found.address, gone)
  const removed = await mailgun.suppressions.destroy(DOMAIN, 'bounces', gone)
  assert.equal(removed.address, gone)
  await assert.rejects(mailgun.suppressions.get(DOMAIN, 'bounces', gone), { status: 404 })
})

test('bounces and unsubscribes are listed by pages', async () => {
  const [one, two, left] = [setup.fresh(), setup.fresh(), setup.fresh()]
  for (const email of [one, two]) await setup.suppress(email)
  assert.ok((await setup.call('POST', '/opt-outs', { email: left })).status < 300)
  const found: string[] = []
  let page: string | undefined
  for (let more = true; more; ) {
    const query = page === undefined ? { limit: 1 } : { page }
    const { items, pages } = await mailgun.suppressions.list(DOMAIN, 'bounces', query)
    found.push(...items.map(item => (item as { address: string }).address))
    page = pages.next.page
    more = items.length > 0
  }
  assert.deepEqual(found.filter(email => email === one || email === two).sort(), [one, two].sort())
  assert.equal(new Set(found).size, found.length)
  const { items } = await mailgun.suppressions.list(DOMAIN, 'unsubscribes')
  assert.ok(items.some(item => (item as { address: string }).address === left))
  await mailgun.suppressions.destroy(DOMAIN, 'unsubscribes', left)
  await assert.rejects(mailgun.suppressions.destroy(DOMAIN, 'unsubscribes', left), { status: 404 })
  await assert.rejects(mailgun.suppressions.list(DOMAIN, 'bounces', { limit: 100_000 }), {
    status: 400,
  })
})

test('bounces, unsubscribes and complaints are added, shown and deleted', async () => {
  const { suppressions } = mailgun
  const lists = ['bounces', 'unsubscribes', 'complaints'] as const
  for (const name of lists) {
    const [one, two, single] = [setup.fresh(), setup.fresh(), setup.fresh()]
    const since = 'Thu, 13 Oct 2011 18:02:00 UTC'
    const several = [{ address: one, created_at: since }, { address: two }]
    const added = await suppressions.create(DOMAIN, name, several)
    assert.equal(added.message, `2 addresses have been added to the ${name} table`)
    await suppressions.create(DOMAIN, name, { address: single })
    for (const address of [one, two, single]) {
      const found = await suppressions.get(DOMAIN, name, address)
      assert.equal('address' in found && found.address, address)
      const others = lists.filter(other => other !== name)
      for (const other of others)
        await assert.rejects(suppressions.get(DOMAIN, other, address), { status: 404 })
      await assert.rejects(suppressions.destroy(DOMAIN, others[0]!, address), { status: 404 })
      assert.equal((await suppressions.destroy(DOMAIN, name, address)).address, address)
      await assert.rejects(suppressions.get(DOMAIN, name, address), { status: 404 })
    }
  }
  const address = setup.fresh()
  for (const [name, given] of [
    ['bounces', Array.from({ length: 1_001 }, () => ({ address }))],
    ['bounces', [{ address: `${'x'.repeat(255)}@a.example` }]],
    ['bounces', [{ address: 'nobody' }]],
    ['bounces', { address, created_at: 'once' }],
    ['complaints', []],
    ['unsubscribes', { address, tag: 'news' }],
    ['unsubscribes', [{ address, tags: ['news'] }]],
  ] as const)
    await assert.rejects(suppressions.create(DOMAIN, name, given as never), { status: 400 })
  const reader = clientOf(setup.readingKey).suppressions
  await assert.rejects(reader.create(DOMAIN, 'bounces', { address }), { status: 403 })
  await assert.rejects(suppressions.destroyAll(DOMAIN, 'bounces'))
  await assert.rejects(suppressions.get(DOMAIN, 'bounces', address), { status: 404 })
})

test('what is not served is refused or ignored, and counted by its name', async () => {
  const counter = (name: string) =>
    setup.metric(`pennypost_wire_unserved_total{wire="mailgun",name="${name}"}`)
  const names = ['o:testmode', 't:version', 'amp-html', 'other', 'o:dkim', '/v4']
  const before = await Promise.all(names.map(counter))
  for (const given of [
    { 'o:testmode': 'yes' },
    { 't:version': '2' },
    { 'amp-html': '<html amp4email>' },
    { unheard: 'of' },
  ])
    await assert.rejects(send(plain(setup.fresh(), given)), { status: 400 })
  const to = setup.fresh()
  await send(plain(to, { 'o:dkim': 'yes', 'o:testmode': 'no', 'o:tracking': 'yes' }))
  await setup.received(to)
  await assert.rejects(mailgun.domains.list(), { status: 404 })
  assert.deepEqual(
    await Promise.all(names.map(counter)),
    before.map(count => count + 1),
  )
})

test('a form may come urlencoded, and what is no form is refused', async () => {
  const to = setup.fresh()
  const post = (body: string, type: string) =>
    fetch(`${setup.running.origin}/mailgun/v3/${DOMAIN}/messages`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`api:${setup.key}`).toString('base64')}`,
        'Content-Type': type,
      },
      body,
    })
  const encoded = new URLSearchParams(plain(to) as never).toString()
  assert.equal((await post(encoded, 'application/x-www-form-urlencoded')).status, 200)
  await setup.received(to)
  const part = '--x\r\nContent-Disposition: form-data; name="to"\r\n\r\na@b.example\r\n'
  for (const [body, type] of [
    [encoded, 'application/json'],
    ['{}', 'multipart/form-data'],
    [`${part}--x`, 'multipart/form-data; boundary=y'],
    [part, 'multipart/form-data; boundary=x'],
    [`${part.repeat(10_000)}--x--\r\n`, 'multipart/form-data; boundary=x'],
    ['to=a&'.repeat(10_000), 'application/x-www-form-urlencoded'],
    ['', 'application/x-www-form-urlencoded'],
  ] as const)
    assert.equal((await post(body, type)).status, 400, type)
})

test('a call that is tried again with a key is sent once', async () => {
  const to = setup.fresh()
  const proxy = await failingProxy(setup.running.origin, 1)
  const client = new Mailgun(FormData).client({
    username: 'api',
    key: setup.key,
    url: `${proxy.origin}/mailgun`,
    headers: { 'Idempotency-Key': 'order-1001' },
  } as never)
  const again = () => send(order(to), client)
  await assert.rejects(again(), { status: 502 })
  const ids = (await Promise.all([again(), again()])).map(({ id }) => id)
  proxy.close()
  assert.equal(new Set(ids).size, 1)
  assert.equal(await setup.counted(to), 1)
})
