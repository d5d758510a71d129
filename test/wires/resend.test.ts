/** The published client of Resend, unchanged but the address of its API. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Resend } from 'resend'
import { startCall } from '../../src/domain/idempotency/idempotency.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { DOMAIN } from '../console-api/email-setup.ts'
import { until } from '../support/until.ts'
import { assertOrder, failingProxy, LOGO, PDF, type WireSetup, wireSetup } from './setup.ts'

let setup: WireSetup
let resend: Resend
before(async () => {
  setup = await wireSetup()
  resend = clientOf(setup.key)
})
after(() => setup.close())

const clientOf = (key: string, origin = setup.running.origin) =>
  new Resend(key, { baseUrl: `${origin}/resend` })

const from = `Lädchen <orders@${DOMAIN}>`
const order = (to: string) => ({
  from,
  to,
  subject: 'Deine Bestellung 1001 – {{ name }}',
  html: '<p>Danke, Åsa. <img src="cid:logo" alt="Shop"></p>',
  text: 'Danke, Åsa.',
  replyTo: `Help <help@${DOMAIN}>`,
  headers: { 'X-Order': '1001', 'In-Reply-To': '<cart-1@shop.test>' },
  tags: [
    { name: 'order', value: '1001' },
    { name: 'kind', value: 'confirmation' },
  ],
  attachments: [
    { filename: 'Rechnung.pdf', content: PDF },
    { filename: 'logo.png', content: LOGO.toString('base64'), contentId: 'logo' },
  ],
})
const plain = (to: string, more: object = {}) => ({ from, to, subject: 'x', text: 'x', ...more })

test('the order confirmation comes signed and as it was given', async () => {
  const [to, cc, bcc] = [setup.fresh(), setup.fresh(), setup.fresh()]
  const { data, error, headers } = await resend.emails.send({
    ...order(`"Åsa, Ö" <${to}>`),
    cc,
    bcc: [bcc],
  })
  assert.equal(error, null, JSON.stringify(error))
  assert.match(data!.id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.ok(Number(headers!['ratelimit-remaining']) > 0)
  for (const email of [to, cc, bcc]) {
    const got = await setup.received(email)
    assertOrder(got, bcc)
    assert.deepEqual(got.mail.to, [{ name: 'Åsa, Ö', address: to }])
    assert.deepEqual(got.mail.cc, [{ name: '', address: cc }])
    assert.equal(got.mail.replyTo![0]!.address, `help@${DOMAIN}`)
  }
  assert.equal(await setup.counted(to), 1)
  const { data: shown } = await resend.emails.get(data!.id)
  assert.deepEqual(shown!.to, [to])
  assert.deepEqual(shown!.bcc, [bcc])
  assert.equal(shown!.last_event, 'delivered')
  assert.deepEqual(
    shown!.tags!.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    [
      { name: 'kind', value: 'confirmation' },
      { name: 'order', value: '1001' },
    ],
  )
})

test('a template is the newsletter of a project', async () => {
  await setup.receipts()
  const to = setup.fresh()
  const { error } = await resend.emails.send({
    from,
    to,
    template: { id: 'receipts', variables: { number: 1001 } },
  })
  assert.equal(error, null, JSON.stringify(error))
  const { mail } = await setup.received(to)
  assert.equal(mail.subject, 'Receipt 1001')
  assert.match(mail.html!, /Total of 1001/)
  const none = await resend.emails.send({ from, to, template: { id: 'nowhere' } })
  assert.deepEqual([none.error!.statusCode, none.error!.name], [422, 'validation_error'])
})

test('each refusal is the error that the client knows', async () => {
  const to = setup.fresh()
  const refused = async (
    expected: [status: number, name: string],
    given: object,
    client: Resend = resend,
  ) => {
    const { data, error } = await client.emails.send(plain(to, given) as never)
    assert.equal(data, null)
    assert.deepEqual(
      [error!.statusCode, error!.name],
      expected,
      JSON.stringify([Object.keys(given), error]),
    )
    return error!.message
  }
  assert.equal(
    await refused([401, 'validation_error'], {}, clientOf('ppk_wrong')),
    'The API key is unknown, or has expired.',
  )
  await refused([401, 'missing_api_key'], {}, clientOf('no key at all'))
  await refused([401, 'restricted_api_key'], {}, clientOf(setup.readingKey))
  assert.match(
    await refused([403, 'validation_error'], { from: 'ceo@bank.example' }),
    /bank\.example/,
  )
  await refused([422, 'validation_error'], { to: 'nobody' })
  await refused([422, 'validation_error'], { to: `x@y.example, ${to}` })
  await refused([422, 'missing_required_field'], { to: [] })
  await refused([422, 'missing_required_field'], { subject: undefined })
  await refused([422, 'missing_required_field'], { text: undefined })
  await refused([422, 'validation_error'], { to: Array.from({ length: 51 }, setup.fresh) })
  await refused([422, 'validation_error'], { subject: 'x\r\nBcc: eve@evil.test' })
  await refused([422, 'validation_error'], { headers: { Bcc: 'eve@evil.test' } })
  await refused([422, 'validation_error'], { scheduledAt: 'in a while' })
  await refused([422, 'invalid_attachment'], {
    attachments: [{ filename: 'x.exe', content: 'AAAA' }],
  })
  await refused([422, 'invalid_attachment'], {
    attachments: [{ filename: 'large.pdf', content: Buffer.alloc(10_200_000, 1) }],
  })
  await refused([413, 'validation_error'], { html: 'x'.repeat(17_000_000) })
  assert.equal(await setup.counted(to), 0)
  const wrong = await resend.emails.get('2f0c1c1e-6f0b-4c56-9a2e-7d3a9b1e54e0')
  assert.deepEqual([wrong.error!.statusCode, wrong.error!.name], [404, 'not_found'])
})

test('a planned email is moved, until it was handed over', async () => {
  const to = setup.fresh()
  const { data } = await resend.emails.send(plain(to, { scheduledAt: '2099-12-24T08:00:00Z' }))
  const { id } = data!
  const moved = await resend.emails.update({ id, scheduledAt: '2099-12-25T08:00:00Z' })
  assert.deepEqual([moved.error, moved.data], [null, { object: 'email', id }])
  const { data: shown } = await resend.emails.get(id)
  assert.equal(new Date(shown!.scheduled_at!).toISOString(), '2099-12-25T08:00:00.000Z')
  assert.equal(shown!.last_event, 'scheduled')
  const words = await resend.emails.update({ id, scheduledAt: 'in 1 hour' })
  assert.deepEqual([words.error!.statusCode, words.error!.name], [422, 'validation_error'])
  await resend.emails.cancel(id)
  const late = await resend.emails.update({ id, scheduledAt: '2099-12-26T08:00:00Z' })
  assert.deepEqual([late.error!.statusCode, late.error!.name], [422, 'validation_error'])
  const unknown = '2f0c1c1e-6f0b-4c56-9a2e-7d3a9b1e54e0'
  const none = await resend.emails.update({ id: unknown, scheduledAt: '2099-12-26T08:00:00Z' })
  assert.deepEqual([none.error!.statusCode, none.error!.name], [404, 'not_found'])
})

test('what is not served is refused and counted by its name', async () => {
  const counter = (name: string) =>
    setup.metric(`pennypost_wire_unserved_total{wire="resend",name="${name}"}`)
  const domains = await resend.domains.list()
  assert.deepEqual([domains.error!.statusCode, domains.error!.name], [404, 'not_found'])
  const path = 'https://files.example/invoice.pdf'
  const attachments = [{ filename: 'a.pdf', path }]
  for (const given of [{ attachments }, { topicId: 'news' }]) {
    const { error } = await resend.emails.send(plain(setup.fresh(), given) as never)
    assert.deepEqual([error!.statusCode, error!.name], [422, 'validation_error'])
  }
  const call = (at: string, body: string) =>
    fetch(`${setup.running.origin}/resend${at}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${setup.key}`, 'Content-Type': 'application/json' },
      body,
    })
  assert.equal((await call('/nothing/here', '{}')).status, 404)
  const odd = plain(setup.fresh(), { '<b>\u0000': 1 })
  assert.equal((await call('/emails', JSON.stringify(odd))).status, 422)
  for (const [name, times] of [
    ['/domains', 1],
    ['attachments.path', 1],
    ['topic_id', 1],
    ['other', 1],
  ] as const)
    assert.equal(await counter(name), times, name)
  assert.ok(setup.running.lines.some(line => line.includes('"name":"attachments.path"')))
  assert.equal((await call('/emails', '{"from":')).status, 400)
  assert.equal((await call('/emails', '')).status, 422)
})

test('a planned email is cancelled, and one that was sent is not', async () => {
  const to = setup.fresh()
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
  const { data } = await resend.emails.send(plain(to, { scheduledAt }))
  assert.equal((await resend.emails.get(data!.id)).data!.last_event, 'scheduled')
  const reader = await clientOf(setup.readingKey).emails.cancel(data!.id)
  assert.equal(reader.error!.name, 'restricted_api_key')
  for (const _ of ['once', 'again'])
    assert.deepEqual((await resend.emails.cancel(data!.id)).data, { object: 'email', id: data!.id })
  const shown = (await resend.emails.get(data!.id)).data!
  assert.deepEqual([shown.last_event, shown.scheduled_at], ['canceled', null])
  const late = await resend.emails.send(plain(setup.fresh()))
  await until(async () => (await resend.emails.get(late.data!.id)).data?.last_event === 'delivered')
  const refused = (await resend.emails.cancel(late.data!.id)).error!
  assert.deepEqual([refused.statusCode, refused.name], [422, 'validation_error'])
  const unknown = await resend.emails.cancel('2f0c1c1e-6f0b-4c56-9a2e-7d3a9b1e54e0')
  assert.equal(unknown.error!.name, 'not_found')
  assert.equal(setup.sink.counts.get(to), undefined)
})

test('a suppressed address gets nothing until it is removed from the list', async () => {
  const gone = setup.fresh()
  await setup.suppress(gone)
  const { data } = await resend.emails.send(plain(gone))
  await until(async () => (await resend.emails.get(data!.id)).data?.last_event === 'suppressed')
  const shown = await resend.suppressions.get(gone)
  assert.deepEqual([shown.data!.email, shown.data!.origin], [gone, 'bounce'])
  assert.equal((await resend.suppressions.remove(gone)).data!.deleted, true)
  assert.equal((await resend.suppressions.get(gone)).error!.name, 'not_found')
  assert.equal(setup.sink.counts.get(gone), undefined)
  await resend.emails.send(plain(gone))
  await setup.received(gone)
})

test('suppressions are added by hand, listed by pages and origin, and removed', async () => {
  const { suppressions } = resend
  const [bounced, one, two, three] = [setup.fresh(), setup.fresh(), setup.fresh(), setup.fresh()]
  await setup.suppress(bounced)
  assert.equal((await suppressions.add({ email: one })).data!.id, one)
  assert.equal((await suppressions.batch.add({ emails: [two, three] })).data!.data.length, 2)
  assert.equal((await suppressions.get(one)).data!.origin, 'manual')
  const found: string[] = []
  for (let after: string | undefined, more = true; more; after = found.at(-1)) {
    const page = { limit: 1, origin: 'manual' as const, ...(after !== undefined && { after }) }
    const { data } = await suppressions.list(page)
    found.push(...data!.data.map(({ email }) => email))
    more = data!.has_more
  }
  assert.deepEqual(found.toSorted(), [one, two, three].toSorted())
  const others = (await suppressions.list({ origin: 'bounce' })).data!.data
  assert.deepEqual([others[0]!.email, others[0]!.origin], [bounced, 'bounce'])
  const complaint = { addresses: [{ email: setup.fresh(), reason: 'complaint' }] }
  await setup.call('POST', '/suppressions', complaint)
  const [complained] = (await suppressions.list({ origin: 'complaint' })).data!.data
  assert.equal((await suppressions.get(complained!.id)).data!.origin, 'complaint')
  const ids = [one, two, three, complained!.id, one]
  const { data } = await suppressions.batch.remove({ ids })
  assert.deepEqual(
    data!.data.map(({ deleted }) => deleted),
    [true, true, true, true, false],
  )
  for (const refused of [
    await suppressions.add({ email: 'nobody' }),
    await suppressions.add({ email: `${'x'.repeat(255)}@a.example` }),
    await suppressions.batch.add({ emails: Array.from({ length: 101 }, () => one) }),
    await suppressions.list({ limit: 101 }),
    await suppressions.list({ before: one }),
    await suppressions.list({ after: 'nobody@a.example' }),
    await suppressions.list({ origin: 'x' as never }),
  ])
    assert.equal(refused.error!.statusCode, 422)
  const reader = clientOf(setup.readingKey).suppressions
  assert.equal((await reader.add({ email: one })).error!.name, 'restricted_api_key')
})

test('a batch is sent whole, or not at all, or without those that are wrong', async () => {
  const [one, two, three] = [setup.fresh(), setup.fresh(), setup.fresh()]
  const { data } = await resend.batch.send([plain(one), plain(two, { attachments: [] })] as never)
  assert.equal(data!.data.length, 2)
  assert.equal(new Set(data!.data.map(({ id }) => id)).size, 2)
  await setup.received(two)
  const mixed = [plain(three), plain('nobody'), plain(setup.fresh(), { topicId: 'x' })] as never
  const strict = await resend.batch.send(mixed)
  assert.deepEqual([strict.error!.statusCode, strict.error!.name], [422, 'validation_error'])
  const wrongDomain = await resend.batch.send([
    plain(three),
    plain(three, { from: 'ceo@bank.example' }),
  ] as never)
  assert.deepEqual(
    [wrongDomain.error!.statusCode, wrongDomain.error!.name],
    [403, 'validation_error'],
  )
  assert.equal(await setup.counted(three), 0)
  const permissive = await resend.batch.send(mixed, { batchValidation: 'permissive' })
  assert.equal(permissive.data!.data.length, 1)
  assert.deepEqual(
    permissive.data!.errors.map(({ index }) => index),
    [1, 2],
  )
  await setup.received(three)
  const many = Array.from({ length: 501 }, () => ({})) as never
  const refused = await resend.batch.send(many, { batchValidation: 'permissive' })
  assert.equal(refused.error!.statusCode, 422)
})

test('a call that is tried again with its key is sent once', async () => {
  const to = setup.fresh()
  const proxy = await failingProxy(setup.running.origin, 1)
  const client = clientOf(setup.key, proxy.origin)
  const send = () => client.emails.send(order(to), { idempotencyKey: 'order-1001' })
  assert.equal((await send()).error!.statusCode, 502)
  const again = await Promise.all([send(), send(), send()])
  proxy.close()
  const ids = new Set(again.map(({ data }) => data!.id))
  assert.equal(ids.size, 1)
  assert.equal(await setup.counted(to), 1)
  const { body } = await setup.call('GET', '/emails?identifier=order-1001')
  assert.equal(body.items.length, 1)
  const other = await resend.emails.send(plain(to), { idempotencyKey: 'order-1001' })
  assert.deepEqual(
    [other.error!.statusCode, other.error!.name],
    [409, 'invalid_idempotent_request'],
  )
  const long = await resend.emails.send(plain(to), { idempotencyKey: 'x'.repeat(257) })
  assert.deepEqual([long.error!.statusCode, long.error!.name], [400, 'invalid_idempotency_key'])
  const [first, second] = [setup.fresh(), setup.fresh()]
  const batch = () =>
    resend.batch.send([plain(first), plain(second), plain(second)] as never, {
      idempotencyKey: 'y'.repeat(256),
    })
  assert.deepEqual((await batch()).data, (await batch()).data)
  assert.deepEqual([await setup.counted(first), await setup.counted(second)], [1, 2])
})

test('a call whose process died before its answer is carried out when it comes again', async () => {
  const to = setup.fresh()
  const body = JSON.stringify(plain(to))
  const begun = await startCall(setup.running.store, createSealer('unused'), {
    accountId: setup.accountId,
    key: `key ${setup.accountId}-${setup.keyId} died`,
    call: `resend /emails ${body}`,
  })
  assert.equal(begun.state, 'new')
  const send = async () => {
    const answer = await fetch(`${setup.running.origin}/resend/emails`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${setup.key}`, 'Idempotency-Key': 'died' },
      body,
    })
    return (await answer.json()) as { id: string }
  }
  assert.deepEqual(await send(), await send())
  assert.equal(await setup.counted(to), 1)
})
