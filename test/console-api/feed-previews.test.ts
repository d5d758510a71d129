/** An email with the items of a feed, before a trigger sends it: shown, and checked. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseAllowed } from '../../src/lib/fetch-guard.ts'
import { lookAtDueFeeds } from '../../src/workers/feeds.ts'
import { posts, rss } from '../support/feeds.ts'
import { type FileServer, fileServer, whole } from '../support/file-server.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let site: FileServer
before(async () => {
  setup = await apiSetup({ FETCH_ALLOW: '127.0.0.1' })
  site = await fileServer()
})
after(async () => {
  await setup.running.close()
  await site.close()
})

const feedBlock = { type: 'feed', id: 'items', most: 3, picture: 'beside', words: 20 }
const heading = { type: 'heading', id: 'h', level: 1, html: '{{ feed.count }} new' }
const source = { kind: 'blocks', document: { blocks: [heading, feedBlock] } }
const content = {
  name: '',
  subject: 'News: {{ feed.items[0].title }}',
  preheader: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
  listId: null,
  inlined: true,
  text: '',
  source,
}

async function made(method: string, path: string, body?: unknown) {
  const answer = await setup.call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const titles = (html: string) =>
  [...html.matchAll(/<h2[^>]*><a[^>]*>([^<]*)</g)].map(([, title]) => title)

const look = () =>
  lookAtDueFeeds({
    store: setup.running.store,
    allow: parseAllowed('127.0.0.1'),
    log: () => {},
    report: error => assert.fail(String(error)),
  })

const findings = async (id: number) =>
  (await made('POST', `/newsletters/${id}/check`, { links: false })).findings.filter(
    ({ code }: { code: string }) => code === 'feed-unsent',
  )

test('it is shown with examples, then with what was tried, then with the feed of its trigger', async () => {
  await made('POST', '/lists', { name: 'Readers', fromEmail: 'shop@example.test' })
  const { id } = await made('POST', '/newsletters', content)
  const examples = await made('POST', '/newsletters/preview', { content, newsletterId: id })
  assert.deepEqual(
    titles(examples.html),
    [1, 2, 3].map(i => `Title of item ${i}`),
  )
  assert.match(examples.html, /<img[^>]* src="\/m\/0-[0-9a-f]{40}\.png"/)
  assert.equal(examples.subject, 'News: Title of item 1')

  const item = { title: 'Tried <b>', text: '', link: 'https://b.test/', picture: '', date: '' }
  const feed = { title: 'A blog', items: [item] }
  const tried = await made('POST', '/newsletters/preview', { content, newsletterId: id, feed })
  assert.deepEqual(titles(tried.html), ['Tried &lt;b&gt;'])
  for (const wrong of [
    { ...item, link: 'javascript:1' },
    { ...item, picture: 'http://b.test/a.png' },
    { ...item, title: 'x'.repeat(301) },
    { ...item, text: 'x'.repeat(601) },
    { ...item, date: 'yesterday' },
  ]) {
    const body = { content, feed: { title: '', items: [wrong] } }
    assert.equal((await setup.call('POST', '/newsletters/preview', body)).status, 400)
  }
  const many = { content, feed: { title: '', items: Array(31).fill(item) } }
  assert.equal((await setup.call('POST', '/newsletters/preview', many)).status, 400)

  const [found] = await findings(id)
  assert.deepEqual([found.severity, found.at], ['look', { block: 'items' }])

  const url = site.serve('/feed.xml', whole(rss(posts(1, 5))))
  const text = `trigger: Blog\nlist: Readers\nstart:\n  feed: ${url}\n  at: Monday 08:00\nsteps:\n`
  await made('POST', '/triggers', { source: `${text}  - step: a\n    send: ${id}\n`, local: true })
  assert.deepEqual(await findings(id), [])
  await look()
  const real = await made('POST', '/newsletters/preview', { content, newsletterId: id })
  assert.deepEqual(titles(real.html), ['Post 5', 'Post 4', 'Post 3'])
  assert.equal(real.subject, 'News: Post 5')
})

test('an email that reads no feed is neither shown with one nor warned of', async () => {
  const blocks = [{ type: 'text', id: 't', html: '<p>We feed birds. feed.items</p>' }]
  const plain = { subject: 'Birds', source: { kind: 'blocks', document: { blocks } } }
  const { id } = await made('POST', '/newsletters', plain)
  assert.deepEqual(await findings(id), [])
})

test('a feed is tried as one that begins: so many of its newest would be new', async () => {
  const url = site.serve('/other.xml', whole(rss(posts(1, 5))))
  const tried = await made('POST', '/triggers/try-feed', { url, first: 2 })
  const fresh = tried.items.filter((one: { fresh: boolean }) => one.fresh)
  assert.deepEqual(
    [tried.begun, tried.fresh, fresh.map((one: { title: string }) => one.title)],
    [false, 2, ['Post 5', 'Post 4']],
  )
  const wrong = await setup.call('POST', '/triggers/try-feed', { url, first: 21 })
  assert.equal(wrong.status, 400)
})
