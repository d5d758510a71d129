/**
 * If-Match: a change under a condition is compared and made in one transaction, and where no
 * condition is read the header is refused, never ignored. Its tag serves If-None-Match, too.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openApiDocument } from '../../src/console-api/v1/openapi/document.ts'
import { referencePage } from '../../src/console-api/v1/reference/index-page.ts'
import { routes } from '../../src/console-api/v1/table.ts'
import { until } from '../support/until.ts'
import { type ApiAnswer, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let listId: number
before(async () => {
  setup = await apiSetup()
  listId = await made('/lists', { name: 'Readers', fromEmail: 'news@x.test' })
  await setup.call('PUT', '/account/sign-in', { allowed: true })
})
after(() => setup.running.close())

let count = 0
const fresh = () => ++count

async function made(path: string, body: object): Promise<number> {
  const answer = await setup.call('POST', path, body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.id
}

async function member(): Promise<number> {
  const email = `m${fresh()}@members.test`
  const { body } = await setup.call('POST', '/invitations', { email, role: 'editor' })
  const token = body.link.split('/').at(-1)
  const visitor = apiClient(setup.running.origin, { 'X-Pennypost-Console': '1' })
  const given = { token, password: 'a long secret of mine' }
  assert.equal((await visitor('POST', '/invitations/accept', given)).status, 204)
  const { items } = (await setup.call('GET', '/members')).body
  return items.find((one: { email: string }) => one.email === email).id
}

const block = (text: string) => ({ id: 'a', type: 'text', html: `<p>${text}</p>` })
const trigger = (name: string) =>
  `trigger: ${name}\nlist: Readers\nstart: joined\nsteps:\n  - step: a\n    wait: 1 day\n`
const list = async () =>
  `/lists/${await made('/lists', { name: `L${fresh()}`, fromEmail: 'n@x.test' })}`
const newsletter = async () =>
  `/newsletters/${await made('/newsletters', { subject: 'N', text: 'x' })}`
const filter = async () =>
  `/filters/${await made('/filters', { name: `F${fresh()}`, where: 'name = "Ada"' })}`
const form = async () =>
  `/forms/${await made('/forms', { name: `F${fresh()}`, listIds: [listId] })}`
const savedBlock = async () =>
  `/saved-blocks/${await made('/saved-blocks', { name: `S${fresh()}`, blocks: [block('a')] })}`
const template = async () =>
  `/templates/${await made('/templates', { name: `T${fresh()}`, source: { kind: 'html', html: '<p>' } })}`
const running = async () =>
  `/triggers/${await made('/triggers', { source: trigger(`T${fresh()}`), paused: true })}`
const person = async () =>
  `/subscribers/${await made('/subscribers', { listId, email: `p${fresh()}@x.test` })}`

async function plannedEmail() {
  const project = `P${fresh()}`
  const newsletterId = await made('/newsletters', { subject: 'N', text: 'x' })
  const fromEmail = 'n@x.test'
  await made('/projects', { name: project, newsletterId, fromEmail })
  return `/emails/${await made('/emails', { project, to: 'p@x.test', sendAt: day(0) })}`
}
const day = (n: number) => `2099-01-${String(n + 1).padStart(2, '0')}T00:00:00Z`

interface Sample {
  /** The object whose GET answers the tag. */
  object(): Promise<string>
  /** The n-th of several changes at once, each another one. */
  change?(n: number): unknown | Promise<unknown>
  /** Below the object. */
  below?: string
}

const draftOf = async () => `${await newsletter()}/draft`
const draft = async (n: number) => {
  const { content } = (await setup.call('GET', await draftOf())).body
  return { ...content, subject: `Draft ${n}` }
}

/** One for each route that reads the header. */
const SAMPLES: Record<string, Sample> = {
  'PATCH /lists/:listId': { object: list, change: n => ({ description: `D${n}` }) },
  'DELETE /lists/:listId': { object: list },
  'PATCH /newsletters/:newsletterId': { object: newsletter, change: n => ({ subject: `S${n}` }) },
  'DELETE /newsletters/:newsletterId': { object: newsletter },
  'PUT /newsletters/:newsletterId/draft': { object: draftOf, change: draft },
  'DELETE /newsletters/:newsletterId/draft': {
    async object() {
      const at = await draftOf()
      assert.equal((await setup.call('PUT', at, await draft(0))).status, 200)
      return at
    },
  },
  'POST /newsletters/:newsletterId/draft/publish': {
    async object() {
      const at = await draftOf()
      assert.equal((await setup.call('PUT', at, await draft(0))).status, 200)
      return at
    },
    change: () => ({}),
    below: '/publish',
  },
  'PATCH /filters/:filterId': { object: filter, change: n => ({ name: `F${fresh()}-${n}` }) },
  'DELETE /filters/:filterId': { object: filter },
  'PATCH /preferences': {
    object: async () => '/preferences',
    change: n => ({ lists: [{ id: listId, often: `Each ${n} days` }] }),
  },
  'PATCH /lists/:listId/published': {
    object: async () => `${await list()}/published`,
    change: n => ({ description: `D${n}` }),
  },
  'PUT /brand': {
    object: async () => '/brand',
    async change(n) {
      const { brand } = (await setup.call('GET', '/brand')).body
      return { ...brand, address: `Street ${n}` }
    },
  },
  'PATCH /forms/:formId': { object: form, change: n => ({ name: `G${fresh()}-${n}` }) },
  'DELETE /forms/:formId': { object: form },
  'PATCH /saved-blocks/:savedId': { object: savedBlock, change: n => ({ name: `B${n}` }) },
  'DELETE /saved-blocks/:savedId': { object: savedBlock },
  'PATCH /templates/:templateId': { object: template, change: n => ({ name: `P${fresh()}-${n}` }) },
  'PUT /triggers/:triggerId': {
    object: running,
    change: n => ({ source: trigger(`C${fresh()}-${n}`) }),
  },
  'DELETE /triggers/:triggerId': { object: running },
  'PATCH /subscribers/:subscriberId': { object: person, change: n => ({ name: `N${n}` }) },
  'PATCH /emails/:emailId': { object: plannedEmail, change: n => ({ sendAt: day(n + 1) }) },
  'PATCH /members/:personId': {
    object: async () => `/members/${await member()}`,
    change: n => ({ masked: n % 2 === 0, role: 'viewer' }),
  },
  'DELETE /members/:personId': { object: async () => `/members/${await member()}` },
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const changing = routes.filter(({ method }) => method !== 'GET')
const reading = changing.filter(({ readsIfMatch }) => readsIfMatch)
const statuses = (answers: readonly ApiAnswer[]) => answers.map(({ status }) => status).sort()
const tagOf = async (path: string) => (await setup.call('GET', path)).headers.get('etag')!

test('each route that reads it has a sample', () => {
  assert.deepEqual(Object.keys(SAMPLES).sort(), reading.map(nameOf).sort())
})

for (const name of Object.keys(SAMPLES)) {
  const { object, change, below = '' } = SAMPLES[name]!
  const [method] = name.split(' ') as [string]

  test(`${name}: of eight at once with one tag one is carried out`, async () => {
    const path = await object()
    const before = (await setup.call('GET', path)).body
    const body = change && (await change(0))
    const stale = await setup.call(method, path + below, body, { 'If-Match': '"stale"' })
    assert.deepEqual([stale.status, stale.body.reason], [412, 'changed-meanwhile'])
    assert.deepEqual((await setup.call('GET', path)).body, before)

    const bodies = await Promise.all(Array.from({ length: 8 }, (_, n) => change?.(n)))
    const tag = await tagOf(path)
    const answers = await Promise.all(
      bodies.map(one => setup.call(method, path + below, one, { 'If-Match': tag })),
    )
    const [first, ...others] = statuses(answers)
    assert.ok(first! < 300, JSON.stringify(answers[0]!.body))
    // What is gone has no tag to compare.
    const lost = (await setup.call('GET', path)).status === 404 ? 404 : 412
    assert.deepEqual(others, Array(7).fill(lost), JSON.stringify(answers.map(one => one.body)))
  })
}

test('each object is answered by 304 while it is the same', async () => {
  for (const object of new Set(Object.values(SAMPLES).map(one => one.object))) {
    const path = await object()
    const tag = await tagOf(path)
    assert.match(tag, /^"[\w-]{22}\.[\w-]{22}"$/, path)
    for (const method of ['GET', 'HEAD'])
      for (const header of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
        const answer = await setup.call(method, path, undefined, { 'If-None-Match': header })
        const said = [answer.status, answer.body, answer.headers.get('etag')]
        assert.deepEqual(said, [304, undefined, tag], `${method} ${path} ${header}`)
      }
    const compared = `${tag.split('.')[0]}"`
    const asked = await setup.call('GET', path, undefined, { 'If-None-Match': compared })
    assert.equal(asked.status, 200, 'the first part does not say that the text is the same')
  }
})

test('another count is another text, and no conflict', async () => {
  const path = await list()
  const read = await tagOf(path)
  const added = { listId: Number(path.split('/').at(-1)), email: `p${fresh()}@x.test` }
  await made('/subscribers', added)
  // Counts of lists are cached for a moment.
  const { body, headers } = await until(async () => {
    const answer = await setup.call('GET', path, undefined, { 'If-None-Match': read })
    return answer.status === 200 && answer
  })
  const now = headers.get('etag')!
  assert.deepEqual([body.subscribers, now === read], [1, false])
  assert.equal(now.split('.')[0], read.split('.')[0])
  // Also as tags were: of one part.
  for (const [n, part] of [read, `${now.split('.')[0]}"`].entries()) {
    const before = (await setup.call('GET', path)).body
    const same = { description: before.description }
    const answer = await setup.call('PATCH', path, same, { 'If-Match': part })
    assert.equal(answer.status, 200, `${n}: ${JSON.stringify(answer.body)}`)
    assert.equal(answer.headers.get('etag'), await tagOf(path))
  }
  const changed = await setup.call('PATCH', path, { description: 'New' }, { 'If-Match': read })
  assert.equal(changed.status, 200)
  const late = await setup.call('PATCH', path, { description: 'Late' }, { 'If-Match': now })
  assert.equal(late.status, 412)
})

test('with the tag as it is now a removal is carried out, and with any for "*"', async () => {
  for (const object of [list, newsletter, filter, savedBlock, running]) {
    const [one, other] = [await object(), await object()]
    assert.equal(
      (await setup.call('DELETE', one, undefined, { 'If-Match': await tagOf(one) })).status,
      204,
    )
    assert.equal((await setup.call('DELETE', other, undefined, { 'If-Match': '*' })).status, 204)
    assert.equal((await setup.call('GET', one)).status, 404)
  }
})

test('every other change refuses it, for every caller, and changes nothing', async () => {
  const visitor = apiClient(setup.running.origin, {})
  const erased = await person()
  for (const route of changing.filter(one => !one.readsIfMatch)) {
    const path =
      route.path === '/subscribers/:subscriberId' ? erased : route.path.replace(/:\w+/g, '1')
    const body = route.upload ? new Uint8Array() : {}
    const caller = route.right === 'anyone' ? visitor : setup.call
    const answer = await caller(route.method, path, body, { 'If-Match': '"stale"' })
    const said = [answer.status, answer.body.reason, answer.body.field]
    assert.deepEqual(said, [400, 'not-valid', 'If-Match'], nameOf(route))
  }
  assert.equal((await setup.call('GET', erased)).status, 200)
})

test('the description says which routes read it', () => {
  const { paths } = openApiDocument(routes, 'http://x.test') as {
    paths: Record<string, Record<string, { parameters: { name: string }[] }>>
  }
  const described = changing.filter(({ method, path }) =>
    paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!.parameters.some(
      ({ name }) => name === 'If-Match',
    ),
  )
  assert.deepEqual(described.map(nameOf), reading.map(nameOf))
  const { page } = referencePage(routes)
  assert.equal(page.split(' Reads If-Match.').length - 1, reading.length)
})
