/** Templates of blocks, and newsletters that become templates. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { NewsletterAnswer } from '../../src/actions/newsletters/newsletters.ts'
import type { TemplateAnswer, TemplateListed } from '../../src/actions/templates/templates.ts'
import { activeTemplates } from '../../src/domain/templates/templates.sql.ts'
import { type ApiClient, type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
before(async () => {
  setup = await apiSetup()
  call = setup.call
})
after(() => setup.running.close())

async function made<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body?.detail}`)
  return answer.body
}

async function refused(method: string, path: string, body: unknown, says: RegExp) {
  const count = async () => (await made<{ items: unknown[] }>('GET', '/templates')).items.length
  const before = await count()
  const answer = await call(method, path, body)
  assert.match(`${answer.status} ${answer.body?.detail}`, says)
  assert.equal(await count(), before)
}

const text = (id: string, html: string) => ({ type: 'text', id, html })
const doc = (...blocks: object[]) => ({ blocks })
const ofBlocks = (...blocks: object[]) => ({ kind: 'blocks', document: doc(...blocks) })
const ofHtml = (html: string) => ({ kind: 'html', html })
const template = (body: object) => made<TemplateAnswer>('POST', '/templates', body)
const newsletter = (body: object) =>
  made<NewsletterAnswer>('POST', '/newsletters', { subject: 'News', ...body })
const ofNewsletter = (newsletterId: number) => ({ kind: 'newsletter', newsletterId })
const listed = async (id: number) =>
  (await made<{ items: TemplateListed[] }>('GET', '/templates')).items.find(one => one.id === id)!

test('a template of blocks is saved, shown, renamed, changed, restored', async () => {
  const source = ofBlocks(text('a', '<p onclick="x">Hello {{ name }}</p>'))
  const saved = await template({ name: 'Monthly', source })
  assert.deepEqual(
    [saved.kind, saved.source, saved.slots, saved.gone],
    ['blocks', ofBlocks(text('a', '<p>Hello {{ name }}</p>')), [], []],
  )
  assert.equal((await listed(saved.id)).kind, 'blocks')
  const at = `/templates/${saved.id}`
  assert.equal((await made<TemplateAnswer>('PATCH', at, { name: 'News' })).version, 1)
  const next = ofBlocks(text('a', '<p>Bye</p>'))
  const changed = await made<TemplateAnswer>('PATCH', at, { source: next })
  assert.deepEqual([changed.name, changed.version, changed.source], ['News', 2, next])
  const first = { kind: 'version', version: 1 }
  const restored = await made<TemplateAnswer>('PATCH', at, { source: first })
  assert.deepEqual([restored.version, restored.source], [3, saved.source])
  await refused('PATCH', at, { source: ofHtml('<p>x') }, /^400 .*This template is of blocks/)
  const other = await template({ name: 'Source', source: ofHtml('<p>x</p>') })
  await refused('PATCH', `/templates/${other.id}`, { source: next }, /^400 .* is source/)
  const wrong = ofBlocks(text('b', '{{ nome }}'))
  await refused('PATCH', at, { source: wrong }, /^400 .*There is no "nome"/)
})

test('it is removed, and put back', async () => {
  const { accountId } = setup
  const { id } = await template({ name: 'Spring', source: ofBlocks(text('a', '<p>a</p>')) })
  const isOffered = async () =>
    (await activeTemplates(setup.running.store, { accountId })).some(one => one.id === id)
  assert.equal(await isOffered(), true)
  const removed = await made<TemplateAnswer>('PATCH', `/templates/${id}`, { active: false })
  assert.deepEqual([removed.active, removed.version, await isOffered()], [false, 1, false])
  await made('PATCH', `/templates/${id}`, { active: true })
  assert.equal(await isOffered(), true)
})

test('an invalid template is refused', async () => {
  const post = (source: object | undefined, says: RegExp) =>
    refused('POST', '/templates', { name: 'x', source }, says)
  await post(undefined, /^400 .*body\.source/)
  await post(ofHtml(' '), /^400 .*A template needs HTML or MJML/)
  await post({ kind: 'blocks', html: '<p>' }, /^400 .*body\.source/)
  await post(ofBlocks({ type: 'picture', id: 'p', src: '', alt: '' }), /^400 .*It has no picture/)
  await post({ kind: 'newsletter', newsletterId: 999 }, /^404 .*999/)
  await post({ kind: 'slots', slots: {} }, /^400 .*body\.source\.kind/)
})

test('a newsletter begins with a copy of its blocks', async () => {
  const blocks = ofBlocks(text('a', '<p>Hello</p>'))
  const { id } = await template({ name: 'Copied', source: blocks })
  const begun = await newsletter({ source: { kind: 'template', templateId: id } })
  assert.deepEqual(begun.source, blocks)
  await made('PATCH', `/templates/${id}`, { source: ofBlocks(text('a', '<p>Other</p>')) })
  const kept = await made<NewsletterAnswer>('GET', `/newsletters/${begun.id}`)
  assert.deepEqual(kept.source, blocks)
  const unfit = { kind: 'template', templateId: id, slots: { body: 'x' } }
  await refused(
    'POST',
    '/newsletters',
    { subject: 'x', source: unfit },
    /^400 .*The template has no slot "body"\. It has none/,
  )
  // What is written may name it, too: the gallery shows it so.
  const source = { kind: 'template', templateId: id, version: 1, slots: {} }
  const { name, subject } = begun
  const head = { name, subject, preheader: '', fromName: '', fromEmail: '', replyTo: '' }
  const content = { ...head, listId: null, inlined: true, text: '', source }
  const { html } = await made<{ html: string }>('POST', '/newsletters/preview', { content })
  assert.match(html, /Hello/)
})

test('a newsletter becomes a template, as its writers see it', async () => {
  const { id } = await newsletter({ source: ofBlocks(text('a', '<p>Saved</p>')) })
  const at = `/newsletters/${id}/draft`
  const copy = await made<{ content: object }>('GET', at)
  const source = ofBlocks(text('a', '<p>Written since</p>'))
  const content = { ...copy.content, source }
  await made('PUT', at, content)
  const saved = await template({ name: 'From it', source: ofNewsletter(id) })
  assert.deepEqual(saved.source, source)

  const html = await newsletter({ source: ofHtml('<p>Hello</p>') })
  const inHtml = await template({ name: 'Source', source: ofNewsletter(html.id) })
  assert.deepEqual(inHtml.source, ofHtml('<p>Hello</p>'))

  const slotted = await template({
    name: 'Slots',
    source: ofHtml('<h1 data-slot="title">T</h1><div data-slot="body">B</div>'),
  })
  const of = { kind: 'template', templateId: slotted.id, slots: { body: '<p>Mine</p>' } }
  const filled = await template({
    name: 'Filled',
    source: ofNewsletter((await newsletter({ source: of })).id),
  })
  assert.deepEqual(
    filled.source,
    ofHtml('<h1 data-slot="title">T</h1><div data-slot="body"><p>Mine</p></div>'),
  )
  assert.deepEqual(
    filled.slots.map(({ name, content }) => [name, content]),
    [
      ['title', 'T'],
      ['body', '<p>Mine</p>'],
    ],
  )
})

test('it says which pictures and saved blocks are gone, and they do not go by accident', async () => {
  const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const media = await made<{ id: string; src: string }>('POST', '/media?name=a.gif', PIXEL)
  const shared = { name: 'Shared', blocks: [text('s', '<p>s</p>')] }
  const block = await made<{ id: number }>('POST', '/saved-blocks', shared)
  const picture = (id: string, src: string) => ({ type: 'picture', id, src, alt: 'x' })
  const columns = { type: 'columns', id: 'c', columns: [{ blocks: [picture('p', media.src)] }] }
  const { id } = await template({
    name: 'Pictured',
    source: ofBlocks(
      columns,
      { type: 'saved', id: 'b', savedId: block.id },
      picture('far', 'https://example.com/a.png'),
    ),
  })
  assert.deepEqual((await listed(id)).gone, [])
  const kept = await call('DELETE', `/media/${media.id}`)
  assert.match(kept.body.detail, new RegExp(`template ${id}`))
  const held = await call('DELETE', `/saved-blocks/${block.id}`)
  assert.match(held.body.detail, new RegExp(`template ${id}`))
  const { items } = await made<{ items: { kind: string }[] }>(
    'GET',
    `/saved-blocks/${block.id}/uses`,
  )
  assert.deepEqual(items, [{ kind: 'template', id, name: 'Pictured' }])

  const { accountId } = setup
  for (const text of [
    'delete from media where account_id = $1',
    'delete from saved_blocks where account_id = $1',
  ])
    await setup.running.store.run({ name: '', text, again: false }, [accountId])
  assert.deepEqual((await listed(id)).gone.sort(), ['b', 'p'])
  const shown = await made<TemplateAnswer>('GET', `/templates/${id}`)
  assert.deepEqual(shown.gone.sort(), ['b', 'p'])
})
