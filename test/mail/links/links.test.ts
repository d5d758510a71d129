/**
 * Signed addresses: read back as they were put in, worth nothing when changed or used for something
 * else.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  linkToken,
  type MessageRef,
  messageTokens,
  type Purpose,
  readHit,
  readMessageId,
  readMessageToken,
} from '../../../src/mail/links/links.ts'
import { mailToken, readMailAddress } from '../../../src/mail/links/mail-address.ts'
import { macKey } from '../../../src/mail/links/signing.ts'

const keys = new Map([1, 35, 99_999].map(keyId => [keyId, macKey(keyId, Buffer.alloc(32, keyId))]))
const keyOf = (keyId: number) => keys.get(keyId)

const id = fc.oneof(fc.nat(1000), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }))
const message: fc.Arbitrary<MessageRef> = fc
  .tuple(fc.nat(2 ** 31), fc.constantFrom('sending', 'trigger', 'transaction', 'test'), id, id)
  .map(([accountId, of, ofId, id]) => ({ accountId, of, ofId, id }))
const key = fc.constantFrom(...keys.values())
const PURPOSES: Purpose[] = ['hit', 'unsubscribe', 'webVersion', 'bounce', 'messageId']

describe('tokens of emails', () => {
  test('are read back for their own purpose only', async () => {
    await fc.assert(
      fc.asyncProperty(message, key, async (ref, key) => {
        const tokens = messageTokens(ref, key)
        for (const given of PURPOSES)
          for (const asked of PURPOSES)
            assert.deepEqual(
              await readMessageToken(tokens[given], asked, keyOf),
              given === asked ? ref : undefined,
            )
        assert.deepEqual(await readMessageToken(tokens.hit.toUpperCase(), 'hit', keyOf), ref)
      }),
    )
  })

  test('mean nothing with a character changed', async () => {
    const { hit } = messageTokens(
      { accountId: 12, of: 'sending', ofId: 345, id: 1_234_567 },
      keys.get(1)!,
    )
    for (let i = 0; i < hit.length; i++)
      for (const other of ['0', 'a', 'z', '2', '.', ''])
        if (hit[i] !== other)
          assert.equal(
            await readMessageToken(hit.slice(0, i) + other + hit.slice(i + 1), 'hit', keyOf),
            undefined,
            `${i} ${other}`,
          )
    assert.equal(await readMessageToken(hit, 'hit', () => undefined), undefined)
    assert.equal(
      await readMessageToken(hit, 'hit', () => macKey(1, Buffer.alloc(32, 99))),
      undefined,
    )
  })

  test('any text can be asked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.constantFrom(...PURPOSES), async (text, purpose) => {
        assert.equal(await readMessageToken(text, purpose, keyOf), undefined)
        assert.equal(await readHit(text, keyOf), undefined)
        assert.equal(await readMailAddress(text, keyOf), undefined)
        assert.equal(await readMessageId(text, keyOf), undefined)
      }),
    )
  })
})

describe('addresses for mail', () => {
  test('fit a local part, survive lower case, and come back', async () => {
    await fc.assert(
      fc.asyncProperty(message, key, async (ref, key) => {
        const tokens = messageTokens(ref, key)
        const bounce = mailToken('b', tokens.bounce)
        assert.match(bounce, /^[a-z0-9-]{1,64}$/)
        assert.deepEqual(await readMailAddress(`${bounce}@bounce.example.org`, keyOf), {
          kind: 'bounce',
          message: ref,
        })
        assert.deepEqual(await readMailAddress(bounce.toUpperCase(), keyOf), {
          kind: 'bounce',
          message: ref,
        })
        assert.deepEqual(await readMailAddress(mailToken('u', tokens.unsubscribe), keyOf), {
          kind: 'unsubscribe',
          message: ref,
        })
        assert.equal(await readMailAddress(mailToken('u', tokens.bounce), keyOf), undefined)
        assert.deepEqual(await readMessageId(`<${tokens.messageId}@example.org>`, keyOf), ref)
      }),
    )
  })
})

describe('a return path as gateways rewrite it', () => {
  const ref: MessageRef = { accountId: 12, of: 'sending', ofId: 345, id: 1_234_567 }
  const tokens = messageTokens(ref, keys.get(35)!)
  const path = mailToken('b', tokens.bounce)
  const home = 'bounce.example.org'

  for (const local of [
    `SRS0=HHHH=TT=${home}=${path}`,
    `srs0+hhhh=tt=${home}=${path.toUpperCase()}`,
    `SRS0-HHHH=TT=${home}=${path}`,
    `SRS1=HHHH=forwarder.example.com==GGGG=TT=${home}=${path}`,
    `SRS0=HHHH=TT=gateway.example.com=prvs=0123456789=${path}`,
    `prvs=0123456789=${path}`,
    `prvs=${path}/0123456789`,
    `PRVS=01234ABCDE=${path}`,
    `msprvs1=18ZEOLqNKWnNK=${path}`,
    `btv1==123abc456de==${path}`,
    `bounce+4a5b6c.7d8e9f-${path}=${home}`,
    `bounces+12345-ab12-${path}=${home}`,
  ])
    test(local, async () => {
      for (const address of [local, `${local}@receiver.example.com`])
        assert.deepEqual(await readMailAddress(address, keyOf), { kind: 'bounce', message: ref })
    })

  test('names no email without its signature, or behind another prefix', async () => {
    for (const local of [
      `prvs=0123456789=${path.slice(0, -1)}`,
      `prvs=0123456789=${path}x`,
      `prvs=0123456789=x${path}`,
      `prvs=0123456789=${mailToken('b', tokens.unsubscribe)}`,
      `news=0123456789=${path}`,
      `prvs=${'a=b-'.repeat(100)}${path}`,
    ])
      assert.equal(await readMailAddress(`${local}@${home}`, keyOf), undefined, local)
  })
})

describe('clicks', () => {
  const ref: MessageRef = { accountId: 12, of: 'sending', ofId: 345, id: 1_234_567 }
  const first = keys.get(1)!
  const { hit, message: name } = messageTokens(ref, first)

  test('carry their target, for all emails of a sending or for one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.nat(500),
        fc.boolean(),
        async (target, link, personal) => {
          const token = linkToken(first, ref, link, target, personal ? name : undefined)
          assert.deepEqual(await readHit(`/t/${token}/${hit}`, keyOf), {
            message: ref,
            link,
            target,
          })
          const another = messageTokens({ ...ref, id: 5 }, first).hit
          assert.equal((await readHit(`t/${token}/${another}`, keyOf)) !== undefined, !personal)
        },
      ),
    )
  })

  test('of another sending or account, or with another target, are none', async () => {
    const token = linkToken(first, ref, 3, 'https://example.org/')
    for (const other of [{ ofId: 346 }, { accountId: 13 }, { of: 'trigger' } as const])
      assert.equal(
        await readHit(`/t/${token}/${messageTokens({ ...ref, ...other }, first).hit}`, keyOf),
        undefined,
      )
    const [keyId, number, target, tag] = token.split('.') as [string, string, string, string]
    const evil = Buffer.from('https://evil.example/').toString('base64url')
    for (const changed of [
      [keyId, number, evil, tag],
      [keyId, '4', target, tag],
      [keyId, `${number}~`, target, tag],
      ['z', number, target, tag],
      [keyId, number, target, 'aaaaaaaaaaaaaaaa'],
    ])
      assert.equal(await readHit(`/t/${changed.join('.')}/${hit}`, keyOf), undefined)
    // The key may have changed between compiling a newsletter and sending to somebody.
    assert(await readHit(`/t/${token}/${messageTokens(ref, keys.get(35)!).hit}`, keyOf))
  })

  test('followed before are read again for their own emails and keys only', async () => {
    const token = linkToken(first, ref, 7, 'https://example.org/again', undefined, true)
    const click = { message: ref, link: 7, target: 'https://example.org/again', bare: true }
    for (let times = 0; times < 2; times++)
      assert.deepEqual(await readHit(`/t/${token}/${hit}`, keyOf), click)
    for (const other of [{ ofId: 346 }, { accountId: 13 }, { of: 'trigger' } as const])
      assert.equal(
        await readHit(`/t/${token}/${messageTokens({ ...ref, ...other }, first).hit}`, keyOf),
        undefined,
      )
    assert.equal(await readHit(`/t/${token}/${hit.slice(0, -1)}`, keyOf), undefined)
    const elsewhere = macKey(1, Buffer.alloc(32, 99))
    assert.equal(
      await readHit(`/t/${token}/${messageTokens(ref, elsewhere).hit}`, () => elsewhere),
      undefined,
    )
    assert.deepEqual(await readHit(`/t/${token}/${hit}`, keyOf), click)
  })

  test('are read with keys that are cached, and with keys that are loaded', async () => {
    const token = linkToken(first, ref, 8, 'https://example.org/looked-for')
    const path = `/t/${token}/${messageTokens(ref, keys.get(35)!).hit}`
    const click = { message: ref, link: 8, target: 'https://example.org/looked-for' }
    const kept = new Set<number>()
    const looks: number[] = []
    const looking = (keyId: number) => {
      if (kept.has(keyId)) return keyOf(keyId)
      looks.push(keyId)
      return Promise.resolve(keyOf(keyId))
    }
    for (const nobody of [undefined, Promise.resolve(undefined)])
      assert.equal(await readHit(path, () => nobody), undefined)
    assert.deepEqual(await readHit(path, looking), click)
    assert.deepEqual(looks.sort(), [1, 35])
    await assert.rejects(
      async () => readHit(path, () => Promise.reject(new Error('the store is gone'))),
      /the store is gone/,
    )
    kept.add(35)
    assert.deepEqual(await readHit(path, looking), click)
    kept.add(1)
    looks.length = 0
    assert.deepEqual(await readHit(path, looking), click)
    assert.deepEqual(looks, [])
  })

  test('the pixel names its email', async () => {
    assert.deepEqual(await readHit(`/t/${hit}.gif`, keyOf), { message: ref })
  })
})
