/** The library of pictures by real HTTP: taken in, served, refused; in the store. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { after, before, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { JsColorType, Transformer } from '@napi-rs/image'
import type { MediaAnswer } from '../../src/actions/media/media.ts'
import { sessionCookie } from '../../src/console-api/visitor.ts'
import { openSession } from '../../src/domain/accounts/session.ts'
import { mediaUses } from '../../src/domain/media/media.ts'
import { noise } from '../support/noise.ts'
import { type ApiClient, type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
before(async () => {
  setup = await apiSetup({ MEDIA_MAX_BYTES: '2 MB' })
  call = setup.call
})
after(() => setup.running.close())

const bytesOf = (bytes: Buffer | string): Uint8Array => new Uint8Array(Buffer.from(bytes))

async function upload(bytes: Buffer | string, name = 'a.png', by = call): Promise<MediaAnswer> {
  const answer = await by(
    'POST',
    `/media?name=${encodeURIComponent(name)}&alt=Seeds`,
    bytesOf(bytes),
  )
  assert.equal(answer.status, 201, answer.body?.detail)
  return answer.body
}

const served = (src: string, init?: RequestInit) => fetch(setup.running.origin + src, init)

/** A PNG that says any size, with few bytes. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, data, Buffer.alloc(4)])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  size.set([8, 6, 0, 0, 0], 8)
  const magic = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([magic, chunk('IHDR', size), chunk('IDAT', deflateSync(Buffer.alloc(9e5)))])
}

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

test('a picture is written anew, no wider than needed, and served for years', async () => {
  const jpeg = await (await noise(2000, 600)).jpeg(90)
  const exif = Buffer.from('Exif\0\0GPS 55.6 13.0 <script>')
  const marked = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1, 0, exif.length + 2]),
    exif,
    jpeg.subarray(2),
    Buffer.from('<script>alert(1)</script>'),
  ])
  const media = await upload(marked, 'C:\\\u202ebörd\n.jpg')
  assert.deepEqual([media.type, media.width, media.height], ['jpeg', 1400, 420])
  assert.deepEqual([media.alt, media.by.kind], ['Seeds', 'account'])
  assert.equal(media.name, 'C:\\börd .jpg')
  assert.match(media.src, /^\/m\/[0-9a-z]+-[0-9a-f]{40}\.jpg$/)
  const answer = await served(media.src)
  assert.deepEqual(
    [
      'content-type',
      'cache-control',
      'x-content-type-options',
      'content-security-policy',
      'content-length',
    ].map(name => answer.headers.get(name)),
    [
      'image/jpeg',
      'public, max-age=31536000, immutable',
      'nosniff',
      "default-src 'none'; sandbox",
      String(media.bytes),
    ],
  )
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.equal(bytes.length, media.bytes)
  assert.doesNotMatch(bytes.toString('latin1'), /Exif|script/)
  const known = await served(media.src, {
    headers: { 'If-None-Match': answer.headers.get('etag')! },
  })
  assert.deepEqual([known.status, await known.text()], [304, ''])
  const head = await served(media.src, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(media.bytes)])
  assert.equal((await served(media.src, { method: 'POST' })).status, 405)
  for (const path of [
    media.src.replace('.jpg', '.png'),
    media.src.replace(/-./, '-g'),
    '/m/',
    '/m/../etc',
    `${media.src}/x`,
    `/m/zzzzzzzzzzzz-${'a'.repeat(40)}.png`,
    `/m/2-${media.id}.jpg`,
  ])
    assert.equal((await served(path)).status, 404, path)
  assert.deepEqual(await upload(marked, 'other.jpg'), media)
})

test('a play mark is drawn in the middle of a copy', async () => {
  const white = Transformer.fromRgbaPixels(new Uint8Array(200 * 100 * 4).fill(255), 200, 100)
  const { id, name } = await upload(await white.png(), 'a walk.png')
  const marked: MediaAnswer = (await call('POST', `/media/${id}/play`)).body
  assert.deepEqual([marked.name, marked.alt], ['▶ a walk.png', 'Seeds'])
  assert.deepEqual([marked.width, marked.height], [200, 100])
  const bytes = Buffer.from(await (await served(marked.src)).arrayBuffer())
  const pixels = await new Transformer(bytes).rawPixels()
  const channels = pixels.length / (200 * 100)
  const at = (x: number, y: number) => pixels[(y * 200 + x) * channels]!
  assert.equal(at(5, 5), 255, 'the corner is as it was')
  assert.ok(at(90, 50) < 120, 'the disc is dark')
  assert.equal(at(101, 50), 255, 'the triangle is white')
  assert.equal((await call('POST', `/media/${id}/play`)).body.id, marked.id)
  assert.equal((await call('POST', `/media/${'0'.repeat(40)}/play`)).status, 404)
  assert.equal((await call('GET', `/media/${id}`)).body.name, name)
})

test('what is transparent stays a PNG; photographs become JPEG; GIFs stay whole', async () => {
  const clear = await upload(await (await noise(500, 500, 120)).png())
  assert.equal(clear.type, 'png')
  const photo = await upload(await (await noise(500, 500)).png())
  assert.equal(photo.type, 'jpeg')
  const webp = await upload(await (await noise(300, 100, 10)).webp(80), 'a.webp')
  assert.deepEqual([webp.type, webp.width], ['png', 300])
  const drawn = Buffer.from(await (await served(webp.src)).arrayBuffer())
  assert.equal((await new Transformer(drawn).metadata()).colorType, JsColorType.Rgba8)
  const comment = Buffer.from([0x21, 0xfe, 3, 0x3c, 0x73, 0x3e, 0])
  const gif = await upload(Buffer.concat([GIF.subarray(0, 19), comment, GIF.subarray(19), comment]))
  assert.deepEqual([gif.type, gif.width, gif.bytes], ['gif', 1, GIF.length])
  assert.deepEqual(Buffer.from(await (await served(gif.src)).arrayBuffer()), GIF)
})

test('a file that is no picture, too large or damaged is refused with a sentence', async () => {
  const small = await (await noise(20, 20)).png()
  const svg =
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const cases: [Buffer | string, number, RegExp][] = [
    [svg, 400, /This is an SVG, which mail programs do not show/],
    ['%PDF-1.7\n%âãÏÓ', 400, /This is a PDF.*whatever its name says/],
    ['<!DOCTYPE html><script>', 400, /This is a web page/],
    ['PK\u0003\u0004docx', 400, /ZIP/],
    ['', 400, /This is no picture/],
    ['GIF89a', 400, /no picture/],
    [bomb(30_000, 30_000), 400, /30000 × 30000 pixels/],
    [bomb(15_000, 15_000), 400, /15000 × 15000 pixels/],
    [bomb(0, 5), 400, /no width/],
    [bomb(4_000, 4_000), 400, /damaged/],
    [small.subarray(0, small.length - 30), 400, /damaged/],
    [Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(500)]), 400, /no picture/],
    [GIF.subarray(0, 30), 400, /GIF is not whole/],
    [Buffer.alloc(2 * 1024 ** 2 + 1), 413, /MEDIA_MAX_BYTES/],
    [Buffer.alloc(50_000_000), 413, /MEDIA_MAX_BYTES/],
  ]
  const { body: before } = await call('GET', '/media')
  for (const [bytes, status, says] of cases) {
    const answer = await call('POST', '/media?name=a.png', bytesOf(bytes))
    assert.deepEqual(
      [answer.status, says.test(answer.body.detail)],
      [status, true],
      answer.body.detail,
    )
  }
  assert.deepEqual((await call('GET', '/media')).body, before)
})

test('ten uploads of an account are under way; more are refused before they arrive', async () => {
  const session = await openSession(setup.running.store, setup.accountId)
  const begin = () => {
    const request = http.request(`${setup.running.origin}/api/v1/media?name=a.gif`, {
      method: 'POST',
      headers: {
        Cookie: `${sessionCookie.name(setup.running.origin)}=${session}`,
        'X-Pennypost-Console': '1',
        'Content-Type': 'application/octet-stream',
        'Content-Length': GIF.length,
      },
    })
    request.write(GIF.subarray(0, 9))
    const answered: Promise<number> = once(request, 'response').then(([answer]) => {
      answer.resume()
      return answer.statusCode
    })
    return { finish: () => request.end(GIF.subarray(9)), answered }
  }
  const begun = Array.from({ length: 11 }, begin)
  assert.equal(await Promise.race(begun.map(({ answered }) => answered)), 503)
  const small = bytesOf(await (await noise(8, 8)).png())
  const refused = await call('POST', '/media?name=a.png&alt=x', small)
  assert.deepEqual([refused.status, refused.body.reason], [503, 'out-of-room'])
  assert.match(refused.body.detail, /^Many pictures of the account are under way/)
  await upload(Buffer.from(small), 'b.png', setup.stranger)
  for (const { finish } of begun) finish()
  const statuses = await Promise.all(begun.map(({ answered }) => answered))
  assert.deepEqual(statuses.sort(), [...Array(10).fill(201), 503])
  await upload(Buffer.from(small))
})

test('pictures are listed in pages, found, described; those in use stay', async () => {
  const one = await upload(await (await noise(31, 30)).png(), 'one rose.png')
  const two = await upload(await (await noise(32, 30)).png(), 'two.png')
  const page = await call('GET', '/media?limit=1')
  assert.deepEqual([page.body.items[0].id, page.body.items.length], [two.id, 1])
  const rest = await call('GET', `/media?limit=1&after=${page.body.next}`)
  assert.equal(rest.body.items[0].id, one.id)
  assert.equal((await call('GET', '/media?q=ROSE')).body.items.length, 1)
  const changed = await call('PATCH', `/media/${one.id}`, { alt: 'A rose' })
  assert.deepEqual([changed.body.alt, changed.body.name], ['A rose', 'one rose.png'])

  const blocks = [{ type: 'picture', id: 'p', src: one.src, alt: 'A rose' }]
  const made = await call('POST', '/newsletters', { subject: 'x', source: ofBlocks(blocks) })
  const { id } = made.body
  const preview = await call('GET', `/newsletters/${id}/preview?listId=${(await list()).id}`)
  assert.match(preview.body.html, new RegExp(`src="http://[^"/]+${one.src}"`))
  const uses = await call('GET', `/media/${one.id}/uses`)
  assert.deepEqual(uses.body.items, [{ kind: 'newsletter', id, name: 'x' }])
  await call('POST', '/newsletters', { subject: 'y', source: ofBlocks([]) })
  const { store } = setup.running
  const { body: me } = await call('GET', '/session')
  const { id: accountId } = me.account
  assert.deepEqual(await mediaUses(store, accountId, one.id, { most: 1 }), [], 'only the newest')
  const used = await call('DELETE', `/media/${one.id}`)
  assert.match(used.body.detail, /shown by newsletter \d+: emails would lose it/)
  await call('PATCH', `/newsletters/${id}`, { source: ofBlocks([]) })
  const earlier = await call('DELETE', `/media/${one.id}`)
  assert.match(earlier.body.detail, /earlier version/)
  assert.equal((await call('DELETE', `/newsletters/${id}`)).status, 204)
  assert.equal((await call('DELETE', `/media/${one.id}`)).status, 204)
  assert.equal((await call('GET', `/media/${one.id}`)).status, 404)
  assert.equal((await setup.stranger('GET', `/media/${two.id}`)).status, 404)
  assert.equal((await setup.stranger('DELETE', `/media/${two.id}`)).status, 404)
})

const ofBlocks = (blocks: object[]) => ({ kind: 'blocks', document: { blocks } })

const list = async () =>
  (await call('POST', '/lists', { name: 'L', fromEmail: 'news@x.test' })).body as { id: number }

test('a picture in a sent email is not removed', async () => {
  const media = await upload(await (await noise(33, 30)).png())
  const { id: listId } = await list()
  await call('POST', '/subscribers', { listId, email: 'kim@x.test' })
  const blocks = [{ type: 'picture', id: 'p', src: media.src, alt: 'x' }]
  const { id } = (
    await call('POST', '/newsletters', { subject: 'x', source: ofBlocks(blocks), listId })
  ).body
  const sent = await call('POST', '/sendings', { newsletterId: id, local: true })
  assert.equal(sent.status, 201, sent.body.detail)
  await call('POST', `/sendings/${sent.body.id}/cancel`)
  await call('DELETE', `/newsletters/${id}`)
  const refused = await call('DELETE', `/media/${media.id}`)
  assert.match(refused.body.detail, /shown by sending/)
})
