/**
 * Opens and clicks over HTTP: the requests that count, their kind, and the parameters of the
 * target.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, test } from 'node:test'
import { foldHits } from '../../src/domain/tracking/fold-hits.ts'
import { createRequestBodies } from '../../src/lib/request-bodies.ts'
import { readClickToken } from '../../src/mail/links/click-tokens.ts'
import { linkToken, messageTokens } from '../../src/mail/links/links.ts'
import { createRecipient } from '../../src/recipient/routes.ts'
import { wrongCounts } from '../domain/tracking/counts.ts'
import { hitsOfSource, totalsOfSource } from '../support/hit-queries.ts'
import { newReader, type Reader } from './setup.ts'

const FIREFOX = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
}
const TARGET = 'https://shop.example.test/bikes?from=autumn#top'

let reader: Reader
let pixel: string
let link: string
// In a suite: a hook of the root would run for the tests of all files of its process.
describe('hits', () => {
  beforeEach(async () => {
    reader = await newReader()
    pixel = `/t/${reader.tokens.hit}.gif`
    link = `/t/${linkToken(reader.key, reader.ref, 1, TARGET)}/${reader.tokens.hit}`
  })

  const as = (headers: Record<string, string> = {}, method = 'GET') => ({
    method,
    headers: { ...FIREFOX, ...headers },
  })

  async function hits(kind = 'click'): Promise<string[]> {
    const { store } = reader.service
    const { accountId } = reader.ref
    await foldHits(store, accountId)
    assert.deepEqual(await wrongCounts(store, accountId), [])
    const page = {
      accountId,
      sourceKind: 1,
      sourceId: reader.sendingId,
      afterAt: '-infinity',
      afterId: 0,
      untilAt: 'infinity',
    }
    const found = await hitsOfSource(store, { ...page, kind, everybody: true, most: 1000 })
    return found.map(({ link, deliveryId, verdict, reason }) => {
      assert.equal(deliveryId, reader.subscriberId)
      return `${link} ${verdict}: ${reason}`
    })
  }

  describe('what counts', () => {
    test('the pixel and links, each time, with who it was', async () => {
      assert.equal((await reader.visit(pixel, as())).status, 200)
      assert.equal((await reader.visit(pixel, as({ 'User-Agent': 'Mozilla/5.0' }))).status, 200)
      assert.equal((await reader.visit(link, as())).status, 302)
      assert.equal((await reader.visit(link, as({ 'User-Agent': 'curl/8.5.0' }))).status, 302)
      assert.equal(
        (await reader.visit(link, as({ 'Sec-Purpose': 'prefetch;prerender' }))).status,
        302,
      )
      assert.deepEqual(await hits('view'), [
        '0 person: browser',
        '0 privacy prefetch: apple prefetch',
      ])
      assert.deepEqual(await hits(), [
        '1 person: browser',
        '1 scanner: program',
        '1 privacy prefetch: browser prefetch',
      ])
      const totals = await totalsOfSource(reader.service.store, {
        accountId: reader.ref.accountId,
        sourceKind: 1,
        sourceId: reader.sendingId,
      })
      assert.deepEqual(
        totals.map(
          ({ kind, link, byAll, byPeople, messages }) =>
            `${kind} ${link}: ${byAll} ${byPeople} ${messages}`,
        ),
        ['view 0: 2 1 1', 'click 0: 3 1 1', 'click 1: 3 1 1'],
      )
    })

    test('not HEAD, OPTIONS or POST, not what is forged, not a test email', async () => {
      for (const method of ['HEAD', 'OPTIONS', 'POST', 'PUT'])
        for (const path of [pixel, link]) await reader.visit(path, as({}, method))
      const { ref, key } = reader
      const foreign = messageTokens({ ...ref, accountId: ref.accountId + 1_000_000 }, key).hit
      for (const path of [
        pixel.replace('.gif', 'a.gif'),
        `${pixel}/x`,
        link.slice(0, -1),
        link.replace(reader.tokens.hit, reader.tokens.unsubscribe),
        `/t/${foreign}.gif`,
        `/t/${messageTokens({ ...ref, of: 'test' }, key).hit}.gif`,
      ])
        await reader.visit(path, as())
      assert.deepEqual([await hits('view'), await hits()], [[], []])
      assert.deepEqual(reader.service.reported, [])
    })

    test('a client that follows the honeypot link is a scanner', async () => {
      const trap = await reader.visit(
        `/t/${linkToken(reader.key, reader.ref, 0, `${reader.origin}/`)}/${reader.tokens.hit}`,
        as(),
      )
      assert.deepEqual([trap.status, trap.headers.get('location')], [200, null])
      assert.deepEqual(await hits(), ['0 scanner: trap'])
    })

    test('a thousand clicks at once, all of them', async () => {
      await Promise.all(Array.from({ length: 1000 }, () => reader.visit(link, as())))
      assert.equal((await hits()).length, 1000)
      assert.deepEqual(await hits('view'), ['0 person: click'])
      // One recipient can't fill the store: more of the same day lead on, and are not kept.
      const more = await reader.visit(link, as())
      assert.deepEqual(
        [more.status, new URL(more.headers.get('location')!).searchParams.get('pp')],
        [302, null],
      )
      assert.equal((await hits()).length, 1000)
    })
  })

  describe('the token of a click', () => {
    const tokenIn = (location: string | null, name = 'pp') =>
      new URL(location!).searchParams.get(name) ?? ''

    test('stands in the target, after its query and before its fragment, and names the click', async () => {
      const before = Date.now()
      const location = (await reader.visit(link, as())).headers.get('location')!
      assert.match(
        location,
        /^https:\/\/shop\.example\.test\/bikes\?from=autumn&pp=[0-9a-z.]+#top$/,
      )
      const keyOf = () => reader.key
      const { at, id, ...click } = (await readClickToken(tokenIn(location), keyOf))!
      assert.deepEqual(click, {
        accountId: reader.ref.accountId,
        of: 'sending',
        ofId: reader.sendingId,
        link: 1,
      })
      assert.ok(at >= before && at <= Date.now() && id > 0)
      const token = tokenIn(location)
      for (let place = 0; place < token.length; place++)
        for (const other of ['0', 'z', '.', ''])
          if (token[place] !== other)
            assert.equal(
              await readClickToken(token.slice(0, place) + other + token.slice(place + 1), keyOf),
              undefined,
            )
    })

    test('fits any query and fragment of the target', async () => {
      for (const [target, expected] of [
        ['https://a.example/', 'https://a.example/?pp=T'],
        ['https://a.example/x#y?z', 'https://a.example/x?pp=T#y?z'],
        ['https://a.example/?', 'https://a.example/?pp=T'],
        ['https://a.example/?a=1&', 'https://a.example/?a=1&pp=T'],
        ['https://a.example/?q=a%26b%23c', 'https://a.example/?q=a%26b%23c&pp=T'],
        ['https://a.example/?pp=mine', 'https://a.example/?pp=mine'],
        ['https://a.example/?app=1', 'https://a.example/?app=1&pp=T'],
        [
          'https://a.example/?text=are%20you%20open?',
          'https://a.example/?text=are%20you%20open?&pp=T',
        ],
        ['https://a.example/?q=who?#top', 'https://a.example/?q=who?&pp=T#top'],
        ['https://a.example/?q=?pp=1', 'https://a.example/?q=?pp=1&pp=T'],
        ['https://a.example/?%70p=mine', 'https://a.example/?%70p=mine'],
      ]) {
        const path = `/t/${linkToken(reader.key, reader.ref, 1, target!)}/${reader.tokens.hit}`
        const location = (await reader.visit(path, as())).headers.get('location')!
        assert.equal(location.replace(/pp=\d[0-9a-z.]+/, 'pp=T'), expected)
      }
    })

    test('is left out where the link says so, and of a HEAD and a test email', async () => {
      const bare = `/t/${linkToken(reader.key, reader.ref, 2, TARGET, undefined, true)}/${reader.tokens.hit}`
      assert.equal((await reader.visit(bare, as())).headers.get('location'), TARGET)
      assert.equal((await reader.visit(link, as({}, 'HEAD'))).headers.get('location'), TARGET)
      const ref = { ...reader.ref, of: 'test' as const }
      const test = `/t/${linkToken(reader.key, ref, 1, TARGET)}/${messageTokens(ref, reader.key).hit}`
      assert.equal((await reader.visit(test, as())).headers.get('location'), TARGET)
      assert.deepEqual(await hits(), ['2 person: browser'])
    })
  })

  describe('by itself', () => {
    async function listening(options: { broken?: boolean } = {}) {
      const { store } = reader.service
      const reported: unknown[] = []
      const run: typeof store.run = (statement, values) =>
        options.broken && statement.name.startsWith('tracking')
          ? Promise.reject(new Error('the store is gone'))
          : store.run(statement, values)
      const recipient = createRecipient({
        bodies: createRequestBodies({ most: 1 << 20, networkOf: () => '' }),
        db: { ...store, run },
        keyOf: () => reader.key,
        newestKey: () => reader.key,
        peerOf: () => '203.0.113.9',
        clickParameter: undefined,
        report: error => reported.push(error),
        ...options,
      })
      const server = http
        .createServer((req, res) => void recipient(req, res))
        .listen(0, '127.0.0.1')
      await once(server, 'listening')
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      return {
        visit: (path: string) => fetch(origin + path, { redirect: 'manual', ...as() }),
        reported,
        close: async () => {
          server.closeAllConnections()
          server.close()
          await recipient.close()
        },
      }
    }

    test('without a store people get where they want to go, and it is told', async () => {
      const broken = await listening({ broken: true })
      const answer = await broken.visit(link)
      assert.deepEqual([answer.status, answer.headers.get('location')], [302, TARGET])
      assert.equal((await broken.visit(pixel)).status, 200)
      assert.equal(broken.reported.length, 2)
      await broken.close()
    })
  })
})
