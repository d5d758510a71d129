/** Feeds, the sitemap, caches, and what 10,000 newsletters and hostile emails do. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { Ajv } from 'ajv'
import { parseJsonFeed, parseRssFeed } from 'feedsmith'
import {
  JSON_FEED,
  type PublishedSetup,
  parseXml,
  pathOf,
  publishedSetup,
  type ReadElement,
} from './published-setup.ts'

let setup: PublishedSetup
let listId: number
let address: string
before(async () => {
  setup = await publishedSetup()
  const { newList, newNewsletter, made, sent, publish } = setup
  listId = await newList('Feed & <more>')
  address = (await publish(listId)).address
  await sent(await newNewsletter('<p>One <b>bold</b></p>', 'First & <foremost>'), [listId])
  const text = { text: 'Plain ]]> text\nwith <signs>' }
  await sent(await made('/newsletters', { subject: 'Second', ...text }), [listId])
})
after(() => setup.running.close())

const named = (of: ReadElement, name: string): ReadElement[] =>
  of.children.filter(child => child.name === name)

describe('feeds of a published list', () => {
  test('RSS 2.0 has what it must have, and the whole text', async () => {
    const { text, headers } = await setup.visit(`${address}/feed.xml`)
    assert.match(headers.get('content-type')!, /^application\/rss\+xml/)
    const rss = parseXml(text)
    assert.equal(rss.name, 'rss')
    const [channel] = named(rss, 'channel')
    for (const name of ['title', 'link', 'description'])
      assert.ok(named(channel!, name).length > 0, name)
    assert.equal(named(channel!, 'title')[0]!.text, 'Feed & <more>')
    const items = named(channel!, 'item')
    assert.deepEqual(
      items.map(item => named(item, 'title')[0]!.text),
      ['Second', 'First & <foremost>'],
    )
    for (const item of items) {
      assert.match(named(item, 'pubDate')[0]!.text, /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/)
      assert.equal(named(item, 'guid')[0]!.text, named(item, 'link')[0]!.text)
    }
    assert.match(named(items[1]!, 'encoded')[0]!.text, /One <b>bold<\/b>/)
    assert.match(named(items[0]!, 'encoded')[0]!.text, /Plain \]\]&#62; text/)
  })

  test('RSS and sitemap are well-formed by xmllint', async t => {
    for (const path of ['feed.xml', 'sitemap.xml']) {
      const { text } = await setup.visit(`${address}/${path}`)
      const lint = spawnSync('xmllint', ['--noout', '--nonet', '-'], { input: text })
      if (lint.error) return t.skip('xmllint is not installed')
      assert.equal(lint.stderr.toString(), '', path)
      assert.equal(lint.status, 0, path)
    }
  })

  test('an independent reader finds the same in both', async () => {
    const rss = parseRssFeed((await setup.visit(`${address}/feed.xml`)).text)
    const json = parseJsonFeed((await setup.visit(`${address}/feed.json`)).text)
    assert.equal(rss.title, 'Feed & <more>')
    assert.equal(json.title, rss.title)
    const ofRss = rss.items!.map(({ title, link, content }) => [title, link, content?.encoded])
    const ofJson = json.items!.map(({ title, url, content_html }) => [title, url, content_html])
    assert.equal(ofRss.length, 2)
    assert.deepEqual(ofRss, ofJson)
    const days = rss.items!.map(({ pubDate }) => Date.parse(String(pubDate)))
    assert.deepEqual(
      days,
      json.items!.map(item => Math.floor(Date.parse(String(item.date_published)) / 1000) * 1000),
    )
  })

  test('JSON Feed 1.1 is valid by its schema', async () => {
    const { text, headers } = await setup.visit(`${address}/feed.json`)
    assert.match(headers.get('content-type')!, /^application\/feed\+json/)
    const feed: { items: { content_html: string }[] } = JSON.parse(text)
    const valid = new Ajv().compile(JSON_FEED)
    assert.ok(valid(JSON.parse(text)), JSON.stringify(valid.errors))
    assert.equal(feed.items.length, 2)
    assert.match(feed.items[1]!.content_html, /One <b>bold<\/b>/)
  })

  test('are 304 for a reader that has them, until something changes', async () => {
    const { visit, call, newNewsletter, sent } = setup
    const paths = ['', '/1', '/feed.xml', '/feed.json', '/sitemap.xml']
    const tags = new Map<string, string>()
    for (const path of paths) {
      const { headers } = await visit(address + path)
      tags.set(path, headers.get('etag')!)
      assert.match(headers.get('cache-control')!, /^public, max-age=\d+$/)
    }
    for (const [path, tag] of tags) {
      const again = await visit(address + path, { 'If-None-Match': `"other", W/${tag}` })
      assert.equal(again.status, 304, path)
      assert.equal(again.text, '')
    }
    await sent(await newNewsletter('<p>Three</p>', 'Third'), [listId])
    for (const [path, tag] of tags) {
      const again = await visit(address + path, { 'If-None-Match': tag })
      assert.equal(again.status, path === '/1' ? 304 : 200, path)
    }
    await call('POST', `/lists/${listId}/published/newsletters/3/take-out`)
    assert.doesNotMatch((await visit(`${address}/feed.xml`)).text, /Third/)
    const head = await visit(address, {}, 'HEAD')
    assert.equal(head.status, 200)
    assert.equal(head.text, '')
  })

  test('are found by the page, and kept from search engines by choice', async () => {
    const { visit, publish } = setup
    const index = await visit(address)
    assert.match(index.text, /rel="alternate" type="application\/rss\+xml"/)
    assert.doesNotMatch(index.text, /noindex/)
    const map = parseXml((await visit(`${address}/sitemap.xml`)).text)
    assert.equal(map.name, 'urlset')
    assert.equal(named(map, 'url').length, 3)
    await publish(listId, { listed: false })
    for (const path of ['', '/1']) {
      const { text, headers } = await visit(address + path)
      assert.match(text, /<meta name="robots" content="noindex">/)
      assert.equal(headers.get('x-robots-tag'), 'noindex')
    }
    assert.equal((await visit(`${address}/sitemap.xml`)).status, 404)
    await publish(listId, { listed: true })
  })
})

describe('a hostile email', () => {
  test('runs nothing, sends nothing, and takes no part of the page', async () => {
    const { newList, newNewsletter, sent, publish, visit } = setup
    const hostile =
      '<html><head><title></title></head><body><script>alert(1)</script><img src="https://x.test/x" onerror=alert(1)>' +
      '<form action="/f/1-1"><input></form></template></published-bar><iframe src="/console">' +
      '</iframe><style>*{display:none}</style><a href="javascript:alert(1)">x</a><!-- </body>'
    const list = await newList('Hostile <script>alert(2)</script>')
    const at = (await publish(list)).address
    await sent(await newNewsletter(hostile, '</title><script>alert(3)</script>'), [list])
    const { text, headers } = await visit(`${at}/1`)
    const policy = headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /form-action 'none'/)
    assert.match(policy, /sandbox(?!.*allow-scripts)(?!.*allow-same-origin)/)
    assert.doesNotMatch(text, /<script>alert\([23]\)/)
    const index = await visit(at)
    assert.doesNotMatch(index.text, /<script/)
    assert.doesNotMatch(index.headers.get('content-security-policy')!, /unsafe|script-src/)
    parseXml((await visit(`${at}/feed.xml`)).text)
    const [item] = JSON.parse((await visit(`${at}/feed.json`)).text).items
    assert.doesNotMatch(item.content_html, /<(?:script|form|iframe|style)/)
  })
})

describe('10,000 newsletters', () => {
  let many: string
  before(async () => {
    const { newList, newNewsletter, publish, ask, accountId } = setup
    const list = await newList('Many')
    const newsletterId = await newNewsletter('<p>Many</p>', 'Many')
    many = (await publish(list)).address
    await ask(
      `insert into published_newsletters (account_id, list_id, number, newsletter_id, own_message,
         state, title, summary, picture, bare_tags, published_at)
       select $1, $2, i, $3, '{}', 'published', 'Issue ' || i || '%_', 'About ' || i, '', '{}',
         timestamptz '2020-01-01 12:00Z' + i * interval '5 hours' from generate_series(1, 10000) i`,
      [accountId, list, newsletterId],
    )
  })

  test('are on pages of 50, by year, and found by title', async () => {
    const { visit } = setup
    const links = (text: string) => [...text.matchAll(/<a href="[^"]*\/(\d+)"><span>/g)].length
    const first = await visit(many)
    assert.equal(links(first.text), 49)
    assert.match(first.text, /class="first"/)
    assert.ok(Buffer.byteLength(first.text) < 30_000)
    const next = /href="([^"]*)" rel="next"/.exec(first.text)![1]!
    assert.equal(links((await visit(pathOf(next.replaceAll('&#38;', '&')))).text), 50)
    const year = await visit(`${many}?year=2020&page=2`)
    assert.match(year.text, /aria-current="page">2020/)
    assert.doesNotMatch(year.text, /<time datetime="2021/)
    assert.equal(links((await visit(`${many}?q=issue+9999`)).text), 1)
    assert.equal(links((await visit(`${many}?q=%25_`)).text), 50)
    assert.match((await visit(`${many}?q=nothing+such`)).text, /No title has these words/)
    assert.match((await visit(`${many}?page=1000`)).text, /No title has these words/)
    for (const query of ['year=0', 'page=-1', 'page=x', `q=${'a'.repeat(5000)}`, 'q=%00%ff', 'q=%'])
      assert.equal((await visit(`${many}?${query}`)).status, 200, query)
    const map = await visit(`${many}/sitemap.xml`)
    assert.equal(named(parseXml(map.text), 'url').length, 10_001)
  })
})

test('no byte of what is published has the name or the address of a subscriber', async () => {
  const { newList, newNewsletter, sent, publish, visit } = setup
  const list = await newList('Secret', ['zacharias@secret.test'])
  const at = (await publish(list)).address
  const html = '<p>Dear {{ name | default: "reader" }}, {{ email | default: "you" }}</p>'
  await sent(await newNewsletter(html, 'To {{ email | default: "all" }}'), [list])
  for (const path of ['', '/1', '/feed.xml', '/feed.json', '/sitemap.xml']) {
    const { text, status } = await visit(at + path)
    assert.equal(status, 200)
    assert.doesNotMatch(text, /zacharias|secret\.test|Ada/, path)
  }
})
