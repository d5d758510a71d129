/** The feed of a trigger by the API: tried before it is saved, and its last look. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
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

const definition = (url: string) =>
  `trigger: Blog ${url.length}\nlist: Readers\nstart:\n  feed: ${url}\n  at: Monday 08:00\nsteps:\n` +
  '  - step: a\n    wait: 1 day\n'

const look = () =>
  lookAtDueFeeds({
    store: setup.running.store,
    allow: parseAllowed('127.0.0.1'),
    log: () => {},
    report: error => assert.fail(String(error)),
  })

describe('the feed of a trigger', () => {
  test('is tried with its items, and which of them a trigger has not had', async () => {
    const { call, stranger } = setup
    const url = site.serve('/feed.xml', whole(rss(posts(1, 3))))
    const { body: tried } = await call('POST', '/triggers/try-feed', { url })
    assert.deepEqual(
      [tried.title, tried.fresh, tried.trouble, tried.items.length],
      ['The blog', 0, null, 3],
    )
    assert.deepEqual(tried.items[0], {
      title: 'Post 3',
      text: 'About number 3 & more.',
      link: 'https://blog.example/3',
      picture: 'https://blog.example/3.jpg',
      at: '2026-11-01T03:00:00.000Z',
      fresh: false,
    })
    await call('POST', '/lists', { name: 'Readers', fromEmail: 'shop@example.test' })
    const made = await call('POST', '/triggers', { source: definition(url) })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id, start } = made.body
    assert.equal(start, 'feed')
    assert.deepEqual((await call('GET', `/triggers/${id}/feed`)).body, { look: null })
    await look()
    site.serve('/feed.xml', whole(rss(posts(1, 5))))
    const again = (await call('POST', '/triggers/try-feed', { url, triggerId: id })).body
    const fresh = again.items.filter((item: { fresh: boolean }) => item.fresh)
    assert.deepEqual(
      [again.fresh, fresh.map((item: { title: string }) => item.title)],
      [2, ['Post 5', 'Post 4']],
    )
    const { body } = await call('GET', `/triggers/${id}/feed`)
    assert.deepEqual(
      [body.look.url, body.look.begun, body.look.fresh, body.look.failures, body.look.causes],
      [url, true, null, 0, []],
    )
    for (const path of [`/triggers/${id}/feed`, '/triggers/999/feed'])
      assert.equal((await stranger('GET', path)).status, 404)
    const other = await stranger('POST', '/triggers/try-feed', { url, triggerId: id })
    assert.equal(other.status, 404)
  })

  test('says by a code why it can not be read', async () => {
    const { call } = setup
    const page = site.serve('/page', whole('<!doctype html><html>Hello</html>'))
    for (const [url, code] of [
      [page, 'feed-web-page'],
      [site.url('/nothing'), 'fetch-missing'],
      ['http://10.0.0.1/feed', 'fetch-private'],
      ['http://[::1]/feed', 'fetch-loopback'],
      ['file:///etc/passwd', 'url-scheme'],
      ['hello', 'url-none'],
    ] as const) {
      const { status, body } = await call('POST', '/triggers/try-feed', { url })
      assert.equal(status, 200)
      assert.deepEqual(
        [body.causes.map((one: { code: string }) => one.code), body.items],
        [[code], []],
      )
      assert.match(body.trouble, /\.$/)
    }
    const long = `https://a.example/${'a'.repeat(2_000)}`
    assert.equal((await call('POST', '/triggers/try-feed', { url: long })).status, 400)
  })
})
