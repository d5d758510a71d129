/** GetOptOutAllInPeriod, section 4.2: what its bounds take in. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newAccount } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { bindings } from '../support/typed-client/request.ts'
import { optOutsAt } from './opt-outs-setup.ts'

describe('GetOptOutAllInPeriod', () => {
  test('holds all that its ends name: the day, the minute, the second; times are at +01:00', async () => {
    const own = await newAccount()
    const [before, first, noon, last, after] = await optOutsAt(own, [
      '2026-01-31 22:59:59.999+00',
      '2026-01-31 23:00:00+00',
      '2026-02-01 11:00:00+00',
      '2026-02-01 22:59:59.999999+00',
      '2026-02-01 23:00:00+00',
    ])
    const cases: [from: string, until: string, ...(string | undefined)[]][] = [
      ['2026-02-01', '2026-02-01', last, noon, first],
      ['2026-02-01', '2026-02-01 00:00', first],
      ['2026-02-01T12:00:00', '2026-02-01T12:00:00', noon],
      ['2026-02-01 12:00', '2026-02-02', after, last, noon],
      ['2026-02-01 12:00', '2026-02-01 23:59', last, noon],
      ['2026-02-01 12:00', '2026-02-01T23:59:59', last, noon],
      ['2026-02-01 12:00', '2026-02-01T23:59:59.999', last, noon],
      ['2026-02-01 12:00', '2026-02-01T23:59:59.998', noon],
      ['2026-2-1 9:00', '2026-2-1 12:00', noon],
      ['2026-01-31 23:59:59', '2026-02-01 11:59:59', first, before],
      [' 2026-02-02 ', '2026-02-03', after],
      ['2026-02-03', '2026-02-01'],
      ['0001-01-01', '9999-12-31', after, last, noon, first, before],
    ]
    for (const [strFrom, strTo, ...emails] of cases) {
      for (const binding of bindings) {
        const rows = (await own.send('GetOptOutAllInPeriod', { strFrom, strTo }, binding)) as {
          email: string
        }[]
        assert.deepEqual(
          rows.map(({ email }) => email),
          emails,
          `${strFrom} to ${strTo}`,
        )
      }
    }
  })

  test('from 30 days ago until now, when nothing is given', async () => {
    const own = await newAccount()
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
    const [, recent, now] = await optOutsAt(own, [days(31), days(29), days(0)])
    const emails = async (input: Parameters<typeof own.call.GetOptOutAllInPeriod>[0]) =>
      (await own.call.GetOptOutAllInPeriod(input)).map(({ email }) => email)
    assert.deepEqual(await emails({ from: undefined, until: undefined }), [now, recent])
    assert.deepEqual(await emails({ from: new Date(Date.now() - 86_400_000), until: undefined }), [
      now,
    ])
    assert.deepEqual(await emails({ from: undefined, until: new Date(Date.now() - 86_400_000) }), [
      recent,
    ])
  })

  test('bounds that are no date are a fault', async () => {
    const { send } = await newAccount()
    for (const binding of bindings) {
      for (const wrong of [
        'yesterday',
        '31.01.2026',
        '2026-02-30',
        '26-1-1',
        '2026-01-01 25:00',
        '01/02/2026',
      ])
        await assert.rejects(
          send('GetOptOutAllInPeriod', { strFrom: wrong, strTo: '' }, binding),
          refusal('not-valid'),
          `${binding} ${wrong}`,
        )
    }
  })

  test('refuses a stranger with a fault', async () => {
    const { as } = await newAccount()
    await assert.rejects(
      as({ password: 'wrong' }).call.GetOptOutAllInPeriod({}),
      refusal('unknown-credentials'),
    )
  })
})
