/**
 * Links and the pixel of emails: where they lead, what forged ones get, and that looking changes
 * nothing.
 */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { rotateKeys } from '../../src/domain/keys/keys.ts'
import { linkToken, type MessageRef, messageTokens } from '../../src/mail/links/links.ts'
import { webTarget, withParameter } from '../../src/recipient/click.ts'
import { newReader, type Reader } from './setup.ts'

const TARGET = 'https://shop.example.test/bikes?from=autumn&name=%C3%85sa#top'

let reader: Reader
let link: string
before(async () => {
  reader = await newReader()
  link = linkToken(reader.key, reader.ref, 1, TARGET)
})

/** Without the token of the click. */
const bare = (location: string | null) => location?.replace(/[?&]pp=[0-9a-z.]+/, '') ?? null

const location = async (path: string) => {
  const answer = await reader.visit(path)
  return [answer.status, bare(answer.headers.get('location'))]
}

describe('a link', () => {
  test('leads to the address it was signed with, uncached', async () => {
    const answer = await reader.visit(`/t/${link}/${reader.tokens.hit}`)
    assert.deepEqual([answer.status, bare(answer.headers.get('location'))], [302, TARGET])
    assert.equal(answer.headers.get('cache-control'), 'private, no-store')
    assert.equal(answer.headers.get('set-cookie'), null)
  })

  test('leads there when mail programs have changed what they may: case of the letter, coding, a query', async () => {
    const { hit, message } = reader.tokens
    const own = linkToken(reader.key, reader.ref, 2, TARGET, message)
    const encoded = (path: string) => path.replaceAll('.', '%2E').replaceAll('~', '%7e')
    for (const path of [
      `${link}/${hit.toUpperCase()}`,
      encoded(`${own}/${hit}`),
      `${own}/${hit}?utm_source=x`,
      `${link}/${hit}#x`,
    ])
      assert.deepEqual(await location(`/t/${path}`), [302, TARGET], path)
  })

  test('of one email alone is worth nothing in another', async () => {
    const own = linkToken(reader.key, reader.ref, 2, TARGET, reader.tokens.message)
    const other = messageTokens({ ...reader.ref, id: reader.ref.id + 1 }, reader.key)
    assert.equal((await location(`/t/${own}/${other.hit}`))[0], 404)
    assert.deepEqual(await location(`/t/${link}/${other.hit}`), [302, TARGET])
  })

  test('forged, cut, foreign or of another purpose: a page that says so, in no hurry to lead anywhere', async () => {
    const { hit, unsubscribe, bounce } = reader.tokens
    const { ref, key } = reader
    const elsewhere = (change: Partial<MessageRef>) => messageTokens({ ...ref, ...change }, key).hit
    const retargeted = link.replace(
      /[\w-]+(?=\.[a-z2-7]+$)/,
      Buffer.from('https://evil.example.test').toString('base64url'),
    )
    const paths = [
      `${link}/${unsubscribe}`,
      `${link}/${bounce}`,
      `${link}/${elsewhere({ accountId: ref.accountId + 1 })}`,
      `${link}/${elsewhere({ ofId: ref.ofId + 1 })}`,
      `${link}/${elsewhere({ of: 'test' })}`,
      `${retargeted}/${hit}`,
      `${link}/`,
      link,
      hit,
      `/${hit}`,
      `${link}/${hit}/x`,
      '%00/%ff',
      `${'x'.repeat(5000)}/y`,
      '..%2f..%2fetc/passwd',
    ]
    for (const path of paths) {
      const answer = await reader.visit(`/t/${path}`)
      assert.deepEqual([path, answer.status, answer.headers.get('location')], [path, 404, null])
      assert.match(await answer.text(), /This link does not work/)
    }
    for (let at = 0; at < hit.length; at += 3)
      assert.equal((await location(`/t/${link}/${hit.slice(0, at)}`))[0], 404)
  })

  test('leads to the web only, for any signed target', async () => {
    for (const target of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      '//evil.example.test',
      '/u/x',
      '',
    ])
      assert.equal(
        (
          await location(`/t/${linkToken(reader.key, reader.ref, 1, target)}/${reader.tokens.hit}`)
        )[0],
        404,
        target,
      )
    const split = linkToken(
      reader.key,
      reader.ref,
      1,
      'https://shop.example.test/\r\nSet-Cookie: a=b',
    )
    const answer = await reader.visit(`/t/${split}/${reader.tokens.hit}`)
    assert.equal(answer.headers.get('set-cookie'), null)
    assert.equal(
      bare(answer.headers.get('location')),
      'https://shop.example.test/Set-Cookie:%20a=b',
    )
  })
})

describe('the pixel', () => {
  test('is a point that is never kept, the same for every token', async () => {
    const answers = await Promise.all(
      [reader.tokens.hit, reader.tokens.hit.slice(1), 'x', '', '%00', '..%2e'].map(async token => {
        const answer = await reader.visit(`/t/${token}.gif`)
        const { date, 'x-request-id': _, ...headers } = Object.fromEntries(answer.headers)
        return JSON.stringify([
          answer.status,
          headers,
          Buffer.from(await answer.arrayBuffer()).toString('latin1'),
        ])
      }),
    )
    assert.equal(new Set(answers).size, 1)
    assert.match(answers[0]!, /^\[200,.*"cache-control":"no-store.*"image\/gif".*GIF89a/)
  })
})

describe('looking', () => {
  test('changes nothing but the counts, by any method', async () => {
    const before = await reader.rows()
    const { hit, unsubscribe } = reader.tokens
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
      for (const path of [
        `/t/${link}/${hit}`,
        `/t/${hit}.gif`,
        `/u/${unsubscribe}`,
        `/u/${unsubscribe}?List-Unsubscribe=One-Click`,
      ]) {
        const { status } = await reader.visit(path, { method })
        const looked = path.includes('.gif') || path.startsWith('/u/') ? 200 : 302
        assert.equal(
          status,
          { GET: looked, HEAD: looked, OPTIONS: 204 }[method] ?? 405,
          `${method} ${path}`,
        )
      }
    }
    assert.equal((await reader.visit(`/t/${link}/${hit}`, { method: 'POST' })).status, 405)
    assert.equal(await reader.rows(), before)
  })
})

test('links work after the keys were rotated, and links of a key made elsewhere a moment ago', async () => {
  const { store, sealer, keys } = reader.service
  const id = await rotateKeys(store, sealer)
  assert.deepEqual(await location(`/t/${link}/${reader.tokens.hit}`), [302, TARGET])
  const made = (await keys.find(id))!
  assert.equal(made.id, id)
  assert.equal((await reader.visit(`/u/${reader.tokens.unsubscribe}`)).status, 200)
  assert.deepEqual(reader.service.reported, [])
})

describe('a parameter added to an address', () => {
  const piece = fc.constantFrom('?', '&', '=', '#', '/', 'a', 'pp', '%3F', '%26', '+', 'å', ';')
  const address = fc
    .array(piece, { maxLength: 12 })
    .map(pieces => `https://a.test/${pieces.join('')}`)

  test('is read as the URL standard reads it, and nothing else has changed', () => {
    fc.assert(
      fc.property(address, given => {
        const before = new URL(webTarget(given)!)
        const after = new URL(withParameter(before.href, 'pp', '1.2.s3'))
        assert.deepEqual([after.pathname, after.hash], [before.pathname, before.hash])
        const expected = [...before.searchParams]
        if (!before.searchParams.has('pp')) expected.push(['pp', '1.2.s3'])
        assert.deepEqual([...after.searchParams], expected)
      }),
      { examples: [['https://a.test/??pp']] },
    )
  })
})
