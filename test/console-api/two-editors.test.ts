/**
 * Optimistic concurrency: two people edit the same object; no change is lost, and a conflict names
 * its author.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

const trigger = (name: string) =>
  `trigger: ${name}\nlist: Readers\nstart: joined\nsteps:\n  - step: a\n    wait: 1 day\n`

test('a conflict is refused, with the author and the differences', async () => {
  const { call, running } = setup
  await call('PUT', '/account/sign-in', { allowed: true })
  const invited = await call('POST', '/invitations', { email: 'ada@members.test', role: 'owner' })
  const token = invited.body.link.split('/').at(-1)
  const visitor = apiClient(running.origin, { 'X-Pennypost-Console': '1' })
  const accepted = { token, password: 'a long secret' }
  const { headers } = await visitor('POST', '/invitations/accept', accepted)
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  const ada = apiClient(running.origin, { cookie, 'X-Pennypost-Console': '1' })
  const made = async (path: string, body: unknown) => (await call('POST', path, body)).body.id
  const list = await made('/lists', { name: 'Readers', fromEmail: 'news@x.test' })
  const person = { listId: list, email: 'eva@x.test' }
  const newsletter = await made('/newsletters', { subject: 'News', text: 'x' })
  const template = await made('/templates', { name: 'T', source: { kind: 'html', html: '<p>' } })
  const bob = await call('POST', '/invitations', { email: 'bob@members.test', role: 'viewer' })
  const bobs = { token: bob.body.link.split('/').at(-1), password: 'a long secret' }
  await visitor('POST', '/invitations/accept', bobs)
  const [, { id: member }] = (await call('GET', '/members')).body.items
  const objects: [string, 'PATCH' | 'PUT', object, object][] = [
    [`/lists/${list}`, 'PATCH', { description: 'Theirs' }, { description: 'Mine' }],
    [
      `/filters/${await made('/filters', { name: 'F', where: 'name = "Ada"' })}`,
      ...(['PATCH', { name: 'Theirs' }, { name: 'Mine' }] as const),
    ],
    [`/members/${member}`, 'PATCH', { role: 'editor' }, { role: 'writer' }],
    [`/newsletters/${newsletter}`, 'PATCH', { subject: 'Theirs' }, { subject: 'Mine' }],
    [`/templates/${template}`, 'PATCH', { name: 'Theirs' }, { name: 'Mine' }],
    [
      `/triggers/${await made('/triggers', { source: trigger('T'), paused: true })}`,
      ...(['PUT', { source: trigger('Theirs') }, { source: trigger('Mine') }] as const),
    ],
    [
      `/subscribers/${await made('/subscribers', person)}`,
      ...(['PATCH', { name: 'Theirs' }, { name: 'Mine' }] as const),
    ],
  ]
  for (const [path, method, theirs, mine] of objects) {
    const tag = (await call('GET', path)).headers.get('etag')
    assert.ok(tag, path)
    assert.equal((await ada(method, path, theirs, { 'If-Match': tag })).status, 200, path)
    const { status, body } = await call(method, path, mine, { 'If-Match': tag })
    assert.deepEqual([status, body.reason], [412, 'changed-meanwhile'], path)
    assert.match(body.detail, /^ada@members\.test has changed it/, path)
    assert.deepEqual([body.meanwhile.by.kind, body.meanwhile.at > '2026'], ['person', true])
    assert.match(JSON.stringify((await call('GET', path)).body), /Theirs|"editor"/, path)
    const { headers: now } = await call('GET', path)
    const again = await call(method, path, mine, { 'If-Match': now.get('etag')! })
    assert.equal(again.status, 200, `${path}: ${JSON.stringify(again.body)}`)
    assert.notEqual((await call(method, path, theirs, { 'If-Match': '"x"' })).status, 200)
  }
  // Of two at the same moment one wins.
  const at = `/templates/${template}`
  const tag = (await call('GET', at)).headers.get('etag')!
  const both = await Promise.all(
    ['One', 'Two'].map(name => call('PATCH', at, { name }, { 'If-Match': tag })),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
  // Who may see no addresses is not told one by a refusal.
  const { body: key } = await call('POST', '/api-keys', {
    name: 'k',
    rights: ['read', 'content'],
    masked: true,
  })
  const masked = apiClient(running.origin, { Authorization: `Bearer ${key.token}` })
  await ada('PATCH', at, { name: 'Again' })
  const { body: refusal } = await masked('PATCH', at, { name: 'Mine' }, { 'If-Match': tag })
  assert.match(refusal.detail, /^a•••@members\.test/)
})
