/** The OpenAPI document as generators of clients, linters and readers take it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { openApiDocument } from '../../src/console-api/v1/openapi/document.ts'
import { routes } from '../../src/console-api/v1/table.ts'
import { apiClient, apiSetup } from './api-setup.ts'

type Media = { schema: object; example?: unknown }

interface Described {
  tags: string[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>
}

const document = openApiDocument(routes, 'https://news.example.com') as unknown as {
  tags: { name: string }[]
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, { examples: unknown[] }>; responses: object }
}
const { schemas, responses } = document.components
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, of]) => ({ at: `${method} ${path}`, of })),
)

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'https://news.example.com/', ...document })
const fits = (schema: object, value: unknown): boolean =>
  ajv.validate(absolute(schema), value) as boolean
const absolute = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"https://news.example.com/#/'))

test('each request and answer of JSON has an example that its schema allows', () => {
  let checked = 0
  const check = (at: string, media: Media | undefined) => {
    if (!media) return
    const named = /\/schemas\/(\w+)$/.exec((media.schema as { $ref?: string }).$ref ?? '')?.[1]
    const example = named === undefined ? media.example : schemas[named]!.examples[0]
    assert.ok(example !== undefined, `${at} has none`)
    assert.ok(fits(media.schema, example), `${at}: ${ajv.errorsText()}`)
    checked += 1
  }
  for (const { at, of } of operations) {
    check(at, of.requestBody?.content['application/json'])
    for (const { content } of Object.values(of.responses)) check(at, content?.['application/json'])
  }
  assert.ok(checked > routes.length, `${checked}`)
})

test('has no form that generators and validators read in several ways', () => {
  const text = JSON.stringify(document)
  for (const form of ['"prefixItems"', '\\\\p{', '"$defs"']) assert.ok(!text.includes(form), form)
  for (const [name, of] of Object.entries(schemas)) {
    const { anyOf, oneOf } = of as { anyOf?: object[]; oneOf?: object[] }
    // Of an object it may: a type of its own. An alias of a union that contains itself may not.
    const isObject = (one: object) => 'properties' in one
    for (const one of (anyOf ?? oneOf ?? []).filter(one => !isObject(one)))
      assert.ok(!JSON.stringify(one).includes(`/schemas/${name}"`), `${name} contains itself`)
  }
  const tags = new Set(document.tags.map(({ name }) => name))
  for (const { at, of } of operations) assert.ok(tags.has(of.tags[0]!), at)
  for (const [, name] of text.matchAll(/#\/components\/responses\/(\w+)"/g))
    assert.ok(name! in responses, name)
})

test('a refusal has a status that the description of its route tells', async () => {
  const setup = await apiSetup()
  const { running, call } = setup
  const nobody = apiClient(running.origin, {})
  const missing: string[] = []
  for (const { method, path, right } of routes) {
    if (right === 'anyone' || /^\/(?:account|session)/.test(path)) continue
    const { responses } = document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
    const at = path.replace(/:\w+/g, '999999')
    const type = { 'Content-Type': 'text/plain' }
    const answers = [await nobody(method, at), await call(method, `${at}?no-such-value=1`)]
    if (method !== 'GET')
      answers.push(await call(method, at, {}), await call(method, at, '{}', type))
    for (const { status, body } of answers)
      if (status >= 400 && !(status in responses))
        missing.push(`${method} ${path}: ${status} ${body.reason}`)
  }
  await running.close()
  assert.deepEqual(missing, [])
})
