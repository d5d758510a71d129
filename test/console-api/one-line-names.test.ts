/**
 * Names are one line: they stand in lists, in the From and List-Id of emails, and in the logs of
 * programs. The web service takes what it always took.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { z } from 'zod'
import { actions } from '../../src/actions/table.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { editPerson } from '../../src/domain/members/members.ts'
import { refusalOf } from '../../src/domain/refusal.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

const LINES = 'Summer\r\nBcc: all@example.com'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
  // The only account operates the installation.
  const text = "update accounts set closed_at = now() where username = 'other'"
  await setup.running.store.run({ name: '', text, again: false }, [])
})
after(() => setup.running.close())

const sender = { name: 'Shop', fromEmail: 'shop@example.com' }
const html = { kind: 'html', html: '<p>Hello</p>' }
const newsletter = { name: 'N', subject: 'S', source: html }
const filter = { name: 'A', where: 'name = "A"' }

/** Objects that are changed; each is the first of its kind. */
const MADE: [path: string, body: object][] = [
  ['/lists', { ...sender, name: 'News' }],
  ['/newsletters', newsletter],
  ['/templates', { name: 'T', source: html }],
  ['/filters', filter],
  ['/forms', { name: 'F', listIds: [1] }],
  ['/fields', { name: 'City' }],
  ['/projects', { name: 'Orders', newsletterId: 1, fromEmail: 'shop@example.com' }],
  ['/saved-blocks', { name: 'B', blocks: [{ type: 'text', id: 'a', html: '<p>Hello</p>' }] }],
]

/** Bodies that are right but for the value. */
const BODIES: Record<string, [path: string, body?: object]> = {
  'POST /api-keys': ['/api-keys'],
  'POST /lists': ['/lists', sender],
  'PATCH /lists/:listId': ['/lists/1'],
  'PATCH /lists/:listId/published': ['/lists/1/published'],
  'POST /newsletters': ['/newsletters', newsletter],
  'PATCH /newsletters/:newsletterId': ['/newsletters/1'],
  'PATCH /newsletters/:newsletterId/place': ['/newsletters/1/place'],
  'POST /newsletters/:newsletterId/copy': ['/newsletters/1/copy'],
  'POST /templates': ['/templates', { name: 'T', source: html }],
  'PATCH /templates/:templateId': ['/templates/1'],
  'PUT /test-groups/:group': ['/test-groups/a', { emails: ['a@example.com'] }],
  'POST /filters': ['/filters', filter],
  'PATCH /filters/:filterId': ['/filters/1'],
  'POST /forms': ['/forms', { name: 'F', listIds: [1] }],
  'PATCH /forms/:formId': ['/forms/1'],
  'POST /fields': ['/fields'],
  'PATCH /fields/:number': ['/fields/1'],
  'POST /saved-blocks': ['/saved-blocks', MADE.at(-1)![1]],
  'PATCH /saved-blocks/:savedId': ['/saved-blocks/1'],
  'POST /webhooks': ['/webhooks', { url: 'https://shop.example/', events: ['sent'] }],
  'POST /event-sources': ['/event-sources', { event: 'cart', emailAt: 'email' }],
  'POST /projects': ['/projects', { name: 'O', newsletterId: 1, fromEmail: 'shop@example.com' }],
  'PATCH /projects/:projectId': ['/projects/1'],
  'PATCH /programs/:programId': ['/programs/1'],
  'POST /installation/routes': ['/installation/routes', { url: 'smtp://relay.example:25' }],
}

/** Why there are names without a body above. */
const OTHERWISE: Record<string, string> = {
  'POST /events': 'the name of an event, whose letters are listed',
  'PATCH /media/:pictureId': 'the name of a file, which is made one line',
  'PATCH /session/person': 'of members alone, see below',
  'POST /invitations/accept': 'told after the token',
  'PUT /newsletters/:newsletterId/draft': 'work in progress, checked when it is saved',
  'POST /subscribers': 'a person, as files and old programs name them',
  'PATCH /subscribers/:subscriberId': 'the same',
  'PUT /subscribers/by-address': 'the same',
  'POST /sign-ups': 'the same',
  'PATCH /forms/:formId/words/:language': 'the heading of a page',
}

type Shaped = z.ZodType & { shape?: Record<string, z.ZodType> }

const NAMES = ['name', 'title', 'fromName', 'folder']

const named = actions.flatMap(({ route, ...rest }) => {
  const { shape = {} } = ('body' in rest ? rest.body : {}) as Shaped
  return Object.keys(shape)
    .filter(name => NAMES.includes(name))
    .map(name => ({ route: route as string, name }))
})

describe('names are one line', () => {
  before(async () => {
    for (const [path, body] of MADE) {
      const { status, body: answer } = await setup.call('POST', path, body)
      assert.equal(status, 201, `${path}: ${JSON.stringify(answer)}`)
    }
  })

  for (const { route, name } of named.filter(one => !(one.route in OTHERWISE)))
    test(`${name} of ${route}`, async () => {
      const [path, body] = BODIES[route]!
      const { status, body: answer } = await setup.call(route.split(' ')[0]!, path, {
        ...body,
        [name]: LINES,
      })
      assert.deepEqual([status, answer.code], [400, 'text-lines'], JSON.stringify(answer))
    })

  test('the sender of the brand', async () => {
    const { brand } = (await setup.call('GET', '/brand')).body
    const { status, body } = await setup.call('PUT', '/brand', {
      ...brand,
      sender: { ...brand.sender, name: LINES },
    })
    assert.deepEqual([status, body.code], [400, 'text-lines'], JSON.stringify(body))
  })

  test('people of the account', () => {
    assert.throws(
      () => editPerson(setup.running.store, 1, { name: LINES }),
      error => refusalOf(error)?.coded?.code === 'text-lines',
    )
  })

  test('the name of a list is named', async () => {
    const { body } = await setup.call('POST', '/lists', { ...sender, name: LINES, fromName: LINES })
    const errors = body.errors as { field: string; code: string }[]
    assert.deepEqual(
      errors.map(({ field, code }) => [field, code]),
      [
        ['body.name', 'text-lines'],
        ['body.fromName', 'text-lines'],
      ],
    )
  })

  test('are all known here', () => {
    const routes = new Set(named.map(({ route }) => route))
    assert.deepEqual(
      [...routes].filter(route => !(route in BODIES) && !(route in OTHERWISE)),
      [],
    )
    assert.deepEqual(
      Object.keys(OTHERWISE).filter(route => !routes.has(route)),
      [],
    )
  })
})

test('a name that an old program gave is kept, and its list is changed otherwise', async () => {
  const { running, accountId, call } = setup
  const listId = await makeList(running.store, accountId, {
    name: LINES,
    fromName: '',
    fromEmail: 'shop@example.com',
    description: '',
    characterSet: '',
    severalLines: true,
  })
  const { status, body } = await call('PATCH', `/lists/${listId}`, { description: 'Of 2009' })
  assert.deepEqual([status, body.name], [200, LINES])
})
