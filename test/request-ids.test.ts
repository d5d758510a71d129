/** Ids of requests: taken from the caller or made here. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { get } from './raw-get.ts'
import { type RunningApp, startApp } from './support/app.ts'

describe('ids of requests', () => {
  let running: RunningApp
  before(async () => {
    running = await startApp()
  })
  after(() => running.close())
  const EDGES = [
    '/',
    '/externalapiservice.asmx?wsdl',
    '/nothing',
    '/healthz',
    '/t/x',
    '/console',
    '/sandbox',
    '/api/sms/reply/x',
  ]

  test('a usable X-Request-Id is answered on every edge, and stands in the log', async () => {
    for (const path of EDGES)
      assert.equal(
        (await get(running.origin + path, { 'X-Request-Id': 'a1.B2_c3-d4' })).headers[
          'x-request-id'
        ],
        'a1.B2_c3-d4',
        path,
      )
    assert.ok(running.lines.some(line => line.includes('"call":"a1.B2_c3-d4"')))
  })

  test('without one, or with one that is not usable, it is ours', async () => {
    for (const path of EDGES)
      for (const given of [undefined, 'x'.repeat(65), 'a b', 'a"b', 'a,b'])
        assert.match(
          String(
            (await get(running.origin + path, given === undefined ? {} : { 'X-Request-Id': given }))
              .headers['x-request-id'],
          ),
          /^[0-9a-f]{8}-[0-9a-z]+$/,
        )
  })
})
