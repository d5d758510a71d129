/** Newsletters of blocks in the API: saved, read, written in a working copy by two at once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrandAnswer } from '../../src/actions/brand/brand.ts'
import type {
  NewsletterAnswer,
  NewsletterVersionAnswer,
} from '../../src/actions/newsletters/newsletters.ts'
import type { SavedBlockAnswer } from '../../src/actions/newsletters/saved-blocks.ts'
import type {
  DifferenceAnswer,
  WorkingCopyAnswer,
} from '../../src/actions/newsletters/working-copies.ts'
import { type ApiAnswer, type ApiClient, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

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

async function invited(role: string, masked = false): Promise<ApiClient> {
  const email = `${role}${masked}@members.test`
  const { link } = await made<{ link: string }>('POST', '/invitations', { email, role, masked })
  const visitor = apiClient(setup.running.origin, { 'X-Pennypost-Console': '1' })
  const token = link.split('/').at(-1)
  const name = role === 'writer' ? 'Wren' : 'Vera'
  const accepted = { token, password: 'a long secret', name }
  const { headers } = await visitor('POST', '/invitations/accept', accepted)
  const cookie = headers.getSetCookie()[0]!.split(';')[0]!
  return apiClient(setup.running.origin, { cookie, 'X-Pennypost-Console': '1' })
}

const text = (id: string, html: string) => ({ type: 'text', id, html })
const doc = (...blocks: object[]) => ({ blocks })
const source = (...blocks: object[]) => ({ kind: 'blocks', document: doc(...blocks) })

const added = (...blocks: object[]) =>
  made<NewsletterAnswer>('POST', '/newsletters', { subject: 'News', source: source(...blocks) })

test('a newsletter of blocks is saved, shown, changed and restored', async () => {
  const newsletter = await added(text('a', '<p onclick="x">Hello {{ name }}</p>'))
  assert.equal(newsletter.source.kind, 'blocks')
  assert.deepEqual(newsletter.source, source(text('a', '<p>Hello {{ name }}</p>')))
  assert.match(newsletter.html, /Hello \{\{ name \}\}/)
  assert.match(newsletter.html, /\{\{ unsubscribe_url \}\}/)
  const at = `/newsletters/${newsletter.id}`
  const wrong = await call('PATCH', at, { source: source(text('b7', '<p>{{ nome }}</p>')) })
  assert.equal(wrong.status, 400)
  assert.match(wrong.body.detail, /^There is no "nome"/)
  assert.deepEqual(wrong.body.at, { block: 'b7', part: 'html', line: 1, column: 7 })
  await made('PATCH', at, { source: source(text('a', '<p>Bye</p>')) })
  assert.deepEqual(await made('POST', `${at}/versions/1/restore`), { version: 3 })
  assert.match((await made<NewsletterAnswer>('GET', at)).html, /Hello/)
  const { items } = await made<{ items: NewsletterVersionAnswer[] }>('GET', `${at}/versions`)
  assert.deepEqual(
    items.map(({ version, by }) => `${version} ${by.kind}`),
    ['3 account', '2 account', '1 account'],
  )
  const many = Array.from({ length: 201 }, (_, i) => text(`t${i}`, ''))
  const refused = await call('PATCH', at, { source: source(...many) })
  assert.deepEqual([refused.status, refused.body.field], [400, 'body.source.document.blocks'])
})

test('a place in HTML and MJML is told too', async () => {
  const { body } = await call('POST', '/newsletters', {
    subject: 'x',
    source: { kind: 'html', html: '<p>\n {{ nome }}</p>' },
  })
  assert.deepEqual(body.at, { part: 'html', line: 2, column: 5 })
})

test('a working copy is saved without a version; the second writer is told whose and what', async () => {
  const { id } = await added(text('a', '<p>One</p>'), text('b', '<p>Two</p>'))
  const at = `/newsletters/${id}/draft`
  const wren = await invited('writer')
  const first: ApiAnswer = await call('GET', at)
  const etag = first.headers.get('etag')!
  const { content, by, version }: WorkingCopyAnswer = first.body
  assert.deepEqual([by, version], [null, 1])
  const mine = (subject: string, ...blocks: object[]) => ({
    ...content,
    subject,
    source: { kind: 'blocks', document: doc(...blocks) },
  })
  const one = mine('News', text('b', '<p>Two</p>'), text('a', '<p>One, by Wren</p>'))
  const saved = await wren('PUT', at, one, { 'If-Match': etag })
  assert.deepEqual([saved.status, saved.body.by.name, saved.body.version], [200, 'Wren', 1])
  assert.notEqual(saved.headers.get('etag'), etag)
  // Repeated, as after a lost answer.
  const again = await wren('PUT', at, one, { 'If-Match': etag })
  assert.deepEqual([again.status, again.body.tag], [200, saved.body.tag])

  const two = mine('Better news', text('a', '<p>One</p>'), text('b', '<p>Two</p>'))
  const late = await call('PUT', at, two, { 'If-Match': etag })
  assert.deepEqual([late.status, late.body.reason], [412, 'changed-meanwhile'])
  assert.match(late.body.detail, /^Wren has changed it/)
  const { meanwhile } = late.body
  assert.deepEqual([meanwhile.by.name, meanwhile.version], ['Wren', 1])
  const [compared] = saved.headers.get('etag')!.split('.')
  assert.equal(meanwhile.etag, `${compared}"`)
  assert.equal((await call('GET', at)).headers.get('etag'), saved.headers.get('etag'))
  const { values, blocks }: DifferenceAnswer = meanwhile.difference
  assert.deepEqual(values, [{ name: 'subject', before: 'Better news', after: 'News' }])
  assert.deepEqual(
    blocks.map(block => `${block.id} ${block.change}`).sort(),
    ['a changed', 'b moved'].sort(),
  )
  const kept = await call('GET', at)
  assert.equal(kept.body.content.subject, 'News')
  const over = await call('PUT', at, two, { 'If-Match': meanwhile.etag })
  assert.equal(over.status, 200)
  const { items } = await made<{ items: unknown[] }>('GET', `/newsletters/${id}/versions`)
  assert.equal(items.length, 1)

  const stale = await wren('POST', `${at}/publish`, {}, { 'If-Match': etag })
  assert.equal(stale.status, 412)
  assert.deepEqual(await made('POST', `${at}/publish`, {}), { version: 2 })
  // Nothing is left to publish.
  assert.deepEqual(await made('POST', `${at}/publish`, {}), { version: 2 })
  assert.equal((await made<NewsletterAnswer>('GET', `/newsletters/${id}`)).subject, 'Better news')
  const between = await made<DifferenceAnswer>(
    'GET',
    `/newsletters/${id}/versions/1/difference?to=2`,
  )
  assert.deepEqual([between.values.length, between.blocks], [1, []])
})

test('what can not be sent stays in the working copy', async () => {
  const { id } = await added(text('a', '<p>One</p>'))
  const at = `/newsletters/${id}/draft`
  const { content } = await made<WorkingCopyAnswer>('GET', at)
  const unfinished = { type: 'button', id: 'go', text: 'Go {{ nome }}', href: 'javascript:1' }
  const source = { kind: 'blocks', document: doc(unfinished) }
  await made('PUT', at, { ...content, subject: '', source })
  const early = await call('POST', `${at}/publish`, {})
  assert.match(early.body.detail, /needs a subject/)
  await made('PUT', at, { ...content, source })
  const { body } = await call('POST', `${at}/publish`, {})
  assert.deepEqual([body.at.block, body.at.part], ['go', 'text'])
  // A version that a program saves meanwhile is not overwritten unseen.
  await made('PATCH', `/newsletters/${id}`, { subject: 'By a program' })
  await made('PUT', at, { ...content, subject: 'Typed' })
  const clash = await call('POST', `${at}/publish`, {})
  assert.deepEqual([clash.status, clash.body.meanwhile.version], [412, 2])
  assert.deepEqual(await made('POST', `${at}/publish`, { anyway: true }), { version: 3 })
  await made('PUT', at, { ...content, subject: 'Typed again' })
  assert.equal((await call('DELETE', at)).status, 204)
  assert.equal((await made<WorkingCopyAnswer>('GET', at)).content.subject, 'Typed')
})

test('the lines of HTML that differ are told', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => `<p>${i}</p>`)
  const { id } = await made<NewsletterAnswer>('POST', '/newsletters', {
    subject: 'x',
    source: { kind: 'html', html: lines.join('\n') },
  })
  lines.splice(20, 2, '<p>new</p>')
  await made('PATCH', `/newsletters/${id}`, {
    source: { kind: 'html', html: lines.join('\n') },
  })
  const at = `/newsletters/${id}/versions/1/difference`
  const difference = await made<DifferenceAnswer>('GET', at)
  assert.deepEqual(
    difference.lines.map(({ change, text: of }) => `${change[0]} ${of}`),
    [
      's <p>17</p>',
      's <p>18</p>',
      's <p>19</p>',
      'r <p>20</p>',
      'r <p>21</p>',
      'a <p>new</p>',
      's <p>22</p>',
      's <p>23</p>',
      's <p>24</p>',
    ],
  )
})

test('the brand has colours that can be read, and its own sender', async () => {
  const { brand, contrasts, fonts } = await made<BrandAnswer>('GET', '/brand')
  assert.ok(contrasts.every(({ verdict }) => verdict === 'ok') && fonts.length > 5)
  const pale = { ...brand, colours: { ...brand.colours, text: '#bbbbbb' } }
  const { body } = await call('PUT', '/brand', pale)
  assert.match(body.detail, /contrast of text, #bbbbbb on #FFFFFF, is 1\.91 : 1/)
  const grey = { ...brand.colours, muted: '#888888' }
  const footer = '<p onclick="x">{{ unsubscribe_url }}</p><script>x</script>'
  const sender = { name: 'Shop', email: 'news@x.test', replyTo: '' }
  const changed = { ...brand, colours: grey, footer, sender, address: 'Road 4\n21291 Malmö' }
  const saved = await made<BrandAnswer>('PUT', '/brand', changed)
  assert.deepEqual(saved.brand.footer, '<p>{{ unsubscribe_url }}</p>')
  assert.equal(saved.contrasts.find(({ pair }) => pair === 'muted')?.verdict, 'look')
  const newsletter = await added(text('a', 'x'))
  assert.match(newsletter.html, /Road 4<br>21291 Malmö/)
  assert.equal(newsletter.fromEmail, 'news@x.test')
  const wrongTag = await call('PUT', '/brand', { ...changed, footer: '{{ nome }}' })
  assert.equal(wrongTag.status, 400)
  const old = await call('PUT', '/brand', changed, { 'If-Match': '"other"' })
  assert.equal(old.status, 412)
})

test('saved blocks are shared, and not removed while they are used', async () => {
  const shared = await made<SavedBlockAnswer>('POST', '/saved-blocks', {
    name: 'Header',
    blocks: [text('x', '<p>Spring</p>')],
  })
  const block = { type: 'saved', id: 's', savedId: shared.id }
  const newsletter = await added(block)
  assert.match(newsletter.html, /Spring/)
  assert.deepEqual(newsletter.source, source(block))
  const at = `/saved-blocks/${shared.id}`
  await made('PATCH', at, { blocks: [text('x', '<p>Summer</p>')] })
  assert.match(
    (await made<NewsletterAnswer>('GET', `/newsletters/${newsletter.id}`)).html,
    /Spring/,
  )
  const { items } = await made<{ items: { id: number }[] }>('GET', `${at}/uses`)
  assert.deepEqual(
    items.map(({ id }) => id),
    [newsletter.id],
  )
  const used = await call('DELETE', at)
  assert.deepEqual([used.status, used.body.reason], [409, 'not-now'])
  await made('PATCH', `/newsletters/${newsletter.id}`, { source: source(text('a', 'x')) })
  assert.equal((await call('DELETE', at)).status, 204)
  const nested = await call('POST', '/saved-blocks', { name: 'x', blocks: [block] })
  assert.match(nested.body.detail, /can't hold another/)
  // An earlier version holds the block that is gone, and has its HTML.
  assert.deepEqual(await made('POST', `/newsletters/${newsletter.id}/versions/1/restore`), {
    version: 3,
  })
})

test('viewers write nothing; addresses that are masked are not lost', async () => {
  const { id } = await made<NewsletterAnswer>('POST', '/newsletters', {
    subject: 'x',
    fromEmail: 'news@x.test',
    source: source(text('a', 'x')),
  })
  const at = `/newsletters/${id}/draft`
  const viewer = await invited('viewer')
  const read = await viewer('GET', at)
  assert.equal(read.status, 200)
  assert.equal((await viewer('PUT', at, read.body.content)).status, 403)
  assert.equal((await viewer('PUT', '/brand', {})).status, 403)
  assert.equal((await viewer('POST', '/saved-blocks', {})).status, 403)
  const masked = await invited('writer', true)
  const { body } = await masked('GET', at)
  assert.equal(body.content.fromEmail, 'n•••@x.test')
  const put = await masked('PUT', at, { ...body.content, subject: 'y' })
  assert.equal(put.status, 200)
  assert.equal((await made<WorkingCopyAnswer>('GET', at)).content.fromEmail, 'news@x.test')
})
