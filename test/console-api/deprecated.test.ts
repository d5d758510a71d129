/** What is deprecated says so: in each answer that uses it, and in the document of the API. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openApiDocument } from '../../src/console-api/v1/openapi/document.ts'
import { routes } from '../../src/console-api/v1/table.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

const deprecated = routes.filter(route => route.deprecated)

test('results of a project as they were: told by headers, only where they are asked for', async () => {
  const { body: list } = await setup.call('POST', '/lists', { name: 'L', fromEmail: 'a@x.test' })
  const given = { subject: 's', text: 't', listId: list.id }
  const { body: newsletter } = await setup.call('POST', '/newsletters', given)
  const project = { name: 'P', newsletterId: newsletter.id }
  const { body } = await setup.call('POST', '/projects', project)
  const used = await setup.call('GET', `/projects/${body.id}`)
  assert.deepEqual([used.status, Array.isArray(used.body.results)], [200, true])
  assert.equal(used.headers.get('deprecation'), `@${Date.UTC(2026, 10, 30) / 1000}`)
  assert.equal(used.headers.get('sunset'), 'Wed, 01 Dec 2027 00:00:00 GMT')
  assert.match(used.headers.get('link')!, /^<\/api\/v1\/reference\/projects>; rel="deprecation"/)
  for (const path of [`/projects/${body.id}?results=false`, `/projects/${body.id}/results`]) {
    const { status, headers } = await setup.call('GET', path)
    assert.deepEqual([status, headers.get('deprecation'), headers.get('sunset')], [200, null, null])
  }
})

test('each has a year, something in its place, and a mark in the document', () => {
  const names = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  const { paths } = openApiDocument(routes, 'http://x.test') as {
    paths: Record<string, Record<string, Operation>>
  }
  assert.ok(deprecated.length > 0)
  for (const { method, path, deprecated: facts } of deprecated) {
    const { since, sunset, instead, part } = facts!
    assert.ok(names.has(instead), instead)
    assert.ok(Date.parse(sunset) - Date.parse(since) >= 365 * 86_400_000, path)
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
    const marked = operation.parameters.find(({ name }) => name === part) ?? operation
    assert.equal(marked.deprecated, true, path)
    assert.match(operation.description, new RegExp(`deprecated since ${since}`, 'i'))
  }
})

interface Operation {
  deprecated?: boolean
  description: string
  parameters: { name: string; deprecated?: boolean }[]
}

test('a read that is known already is answered by 304, and one with another count is not', async () => {
  const first = await setup.call('GET', '/lists')
  const tag = first.headers.get('etag')!
  assert.match(tag, /^W\/"[\w-]{22}"$/)
  const known = await setup.call('GET', '/lists', undefined, { 'If-None-Match': `"x", ${tag}` })
  assert.deepEqual([known.status, known.body, known.headers.get('etag')], [304, undefined, tag])
  await setup.call('POST', '/lists', { name: 'More', fromEmail: 'a@x.test' })
  const changed = await setup.call('GET', '/lists', undefined, { 'If-None-Match': tag })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.get('etag'), tag)
  const head = await setup.call('HEAD', '/lists', undefined, {
    'If-None-Match': changed.headers.get('etag')!,
  })
  assert.equal(head.status, 304)
})
