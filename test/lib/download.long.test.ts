/**
 * Memory while a large file comes: of a process of its own, for what others hold would count too.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { download, isFetched } from '../../src/lib/download/download.ts'
import { endless, type FileServer, fileServer, whole } from '../support/file-server.ts'
import { newPath, quick } from './download-setup.ts'

const MB = 1024 * 1024
let server: FileServer
before(async () => {
  server = await fileServer()
})
after(() => server.close())

test('memory stays flat while a large file comes', async () => {
  const url = server.serve('/large', endless(randomBytes(65_536), (250 * MB) / 65_536))
  const packed = server.serve(
    '/packed',
    whole(gzipSync(Buffer.alloc(250 * MB, 'ada@example.com;Ada\n'))),
  )
  for (const one of [url, packed]) {
    const path = newPath()
    const before = process.memoryUsage().rss
    let most = before
    const look = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 20)
    const outcome = await download(one, path, {
      ...quick,
      maxBytes: 500 * MB,
      totalMillis: 120_000,
    })
    clearInterval(look)
    rmSync(path)
    assert.ok(isFetched(outcome) && outcome.length === 250 * MB, JSON.stringify(outcome))
    assert.ok(most - before < 100 * MB, `${(most - before) / MB} MB more`)
  }
})
