/** Emails whose content comes with the call: to a relay, as it gets them, and in the ledger. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { erase } from '../../src/domain/privacy/erase.ts'
import { trimExpiredTransactions } from '../../src/domain/transactions/trim.ts'
import { until } from '../support/until.ts'
import { listen, publishedEvents } from '../webhooks/published-events.ts'
import { type EmailSetup, emailSetup, fresh, from } from './email-setup.ts'

let setup: EmailSetup
before(async () => {
  setup = await emailSetup()
})
after(() => setup.close())

const send = (body: object) => setup.send(body)
const received = (email: string) => setup.received(email)
const count = (text: string) => setup.count(text)

test('an email comes as it was given: no tag is read, no link is changed', async () => {
  const to = fresh()
  const html = '<p>{{ name }} {% if x %} {{% raw %} <a href="https://shop.test/?a=1">Ünder</a></p>'
  const { status, body, headers } = await send({
    to: { email: to, name: 'Åsa, "the" one' },
    subject: 'Order {{ DD1 }} – 1001',
    html,
    text: 'Plain {{ name }}',
    replyTo: 'help@shop.example.test',
    headers: { 'In-Reply-To': '<1@x.test>', References: '<1@x.test> <2@x.test>', 'X-Order': 'ä 1' },
  })
  assert.equal(status, 201, JSON.stringify(body))
  assert.match(headers.get('location') ?? '', /\/emails\/\d+$/)
  const { mail, head, rcpts } = await received(to)
  assert.equal(rcpts.length, 1)
  assert.equal(mail.subject, 'Order {{ DD1 }} – 1001')
  assert.deepEqual(mail.to, [{ name: 'Åsa, "the" one', address: to }])
  assert.deepEqual(mail.from, { name: 'Lädchen', address: from.email })
  assert.equal(mail.replyTo?.[0]?.address, 'help@shop.example.test')
  assert.ok(mail.html!.includes(html), mail.html)
  assert.equal(mail.text!.trim(), 'Plain {{ name }}')
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  assert.equal(header('in-reply-to'), '<1@x.test>')
  assert.equal(header('references')?.replace(/\s+/g, ' '), '<1@x.test> <2@x.test>')
  assert.equal(header('x-order'), '=?utf-8?Q?=C3=A4_1?=')
  assert.match(head, /^DKIM-Signature: .*d=shop\.example\.test;/ms)
  assert.ok(!/List-Unsubscribe|\/t\//.test(head + mail.html))
})

test('each recipient gets an email of their own, and nobody sees who is in bcc', async () => {
  const [one, two, copied, hidden] = [fresh(), fresh(), fresh(), fresh()]
  const { body } = await send({
    to: [one, { email: two, name: 'Two' }],
    cc: copied,
    bcc: [hidden, one.toUpperCase()],
    text: 'Hi',
    tags: ['receipt'],
    metadata: { order: '1001' },
  })
  assert.deepEqual(
    body.recipients.map(({ role, email }: { role: string; email: string }) => [role, email]),
    [
      ['to', one],
      ['to', two],
      ['cc', copied],
      ['bcc', hidden],
    ],
  )
  for (const email of [one, two, copied, hidden]) {
    const { mail, source, rcpts } = await received(email)
    assert.equal(rcpts.length, 1)
    assert.deepEqual(
      mail.to?.map(({ address }) => address),
      [one, two],
    )
    assert.deepEqual(
      mail.cc?.map(({ address }) => address),
      [copied],
    )
    assert.ok(!source.includes(hidden) && !/^bcc:/im.test(source))
  }
  const read = async () => (await setup.call('GET', `/emails/${body.id}`)).body
  await until(async () =>
    (await read()).recipients.every(({ state }: { state: string }) => state === 'accepted'),
  )
  const { tags, metadata, subject } = await read()
  assert.deepEqual([tags, metadata, subject], [['receipt'], { order: '1001' }, 'Hello'])
  const { body: transaction } = await setup.call('GET', `/transactions/${body.recipients[3].id}`)
  assert.deepEqual([transaction.email, transaction.project], [hidden, 'Emails'])
})

test('a call again with the same identifier sends nothing, also at once', async () => {
  const to = [fresh(), fresh()]
  const given = { to, text: 'Hi', identifier: 'order-7' }
  const answers = await Promise.all([send(given), send(given), send(given)])
  const ids = new Set(answers.map(({ body }) => body.id))
  assert.equal(ids.size, 1, JSON.stringify(answers.map(({ body }) => body)))
  const added = answers.flatMap(({ body }) =>
    body.recipients.filter(({ repeated }: { repeated: boolean }) => !repeated),
  )
  assert.equal(added.length, 2)
  const found = (await setup.call('GET', '/emails?identifier=order-7')).body
  assert.deepEqual(
    found.items.map(({ id }: { id: number }) => id),
    [...ids],
  )
  assert.equal(found.items[0].recipients.length, 2)
  const other = await send({ ...given, text: 'Other' })
  assert.notEqual(other.body.id, [...ids][0])
})

test('what is no email is refused with its reason, and nothing is kept', async () => {
  const kept = async () => [
    await count('select count(*) from given_emails where account_id = $1'),
    await count('select count(*) from transactions where account_id = $1'),
  ]
  const before = await kept()
  const good = { to: fresh(), text: 'Hi' }
  const line = 'x\r\nBcc: eve@evil.test'
  for (const [code, body] of [
    ['recipients-missing', { to: [], bcc: fresh(), text: 'Hi' }],
    ['recipients-many', { ...good, cc: Array.from({ length: 50 }, fresh) }],
    ['email-empty', { to: fresh() }],
    ['mailbox-address', { ...good, to: 'nobody' }],
    ['mailbox-address', { ...good, to: `a@b.test${line}` }],
    ['mailbox-address', { ...good, cc: `a@b.test, ${fresh()}` }],
    ['mailbox-address', { ...good, replyTo: `a@b.test${line}` }],
    ['text-lines', { ...good, to: { email: fresh(), name: line } }],
    ['text-lines', { ...good, from: { ...from, name: line } }],
    ['text-lines', { ...good, subject: line }],
    ['text-lines', { ...good, subject: 'x\u2028y' }],
    ['text-controls', { ...good, subject: 'x\u0001y' }],
    ['text-lines', { ...good, headers: { 'X-A': line } }],
    ['text-lines', { ...good, identifier: line }],
    ['text-lines', { ...good, tags: ['receipt', line] }],
    ['text-controls', { ...good, tags: ['x\u001b[2J'] }],
    ['text-lines', { ...good, metadata: { [line]: '1' } }],
    ['text-controls', { ...good, metadata: { order: 'x\u001b[2J' } }],
    ['header-ids', { ...good, headers: { References: 'no id' } }],
    ['header-not-allowed', { ...good, headers: { Bcc: 'eve@evil.test' } }],
    ['header-not-allowed', { ...good, headers: { 'X-A: 1\r\nBcc': 'eve@evil.test' } }],
    ['header-not-allowed', { ...good, headers: { 'DKIM-Signature': 'x' } }],
    ['header-twice', { ...good, headers: { 'X-A': '1', 'x-a': '2' } }],
    ['sender-unsigned', { ...good, from: 'ceo@bank.example' }],
    ['sender-missing', { ...good, from: undefined }],
  ] as const) {
    const { status, body: refused } = await send(body)
    assert.deepEqual([status, refused.code], [400, code], JSON.stringify([body, refused]))
  }
  assert.equal((await send({ ...good, project: 'Nowhere' })).status, 404)
  assert.equal((await send({ ...good, sendAt: 'tomorrow' })).status, 400)
  assert.deepEqual(await kept(), before)
})

test('all or none: a project that is paused meanwhile keeps the others out', async () => {
  const project = async (name: string) => {
    const list = { name, fromEmail: from.email }
    const { id: listId } = (await setup.call('POST', '/lists', list)).body
    const newsletter = { subject: 's', text: 't', listId }
    const { body } = await setup.call('POST', '/newsletters', newsletter)
    const facts = { name, newsletterId: body.id, fromEmail: from.email }
    assert.equal((await setup.call('POST', '/projects', facts)).status, 201)
  }
  await Promise.all(['Runs', 'Pauses'].map(project))
  const email = { from, subject: 's', text: 't' }
  const emails = ['Runs', 'Pauses'].map(name => ({
    ...email,
    project: name,
    to: fresh(),
    identifier: `whole ${name}`,
  }))
  // Both are known to the process from here on, which is told of no pause in the store.
  assert.equal((await setup.call('POST', '/emails/batch', { emails })).body.taken, 2)
  const text = "update projects set active = false where name = 'Pauses'"
  await setup.running.store.run({ name: '', text, again: false }, [])
  const others = emails.map(one => ({ ...one, to: fresh(), identifier: `${one.identifier} again` }))
  const { body } = await setup.call('POST', '/emails/batch', { emails: others, allOrNone: true })
  assert.deepEqual([body.taken, body.refused], [0, 2])
  assert.deepEqual(
    body.items.map(({ problem }: { problem: { reason: string } | null }) => problem?.reason),
    [undefined, 'no-such-project'],
  )
  const kept = await setup.call('GET', '/emails?identifier=whole%20Runs%20again')
  assert.deepEqual(kept.body.items, [])
})

test('each email of a batch has its outcome', async () => {
  const [one, two] = [fresh(), fresh()]
  const again = { from, to: fresh(), subject: 'Key', text: 'x', identifier: 'batch-1' }
  const emails = [
    { from, to: one, subject: 'First', text: '1' },
    { from, to: 'nobody', subject: 'Wrong', text: 'x' },
    { from, to: [two, fresh()], subject: 'Second', html: '<p>2</p>' },
    again,
    again,
    { from, to: fresh(), subject: 5, text: 'x' },
    { from, to: fresh(), subject: 'x', text: 'x', project: 'Nowhere' },
  ]
  const { status, body } = await setup.call('POST', '/emails/batch', { emails })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.taken, body.refused], [3, 4])
  assert.deepEqual(
    body.items.map((item: { row: number; taken: object | null; problem: { reason: string } }) => [
      item.row,
      item.taken !== null,
      item.problem?.reason,
    ]),
    [
      [1, true, undefined],
      [2, false, 'not-valid'],
      [3, true, undefined],
      [4, true, undefined],
      [5, false, 'not-valid'],
      [6, false, 'not-valid'],
      [7, false, 'no-such-project'],
    ],
  )
  assert.equal(body.items[2].taken.recipients.length, 2)
  assert.equal(body.items[5].problem.field, 'body.emails.5.subject')
  assert.equal((await received(one)).mail.subject, 'First')
  assert.equal((await received(two)).mail.html!.trim(), '<p>2</p>')
  const repeated = await setup.call('POST', '/emails/batch', { emails: [again] })
  assert.equal(repeated.body.items[0].taken.id, body.items[3].taken.id)
  assert.equal(repeated.body.items[0].taken.recipients[0].repeated, true)
  const many = Array.from({ length: 501 }, () => again)
  assert.equal((await setup.call('POST', '/emails/batch', { emails: many })).status, 400)
})

test('the project of emails that name none has no newsletter, and can be edited', async () => {
  const { projectId } = (await send({ to: fresh(), text: 'Hi' })).body
  const { body } = await setup.call('GET', `/projects/${projectId}`)
  assert.deepEqual([body.name, body.newsletterId], ['Emails', null])
  const changes = { fromEmail: 'own@shop.example.test', retentionDays: 30 }
  const edited = await setup.call('PATCH', `/projects/${projectId}`, changes)
  assert.equal(edited.status, 200, JSON.stringify(edited.body))
  const to = fresh()
  assert.equal((await send({ to, text: 'Hi', from: undefined })).status, 201)
  assert.equal((await received(to)).mail.from?.address, 'own@shop.example.test')
})

test('opens are counted where the call says so', async () => {
  const to = fresh()
  await send({ to, html: '<p>Hi</p>', trackOpens: true })
  const pixel = /src="(http[^"]+\/t\/[^"]+\.gif)"/.exec((await received(to)).mail.html!)?.[1]
  assert.ok(pixel)
  assert.equal((await fetch(pixel)).headers.get('content-type'), 'image/gif')
})

test('one that waits is sent at its time', async () => {
  const to = fresh()
  const { body } = await send({ to, text: 'Later', sendAt: '2099-01-01T09:00:00Z' })
  const shown = (await setup.call('GET', `/emails/${body.id}`)).body
  assert.equal(shown.recipients[0].state, 'planned')
  assert.equal(Date.parse(shown.recipients[0].sendTime), Date.parse('2099-01-01T09:00:00Z'))
})

test('the content goes with the person, and with the retention', async () => {
  const [erased, old] = [fresh(), fresh()]
  const first = (await send({ to: erased, text: 'Secret 1', metadata: { a: 'Secret' } })).body
  const second = (await send({ to: old, text: 'Secret 2' })).body
  await received(erased)
  await received(old)
  const over = async ({ id }: { id: number }) =>
    (await setup.call('GET', `/emails/${id}`)).body.recipients[0].state === 'accepted'
  await until(async () => (await over(first)) && (await over(second)))
  const { store } = setup.running
  await erase(store, setup.accountId, erased)
  const ask = (text: string) =>
    store.run({ name: '', text, again: false }, [setup.accountId, second.id])
  await ask(
    "update deliveries set changed_at = now() - interval '40 days' where account_id = $1 and id = $2",
  )
  await ask(
    "update transactions set created_at = now() - interval '40 days', send_at = now() - interval '40 days' where account_id = $1 and id = $2",
  )
  await trimExpiredTransactions(store, new AbortController().signal)
  for (const { id } of [first, second]) {
    const { body } = await setup.call('GET', `/emails/${id}`)
    assert.deepEqual([body.subject, body.metadata], ['', {}])
    assert.doesNotMatch(body.recipients[0].email, /reader-/)
  }
  const secret =
    "select count(*) from given_emails where account_id = $1 and content::text like '%Secret%'"
  assert.equal(await count(secret), 0)
})

test('a webhook is told with the identifier, the tags and the metadata of the call', async () => {
  const { store } = setup.running
  const webhookId = await listen(store, setup.accountId)
  const to = fresh()
  const named = { identifier: 'order-77', tags: ['receipt', 'eu'], metadata: { till: '4' } }
  assert.equal((await send({ to, text: 'Thank you', ...named })).status, 201)
  await received(to)
  const told = async () => {
    const events = await publishedEvents(store, setup.accountId, webhookId)
    return events.find(({ transaction }) => transaction?.email === to)
  }
  await until(async () => (await told()) !== undefined)
  const { event, transaction } = await told()
  const { identifier, tags, metadata } = transaction
  assert.deepEqual([event, { identifier, tags, metadata }], ['delivered', named])
})
