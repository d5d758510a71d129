/** The nouns of the JSON API, each made, read and changed by real HTTP. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSession } from '../../src/domain/accounts/session.ts'
import { type ApiClient, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
before(async () => {
  setup = await apiSetup()
  call = setup.call
})
after(() => setup.running.close())

const ask = (text: string, values: unknown[] = []) =>
  setup.running.store.run({ name: '', text, again: false }, values)

async function made(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body?.detail}`)
  return answer.body
}

/** All items, read in pages of two. */
async function all(path: string) {
  const items = []
  for (let next: string | null = ''; next !== null; ) {
    const page = await made('GET', `${path}?limit=2${next && `&after=${next}`}`)
    items.push(...page.items)
    next = page.next
  }
  return items
}

test('opt-outs: added, listed newest first in pages, lifted', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await made('POST', '/opt-outs', { email: `${name}@example.test`, reason: 'by phone' })
  const items = await all('/opt-outs')
  assert.deepEqual(
    items.map(({ email }) => email),
    ['e', 'd', 'c', 'b', 'a'].map(name => `${name}@example.test`),
  )
  assert.equal(items[0].reason, 'by phone')
  await made('POST', '/opt-outs/lift', { email: 'C@example.test' })
  assert.equal((await all('/opt-outs')).length, 4)
  const again = await call('POST', '/opt-outs/lift', { email: 'c@example.test' })
  assert.deepEqual([again.status, again.body.field], [404, 'body.email'])
  const { body } = await call('GET', '/opt-outs?since=yesterday')
  assert.match(body.detail, /2026-11-21/)
  assert.equal((await made('GET', '/opt-outs?until=2020-01-01')).items.length, 0)
})

test('bounces: listed, explained; suppressed addresses are released', async () => {
  await ask(
    `insert into subscribers (account_id, id, email, email_key, undeliverable_since,
       undeliverable_reason)
     select $1, n, 'b' || n || '@x.test', 'b' || n || '@x.test', now() - make_interval(mins => n),
       '550 5.1.1 no' from generate_series(1001, 1005) n`,
    [setup.accountId],
  )
  await ask(
    `insert into bounces (account_id, id, subscriber_id, email, kind, class, rule, identity,
       received_at, status, reply)
     select $1, n, n, 'b' || n || '@x.test', 'hard', 'bad-mailbox', 'r', '',
       now() - make_interval(mins => n), '5.1.1', '550 5.1.1 no' from generate_series(1001, 1005) n`,
    [setup.accountId],
  )
  const came = await all('/bounces')
  assert.deepEqual(
    came.map(({ id, kind, status }) => `${id} ${kind} ${status}`),
    [1001, 1002, 1003, 1004, 1005].map(id => `${id} hard 5.1.1`),
  )
  const one = await made('GET', '/bounces?email=B1003@x.test')
  assert.equal(one.items.length, 1)
  assert.equal((await made('GET', '/bounces?kind=soft')).items.length, 0)
  const suppressed = await all('/suppressions')
  assert.deepEqual(
    suppressed.map(({ email }) => email),
    [1001, 1002, 1003, 1004, 1005].map(id => `b${id}@x.test`),
  )
  const released = await made('POST', '/suppressions/release', { email: 'b1002@x.test' })
  assert.deepEqual(released, { released: true })
  assert.equal((await all('/suppressions')).length, 4)
  assert.equal((await call('POST', '/suppressions/release', { email: 'no@x.test' })).status, 404)
  const judged = await made('POST', '/bounces/explain', {
    reply: '550 5.7.1 Service unavailable; client host blocked using zen.spamhaus.org',
  })
  assert.equal(judged.kind, 'blocked')
  assert.deepEqual((await made('GET', '/bounce-holds')).items, [])
  assert.equal((await call('POST', '/bounce-holds/9/release')).status, 400)
  assert.deepEqual((await made('GET', '/complaints')).items, [])
})

test('newsletters: saved, changed, their versions restored, removed', async () => {
  const { id } = await made('POST', '/newsletters', {
    subject: 'News for {{ name }}',
    source: { kind: 'html', html: '<p>Hello {{ name }}</p>' },
  })
  const wrong = await call('POST', '/newsletters', {
    subject: 'x',
    source: { kind: 'html', html: '<p>{{ nam }}</p>' },
  })
  assert.deepEqual([wrong.status, wrong.body.reason], [400, 'not-valid'])
  assert.match(wrong.body.detail, /line 1, column/)
  const at = `/newsletters/${id}`
  const changed = await made('PATCH', at, { subject: 'Better news' })
  assert.deepEqual(
    [changed.subject, changed.source.html],
    ['Better news', '<p>Hello {{ name }}</p>'],
  )
  const { items } = await made('GET', `${at}/versions`)
  assert.deepEqual(
    items.map(
      ({ version, subject }: { version: number; subject: string }) => `${version} ${subject}`,
    ),
    ['2 Better news', '1 News for {{ name }}'],
  )
  assert.deepEqual(await made('POST', `${at}/versions/1/restore`), { version: 3 })
  assert.equal((await made('GET', at)).subject, 'News for {{ name }}')
  for (const subject of ['Two', 'Three']) await made('POST', '/newsletters', { subject, text: 'x' })
  assert.deepEqual(
    (await all('/newsletters')).map(({ subject }) => subject),
    ['Three', 'Two', 'News for {{ name }}'],
  )
  await made('DELETE', at)
  assert.equal((await call('GET', at)).status, 404)
})

test('newsletters: previewed for a person, and checked', async () => {
  const list = await made('POST', '/lists', { name: 'Customers', fromEmail: 'news@example.com' })
  const source = { kind: 'html', html: '<p>Hello {{ name }}</p>' }
  const draft = { subject: 'News for {{ name }}', source }
  const { id } = await made('POST', '/newsletters', { ...draft, listId: list.id })
  await made('POST', '/subscribers', { email: 'eva@x.test', name: 'Eva', listId: list.id })
  const preview = await made('GET', `/newsletters/${id}/preview?as=eva@x.test`)
  assert.deepEqual([preview.subject, preview.to], ['News for Eva', 'Eva <eva@x.test>'])
  assert.match(preview.html, /<p>Hello Eva<\/p>/)
  assert.match((await made('GET', `/newsletters/${id}/preview`)).text, /Hello Ada Example/)
  assert.equal((await call('GET', `/newsletters/${id}/preview?as=no@x.test`)).status, 404)
  const { findings } = await made('POST', `/newsletters/${id}/check`, {})
  assert.ok(findings.some(({ what }: { what: string }) => what === 'subject'))
})

test('test groups: filled, listed, emptied', async () => {
  const path = '/test-groups/the%20office/emails'
  assert.deepEqual(await made('POST', path, { emails: ['a@x.test', 'b@x.test'] }), { size: 2 })
  assert.deepEqual((await made('GET', '/test-groups')).items, [
    { name: 'the office', emails: ['a@x.test', 'b@x.test'] },
  ])
  await made('POST', '/test-groups/the%20office/remove', { emails: ['a@x.test'] })
  assert.deepEqual(await made('POST', '/test-groups/the%20office/remove', {}), { removed: 1 })
  assert.equal((await call('POST', '/test-groups/the%20office/remove', {})).status, 404)
})

test('a test group is given exactly its addresses, and another name', async () => {
  const set = (name: string, body: unknown) => call('PUT', `/test-groups/${name}`, body)
  assert.deepEqual((await set('us', { emails: ['a@x.test', 'A@x.test', 'b@x.test'] })).body, {
    size: 2,
  })
  await set('them', { emails: ['c@x.test'] })
  assert.equal((await set('us', { name: 'them', emails: ['a@x.test'] })).status, 400)
  assert.equal((await set('us', { emails: ['a@x.test', 'nobody'] })).status, 400)
  assert.equal((await set('us', { emails: [] })).status, 400)
  await set('us', { name: 'we', emails: ['b@x.test', 'd@x.test'] })
  const { items } = await made('GET', '/test-groups')
  assert.deepEqual(items, [
    { name: 'them', emails: ['c@x.test'] },
    { name: 'we', emails: ['b@x.test', 'd@x.test'] },
  ])
  for (const { name } of items) await made('POST', `/test-groups/${name}/remove`, {})
})

test('a session of a closed account ends', async () => {
  const { running, accountId } = setup
  const cookie = `pennypost_session=${await openSession(running.store, accountId)}`
  const person = apiClient(running.origin, { cookie })
  assert.equal((await person('GET', '/session')).status, 200)
  await ask('update accounts set closed_at = now() where id = $1', [accountId])
  assert.equal((await person('GET', '/session')).status, 401)
  await ask('update accounts set closed_at = null where id = $1', [accountId])
})
