/**
 * What shops tell: purchases count once, for the click that led to them, to the last decimal;
 * nonsense and strangers count nothing.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import vm from 'node:vm'
import { makeConversionKey } from '../../src/domain/tracking/convert.ts'
import { clickToken } from '../../src/mail/links/click-tokens.ts'
import { linkToken } from '../../src/mail/links/links.ts'
import { conversionsOfSource } from '../support/hit-queries.ts'
import { newReader, type Reader } from './setup.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'

let reader: Reader
// In a suite: a hook of the root would run for the tests of all files of its process.
describe('conversions', () => {
  beforeEach(async () => {
    reader = await newReader()
  })

  async function click(link = 1): Promise<string> {
    const path = `/t/${linkToken(reader.key, reader.ref, link, 'https://shop.example.test/')}/${reader.tokens.hit}`
    const location = (await reader.visit(path, { headers: { 'User-Agent': FIREFOX } })).headers.get(
      'location',
    )!
    return new URL(location).searchParams.get('pp')!
  }

  const pixel = async (query: Record<string, string>) => {
    const answer = await reader.visit(`/c.gif?${new URLSearchParams(query)}`)
    return `${answer.status} ${answer.headers.get('content-type')}`
  }
  const GIF = '200 image/gif'

  async function totals(): Promise<string[]> {
    const { accountId } = reader.ref
    const rows = await conversionsOfSource(reader.service.store, {
      accountId,
      sourceKind: 1,
      sourceId: reader.sendingId,
    })
    return rows.map(({ link, currency, closures, value }) =>
      `${link}: ${closures} ${value} ${currency}`.trim(),
    )
  }

  const ask = async (text: string) =>
    (
      await reader.service.store.run(
        { name: '', text: `${text} where account_id = ${reader.ref.accountId}`, again: true },
        [],
      )
    ).rows

  describe('a purchase by the pixel', () => {
    test('counts for the link that was clicked, each order once, exactly', async () => {
      const [first, second] = [await click(1), await click(2)]
      for (let n = 0; n < 10; n++)
        assert.equal(await pixel({ t: first, value: '0.1', order: `a${n}` }), GIF)
      assert.equal(
        await pixel({ t: second, value: '1234567.899999', order: 'b', currency: 'eur' }),
        GIF,
      )
      assert.equal(await pixel({ t: second, value: '5,25', order: 'c', currency: 'SEK' }), GIF)
      for (const again of ['a0', 'a9'])
        assert.equal(await pixel({ t: second, value: '7', order: again }), GIF)
      assert.deepEqual(await totals(), ['1: 10 1.0', '2: 1 1234567.899999 EUR', '2: 1 5.25 SEK'])
      assert.deepEqual(await ask('select distinct delivery_id from conversions'), [
        [String(reader.subscriberId)],
      ])
    })

    test('without an order number counts once for a click', async () => {
      const token = await click()
      for (let n = 0; n < 3; n++) await pixel({ t: token, value: '3' })
      await pixel({ t: token })
      await pixel({ t: await click() })
      assert.deepEqual(await totals(), ['1: 2 3'])
    })

    test('made up by one who has a link: ten orders of a click, none of a fabulous value', async () => {
      const token = await click()
      for (let n = 0; n < 30; n++)
        assert.equal(await pixel({ t: token, value: '5', order: `n${n}` }), GIF)
      assert.match(
        await pixel({ t: await click(2), value: '10000000.01', order: 'large' }),
        /^400 text\/plain/,
      )
      assert.deepEqual(await totals(), ['1: 10 50'])
    })

    test('refuses nonsense with a sentence, and keeps any text as an order number', async () => {
      const token = await click()
      for (const value of [
        '1e999',
        '-1',
        'NaN',
        'Infinity',
        '0x10',
        '1 000',
        '1.2.3',
        '9'.repeat(13),
        '1.0000001',
        '10 EUR',
        "1'; drop table hits",
      ])
        assert.equal(
          await pixel({ t: token, value, order: 'x' }),
          '400 text/plain; charset=utf-8',
          value,
        )
      const others: Record<string, string>[] = [
        { order: 'x'.repeat(101) },
        { order: 'a\0b' },
        { currency: 'EURO' },
        { currency: '<b>' },
      ]
      for (const given of others)
        assert.equal(
          await pixel({ t: token, value: '1', ...given }),
          '400 text/plain; charset=utf-8',
        )
      assert.deepEqual(await totals(), [])
      const order = `<script>alert(1)</script>'; drop table conversions; --`
      assert.equal(await pixel({ t: token, value: '1', order }), GIF)
      assert.deepEqual(await ask('select order_number from conversions'), [[order]])
    })

    test('counts nothing without a click of ours, or long after it, or for a HEAD', async () => {
      const token = await click()
      const { accountId } = reader.ref
      const long = {
        accountId,
        of: 'sending' as const,
        ofId: reader.sendingId,
        link: 1,
        id: 1,
        at: Date.now() - 30 * 86_400_000 - 1000,
      }
      for (const t of [
        '',
        'x',
        token.slice(0, -1),
        `${token}a`,
        reader.tokens.hit,
        clickToken(reader.key, long),
      ])
        assert.equal(await pixel({ t, value: '1', order: 'x' }), GIF)
      for (const method of ['HEAD', 'OPTIONS', 'POST'])
        await reader.visit(`/c.gif?t=${token}&value=1`, { method })
      assert.deepEqual(await totals(), [])
      assert.equal(
        await pixel({
          t: clickToken(reader.key, { ...long, at: long.at + 60_000 }),
          value: '1',
          order: 'x',
        }),
        GIF,
      )
      assert.deepEqual(await totals(), ['1: 1 1'])
      assert.deepEqual(reader.service.reported, [])
    })
  })

  describe('a purchase from server to server', () => {
    const post = async (fields: Record<string, string>, key?: string) => {
      const answer = await reader.post(
        '/c',
        new URLSearchParams(fields),
        key === undefined ? {} : { Authorization: `Bearer ${key}` },
      )
      const { counted, reason } = (await answer.json()) as { counted: boolean; reason?: string }
      return [answer.status, counted, reason]
    }

    test('counts by token, and by address for the link clicked last', async () => {
      const key = await makeConversionKey(reader.service.store, reader.ref.accountId)
      const token = await click(1)
      assert.deepEqual(await post({ token, value: '10', order: '1' }, key), [200, true, undefined])
      assert.deepEqual(await post({ token, value: '10', order: '1' }, key), [
        200,
        false,
        'counted before',
      ])
      await new Promise(resolve => setTimeout(resolve, 5))
      await click(3)
      assert.deepEqual(
        await post({ email: reader.email.toUpperCase(), value: '2.5', order: '2' }, key),
        [200, true, undefined],
      )
      assert.deepEqual(
        await post({ email: 'nobody@example.test', value: '2.5', order: '3' }, key),
        [200, false, 'no click'],
      )
      assert.deepEqual(await totals(), ['1: 1 10', '3: 1 2.5'])
    })

    test('wants a key of the account, and a token of the account', async () => {
      const token = await click(1)
      const key = await makeConversionKey(reader.service.store, reader.ref.accountId)
      const wrong = key.replace(/.$/, digit => (digit === '0' ? '1' : '0'))
      for (const no of [undefined, 'x', wrong, `${key}0`])
        assert.deepEqual((await post({ token, value: '1' }, no))[0], 401)
      const other = await newReader()
      const foreign = await makeConversionKey(other.service.store, other.ref.accountId)
      assert.deepEqual(await post({ token, value: '1' }, foreign), [200, false, 'no click'])
      assert.deepEqual(await post({ email: reader.email, value: '1' }, foreign), [
        200,
        false,
        'no click',
      ])
      assert.deepEqual((await post({ token, value: '1e999' }, key))[0], 400)
      assert.deepEqual((await post({ value: '1' }, key))[0], 400)
      assert.deepEqual(await totals(), [])
    })
  })

  describe('the script', () => {
    test('keeps the token of a click in the shop’s own cookie, and tells of a purchase', async () => {
      const answer = await reader.visit('/c.js')
      assert.match(answer.headers.get('content-type')!, /^text\/javascript/)
      const script = await answer.text()
      const told: string[] = []
      let cookie = ''
      const load = (search: string, data: Record<string, string>) => {
        const document = {
          currentScript: {
            src: `${reader.origin}/c.js?v=1`,
            getAttribute: (name: string) => data[name.slice(5)] ?? null,
          },
          get cookie() {
            return cookie.split(';')[0]!
          },
          set cookie(given: string) {
            cookie = given
          },
        }
        class Image {
          set src(address: string) {
            told.push(address)
          }
        }
        vm.runInNewContext(script, {
          document,
          location: { search, protocol: 'https:' },
          window: {},
          Image,
          encodeURIComponent,
        })
      }
      load('', { value: '5' })
      load('?x=1&pp="><script>', { value: '5' })
      assert.deepEqual(told, [])
      const token = await click(4)
      load(`?from=what?pp=${token.replace(/.$/, '2')}&pp=${token}`, {})
      assert.match(
        cookie,
        /^pennypost_click=[0-9a-z.]+;path=\/;max-age=2592000;samesite=lax;secure$/,
      )
      load('', { value: '12.50', order: 'Å & 1', currency: 'EUR' })
      assert.equal(told.length, 1)
      assert.equal((await fetch(told[0]!)).status, 200)
      assert.deepEqual(await totals(), ['4: 1 12.50 EUR'])
      assert.deepEqual(await ask('select order_number from conversions'), [['Å & 1']])
    })
  })
})
