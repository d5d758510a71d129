/** Single emails: found by parts of address, subject and identifier, with each of their tries. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { erase } from '../../src/domain/privacy/erase.ts'
import { insertTransaction } from '../../src/domain/transactions/insert.ts'
import { trimExpiredTransactions } from '../../src/domain/transactions/trim.ts'
import { until } from '../support/until.ts'
import { type ApiClient, apiClient } from './api-setup.ts'
import { type EmailSetup, emailSetup } from './email-setup.ts'

let setup: EmailSetup
let projectId: number
let guid: string

before(async () => {
  setup = await emailSetup()
  const { made } = setup
  const newsletter = await made('/newsletters', {
    name: 'Receipt',
    subject: 'Tack för din order {{ DD1 }}',
    source: { kind: 'html', html: '<p>Hej {{ name }}</p>' },
  })
  const project = await made('/projects', {
    name: 'Orders',
    newsletterId: newsletter.id,
    fromEmail: 'till@shop.example.test',
    retentionDays: 30,
  })
  projectId = project.id
  guid = project.guid
})
after(() => setup?.close())

async function maskedKey(): Promise<ApiClient> {
  const { token } = await setup.made('/api-keys', {
    name: 'masked',
    rights: ['read'],
    masked: true,
  })
  return apiClient(setup.running.origin, { Authorization: `Bearer ${token}` })
}

const from = { email: 'orders@shop.example.test', name: 'Shop' }
const give = async (to: string, subject: string, more: object = {}): Promise<number> =>
  (await setup.made('/emails', { from, to, subject, text: 'Hello', ...more })).recipients[0].id

async function order(email: string, number: string): Promise<number> {
  const { id } = await insertTransaction(setup.running.store, setup.accountId, {
    guid,
    identifier: `order-${number}`,
    email,
    name: 'Åsa',
    format: undefined,
    sendAt: undefined,
    fields: [number],
    split: false,
  })
  return id
}

const search = (query: string, call = setup.call) => call('GET', `/emails/search?${query}`)
const words = async (text: string, more = ''): Promise<number[]> => {
  const { status, body } = await search(`words=${encodeURIComponent(text)}${more}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.items.map((item: { id: number }) => item.id)
}

const stateOf = async (id: number): Promise<string> =>
  (await setup.call('GET', `/transactions/${id}`)).body.state
const isState = (id: number, state: string) => until(async () => (await stateOf(id)) === state)

/** Words are written in the background. */
const wordsWritten = () =>
  until(async () => (await search('words=nobody')).body.behindSince === null)

const run = (text: string, values: unknown[] = []) =>
  setup.running.store.run({ name: '', text, again: false }, [setup.accountId, ...values])

test('an email is found by parts of its address, subject and identifier', async () => {
  const id = await give('lennart.hallgren@mejl.example', 'Kursen på Lördag: tid och plats', {
    identifier: 'booking-5512',
  })
  const other = await give('ulla@annan.example', 'En rabatt på ljus')
  const asked = await order('Britt.Hallgren@post.example', '118207')
  await Promise.all([id, other, asked].map(one => isState(one, 'accepted')))
  await wordsWritten()
  assert.deepEqual(await words('hallgr'), [asked, id])
  assert.deepEqual(await words('LORDAG kurs'), [id])
  assert.deepEqual(await words('mejl.example'), [id])
  assert.deepEqual(await words('booking-55'), [id])
  assert.deepEqual(await words('hallgren@post'), [asked])
  assert.deepEqual(await words('tack order hallgren'), [asked])
  assert.deepEqual(await words('order-118207'), [asked])
  assert.deepEqual(await words('hallgren ljus'), [])
  assert.deepEqual(await words('hallgren', `&projectId=${projectId}`), [asked])
  assert.deepEqual(await words('hallgren', '&state=bounced,failed'), [])
  assert.deepEqual(await words('hallgren', '&until=2020-01-01'), [])
  assert.deepEqual(await words('hallgren', '&since=2020-01-01'), [asked, id])
  const { body } = await search('words=tack')
  const [found] = body.items
  assert.equal(found.subject, 'Tack för din order 118207')
  assert.equal(found.project, 'Orders')
  assert.equal((await search('words=ab')).body.tooShort, true)
})

test('pages follow each other without a gap, the newest first', async () => {
  const ids = []
  for (let n = 0; n < 7; n++) ids.push(await give(`p${n}@pages.example`, `Sidan nummer ${n}`))
  await isState(ids.at(-1)!, 'accepted')
  await wordsWritten()
  const read: number[] = []
  for (let after = ''; ; ) {
    const { body } = await search(`words=sidan&limit=3${after}`)
    read.push(...body.items.map((item: { id: number }) => item.id))
    if (body.next === null) break
    after = `&after=${encodeURIComponent(body.next)}`
  }
  assert.deepEqual(
    read,
    ids.toSorted((a, b) => b - a),
  )
  assert.equal((await search('words=sidan&after=x')).status, 400)
})

test('a hostile relay: each try is kept with its reply', async () => {
  const to = 'hostile@greylist.example'
  const reply = (reply: string) => ({ at: 'rcpt' as const, do: 'reply' as const, reply, about: to })
  setup.sink.tell([{ ...reply('451 4.7.1 Greylisted, see you later'), times: 1 }])
  const id = await give(to, 'Tre gånger')
  const again = (state: string) =>
    until(async () => {
      if ((await stateOf(id)) === state) return true
      await run(
        "update deliveries set next_try_at = now() where account_id = $1 and state = 'deferred'",
      )
      await run('update projects set due = now() where account_id = $1')
      return false
    })
  await isState(id, 'deferred')
  await again('accepted')
  setup.sink.tell([])
  const { body } = await setup.call('GET', `/transactions/${id}/tries`)
  assert.deepEqual(
    body.items.map((one: { number: number; outcome: string }) => [one.number, one.outcome]),
    [
      [1, 'deferred'],
      [2, 'accepted'],
    ],
  )
  assert.match(body.items[0].reply, /451 4\.7\.1 Greylisted/)
  assert.match(body.items[1].reply, /^250/)
  const refused = 'nobody@greylist.example'
  setup.sink.tell([{ ...reply(`550 5.1.1 No such user ${refused}`), about: refused }])
  const bad = await give(refused, 'Nobody there')
  await isState(bad, 'bounced')
  setup.sink.tell([])
  const { items } = (await setup.call('GET', `/transactions/${bad}/tries`)).body
  assert.deepEqual(
    items.map((one: { outcome: string }) => one.outcome),
    ['bounced'],
  )
  assert.match(items[0].reply, /550 5\.1\.1/)
  assert.equal((await setup.call('GET', '/transactions/999999/tries')).status, 404)
})

test('another account finds nothing, and a masked key may not search by words', async () => {
  const id = await give('secret@masked.example', 'Hemlig rubrik')
  await wordsWritten()
  assert.deepEqual(await words('hemlig'), [id])
  assert.deepEqual((await search('words=hemlig', setup.stranger)).body.items, [])
  assert.equal((await setup.stranger('GET', `/transactions/${id}/tries`)).status, 404)
  const masked = await maskedKey()
  assert.equal((await search('words=hemlig', masked)).status, 403)
  const { body } = await search('state=accepted', masked)
  const found = body.items.find((item: { id: number }) => item.id === id)
  assert.equal(found.email, 's•••@masked.example')
  assert.equal(found.subject, '•••')
})

test('input has bounds', async () => {
  for (const bad of [
    `words=${'x'.repeat(201)}`,
    'state=sent',
    'since=yesterday',
    'limit=1000',
    'projectId=999999',
    `words=${'%00'}`,
  ])
    assert.ok([400, 404, 422].includes((await search(bad)).status), bad)
  for (const odd of ['%', "' or 1=1", '@', '@@@@', '\ud800abc', '( ( (', 'é'.repeat(150)])
    assert.equal((await search(`words=${encodeURIComponent(odd.toWellFormed())}`)).status, 200, odd)
})

test('an erased person is not found, nor what retention has blanked', async () => {
  const erased = await give('gone.person@erased.example', 'Borttagen snart')
  const old = await order('old.person@trimmed.example', '7')
  await Promise.all([isState(erased, 'accepted'), isState(old, 'accepted')])
  await wordsWritten()
  assert.deepEqual(await words('borttagen'), [erased])
  assert.deepEqual(await words('trimmed'), [old])
  const { store } = setup.running
  await erase(store, setup.accountId, 'gone.person@erased.example')
  await run(
    `update deliveries set changed_at = now() - interval '31 days' where account_id = $1 and id = $2`,
    [old],
  )
  await run(
    `update transactions set created_at = now() - interval '31 days', send_at = now() -
      interval '31 days' where account_id = $1 and id = $2`,
    [old],
  )
  await trimExpiredTransactions(store, new AbortController().signal)
  assert.deepEqual(await words('borttagen'), [])
  assert.deepEqual(await words('gone.person'), [])
  assert.deepEqual(await words('trimmed'), [])
  const left = (await run(
    `select target from transaction_words where account_id = $1 and target in
      ('gone.person@erased.example', 'old.person@trimmed.example')`,
  )) as { rows: unknown[] }
  assert.deepEqual(left.rows, [])
})

test('an email tells what it said, and is sent again as another one', async () => {
  const to = 'again@mejl.example'
  const asked = await order(to, '4711')
  await isState(asked, 'accepted')
  const { email } = (await setup.call('GET', `/transactions/${asked}/content`)).body
  assert.equal(email.subject, 'Tack för din order 4711')
  assert.match(email.html, /Hej Åsa/)
  assert.match(email.source, /^Subject: /m)
  assert.match(email.source, /^From: till@shop\.example\.test/m)
  const { status, body } = await setup.call('POST', `/transactions/${asked}/again`)
  assert.equal(status, 200, JSON.stringify(body))
  await isState(body.id, 'accepted')
  await until(() => setup.sink.counts.get(to) === 2)
  await wordsWritten()
  assert.deepEqual(await words('again@mejl'), [body.id, asked])
  const log = await setup.call('GET', '/audit?limit=1')
  assert.equal(log.body.items[0].action, 'project.replay')
  const key = { 'Idempotency-Key': 'once' }
  const first = await setup.call('POST', `/transactions/${asked}/again`, undefined, key)
  const second = await setup.call('POST', `/transactions/${asked}/again`, undefined, key)
  assert.equal(first.body.id, second.body.id)
})

test('an email of a call is sent again while its content is kept', async () => {
  const to = 'content@mejl.example'
  const id = await give(to, 'Med innehåll', { html: '<p>Hello <b>you</b></p>' })
  await isState(id, 'accepted')
  const shown = await setup.call('GET', `/transactions/${id}/content`)
  assert.match(shown.body.email.html, /<b>you<\/b>/)
  const again = await setup.call('POST', `/transactions/${id}/again`)
  await isState(again.body.id, 'accepted')
  const { email, items } = (await setup.call('GET', `/transactions/${again.body.id}/tries`)).body
  assert.equal(email.subject, 'Med innehåll')
  assert.equal(email.opens, null)
  assert.equal(items.length, 1)
  await erase(setup.running.store, setup.accountId, to)
  const gone = await setup.call('GET', `/transactions/${id}/content`)
  assert.deepEqual([gone.status, gone.body.email], [200, null])
  const refused = await setup.call('POST', `/transactions/${id}/again`)
  assert.deepEqual([refused.status, refused.body.code], [409, 'email-content-gone'])
  const masked = await maskedKey()
  assert.equal((await masked('GET', `/transactions/${id}/content`)).status, 403)
})
