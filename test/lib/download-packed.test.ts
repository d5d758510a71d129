/**
 * Compressed files, and large ones: limits on their decompressed size, and memory that stays flat.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import {
  breakOff,
  endless,
  type FileServer,
  fileServer,
  inTurn,
  resumable,
  verbatim,
  whole,
} from '../support/file-server.ts'
import { fetched, notFetched } from './download-setup.ts'

const MB = 1024 * 1024
const bytes = Buffer.concat([
  Buffer.from('email;name\n'),
  randomBytes(50_000),
  Buffer.alloc(200_000, 'ada@example.com;Ada\n'),
])
let server: FileServer
before(async () => {
  server = await fileServer()
})
after(() => server.close())

describe('packed files', () => {
  const forms: Record<string, Parameters<FileServer['serve']>[1]> = {
    gzip: whole(gzipSync(bytes), { 'content-encoding': 'gzip' }),
    'x-gzip': whole(gzipSync(bytes), { 'content-encoding': 'X-Gzip' }),
    deflate: whole(deflateSync(bytes), { 'content-encoding': 'deflate' }),
    'deflate without a frame': whole(deflateRawSync(bytes), { 'content-encoding': 'deflate' }),
    'a .gz file': whole(gzipSync(bytes), { 'content-type': 'application/gzip' }),
    'a .gz file packed on the way': whole(gzipSync(gzipSync(bytes)), {
      'content-encoding': 'gzip',
    }),
    'several members': whole(
      Buffer.concat([gzipSync(bytes.subarray(0, 999)), gzipSync(bytes.subarray(999))]),
    ),
    'said to be packed, and is not': whole(bytes, { 'content-encoding': 'gzip' }),
    'not packed': whole(bytes, { 'content-encoding': 'identity' }),
  }
  for (const [name, answer] of Object.entries(forms))
    test(name, async () => {
      const got = await fetched(server.serve(`/${name.replaceAll(' ', '-')}`, answer))
      assert.ok(got.bytes.equals(bytes))
      assert.equal(got.length, bytes.length)
    })

  test('beginnings like those of gzip are not taken for it', async () => {
    for (const short of ['', '\x1f', '\x1f\x8b', '\x1f\x8b\x07 no gzip'].map(text =>
      Buffer.from(text, 'latin1'),
    ))
      assert.ok((await fetched(server.serve('/short', whole(short)))).bytes.equals(short))
  })

  test('resuming an interrupted download, in the middle of compressed data', async () => {
    const packed = gzipSync(bytes)
    const url = server.serve(
      '/resume',
      resumable(packed, '"a"', { perAnswer: Math.ceil(packed.length / 3), packed: true }),
    )
    assert.ok((await fetched(url)).bytes.equals(bytes))
    assert.equal(server.count('/resume'), 3)
  })

  test('one that ends too early is tried again, a damaged or strange one is not', async () => {
    const half = gzipSync(bytes).subarray(0, 20_000)
    const untold = verbatim(
      Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'), half]),
    )
    assert.ok(
      (await fetched(server.serve('/half', inTurn(untold, whole(gzipSync(bytes)))))).bytes.equals(
        bytes,
      ),
    )
    const damaged = Buffer.from(gzipSync(bytes))
    damaged.fill(0x55, 1000, 1200)
    const final: [answer: Parameters<FileServer['serve']>[1], says: RegExp][] = [
      [whole(damaged), /the compressed data is damaged\. Compress it again\./],
      [
        endless(Buffer.alloc(9999), 1e9, { 'content-encoding': 'br' }),
        /an unsupported Content-Encoding \(br\)/,
      ],
      [whole('not deflated', { 'content-encoding': 'deflate' }), /is damaged/],
    ]
    for (const [answer, says] of final) {
      const { transient, sentence } = await notFetched(server.serve('/final', answer))
      assert.equal(transient, false)
      assert.match(sentence, says)
    }
    assert.equal(server.count('/final'), final.length)
    while ((await server.connections()) > 0) await new Promise(resolve => setTimeout(resolve, 20))
    const broken = await notFetched(server.serve('/broken', breakOff(half, half.length)), {
      tries: 2,
    })
    assert.deepEqual([broken.transient, server.count('/broken')], [true, 2])
  })
})

describe('more than is allowed', () => {
  const bomb = gzipSync(Buffer.alloc(100 * MB))
  const bombs: Record<string, Parameters<FileServer['serve']>[1]> = {
    'gzip on the way': whole(bomb, { 'content-encoding': 'gzip' }),
    'a .gz file': whole(bomb),
    'gzip in gzip': whole(gzipSync(bomb), { 'content-encoding': 'gzip' }),
    deflate: whole(deflateSync(Buffer.alloc(50 * MB)), { 'content-encoding': 'deflate' }),
    // Unpacks to nothing at all, for ever: what is counted is what lies between as well.
    'empty members without end': whole(gzipSync(Buffer.concat(Array(700_000).fill(gzipSync(''))))),
    'a file without end': endless(Buffer.alloc(65_536)),
    'a small file with a lie about its length': endless(Buffer.alloc(65_536), 1000, {
      'content-length': 20 * MB,
    }),
  }
  for (const [name, answer] of Object.entries(bombs))
    test(name, async () => {
      const { transient, sentence } = await notFetched(
        server.serve(`/bomb/${name.replaceAll(' ', '-')}`, answer),
      )
      assert.equal(transient, false)
      assert.match(sentence, /larger than the 10 MB that are allowed, packed or unpacked/)
    })
})
