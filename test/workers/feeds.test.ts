/** Triggers that start by a feed: from a web server to a mail server. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import type { FeedStart } from '../../src/domain/triggers/language/definition.ts'
import { parseAllowed } from '../../src/lib/fetch-guard.ts'
import { lookAtDueFeeds } from '../../src/workers/feeds.ts'
import { posts, rss } from '../support/feeds.ts'
import {
  type Answer,
  endless,
  fileServer,
  inTurn,
  redirect,
  status,
  whole,
} from '../support/file-server.ts'
import { startSink } from '../support/smtp-sink.ts'
import { type TriggerSetup, withTriggers } from '../support/triggers.ts'
import { until } from '../support/until.ts'

const HTML =
  '<h1>{{ feed.title }}: {{ feed.count }} new</h1>{% for item in feed.items %}' +
  '<p><a href="{{ item.link }}">{{ item.title }}</a> {{ item.text }}</p>{% endfor %}'

const feedOn = (url: string, more: Partial<FeedStart> = {}): FeedStart => ({
  on: 'feed',
  url,
  minute: 480,
  weekdays: [1],
  first: 0,
  ...more,
})

async function addFeedTrigger(setup: TriggerSetup, start: FeedStart): Promise<number> {
  const { store, accountId, add } = setup
  const newsletterId = await addDraft(store, accountId, {
    name: 'Digest',
    subject: '{{ feed.items[0].title }} and more',
    preheader: '',
    source: { kind: 'html', html: HTML },
    text: '',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    listId: null,
  })
  const steps = [{ key: 'digest', do: 'send', newsletterId, next: null }] as const
  return add({ start, again: 'always', steps: [...steps] })
}

/** The looks of a process, done by hand, and the time of the next one come. */
function byHand({ store, ask, advance, messages }: TriggerSetup, allowed = '127.0.0.1') {
  const look = async () => {
    const failures: unknown[] = []
    await lookAtDueFeeds({
      store,
      allow: parseAllowed(allowed),
      log: () => {},
      report: error => void failures.push(error),
    })
    if (failures.length > 0) throw failures[0]
  }
  return {
    look,
    comes: () => ask('update trigger_feeds set due_at = now()'),
    /** The next moment comes: how many emails there are then. */
    async next(): Promise<number> {
      await ask('update trigger_feeds set due_at = now()')
      await look()
      await advance()
      return (await messages()).length
    },
    state: async () => (await ask('select begun, fresh, failures, trouble from trigger_feeds'))[0]!,
  }
}

const served =
  (answer: () => string): Answer =>
  (request, response) =>
    whole(answer())(request, response)

describe('a trigger that starts by a feed', { concurrency: 2 }, () => {
  test('sends three emails of 20 items in three weeks, and none when there is nothing new', () =>
    withTriggers(3, async setup => {
      const { ask, startWorkers, advance } = setup
      const sink = await startSink({ keep: 100 })
      const site = await fileServer()
      let newest = 5
      const url = site.serve(
        '/feed.xml',
        served(() => rss(posts(1, newest))),
      )
      await addFeedTrigger(setup, feedOn(url))
      // They look at feeds as well: whoever comes first.
      const workers = await startWorkers(sink.port, { FETCH_ALLOW: '127.0.0.1' })
      const { look, comes } = byHand(setup)
      const looked = async (times: number) => {
        await until(async () => {
          await look()
          const [at] = await ask('select 1 from trigger_feeds where claimed_until is null')
          return at !== undefined && site.count('/feed.xml') === times
        })
        await advance()
      }
      const accepted = async () =>
        (await ask(`select 1 from deliveries where state = 'accepted'`)).length
      await looked(1)
      for (const [week, count] of [7, 7, 6].entries()) {
        newest += count
        await comes()
        await looked(week + 2)
        await until(async () => (await accepted()) === (week + 1) * 3)
      }
      await comes()
      await looked(5)
      await workers.stop()
      await sink.stop()
      await site.close()
      assert.deepEqual(
        [...sink.counts].sort(),
        [1, 2, 3].map(i => [`p${i}@example.test`, 3]),
      )
      const texts = sink.messages
        .filter(({ rcpts }) => rcpts[0]!.includes('<p1@example.test>'))
        .map(({ bytes }) => bytes.toString().replaceAll('=\r\n', ''))
      assert.deepEqual(
        texts.map(text => [
          /^Subject: (.*?) and/m.exec(text)?.[1],
          /<h1>(.*?)<\/h1>/.exec(text)?.[1],
          [...text.matchAll(/>(Post \d+)<\/a> About number (\d+) &amp; more\./g)].length,
        ]),
        [
          ['Post 12', 'The blog: 7 new', 7],
          ['Post 19', 'The blog: 7 new', 7],
          ['Post 25', 'The blog: 6 new', 6],
        ],
      )
      const days = await ask(
        `select extract(isodow from due_at at time zone '+01:00') from trigger_feeds`,
      )
      assert.deepEqual(days, [['1']])
    }))

  test('repeats nothing: reordered, without ids, with other ids, moved, and listed twice', () =>
    withTriggers(1, async setup => {
      const site = await fileServer()
      let items = posts(1, 3)
      const url = site.serve(
        '/feed.xml',
        served(() => rss(items)),
      )
      await addFeedTrigger(setup, feedOn(url))
      const { look, next } = byHand(setup)
      await look()
      assert.equal(await next(), 0)
      items = posts(1, 4)
      assert.equal(await next(), 1)
      for (const changed of [
        items.toReversed(),
        items.map(({ id, ...rest }) => rest),
        items.map(one => ({ ...one, id: `new-${one.id}` })),
        items.map(one => ({
          ...one,
          id: `newer-${one.id}`,
          link: `https://other.example/${one.id}`,
        })),
        [...items, ...items],
        items.slice(0, 1),
        items.map(one => ({ ...one, title: `${one.title}, corrected`, text: 'Other words' })),
      ]) {
        items = changed
        assert.equal(await next(), 1)
      }
      items = [...posts(5, 5), ...items]
      assert.equal(await next(), 2)
      await site.close()
    }))

  test('begins with as many items as it says', () =>
    withTriggers(1, async setup => {
      const { ask } = setup
      const site = await fileServer()
      const url = site.serve('/feed.xml', whole(rss(posts(1, 9)), { etag: '"a"' }))
      await addFeedTrigger(setup, feedOn(url, { first: 2 }))
      const { look, next } = byHand(setup)
      await look()
      assert.equal(await next(), 1)
      const titles = `select details->>'count', details->'items'->1->>'title' from trigger_feed_issues`
      assert.deepEqual(await ask(titles), [['2', 'Post 8']])
      await site.close()
    }))

  test('asks the server whether anything has changed', () =>
    withTriggers(1, async setup => {
      const site = await fileServer()
      const url = site.serve('/feed.xml', (request, response) =>
        request.headers['if-none-match'] === 'W/"1"'
          ? response.writeHead(304).end()
          : whole(rss(posts(1, 2)), { etag: 'W/"1"' })(request, response),
      )
      await addFeedTrigger(setup, feedOn(url))
      const { look, next, state } = byHand(setup)
      await look()
      assert.equal(await next(), 0)
      assert.deepEqual(await state(), ['t', '0', '0', null])
      assert.equal(site.received[1]!.headers['if-none-match'], 'W/"1"')
      await site.close()
    }))

  test('is refused by a code what is no feed, too large, or inside: nothing changes', () =>
    withTriggers(1, async setup => {
      const { ask } = setup
      const site = await fileServer()
      const bomb = `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(1000)}">]><rss>&a;</rss>`
      let answer: Answer = whole(rss(posts(1, 2)))
      const url = site.serve('/feed.xml', (request, response) => answer(request, response))
      await addFeedTrigger(setup, feedOn(url))
      const { look, next, state } = byHand(setup, '127.0.0.1')
      await look()
      const memory = () => ask('select item_key from trigger_feed_items order by 1')
      const before = await memory()
      const block = Buffer.alloc(1 << 20, '<item>')
      for (const [wrong, code] of [
        [whole(bomb), 'feed-dtd'],
        [endless(block, 50), 'fetch-large'],
        [endless(block, 50, { 'content-length': 50 << 20 }), 'fetch-large'],
        [redirect('http://169.254.169.254/latest/meta-data'), 'fetch-link-local'],
        [redirect('http://[::1]:1/feed'), 'fetch-loopback'],
        [redirect('file:///etc/passwd'), 'fetch-redirected'],
        [whole('<html>Hello</html>'), 'feed-web-page'],
        [status(404), 'fetch-missing'],
        [status(503), 'fetch-later'],
      ] as const) {
        answer = wrong
        assert.equal(await next(), 0)
        const [begun, fresh, , trouble] = await state()
        assert.deepEqual([begun, fresh, JSON.parse(trouble!)[0].code], ['t', null, code])
        assert.deepEqual(await memory(), before)
      }
      answer = whole(rss(posts(1, 3)))
      assert.equal(await next(), 1)
      assert.deepEqual(await state(), ['t', '1', '0', null])
      await site.close()
    }))

  test('is tried again soon after a failure that passes, and is not late by a day', () =>
    withTriggers(1, async setup => {
      const { ask } = setup
      const site = await fileServer()
      const url = site.serve(
        '/feed.xml',
        inTurn(whole(rss([])), status(503), status(503), whole(rss(posts(1, 1)))),
      )
      await addFeedTrigger(setup, feedOn(url))
      const { look, next, comes } = byHand(setup)
      await look()
      const minutes = async () =>
        Number(
          (
            await ask('select round(extract(epoch from due_at - now()) / 60) from trigger_feeds')
          )[0]![0],
        )
      await next()
      assert.equal(await minutes(), 5)
      await next()
      assert.equal(await minutes(), 15)
      await ask(`update trigger_feeds set due_at = now() - interval '13 hours'`)
      await look()
      assert.equal(site.count('/feed.xml'), 3)
      await comes()
      assert.equal(await next(), 1)
      await site.close()
    }))

  test('is looked at by one process at a time', () =>
    withTriggers(2, async setup => {
      const site = await fileServer()
      let newest = 1
      const url = site.serve(
        '/feed.xml',
        served(() => rss(posts(1, newest))),
      )
      await addFeedTrigger(setup, feedOn(url))
      const { look, comes, next } = byHand(setup)
      await look()
      newest = 2
      await comes()
      await Promise.all([look(), look(), look(), look()])
      assert.equal(site.count('/feed.xml'), 2)
      assert.equal(await next(), 2)
      await site.close()
    }))
})
