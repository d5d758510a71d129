/** What callers without personal data can not get around: each way that was found once. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { routes } from '../../src/console-api/v1/table.ts'
import { addCredits } from '../../src/domain/sms/credits/credits.ts'
import { type ApiClient, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let masked: ApiClient
let listId: number
let subscriberId: number
before(async () => {
  setup = await apiSetup()
  masked = await keyed(['read', 'content', 'people', 'send', 'own'])
  const list = { name: 'Readers', fromEmail: 'news@shop.test' }
  listId = (await setup.call('POST', '/lists', list)).body.id
  const facts = { email: 'zoraida@readers.test', name: 'Quimbyova', phone: '0701234987' }
  const person = { listId, ...facts, countryCode: '46', fields: { DD1: 'Zebrastaden' } }
  subscriberId = (await setup.call('POST', '/subscribers', person)).body.id
  await setup.call('PATCH', '/fields/2', { name: 'Children', type: 'number' })
  await setup.call('PATCH', '/fields/3', { name: 'Born', type: 'date' })
})
after(() => setup.running.close())

async function keyed(rights: string[], isMasked = true) {
  const { body } = await setup.call('POST', '/api-keys', { name: 'k', rights, masked: isMasked })
  return apiClient(setup.running.origin, { Authorization: `Bearer ${body.token}` })
}

async function refused(method: string, path: string, body?: unknown): Promise<void> {
  const answer = await masked(method, path, body)
  const told = `${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`
  assert.deepEqual([answer.status, answer.body?.reason], [403, 'not-allowed'], told)
}

const taken = async (method: string, path: string, body?: unknown) => {
  const answer = await masked(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer
}

const LETTER = {
  name: 'D',
  subject: 'x',
  preheader: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
  listId: null,
  inlined: true,
  text: '{{ name }} {{ DD1 }} {{ email | replace: "@", " at " }}',
  source: { kind: 'html', html: '<p>{{ name }}' },
}

test('previews show no personal data', async () => {
  await refused('POST', '/newsletters/preview', { content: LETTER, reader: { subscriberId } })
  const reader = { email: 'zoraida@readers.test' }
  await refused('POST', '/newsletters/preview', { content: LETTER, reader })
  await taken('POST', '/newsletters/preview', { content: LETTER, listId })
  const letter = { listId, subject: 'x', text: LETTER.text }
  const { id } = (await setup.call('POST', '/newsletters', letter)).body
  await refused('GET', `/newsletters/${id}/preview?as=zoraida@readers.test`)
})

test('nothing of people goes elsewhere', async () => {
  await refused('POST', '/webhooks', { name: 'crm', url: 'https://example.com/' })
  await refused('PUT', '/account/forward', { email: 'eve@evil.test' })
  await refused('PATCH', `/subscribers/${subscriberId}`, { email: 'eve@evil.test' })
  await refused('PATCH', `/subscribers/${subscriberId}`, { phone: '0709999999' })
  await taken('PATCH', `/subscribers/${subscriberId}`, { fields: { DD2: 'x' } })
})

test('what sends people elsewhere needs the password again, of everybody', async () => {
  const { store } = setup.running
  const text = 'update sessions set confirmed_at = null'
  await store.run({ name: '', text, again: false }, [])
  for (const [method, path, body] of [
    ['POST', '/webhooks', { name: 'crm', url: 'https://example.com/' }],
    ['POST', '/webhooks/crm/rotate', {}],
    ['PUT', '/account/forward', { email: 'ada@shop.test' }],
  ] as const) {
    const answer = await setup.call(method, path, body)
    assert.deepEqual([answer.status, answer.body.reason], [403, 'not-confirmed'], path)
  }
  const confirmed = 'update sessions set confirmed_at = now()'
  await store.run({ name: '', text: confirmed, again: false }, [])
})

const PERSONAL = [
  'email begins with "z"',
  'email = "zoraida@readers.test"',
  'email contains "raid"',
  'name contains "Q"',
  'name in ("Quimbyova", "x")',
  'name is not empty',
  'phone begins with "07"',
  'phone ends with "7"',
  'DD1 = "Zebrastaden"',
  'DD2 < 5',
  'DD3 >= 2020-01-01',
  'not DD1 is empty',
  `on list 1 and (bounced or name = "Quimbyova")`,
]

describe("hidden values can't be found letter by letter", () => {
  for (const where of PERSONAL)
    test(`by: ${where}`, async () => {
      const query = `where=${encodeURIComponent(where)}`
      await refused('GET', `/subscribers?${query}`)
      await refused('GET', `/subscribers/count?${query}`)
      await refused('GET', `/subscribers/export?${query}`)
      await refused('POST', '/filters/try', { where })
      await refused('POST', '/filters/narrowing', { where })
      await refused('POST', '/filters/rules', { where, events: true })
      await refused('POST', '/filters', { name: 'Some', where })
      await refused('POST', '/bulk-jobs', { action: { do: 'join', listId: listId }, where })
      const step = `  - step: b\n    if: '${where}'\n    then: c\n    else: end\n  - step: c\n    wait: 1 day\n`
      const source = `trigger: S\nlist: Readers\nstart: joined\nsteps:\n${step}`
      const plain = source.replace(where, 'bounced')
      const { body } = await setup.call('POST', '/triggers/check', { source: plain })
      assert.deepEqual(body.problems, [])
      if (!where.includes('in (') && !where.startsWith('on list'))
        await refused('POST', '/triggers', { source })
    })

  test('by a search, or a value in the address of a call', async () => {
    await refused('GET', '/subscribers?q=zor')
    await refused('GET', '/subscribers/export?q=zor')
    await refused('POST', '/bulk-jobs', { action: { do: 'join', listId: listId }, q: 'zor' })
    await refused('GET', '/transactions?email=zoraida@readers.test')
    await refused('GET', '/bounces?email=zoraida@readers.test')
    await refused('GET', '/sendings/1/recipients?email=zor')
    await refused('GET', '/sendings/1/recipients/export?reply=zor')
    await refused('GET', '/triggers/1/passages?as=zoraida@readers.test')
    const accepted = { accepted: ['zoraida@readers.test'] }
    await refused('POST', '/sendings/1/confirm', accepted)
    const recipients = { sendingId: 1, email: 'z' }
    await refused('POST', '/bulk-jobs', { action: { do: 'join', listId: listId }, recipients })
  })

  test('by when or why they enter a trigger', async () => {
    const steps = 'steps:\n  - step: a\n    wait: 1 day\n'
    for (const start of ['date DD1', 'date [DD1] once', 'DD1 changes to "x"']) {
      const source = `trigger: S\nlist: Readers\nstart: ${start}\n${steps}`
      const { body } = await setup.call('POST', '/triggers/check', { source })
      if (body.problems.length === 0) await refused('POST', '/triggers', { source })
    }
  })

  test('but asked for by what everybody sees, and by filters of others', async () => {
    const open = encodeURIComponent(`domain = "readers.test" and format = "html"`)
    const { body } = await taken('GET', `/subscribers?where=${open}`)
    assert.equal(body.items.length, 1)
    await taken('POST', '/filters/try', { where: 'bounced' })
    const filter = { name: 'In Zebrastaden', where: 'DD1 = "Zebrastaden" or DD2 > 4' }
    const { id } = (await setup.call('POST', '/filters', filter)).body
    assert.equal((await taken('GET', `/subscribers/count?filterId=${id}`)).body.count, 1)
    const shown = (await taken('GET', `/filters/${id}`)).body
    assert.equal(shown.where, 'DD1 = "•••" or ["Children"] > •••')
    assert.doesNotMatch(JSON.stringify(shown), /Zebra.*Zebra/)
    const { name, ...tried } = (await taken('GET', `/filters/${id}/matches`)).body
    assert.equal(name, shown.name)
    assert.equal(tried.matching, 1)
    assert.doesNotMatch(JSON.stringify({ ...tried }), /Zebra/)
    assert.doesNotMatch(
      JSON.stringify((await taken('GET', `/filters/${id}/narrowing`)).body),
      /Zebra/,
    )
    await refused('PATCH', `/filters/${id}`, { where: 'DD1 = "•••"' })
    await taken('PATCH', `/filters/${id}`, { name: 'Some city', where: shown.where })
    const kept = (await setup.call('GET', `/filters/${id}`)).body.where
    assert.equal(kept, 'DD1 = "Zebrastaden" or ["Children"] > 4')
  })
})

test('tags are of what the caller sees', async () => {
  for (const path of [`/subscribers/${subscriberId}`, `/lists/${listId}`]) {
    const [shown, clear] = [await taken('GET', path), await setup.call('GET', path)]
    assert.notEqual(shown.headers.get('etag'), clear.headers.get('etag'), path)
  }
  const path = `/subscribers/${subscriberId}`
  const tag = (await taken('GET', path)).headers.get('etag')!
  const changed = await masked('PATCH', path, { format: 'text' }, { 'If-Match': tag })
  assert.equal(changed.status, 200)
  const late = await masked('PATCH', path, { format: 'html' }, { 'If-Match': tag })
  assert.deepEqual([late.status, late.body.reason], [412, 'changed-meanwhile'])
  // Two people who differ only in what is hidden have the same tag, but for their ids.
  await setup.call('PATCH', path, { name: 'Quimbyova' })
  const compared = async () => (await taken('GET', path)).headers.get('etag')!.split('.')[0]
  const before = await compared()
  await setup.call('PATCH', path, { name: 'Somebody else', email: 'zora@readers.test' })
  assert.equal(await compared(), before)
  await setup.call('PATCH', path, { name: 'Quimbyova', email: 'zoraida@readers.test' })
})

test('what people write of people is hidden', async () => {
  const { call } = setup
  await addCredits(setup.running.store, setup.accountId, '1', 'Quimbyova paid')
  const { id } = (await call('POST', '/filters', { name: 'Q', where: 'name = "Quimbyova"' })).body
  await call('PATCH', `/filters/${id}`, { name: 'of Quimbyova', where: 'name != "Quimbyova"' })
  for (const path of ['/credits/entries', '/audit', `/filters/${id}`])
    assert.doesNotMatch(
      JSON.stringify((await taken('GET', path)).body).replace('"of Quimbyova"', ''),
      /Quimbyova/,
      path,
    )
  const stale = await masked('PATCH', `/filters/${id}`, { name: 'x' }, { 'If-Match': '"old"' })
  assert.equal(stale.status, 412)
  assert.doesNotMatch(JSON.stringify(stale.body), /Quimbyova/)
  const audit = (await taken('GET', '/audit?kind=api-key')).body.items
  assert.ok(
    audit.some((entry: { after: { rights: string[] } }) => entry.after.rights.includes('own')),
  )
})

/** Query parameters that choose things, not people. `where` is looked into when it is read. */
const OPEN = [
  'after',
  'before',
  'since',
  'until',
  'from',
  'where',
  'domain',
  'provider',
  'state',
  'kind',
  'id',
  'action',
  'actorKind',
  'unsubscribed',
  'archived',
  'opened',
  'clicked',
  'exact',
  'sized',
  'sent',
  'reports/over-time zone',
  'newsletters/:newsletterId/preview source',
  'newsletters/:newsletterId/preview language',
  'field',
  'url',
  'folder',
  'ids',
  'identifier',
  'newsletter-board q',
  'media q',
  'transactions projectId',
  'emails/search projectId',
  'projects/:projectId results',
  'opt-outs complaints',
  'triggers/:triggerId/people step',
  'changedSince',
  'cursor',
]

test('each text by which people may be sought is declared', () => {
  const unclear: string[] = []
  for (const { method, path, right, personal, query } of routes) {
    if (method !== 'GET' || right === 'anyone' || personal) continue
    const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as {
      properties?: Record<string, { type?: string; enum?: unknown; 'x-not-masked'?: true }>
    }
    for (const [name, of] of Object.entries(properties)) {
      const isOpen = OPEN.includes(name) || OPEN.includes(`${path.slice(1)} ${name}`)
      if (of.type === 'string' && !of.enum && !of['x-not-masked'] && !isOpen)
        unclear.push(`${path} ${name}`)
    }
  }
  assert.deepEqual(unclear, [])
})
