/** The library of pictures in an object store: kept, served, and what it refuses. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import S3rver from 's3rver'
import type { MediaAnswer } from '../../src/actions/media/media.ts'
import { createObjectStore } from '../../src/lib/object-store.ts'
import { noise } from '../support/noise.ts'
import { type ApiClient, apiSetup } from './api-setup.ts'

async function upload(call: ApiClient, bytes: Buffer): Promise<MediaAnswer> {
  const answer = await call('POST', '/media?name=a.png', new Uint8Array(bytes))
  assert.equal(answer.status, 201, answer.body?.detail)
  return answer.body
}

test('pictures are kept in an object store, and those of the store are still served', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'pennypost-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'pictures', configs: [] }],
  })
  const { port } = await server.run()
  const env = {
    MEDIA_S3_URL: `http://127.0.0.1:${port}/pictures`,
    MEDIA_S3_KEY_ID: 'S3RVER',
    MEDIA_S3_SECRET: 'S3RVER',
  }
  const outside = await apiSetup(env)
  try {
    const media = await upload(outside.call, await (await noise(40, 40)).png())
    const { rows } = await outside.running.store.run(
      { name: '', text: 'select count(*), count(bytes) from media', again: true },
      [],
    )
    assert.deepEqual(rows[0]?.map(Number), [1, 0])
    const at = `http://127.0.0.1:${port}/pictures/${media.src.slice(3)}`
    assert.equal((await fetch(at)).headers.get('content-type'), 'image/png')
    const url = env.MEDIA_S3_URL
    const wrong = createObjectStore({ url, region: 'x', keyId: 'other', secret: 'no' }, 1e6)
    const put = wrong.put('a.png', Buffer.from('x'), 'image/png')
    await assert.rejects(put, /refuses to keep a picture: 403 InvalidAccessKeyId/)
    const answer = await fetch(outside.running.origin + media.src)
    assert.deepEqual([answer.status, (await answer.bytes()).length], [200, media.bytes])
    assert.equal((await outside.call('DELETE', `/media/${media.id}`)).status, 204)
    const gone = await upload(outside.call, await (await noise(41, 40)).png())
    await server.close()
    const unread = await fetch(outside.running.origin + gone.src)
    assert.deepEqual([unread.status, unread.headers.get('retry-after')], [503, '10'])
    const bytes = await (await noise(42, 40)).png()
    const failed = await outside.call('POST', '/media', new Uint8Array(bytes))
    assert.deepEqual([failed.status, failed.body.reason], [409, 'not-now'])
    assert.match(failed.body.detail, /The object store 127\.0\.0\.1:\d+ does not answer/)
  } finally {
    await outside.running.close()
    await rm(directory, { recursive: true, force: true })
  }
})

test('an object store that refuses is named with its answer', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'pennypost-s3-'))
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory })
  const { port } = await server.run()
  const outside = await apiSetup({
    MEDIA_S3_URL: `http://127.0.0.1:${port}/missing`,
    MEDIA_S3_KEY_ID: 'S3RVER',
    MEDIA_S3_SECRET: 'S3RVER',
  })
  try {
    const bytes = await (await noise(43, 40)).png()
    const failed = await outside.call('POST', '/media', new Uint8Array(bytes))
    assert.match(failed.body.detail, /refuses to keep a picture: 404 NoSuchBucket/)
  } finally {
    await outside.running.close()
    await server.close()
    await rm(directory, { recursive: true, force: true })
  }
})
