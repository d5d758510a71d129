/** Ids that are changed in a call before it is passed on: in the query, or in the body. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PassedRequest, readCall, withIds } from '../../src/moving/shadow/call.ts'

const changed = (request: PassedRequest): PassedRequest =>
  withIds(request, readCall(request)!, new Map([['lngMailingListID', '77']]))

test('a question mark in a value begins no query', () => {
  const form = 'strName=What?&lngMailingListID=5&strNote=a?b'
  const target = '/ExternalApiService.asmx/InsertSubscriber'
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal(
    changed({
      method: 'POST',
      target,
      headers,
      body: Buffer.from(`lngMailingListID=5&${form}`),
    }).body.toString(),
    'lngMailingListID=77&strName=What?&lngMailingListID=77&strNote=a?b',
  )
  assert.equal(
    changed({ method: 'GET', target: `${target}?${form}`, headers: {}, body: Buffer.alloc(0) })
      .target,
    `${target}?strName=What?&lngMailingListID=77&strNote=a?b`,
  )
})
