/** Dates of GET and POST as .NET programs write them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { get, post, type Service, soap11, startService } from './service.ts'

describe('dates of forms', () => {
  let service: Service
  before(async () => {
    service = await startService({ GetTriggerViews: async () => [] })
  })
  after(() => service.close())

  const cases: [text: string, from: string, until: string][] = [
    ['05/01/2024 10:20:30', '2024-05-01T09:20:30.000Z', '2024-05-01T09:20:31.000Z'],
    ['5/1/2024 1:20 PM', '2024-05-01T12:20:00.000Z', '2024-05-01T12:21:00.000Z'],
    ['5/1/2024 12:00:00 AM', '2024-04-30T23:00:00.000Z', '2024-04-30T23:00:01.000Z'],
    ['12/31/2024 12:05 pm', '2024-12-31T11:05:00.000Z', '2024-12-31T11:06:00.000Z'],
    ['5/1/2024', '2024-04-30T23:00:00.000Z', '2024-05-01T23:00:00.000Z'],
    [' 1 May 2024 ', '2024-04-30T23:00:00.000Z', '2024-05-01T23:00:00.000Z'],
    ['1 Sep 2024 9:05', '2024-09-01T08:05:00.000Z', '2024-09-01T08:06:00.000Z'],
    ['September 1, 2024', '2024-08-31T23:00:00.000Z', '2024-09-01T23:00:00.000Z'],
    ['2024-5-1', '2024-04-30T23:00:00.000Z', '2024-05-01T23:00:00.000Z'],
    ['2024-05-01T10:20:30Z', '2024-05-01T10:20:30.000Z', '2024-05-01T10:20:31.000Z'],
  ]
  test('are read; month before day where both are numbers', async () => {
    for (const [text, from, until] of cases) {
      for (const call of [get, post]) {
        const date = encodeURIComponent(text)
        const answer = await call(
          service,
          'GetTriggerViews',
          `triggerId=1&fromDate=${date}&toDate=${date}`,
        )
        assert.equal(answer.status, 200, answer.body)
        const input = service.inputs.at(-1) as { from: Date; until: Date }
        assert.deepEqual([input.from.toISOString(), input.until.toISOString()], [from, until], text)
      }
    }
  })

  test('that are none are faults', async () => {
    const wrong = [
      '31/12/2024',
      '2/30/2024',
      '5/1/24',
      '5/1/2024 13:00 PM',
      '5/1/2024 0:10 AM',
      '1 Mai 2024',
      '1 constructor 2024',
      'noon',
    ]
    for (const text of wrong) {
      const date = encodeURIComponent(text)
      const answer = await get(
        service,
        'GetTriggerViews',
        `triggerId=1&fromDate=${date}&toDate=2024-01-01`,
      )
      assert.equal(answer.status, 500, text)
      assert.match(answer.body, /System\.DateTime/)
    }
  })

  test('are not those of envelopes', async () => {
    const dates = '<triggerId>1</triggerId><fromDate>5/1/2024</fromDate><toDate>2024-05-01</toDate>'
    assert.equal((await soap11(service, 'GetTriggerViews', dates)).status, 500)
  })
})
