/** Sending by the JSON API: newsletters, tests, the sample, projects, triggers, SMS. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { RESTORED } from '../../src/db/backup/restore-holds.ts'
import { closeAccount, reopenAccount } from '../../src/domain/accounts/change-account.ts'
import { until } from '../support/until.ts'
import { type ApiClient, type ApiSetup, apiClient, apiSetup, PASSWORD } from './api-setup.ts'

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

async function refused(path: string, body: unknown, pattern: RegExp, method = 'POST') {
  const answer = await call(method, path, body)
  assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`)
  assert.match(answer.body.detail, pattern)
}

const audited = async (path: string) =>
  (await made('GET', path)).items.map(({ action }: { action: string }) => action)

const list = () => made('POST', '/lists', { name: 'Readers', fromEmail: 'news@example.com' })
const letter = (listId?: number) =>
  made('POST', '/newsletters', { subject: 'News', text: 'Hello', ...(listId && { listId }) })

describe('a newsletter', () => {
  test('is sent to a list at a time of a zone, once for an idempotency key', async () => {
    const [{ id: listId }, { id: newsletterId }] = [await list(), await letter()]
    const order = { newsletterId, listId, at: '2099-01-02 09:00', zone: 'Europe/Stockholm' }
    const key = { 'Idempotency-Key': 'once' }
    const first = await call('POST', '/sendings', order, key)
    assert.equal(first.status, 201)
    assert.equal(first.body.dueAt, '2099-01-02T09:00:00+01:00')
    assert.deepEqual([first.body.sandbox, first.body.warning], [true, null])
    const again = await call('POST', '/sendings', order, key)
    assert.equal(again.body.id, first.body.id)
    const { items } = await made('GET', '/sendings')
    assert.deepEqual([items.length, items[0].outcome], [1, null])
    const at = `/sendings/${first.body.id}`
    assert.equal((await made('GET', at)).state, 'scheduled')
    await refused(`${at}/confirm`, {}, /scheduled/)
  })

  test('is refused for a time that has passed, a zone, a list, a filter that are not there', async () => {
    const [{ id: listId }, { id: newsletterId }] = [await list(), await letter()]
    const order = { newsletterId, listId }
    await refused('/sendings', { ...order, at: '2001-01-01 09:00' }, /has passed/)
    await refused('/sendings', { ...order, at: '2099-01-01 09:00', zone: 'Mars' }, /time zone/)
    await refused('/sendings', { ...order, listId: 999 }, /list/)
    await refused('/sendings', { ...order, filterIds: [999] }, /filter/)
    await refused('/sendings', { newsletterId }, /Name a list/)
  })

  test('goes to a test group by who may write', async () => {
    const [{ id: listId }, { id: newsletterId }] = [await list(), await letter()]
    await made('POST', '/test-groups/office/emails', { emails: ['a@x.test', 'b@x.test'] })
    const key = await made('POST', '/api-keys', { name: 'writer', rights: ['read', 'content'] })
    const writer = apiClient(setup.running.origin, { Authorization: `Bearer ${key.token}` })
    const test = { newsletterId, listId, group: 'office' }
    const sent = await writer('POST', '/sendings/tests', test)
    assert.deepEqual([sent.status, sent.body.messages], [201, 2])
    const { status } = await writer('POST', '/sendings', { newsletterId, listId })
    assert.equal(status, 403)
    await refused('/sendings/tests', { ...test, group: 'nobody' }, /test group/)
  })

  test('goes to addresses, each once, which are offered the next time', async () => {
    const [{ id: listId }, { id: newsletterId }] = [await list(), await letter()]
    await made('PUT', '/test-groups/two', { emails: ['One@x.test', 'two@x.test'] })
    const order = { newsletterId, listId }
    const emails = ['one@x.test', ' ONE@X.TEST', 'three@x.test']
    const sent = await made('POST', '/sendings/tests', { ...order, emails, group: 'two' })
    assert.equal(sent.messages, 3)
    const { items } = await made('GET', '/test-addresses')
    assert.deepEqual(items.slice(0, 3).sort(), ['One@x.test', 'three@x.test', 'two@x.test'])
    const many = Array.from({ length: 200 }, (_, i) => `p${i}@x.test`)
    await refused('/sendings/tests', { ...order, emails: many }, /at most 20 .* these are 200/)
    await refused('/sendings/tests', { ...order, emails: ['nobody'] }, /No mail can be sent/)
    await refused('/sendings/tests', order, /needs an address or a test group/)
    assert.deepEqual((await made('GET', '/test-addresses')).items, items)
  })

  test('that waits since a restore leaves out what the relay has taken', async () => {
    const [{ id: listId }, { id: newsletterId }] = [await list(), await letter()]
    for (const name of ['a', 'b'])
      await made('POST', '/subscribers', { email: `${name}@restored.test`, listId })
    const order = { newsletterId, listId, at: '2099-01-02 09:00' }
    const { id } = await made('POST', '/sendings', order)
    await ask(
      "update sendings set state = 'unconfirmed', reason = $2, due_at = now() where id = $1",
      [id, RESTORED],
    )
    const accepted = ['A@restored.test', 'nobody@restored.test']
    const counts = await made('POST', `/sendings/${id}/confirm`, { accepted })
    assert.deepEqual(counts, { marked: 1, known: 0, others: 1 })
    const { counts: states } = await made('GET', `/sendings/${id}`)
    assert.equal(states.accepted, 1)
    await made('POST', `/sendings/${id}/cancel`)
  })
})

test('the first steps show their progress', async () => {
  const before = await made('GET', '/setup')
  assert.deepEqual([before.relays, before.trouble, before.sampleListId], [[], null, null])
  assert.equal(before.called, null)
  const query = new URLSearchParams({ strUsername: 'shop', strPassword: PASSWORD })
  await fetch(`${setup.running.origin}/externalapiservice.asmx/GetMailingLists?${query}`)
  await until(async () => (await made('GET', '/setup')).called)
  const after = await made('GET', '/setup')
  assert.deepEqual([after.newsletters, after.sendings, after.people], [true, true, true])
  assert.equal(after.origin, setup.running.origin)
})

test('the sample comes and goes, and is in the audit log', async () => {
  assert.deepEqual(await made('GET', '/sample'), { listId: null })
  const { listId, people } = await made('POST', '/sample')
  assert.equal(people, 1000)
  assert.deepEqual(await made('GET', '/sample'), { listId })
  await refused('/sample', undefined, /exists already/)
  const removed = await made('DELETE', '/sample')
  assert.deepEqual([removed.lists, removed.people, removed.newsletters], [1, 1000, 1])
  assert.deepEqual(await made('GET', '/sample'), { listId: null })
  assert.deepEqual(await audited('/audit?kind=sample'), ['sample.remove', 'sample.add'])
})

test('a project: made, changed, paused, with its transactions and batches', async () => {
  const { id: newsletterId } = await letter()
  const facts = { name: 'Orders', newsletterId, fromEmail: 'shop@example.com' }
  const project = await made('POST', '/projects', facts)
  assert.match(project.guid, /^[0-9a-f-]{36}$/)
  assert.deepEqual([project.repeats, project.tracking, project.active], ['24h', true, true])
  const at = `/projects/${project.id}`
  const changed = await made('PATCH', at, { marketing: true, tracking: false })
  assert.deepEqual([changed.marketing, changed.tracking, changed.name], [true, false, 'Orders'])
  await refused(at, { versions: [{ name: 'A', newsletterId, weight: 0 }] }, /weight/, 'PATCH')
  await refused('/projects', facts, /has that name already/)
  assert.equal((await made('POST', `${at}/pause`)).active, false)
  assert.equal((await made('POST', `${at}/resume`)).active, true)
  assert.deepEqual((await made('GET', at)).results, [])
  assert.equal((await made('GET', '/projects')).items[0].guid, project.guid)
  const log = await audited(`/audit?kind=project&id=${project.id}`)
  assert.deepEqual(
    log,
    ['resume', 'pause', 'edit', 'add'].map(verb => `project.${verb}`),
  )
  await refused('/transactions', undefined, /Give projectId/, 'GET')
  assert.deepEqual(await made('GET', `/transactions?projectId=${project.id}`), {
    items: [],
    next: null,
  })
  assert.equal((await call('GET', '/transactions/99')).status, 404)
  await ask(
    `insert into transaction_batches (account_id, id, guid, project_id, url, format, state)
       select $1, n, gen_random_uuid(), $2, 'https://u:secret@files.test/f.csv', 'html', 2
       from generate_series(1, 3) n`,
    [setup.accountId, project.id],
  )
  const page = await made('GET', '/transaction-batches?limit=2')
  assert.deepEqual(
    page.items.map(({ id, source }: { id: number; source: string }) => `${id} ${source}`),
    ['3 https://files.test/f.csv', '2 https://files.test/f.csv'],
  )
  const rest = await made('GET', `/transaction-batches?limit=2&after=${page.next}`)
  assert.deepEqual([rest.items.length, rest.next], [1, null])
  assert.equal((await made('GET', '/transaction-batches/3')).state, 'completed')
  assert.deepEqual((await made('GET', '/transaction-batches/3/rejects')).items, [])
})

test('a trigger is simulated for a subscriber, saved or not', async () => {
  const { name, id: listId } = await made('POST', '/lists', {
    name: 'Walkers',
    fromEmail: 'news@example.com',
  })
  await made('POST', '/subscribers', { email: 'eva@x.test', listId })
  const source = `trigger: T\nlist: ${name}\nstart: joined\nsteps:\n  - step: a\n    wait: 1 day\n`
  const unsaved = await made('POST', '/triggers/try', { source, email: 'eva@x.test' })
  assert.deepEqual(
    unsaved.passed.map(({ key }: { key: string }) => key),
    ['a'],
  )
  const { id } = await made('POST', '/triggers', { source, paused: true })
  const saved = { email: 'eva@x.test', at: '2099-01-02 09:00' }
  const { from } = await made('POST', `/triggers/${id}/try`, saved)
  assert.match(from, /^2099-01-02T/)
  await refused(`/triggers/${id}/try`, { email: 'no@x.test' }, /No subscriber/)
  await refused(`/triggers/${id}/try`, { ...saved, at: '2099-02-31 09:00' }, /not a time/)
  const log = await made('GET', `/triggers/${id}/passages?as=eva@x.test`)
  assert.deepEqual(log, { passages: [], runs: [], zone: '+01:00' })
})

describe('SMS', () => {
  // An account that is alone sets its own prices.
  before(() => closeAccount(setup.running.store, 'other'))
  after(() => reopenAccount(setup.running.store, 'other'))

  test('tried, held without credits, sent, cancelled; prices and country', async () => {
    const { id: listId } = await list()
    await made('POST', '/subscribers', { email: 's@x.test', phone: '0701740605', listId })
    assert.deepEqual(await made('PUT', '/sms-country', { country: 'se' }), { country: 'SE' })
    await refused('/sms-country', { country: 'zz' }, /no country/, 'PUT')
    assert.deepEqual(await made('PUT', '/sms-prices/%2B46', { price: '0.50' }), {
      prefix: '46',
      price: '0.5',
    })
    const csv = { csv: 'prefix;price\n46;0,75\n47;1', replace: true }
    assert.deepEqual(await made('POST', '/sms-prices/import', csv), { read: 2, prices: 2 })
    await made('DELETE', '/sms-prices/47')
    assert.equal((await call('DELETE', '/sms-prices/47')).status, 400)
    const order = { listId, text: 'Sale 💥' }
    const plan = await made('POST', '/sms/try', order)
    assert.deepEqual([plan.planned, plan.cost, plan.alphabet], [1, '0.75', 'ucs2'])
    const sent = await made('POST', '/sms', order)
    assert.equal(sent.state, 'held')
    assert.equal((await made('GET', `/sms/${sent.id}`)).text, 'Sale 💥')
    assert.equal((await made('GET', '/sms')).items[0].id, sent.id)
    await made('POST', '/credits', { amount: '10' })
    const done = await made('POST', `/sms/${sent.id}/cancel`)
    assert.deepEqual(done, { withdrawn: 1, givenBack: '0.75' })
    await refused(`/sms/${sent.id}/confirm`, {}, /cancelled/)
    await refused('/sms', { listId: 999, text: 'x' }, /list/)
    const log = await audited('/audit?kind=sms')
    assert.deepEqual(log.slice(0, 2), ['sms.cancel', 'sms.add'])
    assert.ok(log.includes('sms.prices') && log.includes('sms.country'))
  })

  test('numbers that get none: opted out, listed in pages, lifted', async () => {
    for (const last of [1, 2, 3])
      await made('POST', '/sms-opt-outs', { number: `070174060${last}`, country: '46' })
    const page = await made('GET', '/sms-opt-outs?limit=2')
    assert.equal(page.items[0].number, '+46701740603')
    const rest = await made('GET', `/sms-opt-outs?limit=2&after=${page.next}`)
    assert.deepEqual([rest.items.length, rest.next], [1, null])
    await made('POST', '/sms-opt-outs/lift', { number: '+46701740603' })
    const gone = await call('POST', '/sms-opt-outs/lift', { number: '+46701740603' })
    assert.equal(gone.status, 404)
    await refused('/sms-opt-outs', { number: '12' }, /telephone number/)
    assert.deepEqual((await made('GET', '/sms/replies')).items, [])
  })
})

/** A member who operates the installation. */
async function operator(): Promise<ApiClient> {
  await made('PUT', '/account/sign-in', { allowed: true })
  const { link } = await made('POST', '/invitations', { email: 'op@x.test', role: 'owner' })
  const own = { 'X-Pennypost-Console': '1' }
  const token = link.split('/').at(-1)
  const person = { token, password: 'a long secret' }
  const { headers } = await apiClient(setup.running.origin, own)(
    'POST',
    '/invitations/accept',
    person,
  )
  await ask('update people set operator = true')
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  return apiClient(setup.running.origin, { ...own, cookie })
}

test('accounts and keys of the installation are for its operator', async () => {
  assert.equal((await call('GET', '/installation/accounts')).status, 403)
  const as = await operator()
  const { body } = await as('POST', '/installation/accounts', { username: 'Third' })
  assert.ok(body.password.length >= 20)
  const taken = await as('POST', '/installation/accounts', { username: 'third' })
  assert.match(taken.body.detail, /already/)
  const at = `/installation/accounts/${body.id}`
  assert.equal((await as('PUT', `${at}/fields`, { fields: 100 })).body.fields, 100)
  assert.notEqual((await as('POST', `${at}/close`)).body.closed, null)
  assert.equal((await as('POST', `${at}/reopen`)).body.closed, null)
  assert.ok((await as('PUT', `${at}/password`, {})).body.password.length >= 20)
  const short = await as('PUT', `${at}/password`, { password: 'short' })
  assert.equal(short.status, 400)
  assert.equal((await as('GET', '/installation/sms-gateway')).body.gateway, null)
  const { status, body: untried } = await as('POST', '/installation/sms-gateway/try', {
    number: '+46701740605',
  })
  assert.deepEqual([status, /no SMS gateway/.test(untried.detail)], [409, true])
  assert.equal((await as('POST', '/installation/link-keys')).body.key, 2)
  const { key } = (await as('POST', '/shop-keys')).body
  assert.match(key, /^ppc-/)
  assert.deepEqual((await as('DELETE', '/shop-keys')).body, { removed: 1 })
  assert.equal((await as('PUT', '/account/forward', { email: 'x' })).status, 400)
  assert.equal((await as('PUT', '/account/forward', { email: 'us@x.test' })).status, 204)
  const log = JSON.stringify((await made('GET', '/audit')).items)
  assert.ok(!log.includes(key) && log.includes('shop-key.add'))
})
