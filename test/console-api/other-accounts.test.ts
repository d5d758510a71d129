/** Every route with ids of another account: nothing is shown, and nothing changes. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { routes } from '../../src/console-api/v1/table.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { createWebhook } from '../../src/domain/webhooks/manage-webhooks.ts'
import { type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

/** Names, unlike ids, are each account's own: the same may stand in both. */
const BY_NAME =
  /^\/(?:recipes|providers|events|test-groups|saved-views|fields|sms-prices|\w+-domains)\//

const TRIGGER = 'trigger: T\nlist: Customers\nstart: joined\nsteps:\n  - step: a\n    wait: 1 day\n'

/** What is checked before it is looked for. */
const QUERIES: Record<string, string> = { 'GET /triggers/:triggerId/people': '?step=a' }
const BODIES: Record<string, unknown> = {
  'PATCH /emails/:emailId': { sendAt: '2099-12-24T08:00:00Z' },
  'PUT /sendings/:sendingId/time': { at: '2099-11-22 09:00' },
  'PUT /triggers/:triggerId': { source: TRIGGER },
  'PATCH /newsletters/:newsletterId/languages': { fallback: [] },
  'PATCH /programs/:programId': { name: 'x' },
  'PUT /newsletters/:newsletterId/draft': {
    name: '',
    subject: '',
    preheader: '',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    listId: null,
    inlined: true,
    text: '',
    source: { kind: 'html', html: '' },
  },
  'POST /forms/:formId/ask': { importId: 1 },
  'POST /lists/:listId/published/newsletters': { newsletterId: 1 },
  'PUT /forms/:formId/opt-in': { kind: 'single' },
  'PUT /sendings/:sendingId/rate': { perMinute: 60 },
  'POST /sendings/:sendingId/winner': { variant: 1 },
  'POST /triggers/:triggerId/try': { email: 'ada@example.com' },
  'PUT /subscribers/:subscriberId/measuring': { opens: 'declined' },
  'PUT /lists/:listId/quiet-hours': { from: '22:00', until: '08:00' },
}

const inOrder = (rows: { id: string }[]) => rows.toSorted((a, b) => a.id.localeCompare(b.id))

const SHOWN = [
  '/lists',
  '/subscribers',
  '/newsletters',
  '/imports',
  '/api-keys',
  '/members',
  '/bulk-jobs',
  '/proposals',
  '/filters',
  '/forms',
  '/invitations',
  '/sessions',
  '/templates',
  '/saved-blocks',
  '/media',
  '/webhooks',
  '/event-sources',
  '/triggers',
  '/programs',
  '/projects',
  '/sms',
  '/transaction-batches',
]

/** Counts of lists follow a little later, and the use of a session is noted each minute. */
const CHANGES_BY_ITSELF = new Set(['subscribers', 'seen'])

test('ids of another account are not there', async () => {
  const { call, stranger, accountId, running } = setup
  const { store } = running
  const list = await call('POST', '/lists', { name: 'Customers', fromEmail: 'news@x.test' })
  const person = { listId: list.body.id, email: 'ada@example.com' }
  const subscriber = await call('POST', '/subscribers', person)
  const action = { do: 'join', listId: list.body.id }
  const job = await call('POST', '/bulk-jobs', { action, everybody: true })
  const proposal = await call('POST', '/proposals/changes', { action, everybody: true })
  const filter = await call('POST', '/filters', { name: 'Ada', where: 'name = "Ada"' })
  const newsletter = await call('POST', '/newsletters', { subject: 'News', text: 'x' })
  const sendingId = await makeSending(store, accountId, {
    newsletterId: newsletter.body.id,
    listId: list.body.id,
    dueAt: new Date(Date.now() + 86_400_000),
    zone: '+01:00',
  })
  const ask = (text: string, values: unknown[]) =>
    store.run({ name: '', text, again: false }, values)
  await ask(
    `insert into imports (account_id, id, list_id, state, name, options)
       values ($1, 1, $2, 2, 'f.csv', '{}')`,
    [accountId, list.body.id],
  )
  const key = await call('POST', '/api-keys', { name: 'shop', rights: ['read'] })
  const email = 'ada@members.test'
  const invited = await call('POST', '/invitations', { email, role: 'viewer' })
  const token = invited.body.link.split('/').at(-1)
  const visitor = apiClient(running.origin, { 'X-Pennypost-Console': '1' })
  await visitor('POST', '/invitations/accept', { token, password: 'a long secret' })
  await call('POST', '/invitations', { email: 'bob@members.test', role: 'viewer' })
  const ofMember = (await call('GET', '/sessions')).body.items.find(
    (session: { current: boolean }) => !session.current,
  )
  const template = await call('POST', '/templates', {
    name: 'Plain',
    source: { kind: 'html', html: '<p>' },
  })
  const blocks = [{ type: 'divider', id: 'd' }]
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUQAOw==', 'base64')
  const picture = await call('POST', '/media', new Uint8Array(gif))
  const savedBlock = await call('POST', '/saved-blocks', { name: 'Line', blocks })
  const trigger = await call('POST', '/triggers', { source: TRIGGER, paused: true })
  const facts = { name: 'Orders', newsletterId: newsletter.body.id, fromEmail: 'shop@x.test' }
  const project = await call('POST', '/projects', facts)
  const content = { to: 'ada@example.com', subject: 'x', text: 'x', project: 'Orders' }
  const mail = await call('POST', '/emails', content)
  const host = await call('POST', '/hosts', { host: 'news.shop.test' })
  const form = await call('POST', '/forms', { name: 'Front', listIds: [list.body.id] })
  await ask(
    `insert into sms_messages (account_id, id, list_id, text, alphabet, segments, state, cost,
       balance, candidates, planned, left_out) values ($1, 1, $2, 'x', 'gsm', 1, 'held', 1, 0, 1, 1,
         '{}')`,
    [accountId, list.body.id],
  )
  await ask(
    `insert into transaction_batches (account_id, id, guid, project_id, url, format, state)
       values ($1, 1, gen_random_uuid(), $2, 'https://x.test/', 'html', 2)`,
    [accountId, project.body.id],
  )
  const url = 'https://example.com/hook'
  const hook = { name: 'shop', url, kinds: ['subscribed'] }
  await createWebhook(store, running.sealer, accountId, hook)
  await call('POST', '/event-sources', { name: 'orders', event: 'order' })
  await ask(
    `insert into programs (account_id, id, client, binding, network, version, signed_in)
       values ($1, 1, 'curl', 'get', '192.0.2.0/24', '8.5', true)`,
    [accountId],
  )
  const ids: Record<string, string | number> = {
    pictureId: picture.body.id,
    savedId: savedBlock.body.id,
    templateId: template.body.id,
    webhook: 'shop',
    eventId: `${accountId}-1`,
    source: 'orders',
    formId: form.body.id,
    host: host.body.host,
    language: 'en',
    triggerId: trigger.body.id,
    listId: list.body.id,
    newsletterId: newsletter.body.id,
    number: 1,
    version: 1,
    sendingId,
    testId: sendingId,
    shareId: 1,
    importId: 1,
    holdId: 1,
    keyId: key.body.id,
    jobId: job.body.id,
    proposalId: proposal.body.id,
    subscriberId: subscriber.body.id,
    answerId: 1,
    filterId: filter.body.id,
    projectId: project.body.id,
    transactionId: 1,
    emailId: mail.body.id,
    batchId: 1,
    programId: 1,
    smsId: 1,
    bounceId: 1,
    run: 1,
    personId: ofMember.personId,
    sessionId: ofMember.id,
    email: 'bob@members.test',
  }
  const shown = async () =>
    Promise.all(
      [...SHOWN, `/sendings/${sendingId}`].map(async path =>
        JSON.stringify((await call('GET', path)).body, (name, value) => {
          if (CHANGES_BY_ITSELF.has(name)) return undefined
          // Sessions stand in the order in which they were seen last.
          return path === '/sessions' && name === 'items' ? inOrder(value) : value
        }),
      ),
    )
  const before = await shown()
  for (const { method, path, right } of routes) {
    if (!path.includes(':') || BY_NAME.test(path) || path.startsWith('/installation/')) continue
    const key = `${method} ${path}`
    const filled = path.replace(/:(\w+)/g, (_, name) => {
      assert.ok(name in ids, `the test knows no ${name}`)
      return encodeURIComponent(String(ids[name]))
    })
    const given = method === 'GET' ? undefined : (BODIES[key] ?? {})
    const { status, body } = await stranger(method, `${filled}${QUERIES[key] ?? ''}`, given)
    const refused =
      status === 404 ||
      (right === 'operate' && status === 403) ||
      (status === 400 &&
        /No hold|There is no (?:webhook|event source|such run)|no run/.test(body.detail))
    assert.ok(refused, `${key}: ${status}`)
  }
  assert.deepEqual(await shown(), before)
})

test('one account of several does not operate the installation', async () => {
  const { call } = setup
  const { rights } = (await call('GET', '/session')).body
  assert.deepEqual(rights, ['read', 'content', 'people', 'send', 'own'])
  assert.equal((await call('GET', '/installation/audit')).body.reason, 'not-allowed')
  const { store } = setup.running
  const text = "update accounts set closed_at = now() where username = 'other'"
  await store.run({ name: '', text, again: false }, [])
  assert.ok((await call('GET', '/session')).body.rights.includes('operate'))
})
