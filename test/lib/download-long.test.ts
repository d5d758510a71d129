/** Fetching resumes after an interruption, and ends. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { download } from '../../src/lib/download/download.ts'
import { createPace } from '../../src/lib/download/pace.ts'
import {
  breakOff,
  type FileServer,
  fileServer,
  inTurn,
  resumable,
  silent,
  stall,
  status,
  trickle,
  whole,
} from '../support/file-server.ts'
import { fetched, newPath, notFetched, quick } from './download-setup.ts'

let server: FileServer
before(async () => {
  server = await fileServer()
})
after(() => server.close())

describe('going on where it broke off', () => {
  const bytes = randomBytes(100_000)
  test('asks for the rest by its tag', async () => {
    const url = server.serve('/resume', resumable(bytes, '"one"', { perAnswer: 40_000 }))
    assert.ok((await fetched(url)).bytes.equals(bytes))
    const asked = server.received
      .filter(({ path }) => path === '/resume')
      .map(({ headers }) => headers.range)
    assert.deepEqual(asked, [undefined, 'bytes=40000-', 'bytes=80000-'])
  })

  test('begins anew when the file has become another, or ranges are ignored', async () => {
    const other = randomBytes(90_000)
    const changed = inTurn(
      resumable(bytes, '"one"', { perAnswer: 40_000 }),
      resumable(other, '"two"', { perAnswer: 1e6 }),
    )
    assert.ok((await fetched(server.serve('/changed', changed))).bytes.equals(other))
    const ignored = inTurn(
      breakOff(bytes, 40_000, { etag: '"one"' }),
      whole(bytes, { etag: '"one"' }),
    )
    assert.ok((await fetched(server.serve('/ignored', ignored))).bytes.equals(bytes))
  })

  test('a weak tag or none is no promise', async () => {
    const url = server.serve(
      '/weak',
      inTurn(breakOff(bytes, 40_000, { etag: 'W/"one"' }), whole(bytes)),
    )
    assert.ok((await fetched(url)).bytes.equals(bytes))
    assert.equal(server.received.findLast(({ path }) => path === '/weak')!.headers.range, undefined)
  })
})

describe('the end of patience', () => {
  test('a slow trickle ends with the total time, over all tries', async () => {
    const url = server.serve('/slow', trickle(Buffer.alloc(1000), 1, 20))
    const { transient, sentence } = await notFetched(url, { totalMillis: 500 })
    assert.equal(transient, true)
    assert.match(sentence, /not done within a second\. The server is too slow/)
    assert.equal(server.count('/slow'), 1)
  })

  test('too slow a server is given up, one at the minimum rate is not', async () => {
    const url = server.serve('/drip', trickle(Buffer.alloc(100_000), 1, 20))
    const { transient, sentence } = await notFetched(url, { leastRate: 1_000, rateMillis: 300 })
    assert.equal(transient, true)
    assert.match(
      sentence,
      /only \d+ bytes came in a second\. The server, or the line to it, is too slow/,
    )
    assert.equal(server.count('/drip'), 1)
    const steady = server.serve('/steady', trickle(Buffer.alloc(1_000), 200, 50))
    assert.equal((await fetched(steady, { leastRate: 1, rateMillis: 40 })).length, 1_000)
  })

  test('the least rate counts from the second window on, over whole windows', () => {
    const rules = { leastRate: 1_000, rateMillis: 300 }
    const short = createPace(rules)
    for (let n = 0; n < 29; n++) short(10, 1)
    const slowBeginning = createPace(rules)
    slowBeginning(300, 1)
    slowBeginning(290, 0)
    slowBeginning(10, 300)
    assert.throws(() => slowBeginning(300, 299), /only 299 bytes came in a second/)
  })

  test('one that is stopped rejects with the reason, leaves no file, and lets the connection go', async () => {
    const own = await fileServer()
    try {
      for (const trick of [silent, stall('abc'), status(503, { 'retry-after': 20 })]) {
        const [path, stopper] = [newPath(), new AbortController()]
        const running = download(own.serve('/x', trick), path, quick, stopper.signal)
        setTimeout(() => stopper.abort(new Error('shutting down')), 100)
        await assert.rejects(running, /shutting down/)
        assert.equal(existsSync(path), false)
      }
      while ((await own.connections()) > 0) await new Promise(resolve => setTimeout(resolve, 20))
      await assert.rejects(
        download(own.url('/x'), newPath(), quick, AbortSignal.abort(new Error('before'))),
        /before/,
      )
    } finally {
      await own.close()
    }
  })
})
