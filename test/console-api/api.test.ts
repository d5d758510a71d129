/** What all routes of the JSON API share: who calls, refusals, limits, repetition, description. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { routes } from '../../src/console-api/v1/table.ts'
import { type ApiSetup, apiClient, apiSetup, PASSWORD } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

const LIST = { name: 'Customers', fromEmail: 'news@example.com' }

describe('a session', () => {
  test('begins with user name and password, tells the rights, and ends', async () => {
    const { origin } = setup.running
    const visitor = apiClient(origin, { 'X-Pennypost-Console': '1' })
    const wrong = await visitor('POST', '/session', { username: 'shop', password: 'no' })
    assert.deepEqual([wrong.status, wrong.body.reason], [401, 'unknown-credentials'])
    const signedIn = await visitor('POST', '/session', { username: 'shop', password: PASSWORD })
    assert.equal(signedIn.status, 201)
    const [cookie = ''] = signedIn.headers.get('set-cookie')!.split(';')
    assert.match(signedIn.headers.get('set-cookie')!, /; HttpOnly; SameSite=Lax$/)
    const person = apiClient(origin, { cookie, 'X-Pennypost-Console': '1' })
    const { body } = await person('GET', '/session')
    assert.equal(body.account.username, 'shop')
    assert.ok(body.rights.includes('own'))
    assert.equal((await person('DELETE', '/session')).status, 204)
    assert.equal((await person('GET', '/session')).status, 401)
  })

  test('is demanded by every other route, and tells how to get in', async () => {
    const visitor = apiClient(setup.running.origin, { 'X-Pennypost-Console': '1' })
    for (const { method, path, right } of routes) {
      if (right === 'anyone') continue
      const { status, headers, body } = await visitor(method, path.replace(/:\w+/g, '1'))
      assert.deepEqual([status, body.reason], [401, 'not-signed-in'], `${method} ${path}`)
      assert.match(headers.get('www-authenticate')!, /^Bearer/)
    }
  })

  test('does nothing for other sites', async () => {
    const { call, running } = setup
    const elsewhere: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example.test' },
    ]
    for (const headers of elsewhere) {
      const { status, body } = await call('POST', '/lists', LIST, headers)
      assert.deepEqual([status, body.reason], [403, 'other-site'])
    }
    const { cookie } = await signedInCookie()
    const plain = apiClient(running.origin, { cookie })
    assert.equal((await plain('POST', '/lists', LIST)).body.reason, 'other-site')
    assert.equal((await plain('GET', '/lists')).status, 200)
    assert.deepEqual((await call('GET', '/lists')).body.items, [])
  })

  async function signedInCookie() {
    const visitor = apiClient(setup.running.origin, { 'X-Pennypost-Console': '1' })
    const { headers } = await visitor('POST', '/session', { username: 'shop', password: PASSWORD })
    return { cookie: headers.get('set-cookie')!.split(';')[0]! }
  }
})

describe('a refusal', () => {
  const refused = async (...call: Parameters<ApiSetup['call']>) => {
    const { status, headers, body } = await setup.call(...call)
    assert.match(headers.get('content-type')!, /^application\/problem\+json/)
    assert.deepEqual(
      [body.status, typeof body.title, typeof body.call],
      [status, 'string', 'string'],
    )
    return [status, body.reason, ...(body.field === undefined ? [] : [body.field])]
  }

  test('reports each error with its place', async () => {
    assert.deepEqual(await refused('GET', '/nothing'), [404, 'no-such-route'])
    assert.deepEqual(await refused('GET', '/lists/999'), [404, 'no-such-list'])
    assert.deepEqual(await refused('GET', '/lists/x'), [400, 'not-valid', 'path.listId'])
    assert.deepEqual(await refused('GET', '/lists?limit=9999'), [400, 'not-valid', 'query.limit'])
    assert.deepEqual(await refused('GET', '/lists?after=x'), [400, 'not-valid', 'query.after'])
    assert.deepEqual(await refused('GET', '/lists?other=1'), [400, 'not-valid', 'query'])
    assert.deepEqual(await refused('POST', '/lists', {}), [400, 'not-valid', 'body.name'])
    assert.deepEqual(await refused('POST', '/lists', '{"name'), [400, 'not-json'])
    const latin1 = Buffer.from(JSON.stringify({ ...LIST, name: 'Küche' }), 'latin1')
    const asJson = { 'Content-Type': 'application/json' }
    assert.deepEqual(await refused('POST', '/lists', latin1, asJson), [400, 'not-json'])
    assert.deepEqual(await refused('POST', '/lists', '[]'), [400, 'not-valid', 'body'])
    const name = 'x'.repeat(5000)
    assert.deepEqual(await refused('POST', '/lists', { ...LIST, name }), [
      400,
      'not-valid',
      'body.name',
    ])
    const large = { ...LIST, name: 'x'.repeat(2_000_000) }
    assert.deepEqual(await refused('POST', '/lists', large), [413, 'too-large'])
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`
    assert.deepEqual(await refused('POST', '/lists', deep), [400, 'not-json'])
    const visitors = deep.slice(40_000, -40_000)
    assert.deepEqual(await refused('POST', '/session', visitors), [400, 'not-json'])
    assert.deepEqual(await refused('POST', '/session', deep), [413, 'too-large'])
    const once = await setup.call('POST', '/lists', deep, { 'Idempotency-Key': 'deep' })
    assert.deepEqual([once.status, once.body.reason], [400, 'not-json'])
    const text = await setup.call('POST', '/lists', 'x', { 'Content-Type': 'text/plain' })
    assert.deepEqual([text.status, text.body.reason], [415, 'wrong-type'])
  })

  test('names all wrong values of a body at once, in plain words', async () => {
    const { body } = await setup.call('POST', '/lists', { fromEmail: 7, other: 1 })
    assert.deepEqual(body.errors, [
      { field: 'body.name', code: 'given-missing', values: {}, detail: 'It is missing.' },
      {
        field: 'body.fromEmail',
        code: 'given-type',
        values: { kind: 'string' },
        detail: 'It must be a text.',
      },
      {
        field: 'body',
        code: 'given-unknown',
        values: { names: 'other' },
        detail: 'There is no value named other.',
      },
    ])
    assert.equal(body.detail, 'body.name: It is missing.')
    const wrong = await setup.call('PUT', '/sendings/1/rate', { perMinute: 0 })
    assert.equal(wrong.body.errors[0].detail, 'It must be at least 1.')
  })

  test('of a method says which the address has; a new object says where it is', async () => {
    const { status, headers, body } = await setup.call('PUT', '/lists/1')
    assert.deepEqual([status, body.reason], [405, 'wrong-method'])
    assert.deepEqual(headers.get('allow')!.split(', ').sort(), ['DELETE', 'GET', 'HEAD', 'PATCH'])
    assert.deepEqual(await refused('PUT', '/lists/1/nothing'), [404, 'no-such-route'])
    const key = { 'Idempotency-Key': 'where it is' }
    let id = 0
    for (const _ of ['first', 'again']) {
      const made = await setup.call('POST', '/lists', { ...LIST, name: 'Here' }, key)
      assert.equal(made.status, 201)
      const place = made.headers.get('location')!
      assert.equal(place, `/api/v1/lists/${made.body.id}`)
      assert.equal((await setup.call('GET', place.slice('/api/v1'.length))).body.name, 'Here')
      id = made.body.id
    }
    await setup.call('DELETE', `/lists/${id}`)
  })

  test('of the domain has its sentence', async () => {
    const { status, body } = await setup.call('POST', '/lists', { ...LIST, fromEmail: 'nobody' })
    assert.deepEqual([status, body.reason], [400, 'not-valid'])
    assert.match(body.detail, /sender's address/)
  })
})

test('a call that is repeated with its key is carried out once', async () => {
  const { call, stranger } = setup
  const key = { 'Idempotency-Key': 'order 1' }
  const first = await call('POST', '/lists', LIST, key)
  const second = await call('POST', '/lists', LIST, key)
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.deepEqual(second.body, first.body)
  assert.equal((await call('GET', '/lists')).body.items.length, 1)
  const other = await call('POST', '/lists', { ...LIST, name: 'Other' }, key)
  assert.deepEqual([other.status, other.body.reason], [422, 'key-used-otherwise'])
  assert.equal((await stranger('POST', '/lists', LIST, key)).status, 201, 'a key of somebody else')
  // What was refused may be repeated.
  const again = { 'Idempotency-Key': 'order 2' }
  assert.equal((await call('POST', '/lists', { ...LIST, name: '' }, again)).status, 400)
  assert.equal((await call('POST', '/lists', { ...LIST, name: '' }, again)).status, 400)
  const many = await Promise.all(
    Array.from({ length: 8 }, () => call('POST', '/lists', LIST, { 'Idempotency-Key': 'order 3' })),
  )
  const made = many.filter(({ status }) => status === 201)
  assert.equal(new Set(made.map(({ body }) => body.id)).size, 1)
  assert.ok(many.every(({ status, body }) => status === 201 || body.reason === 'in-progress'))
})

test('a conflict with another change is refused', async () => {
  const { call } = setup
  const { body: list, headers } = await call('POST', '/lists', LIST)
  const read = headers.get('etag')!
  const at = `/lists/${list.id}`
  assert.equal((await call('GET', at)).headers.get('etag'), read)
  const one = await call('PATCH', at, { name: 'One' }, { 'If-Match': read })
  assert.equal(one.status, 200)
  const two = await call('PATCH', at, { name: 'Two' }, { 'If-Match': read })
  assert.deepEqual([two.status, two.body.reason], [412, 'changed-meanwhile'])
  assert.equal((await call('GET', at)).body.name, 'One')
  const three = await call(
    'PATCH',
    at,
    { tracking: 'off' },
    { 'If-Match': one.headers.get('etag')! },
  )
  assert.deepEqual([three.status, three.body.tracking], [200, 'off'])
  assert.equal((await call('PATCH', at, { name: 'Four' })).body.name, 'Four')
})

test('long answers are compressed for programs, and for no session', async () => {
  const { running, call } = setup
  for (let n = 0; n < 20; n++) await call('POST', '/lists', { ...LIST, name: `Long ${n}` })
  const key = await call('POST', '/api-keys', { name: 'reader', rights: ['read'] })
  const bearer = { Authorization: `Bearer ${key.body.token}` }
  const asProgram = async (wished: string) => {
    const headers = { ...bearer, 'Accept-Encoding': wished }
    const answer = await fetch(`${running.origin}/api/v1/lists`, { headers })
    const names = ['content-encoding', 'vary'].map(name => answer.headers.get(name))
    return [names, await answer.json()]
  }
  const wish = { 'Accept-Encoding': 'br, gzip' }
  const { body, headers } = await call('GET', '/lists', undefined, wish)
  assert.equal(headers.get('content-encoding'), null)
  assert.deepEqual(await asProgram('gzip, br'), [['br', 'Accept-Encoding'], body])
  assert.deepEqual(await asProgram('gzip, br;q=0'), [['gzip', 'Accept-Encoding'], body])
  assert.deepEqual(await asProgram('identity'), [[null, 'Accept-Encoding'], body])
})

test('limits are told', async () => {
  const { headers } = await setup.call('GET', '/lists')
  assert.equal(headers.get('ratelimit-limit'), '1200')
  assert.ok(Number(headers.get('ratelimit-remaining')) < 1200)
})

/** Of a schema that is worth a name where it comes again. */
const LONG = 6_000

describe('the description', () => {
  test('has every route once, with its answer and its refusals', async () => {
    const { body: document } = await setup.call('GET', '/openapi.json')
    assert.equal(document.openapi, '3.1.0')
    const ids = new Set<string>()
    for (const { method, path, out, file } of routes) {
      const entry = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
      ids.add(entry.operationId)
      const [status] = Object.keys(entry.responses)
      assert.equal(status === '204', out === undefined && !file, `${method} ${path}`)
      assert.ok(entry.summary.endsWith('.'), entry.summary)
    }
    assert.equal(ids.size, routes.length)
  })

  test('has each answer of several routes once, by its name', async () => {
    const { body: document } = await setup.call('GET', '/openapi.json')
    const { schemas } = document.components
    const text = JSON.stringify(document)
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      assert.ok(schemas[name!], name)
    const list = { $ref: '#/components/schemas/List' }
    const of = (path: string, method: string, status: number) =>
      document.paths[path][method].responses[status].content['application/json'].schema
    assert.deepEqual(of('/lists', 'get', 200).properties.items.items, list)
    assert.deepEqual(of('/lists', 'post', 201), list)
    const seen = new Set<string>()
    JSON.stringify(document.paths, (key, value) => {
      const whole = key === 'schema' ? JSON.stringify(value) : ''
      assert.ok(whole.length < LONG || !seen.has(whole), `no name for ${whole.slice(0, 300)}`)
      seen.add(whole)
      return value
    })
  })

  test('comes again only when it has changed', async () => {
    const at = `${setup.running.origin}/api/v1/openapi.json`
    const { headers } = await fetch(at)
    const tag = headers.get('etag')!
    const again = await fetch(at, { headers: { 'If-None-Match': `"old", W/${tag}` } })
    assert.deepEqual([again.status, await again.text()], [304, ''])
    assert.equal((await fetch(at, { headers: { 'If-None-Match': '"old"' } })).status, 200)
  })

  test('is readable', async () => {
    const answer = await fetch(`${setup.running.origin}/api/v1/reference`)
    assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'/)
    const text = await answer.text()
    for (const { path } of routes) assert.ok(text.includes(path), path)
  })
})
