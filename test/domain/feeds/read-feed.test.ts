/** Feeds of all formats, as they are and as somebody makes them to do harm. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FeedContent, FeedItem } from '../../../src/domain/feeds/feed.ts'
import { namedItems } from '../../../src/domain/feeds/new-items.ts'
import { readFeed } from '../../../src/domain/feeds/read-feed.ts'
import { rss } from '../../support/feeds.ts'

const URL_OF_FEED = 'https://blog.example/feeds/all.xml'

function reading(text: string | Buffer, contentType?: string) {
  return readFeed({ body: Buffer.from(text as string), contentType }, URL_OF_FEED)
}

function read(text: string | Buffer, contentType?: string): FeedContent {
  const feed = reading(text, contentType)
  if ('wrong' in feed) assert.fail(feed.wrong.detail)
  return feed
}

const codeOf = (text: string): string => {
  const feed = reading(text)
  return 'wrong' in feed ? feed.wrong.code : 'a feed'
}

const SPADE: FeedItem = {
  id: 'post-1',
  title: 'Spades & <forks>',
  text: 'How to dig. And rest.',
  link: 'https://blog.example/spades',
  picture: 'https://blog.example/spade.jpg',
  at: new Date('2026-11-02T08:00:00Z'),
}

describe('a feed is read', () => {
  test('as RSS 2.0, with the first picture of its text', () => {
    const feed = read(
      rss([
        {
          id: 'post-1',
          title: 'Spades &amp; &lt;forks&gt;',
          text: '<p>How to <b>di</b>g.</p><p>And rest.<img src="/pixel" width="1"><img src="../spade.jpg">',
          link: 'https://blog.example/spades',
          date: '2026-11-02T08:00:00Z',
        },
      ]),
    )
    assert.deepEqual(feed, {
      title: 'The blog',
      link: 'https://blog.example/',
      items: [SPADE],
    })
  })

  test('as Atom, whose texts say what they are', () => {
    const { items } = read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>The blog</title>
      <link href="https://blog.example/"/><link rel="self" href="https://blog.example/feed"/>
      <entry><id>post-1</id><title>Spades &amp; &lt;forks&gt;</title>
        <link rel="replies" href="/r"/><link href="/spades"/>
        <link rel="enclosure" type="image/jpeg" href="/spade.jpg"/>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>How to dig.</p>
          <p>And rest.</p></div></content>
        <updated>2026-11-09T08:00:00Z</updated><published>2026-11-02T08:00:00Z</published>
      </entry></feed>`)
    assert.deepEqual(items, [SPADE])
  })

  test('as RSS 1.0 and as JSON Feed', () => {
    const [rdf] =
      read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>The blog</title></channel>
      <item rdf:about="post-1"><title>Spades &amp;amp; &amp;lt;forks&amp;gt;</title><link>/spades</link>
      <description>How to dig. And rest. &lt;img src="/spade.jpg"></description>
      <dc:date>2026-11-02T09:00+01:00</dc:date></item></rdf:RDF>`).items
    assert.deepEqual(rdf, SPADE)
    const json = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'The blog',
      items: [
        {
          id: 'post-1',
          url: '/spades',
          title: 'Spades & <forks>',
          content_html: '<p>How to dig.<p>And rest.',
          image: '/spade.jpg',
          date_published: '2026-11-02T08:00:00Z',
        },
        'nothing',
        {},
      ],
    }
    assert.deepEqual(read(JSON.stringify(json)).items, [SPADE])
  })

  test('in the character set that it names', () => {
    const latin = `<?xml version="1.0" encoding="ISO-8859-1"?><rss><channel><item><title>Malmö</title></item></channel></rss>`
    assert.equal(read(Buffer.from(latin, 'latin1')).items[0]!.title, 'Malmö')
    const wide = Buffer.from(`\ufeff${latin.replace('ISO-8859-1', 'UTF-16')}`, 'utf16le')
    assert.equal(read(wide).items[0]!.title, 'Malmö')
  })

  test('without what does not belong into an email', () => {
    const [item] = read(
      rss([
        {
          title: 'A\u202eb <script>alert(1)</script>c\0'.replace('\0', ''),
          text: `<style>p{}</style><!-- no --><p>Yes</p>${'word '.repeat(500)}`,
          link: 'javascript:alert(1)',
          picture: 'http://blog.example/plain.jpg',
          date: 'some day',
        },
      ]),
    ).items
    assert.ok(item)
    assert.equal(item.title, 'A b c')
    assert.match(item.text, /^Yes word .{400,}…$/)
    assert.ok(item.text.length <= 600)
    assert.deepEqual([item.link, item.picture, item.at], [undefined, undefined, undefined])
    const [tagged] = read(rss([{ title: 'x', link: 'https://a.example/{{ name }}' }])).items
    assert.equal(tagged!.link, 'https://a.example/%7B%7B%20name%20%7D%7D')
  })
})

describe('what is no feed is refused', () => {
  test('by a code', () => {
    const dtd =
      '<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><rss><channel><item>' +
      '<title>&b;</title></item></channel></rss>'
    assert.equal(codeOf(dtd), 'feed-dtd')
    assert.equal(codeOf(`<!DOCTYPE rss SYSTEM "file:///etc/passwd"><rss/>`), 'feed-dtd')
    assert.equal(codeOf('<!doctype html><html><body>Hello'), 'feed-web-page')
    assert.equal(codeOf('<opml version="2.0"/>'), 'feed-none')
    assert.equal(codeOf('{"items": []}'), 'feed-none')
    assert.equal(codeOf('[]'), 'feed-none')
    assert.equal(codeOf(''), 'feed-none')
    assert.equal(codeOf('<rss><channel><item><title>x'), 'feed-broken')
    assert.equal(codeOf(`<rss>${'<a>'.repeat(1000)}`), 'feed-broken')
    assert.equal(codeOf('<rss>&unknown;</rss>'), 'feed-broken')
  })

  test('or read in bounds, in a time that grows with its length', () => {
    const MB = 1 << 20
    const head = '<rss version="2.0"><channel>'
    const tail = '</channel></rss>'
    const item = '<item><title>x</title></item>'
    assert.equal(read(head + item.repeat(MB / 10) + tail).items.length, 200)
    for (const text of [
      `${head}<item><title>${'<'.repeat(MB)}`,
      `${head}${'<![CDATA['.repeat(MB / 9)}`,
      `${head}${'<!--'.repeat(MB / 4)}`,
      `{"version":"https://jsonfeed.org/version/1","items":${'['.repeat(MB)}`,
    ])
      assert.notEqual(codeOf(text), 'a feed')
    for (const body of ['&lt;', '&lt;p ', '&lt;img src=x', '&amp;amp;', '&lt;!--', '<b>']) {
      const text = `${body.repeat(MB / 4)}${body === '<b>' ? '</b>'.repeat(MB / 4) : ''}`
      const found = reading(
        `${head}<item><title>x</title><description>${text}</description></item>${tail}`,
      )
      assert.ok('wrong' in found || found.items.length === 1)
    }
  })
})

describe('items are told apart', () => {
  const item = (title: string, more: Partial<FeedItem> = {}): FeedItem => ({
    id: undefined,
    title,
    text: '',
    link: undefined,
    picture: undefined,
    at: undefined,
    ...more,
  })
  const fresh = (before: FeedItem[], after: FeedItem[], link?: string): string[] => {
    const known = new Set(namedItems({ items: before, link }).flatMap(({ keys }) => keys))
    return namedItems({ items: after, link })
      .filter(({ knownBy }) => !knownBy.some(key => known.has(key)))
      .map(({ item }) => item.title)
  }
  const at = new Date('2026-11-02T08:00:00Z')
  const page = 'https://blog.example/1'

  test('by id, else by link, else by title and date, else by title and text', () => {
    assert.deepEqual(fresh([item('A', { id: '1' })], [item('B', { id: '1' })]), [])
    const moved = item('A', { id: '2', link: 'http://blog.example/1/?utm_source=feed#top' })
    assert.deepEqual(fresh([item('A', { id: '1', link: page })], [moved]), [])
    assert.deepEqual(fresh([item('A', { id: '1', link: page })], [item('A', { link: page })]), [])
    assert.deepEqual(fresh([item('A', { id: '1', at })], [item('A', { id: '2', at })]), [])
    assert.deepEqual(fresh([item('A', { id: '1' })], [item('A', { id: '2' })]), [])
    assert.deepEqual(fresh([item('A')], [item('B'), item('A')]), ['B'])
  })

  test('not by what they share: one id for all, the front page, the same words each day', () => {
    const ids = [item('A', { id: 'x', link: page }), item('B', { id: 'x', link: `${page}2` })]
    assert.deepEqual(fresh(ids, [item('C', { id: 'x', link: `${page}3` }), ...ids]), ['C'])
    const home = 'https://blog.example/'
    const front = (id: string) => item(`Show ${id}`, { id, link: home, at })
    assert.deepEqual(fresh([front('1')], [front('2')], home), ['Show 2'])
    const day = (date: number) => item('Weather', { link: `${page}/${date}` })
    assert.deepEqual(fresh([day(1)], [day(2), day(1)]), ['Weather'])
  })

  test('and listed twice they count once', () => {
    const twice = [item('A', { id: '1', link: page }), item('A', { id: '1', link: page })]
    assert.deepEqual(fresh([], twice), ['A'])
  })
})
