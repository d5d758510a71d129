/** A newsletter in several languages, published: a page, an index and feeds in each. */
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
} from './published-setup.ts'

const WORDS = { en: 'Leaves fall', sv: 'Löven faller', de: 'Die Blätter fallen' }
type Language = keyof typeof WORDS
const ALL = Object.keys(WORDS) as Language[]

/** In English, Swedish and German; `tags`: what the German text greets by. */
const document = (german: string = WORDS.de, tags = '') => ({
  blocks: [
    { type: 'text', id: 'b1', html: `<p>${WORDS.en}.</p>` },
    { type: 'button', id: 'b2', text: 'Look', href: 'https://example.test/en' },
  ],
  languages: {
    base: 'en',
    fallback: ['sv'],
    versions: [
      {
        language: 'sv',
        subject: 'Höst',
        preheader: 'Nu gulnar det',
        texts: {
          b1: { html: `<p>${WORDS.sv}.</p>` },
          b2: { text: 'Titta', href: 'https://example.test/sv' },
        },
      },
      {
        language: 'de',
        subject: 'Herbst',
        preheader: '',
        texts: { b1: { html: `<p>${german}${tags}.</p>` } },
      },
    ],
  },
})

const blocks = (...of: Parameters<typeof document>) => ({
  kind: 'blocks',
  document: document(...of),
})

let setup: PublishedSetup
let listId: number
let address: string
let newsletterId: number
before(async () => {
  setup = await publishedSetup()
  const { call, newList, newNewsletter, made, sent, publish } = setup
  const { brand } = (await call('GET', '/brand')).body
  assert.equal((await call('PUT', '/brand', { ...brand, language: 'sv' })).status, 200)
  listId = await newList('Garden')
  address = (await publish(listId)).address
  await sent(await newNewsletter('<p>In one language</p>', 'Summer'), [listId])
  newsletterId = await made('/newsletters', { subject: 'Autumn', source: blocks() })
  await sent(newsletterId, [listId])
})
after(() => setup.running.close())

const alternatesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/rel="alternate" hreflang="([\w-]+)" href="([^"]*)"/g)].map(([, of, to]) => [
      of!,
      pathOf(to!),
    ]),
  )
const canonicalIn = (text: string): string =>
  pathOf(/rel="canonical" href="([^"]*)"/.exec(text)?.[1] ?? '')

describe('a newsletter in several languages, published', () => {
  test('has a page in each, which name one another', async () => {
    const page = pathOf(`${address}/2`)
    const expected = {
      en: page,
      sv: `${page}?lang=sv`,
      de: `${page}?lang=de`,
      'x-default': page,
    }
    for (const language of ALL) {
      const { text, headers } = await setup.visit(expected[language])
      for (const one of ALL) assert.equal(text.includes(WORDS[one]), one === language, one)
      assert.match(text, new RegExp(`<html[^>]* lang="${language}"`))
      assert.equal(headers.get('content-language'), language)
      assert.deepEqual(alternatesIn(text), expected)
      assert.equal(canonicalIn(text), expected[language])
      assert.match(text, />Svenska</)
      const words = { en: 'All newsletters', sv: 'Alla nyhetsbrev', de: 'Alle Newsletter' }
      assert.ok(text.includes(words[language]), `our own words: ${language}`)
    }
    // What is not translated is in the language that stands in.
    assert.match((await setup.visit(expected.de)).text, />\s*Titta\s*</)
    const { text } = await setup.visit(`${page}?lang=sv`)
    assert.match(text, /<title>Höst · Garden<\/title>/)
    assert.match(text, /<meta name="description" content="Nu gulnar det">/)
  })

  test('is in its base where another language is asked for, at its plain address', async () => {
    for (const query of [
      '?lang=fr',
      '?lang=en',
      '?lang=<script>',
      '?lang=sv-SE',
      '?lang=__proto__',
    ]) {
      const { text, status } = await setup.visit(`${address}/2${query}`)
      assert.equal(status, 200, query)
      assert.ok(text.includes(WORDS.en), query)
      assert.equal(canonicalIn(text), pathOf(`${address}/2`), query)
    }
    const alone = await setup.visit(`${address}/1?lang=sv`)
    assert.match(alone.text, /In one language/)
    assert.deepEqual(alternatesIn(alone.text), {})
    assert.equal(canonicalIn(alone.text), pathOf(`${address}/1`))
  })

  test('stands in the index in the language asked for, the reader’s, or the account’s', async () => {
    const { visit } = setup
    const titles = async (query: string, accept: string) => {
      const { text } = await visit(address + query, { 'Accept-Language': accept })
      return ['Autumn', 'Höst', 'Herbst'].filter(title => text.includes(`>${title}<`))
    }
    assert.deepEqual(await titles('', 'en'), ['Autumn'])
    assert.deepEqual(await titles('', 'de-AT,en;q=0.5'), ['Herbst'])
    assert.deepEqual(await titles('', 'fi'), ['Höst'])
    assert.deepEqual(await titles('?lang=sv', 'de'), ['Höst'])
    assert.deepEqual(await titles('?lang=xx', 'de'), ['Herbst'])
    assert.deepEqual(await titles('?q=herbst&lang=sv', 'en'), ['Höst'], 'found by any title')
    const { text } = await visit(`${address}?lang=sv`)
    assert.match(text, /<html lang="sv">/)
    assert.ok(text.includes('/2?lang=sv"'))
    assert.match(text, /href="[^"]*feed\.xml\?lang=sv"/)
    assert.equal(canonicalIn(text), pathOf(`${address}?lang=sv`))
    assert.deepEqual(Object.keys(alternatesIn(text)).sort(), ['de', 'en', 'sv', 'x-default'])
    assert.match(text, /<input type="hidden" name="lang" value="sv">/)
  })

  test('has feeds in each language, and in that of the account without one', async () => {
    const { visit } = setup
    const feeds = async (query: string) => {
      const xml = (await visit(`${address}/feed.xml${query}`)).text
      parseXml(xml)
      const lint = spawnSync('xmllint', ['--noout', '--nonet', '-'], { input: xml })
      if (!lint.error) assert.equal(lint.stderr.toString(), '')
      const rss = parseRssFeed(xml)
      const written = (await visit(`${address}/feed.json${query}`)).text
      const valid = new Ajv().compile(JSON_FEED)
      assert.ok(valid(JSON.parse(written)), JSON.stringify(valid.errors))
      const json = parseJsonFeed(written)
      const items = rss.items!.map(({ title, link, content }) => [title, link, content?.encoded])
      assert.deepEqual(
        items,
        json.items!.map(({ title, url, content_html }) => [title, url, content_html]),
      )
      assert.equal(json.language, rss.language)
      return { language: rss.language, items }
    }
    const german = await feeds('?lang=de')
    assert.equal(german.language, 'de')
    assert.deepEqual(
      german.items.map(([title, link]) => [title, pathOf(link!)]),
      [
        ['Herbst', pathOf(`${address}/2?lang=de`)],
        ['Summer', pathOf(`${address}/1`)],
      ],
    )
    assert.ok(german.items[0]![2]!.includes(WORDS.de))
    const ofAccount = await feeds('')
    assert.deepEqual([ofAccount.language, ofAccount.items[0]![0]], ['sv', 'Höst'])
    const map = (await visit(`${address}/sitemap.xml`)).text
    assert.deepEqual(
      [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, at]) => pathOf(at!)),
      ['', '/2', '/2?lang=sv', '/2?lang=de', '/1'].map(path => pathOf(address + path)),
    )
    const latest = await visit(`${address}/latest?lang=sv`)
    assert.equal(pathOf(latest.headers.get('location')!), pathOf(`${address}/2?lang=sv`))
  })

  test('is 304 for a reader that has it, in its language alone', async () => {
    const { visit } = setup
    const tag = (await visit(`${address}/2?lang=de`)).headers.get('etag')!
    const known = { 'If-None-Match': tag }
    assert.equal((await visit(`${address}/2?lang=de`, known)).status, 304)
    assert.equal((await visit(`${address}/2?lang=sv`, known)).status, 200)
  })

  test('is corrected in each language, with the day', async () => {
    const { call, visit, under } = setup
    const german = 'Die Blätter sind gefallen'
    await call('PATCH', `/newsletters/${newsletterId}`, { source: blocks(german) })
    assert.ok((await visit(`${address}/2?lang=de`)).text.includes(WORDS.de))
    const at = `/lists/${listId}/published/newsletters/2/correct`
    assert.equal((await call('POST', at, {})).status, 200)
    const page = (await visit(`${address}/2?lang=de`)).text
    assert.ok(page.includes(german))
    assert.match(page, /Berichtigt am/)
    assert.match((await visit(`${address}/2?lang=sv`)).text, /Rättat/)
    const [corrected] = await under(listId)
    assert.deepEqual(corrected.languages, ['en', 'sv', 'de'])
  })

  test('waits for a tag without a fallback in any of its languages', async () => {
    const { made, newList, publish, sent, under, call, visit } = setup
    const list = await newList('Waiting in German', ['zacharias@secret.test'])
    const at = (await publish(list)).address
    const source = blocks(WORDS.de, ', {{ name }}')
    const id = await made('/newsletters', { subject: 'Autumn', source })
    const { tags } = (await call('GET', `/newsletters/${id}/published`)).body
    assert.deepEqual(tags, [{ tag: 'name', part: 'html', hasFallback: false, language: 'de' }])
    await sent(id, [list])
    const [waiting] = await under(list)
    assert.deepEqual([waiting.state, waiting.bareTags], ['waiting', ['name']])
    assert.equal((await visit(`${at}/1?lang=de`)).status, 404)
    await call('POST', `/lists/${list}/published/newsletters/1/show`)
    for (const path of ['', '/1', '/feed.xml', '/feed.json', '/sitemap.xml'])
      for (const query of ['', '?lang=sv', '?lang=de']) {
        const { text, status } = await visit(at + path + query)
        assert.equal(status, 200, path + query)
        assert.doesNotMatch(text, /zacharias|secret\.test|Ada/)
      }
  })

  test('that was translated anew and sent again stands there, too', async () => {
    const { made, newList, publish, sent, under, call } = setup
    const list = await newList('Again')
    await publish(list)
    const id = await made('/newsletters', { subject: 'Autumn', source: blocks() })
    await sent(id, [list])
    await sent(id, [list])
    assert.equal((await under(list)).length, 1)
    await call('PATCH', `/newsletters/${id}`, { source: blocks('Neu übersetzt') })
    await sent(id, [list])
    assert.equal((await under(list)).length, 2)
  })
})
