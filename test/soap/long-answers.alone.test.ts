/**
 * Answers of many rows: in pieces, in flat memory, at the reader's pace, and broken off rather than
 * short.
 */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Handlers } from '../../src/operations/handler.ts'
import { heldInBuffers } from '../support/memory.ts'
import { until } from '../support/until.ts'
import { get, PATH, type Service, soap11, startService } from './service.ts'

const SCALE = Number(process.env.TEST_SCALE ?? 1)
const BATCH = 1000

type Batches = AsyncGenerator<unknown[], void>

const batch = (start: number) =>
  Array.from({ length: BATCH }, (_, index) => ({
    id: start + index,
    email: `person${start + index}@example.test`,
    name: 'Åsa & Öberg',
    format: 'html',
    created: '2026-11-21 14:00:00+01',
    subscribed: '2026-11-21 14:00:00+01',
    fields: 'Lund\x1f\x1fx',
  }))

const handlersOf = (batches: () => Batches): Partial<Handlers> => ({
  GetPagedSubscribers: (async () => ({
    width: 25,
    rows: batches(),
  })) as unknown as Handlers['GetPagedSubscribers'],
})

const PAGE = '<strMailingListId>1</strMailingListId><pageIndex>1</pageIndex><pageSize>1</pageSize>'
const QUERY = 'strMailingListId=1&pageIndex=1&pageSize=1'

async function withService(
  batches: () => Batches,
  work: (service: Service) => Promise<void>,
): Promise<void> {
  const service = await startService(handlersOf(batches))
  try {
    await work(service)
  } finally {
    await service.close()
  }
}

describe('long answers', () => {
  test('up to a megabyte have a length, beyond it are chunked; batches may be empty', async () => {
    let count = 0
    async function* batches(): Batches {
      yield []
      for (let index = 0; index < count; index++) {
        yield batch(index * BATCH)
        yield []
      }
    }
    await withService(batches, async service => {
      for (const [batches, chunked] of [
        [0, false],
        [1, false],
        [8, true],
      ] as const) {
        count = batches
        for (const answer of [
          await soap11(service, 'GetPagedSubscribers', PAGE),
          await get(service, 'GetPagedSubscribers', QUERY),
        ]) {
          assert.equal(answer.headers['transfer-encoding'], chunked ? 'chunked' : undefined)
          if (!chunked)
            assert.equal(answer.headers['content-length'], String(Buffer.byteLength(answer.body)))
          const orders = [
            ...answer.body.matchAll(/diffgr:id="Subscriber(\d+)" msdata:rowOrder="(\d+)"/g),
          ]
          assert.equal(orders.length, batches * BATCH)
          assert.ok(
            orders.every(
              ([, id, order], index) => Number(id) === index + 1 && Number(order) === index,
            ),
          )
          assert.match(
            answer.body,
            batches === 0 ? /<diffgr:diffgram [^>]* \/>/ : /<\/NewDataSet>\s*<\/diffgr:diffgram>/,
          )
        }
      }
    })
  })

  test('many rows take no more memory than few, and are pulled batch by batch', async () => {
    const total = 200 * SCALE
    const rows = batch(1)
    let most = 0
    async function* batches(): Batches {
      for (let index = 0; index < total; index++) {
        yield rows
        if (index % 40 === 39) most = Math.max(most, heldInBuffers())
      }
    }
    await withService(batches, async service => {
      const before = heldInBuffers()
      let size = 0
      await new Promise<void>((resolve, reject) => {
        const path = `${PATH}/GetPagedSubscribers?strUsername=account&strPassword=secret&${QUERY}`
        request({ port: service.port, path, agent: false }, res => {
          res.on('data', (chunk: Buffer) => {
            size += chunk.length
          })
          res.on('end', resolve)
          res.on('error', reject)
        }).end()
      })
      assert.ok(size > total * BATCH * 300)
      assert.ok(most - before < size / 3, `${(most - before) >> 20} MB`)
      assert.equal(service.observed.at(-1)?.outcome, 'ok')
    })
  })

  test('a reader that stops holds up the rows; one that leaves lets go of them', async () => {
    let pulled = 0
    let ended = false
    async function* batches(): Batches {
      try {
        for (;;) {
          pulled++
          yield batch(1)
        }
      } finally {
        ended = true
      }
    }
    await withService(batches, async service => {
      const socket = connect(service.port, '127.0.0.1')
      socket.pause()
      socket.write(
        `GET ${PATH}/GetPagedSubscribers?strUsername=account&strPassword=secret&${QUERY} ` +
          `HTTP/1.1\r\nHost: x\r\n\r\n`,
      )
      await until(() => pulled > 4)
      let last = 0
      while (last !== pulled) {
        last = pulled
        await sleep(60)
      }
      assert.ok(pulled < 200, `${pulled} batches pulled`)
      assert.equal(ended, false)
      socket.destroy()
      await until(() => ended)
      await until(() => service.observed.length === 1)
      assert.equal(service.observed[0]!.outcome, 'broken')
      assert.equal(service.reported.length, 0)
    })
  })

  test('an error among the first rows is a fault, after the first bytes it breaks the connection', async () => {
    let good = 0
    async function* batches(): Batches {
      for (let index = 0; index < good; index++) yield batch(1)
      throw new Error('the store is gone')
    }
    await withService(batches, async service => {
      for (good of [0, 1]) {
        const answer = await get(service, 'GetPagedSubscribers', QUERY)
        assert.equal(answer.status, 500)
        assert.match(answer.body, /^The service failed\. Reference number: call-\d+\.\r\n$/)
      }
      good = 50
      await assert.rejects(
        get(service, 'GetPagedSubscribers', QUERY),
        /aborted|socket hang up|ECONNRESET/,
      )
      await until(() => service.observed.length === 3)
      assert.deepEqual(
        service.observed.map(({ outcome }) => outcome),
        ['server-fault', 'server-fault', 'server-fault'],
      )
      assert.equal(service.reported.length, 3)
    })
  })

  test('a caller that leaves before the answer is observed, and no fault', async () => {
    let leave = () => {}
    const left = new Promise<void>(resolve => {
      leave = resolve
    })
    async function* batches(): Batches {
      await left
      yield batch(1)
    }
    await withService(batches, async service => {
      const socket = connect(service.port, '127.0.0.1')
      socket.write(
        `GET ${PATH}/GetPagedSubscribers?strUsername=account&strPassword=secret&${QUERY} ` +
          `HTTP/1.1\r\nHost: x\r\n\r\n`,
      )
      await until(() => service.inputs.length === 1)
      socket.destroy()
      await sleep(20)
      leave()
      await until(() => service.observed.length === 1)
      assert.equal(service.observed[0]!.outcome, 'broken')
      const half = connect(service.port, '127.0.0.1')
      half.write(
        `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\n` +
          `Content-Length: 100\r\n\r\n<a>`,
      )
      await sleep(20)
      half.destroy()
      await until(() => service.observed.length === 2)
      assert.equal(service.observed[1]!.outcome, 'broken')
      assert.equal(service.reported.length, 0)
    })
  })
})
