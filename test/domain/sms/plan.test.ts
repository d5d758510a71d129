/** Who gets an SMS, and at what price. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { optOut } from '../../../src/domain/opt-outs/opt-out.ts'
import { checkSms } from '../../../src/domain/sms/checks/check-sms.ts'
import {
  keepPrices,
  readPrice,
  readPriceList,
} from '../../../src/domain/sms/credits/keep-prices.ts'
import { pricesOfAccount } from '../../../src/domain/sms/credits/prices.sql.ts'
import {
  liftSmsOptOut,
  optOutOfSms,
  readSmsNumber,
  recordReply,
  smsOptOutsPage,
} from '../../../src/domain/sms/opt-outs.ts'
import { saveCountry } from '../../../src/domain/sms/plan.sql.ts'
import { smsProgress } from '../../../src/domain/sms/progress.ts'
import { sendSmsToList } from '../../../src/domain/sms/send-sms.ts'
import { newAddress, personUnsubscribes } from '../../support/account.ts'
import { numberAt, smsAccount } from './setup.ts'

describe('who gets an SMS', () => {
  test('is counted, and who does not, by reason', async () => {
    const own = await smsAccount('100')
    const { call, store, accountId } = own
    const { listId } = await own.listOf(3)
    const add = async (person: { countryCode?: string; phone?: string }) => {
      const email = newAddress()
      await call.InsertSubscriber({ listId, email, ...person })
      return email
    }
    await add({})
    await add({ phone: '0701234567' })
    await add({ countryCode: 'Sweden', phone: '0701234567' })
    await add({ countryCode: '46', phone: 'ask' })
    await add({ countryCode: '46', phone: '08-465 004 00' })
    await add({ phone: numberAt(1) })
    await add({ phone: numberAt(50) })
    await personUnsubscribes(own, await add({ phone: numberAt(51) }))
    // On the list again by an old import's mistake, and opted out of everything still.
    const gone = await add({ phone: numberAt(52) })
    await own.rows(
      `update subscribers set opted_out_at = now() where account_id = $1 and email = '${gone}'`,
    )
    assert.equal(await optOutOfSms(store, accountId, numberAt(50), 'asked'), true)
    const sent = await sendSmsToList(store, accountId, listId, 'Hej')
    assert.deepEqual([sent.candidates, sent.planned, sent.cost], [11, 3, '3'])
    const leftOut = {
      'no number': 1,
      'no country code': 1,
      'unknown country code': 1,
      'not a number': 1,
      'no mobile number': 1,
      'same number': 1,
      'opted out of SMS': 1,
      'opted out': 1,
    }
    assert.deepEqual(sent.leftOut, leftOut)
    assert.deepEqual((await smsProgress(store, accountId, sent.messageId)).leftOut, leftOut)
    assert.deepEqual(
      await own.rows(
        'select number, cost::float from sms_deliveries where account_id = $1 order by id',
      ),
      [
        { number: numberAt(0), cost: 1 },
        { number: numberAt(1), cost: 1 },
        { number: numberAt(2), cost: 1 },
      ],
    )
  })

  test('a number without a country is of the country that the account says', async () => {
    const own = await smsAccount('10')
    const { store, accountId } = own
    const listId = await own.newList()
    const [here, there] = [{ phone: '0701740610' }, { countryCode: '47', phone: '40612345' }]
    for (const person of [here, there])
      await own.call.InsertSubscriber({ listId, email: newAddress(), ...person })
    assert.deepEqual((await sendSmsToList(store, accountId, listId, 'Hej')).leftOut, {
      'no country code': 1,
    })
    await saveCountry(store, { accountId, country: 'SE' })
    const sent = await sendSmsToList(store, accountId, listId, 'Hej')
    assert.deepEqual([sent.planned, sent.leftOut], [2, {}])
    const numbers = await own.rows(
      'select number from sms_deliveries where account_id = $1 and message_id = ' +
        `${sent.messageId} order by 1`,
    )
    assert.deepEqual(numbers, [{ number: '+46701740610' }, { number: '+4740612345' }])
  })

  test('lists of several pages, with the same number on two of them', async () => {
    const own = await smsAccount('100000')
    const { listId } = await own.listOf(10_500)
    await own.call.InsertSubscriber({ listId, email: newAddress(), phone: numberAt(7) })
    const sent = await sendSmsToList(own.store, own.accountId, listId, 'Hej')
    assert.deepEqual(
      [sent.candidates, sent.planned, sent.leftOut],
      [10_501, 10_500, { 'same number': 1 }],
    )
  })

  test('what another account does is no matter', async () => {
    const [own, other] = [await smsAccount('10'), await smsAccount('10')]
    await optOutOfSms(other.store, other.accountId, numberAt(0), '')
    await keepPrices(other.store, other.accountId, [{ prefix: '46', price: '5' }], false)
    const sent = await sendSmsToList(own.store, own.accountId, (await own.listOf(1)).listId, 'Hej')
    assert.deepEqual([sent.planned, sent.cost], [1, '1'])
  })

  test('an address on OptOutAll is not on the list', async () => {
    const own = await smsAccount('10')
    const { listId } = await own.listOf(1)
    const email = newAddress()
    await own.call.InsertSubscriber({ listId, email, phone: numberAt(9) })
    await optOut(own.store, own.accountId, { email, reason: '', listText: '', sendingText: '' })
    const sent = await sendSmsToList(own.store, own.accountId, listId, 'Hej')
    assert.deepEqual([sent.candidates, sent.planned], [1, 1])
  })
})

describe('opt-outs of texts', () => {
  test('are kept once, listed, and lifted', async () => {
    const { store, accountId } = await smsAccount()
    const number = readSmsNumber('46', '070-000 00 00')
    assert.equal(await optOutOfSms(store, accountId, number, 'asked by phone'), true)
    assert.equal(await optOutOfSms(store, accountId, number, 'again'), false)
    const listed = await smsOptOutsPage(store, accountId)
    assert.deepEqual(
      listed.map(row => [row.number, row.reason]),
      [[numberAt(0), 'asked by phone']],
    )
    assert.deepEqual(
      [
        await liftSmsOptOut(store, accountId, number),
        await liftSmsOptOut(store, accountId, number),
      ],
      [true, false],
    )
  })

  test('a number is meant, or a sentence says why not', () => {
    assert.equal(readSmsNumber('', '+46 8 465 004 00'), '+46846500400')
    assert.throws(() => readSmsNumber('', '0701234567'), /calling code/)
    assert.throws(() => readSmsNumber('46', 'nobody'), /not a telephone number/)
  })

  test('a reply concerns each account that has sent the number an SMS', async () => {
    const [one, two, none] = [
      await smsAccount('10'),
      await smsAccount('10'),
      await smsAccount('10'),
    ]
    const place = 4_000_000 + one.accountId
    for (const own of [one, two])
      await sendSmsToList(own.store, own.accountId, (await own.listOf(1, place)).listId, 'Hej')
    const concerned = await recordReply(one.store, {
      number: numberAt(place),
      text: 'STOPP',
      meaning: 'stop',
    })
    assert.deepEqual(concerned.sort(), [one.accountId, two.accountId].sort())
    for (const own of [one, two]) {
      const sent = await sendSmsToList(
        own.store,
        own.accountId,
        (await own.listOf(1, place)).listId,
        'Hej',
      )
      assert.deepEqual(sent.leftOut, { 'opted out of SMS': 1 })
      assert.deepEqual(
        await own.rows('select text, meaning from sms_replies where account_id = $1'),
        [{ text: 'STOPP', meaning: 'stop' }],
      )
    }
    assert.deepEqual(await none.rows('select 1 from sms_replies where account_id = $1'), [])
    await recordReply(one.store, { number: numberAt(place), text: 'START', meaning: 'start' })
    assert.equal(
      (await sendSmsToList(one.store, one.accountId, (await one.listOf(1, place)).listId, 'Hej'))
        .planned,
      1,
    )
    assert.deepEqual(
      await recordReply(one.store, { number: '+4670999999999', text: 'STOP', meaning: 'stop' }),
      [],
    )
  })
})

describe('prices', () => {
  test('the longest prefix that fits', async () => {
    const own = await smsAccount('100')
    const { listId } = await own.listOf(20)
    const prices = [
      { prefix: '46', price: '0.5' },
      { prefix: '4670000000', price: '0.25' },
      { prefix: '46700000003', price: '0' },
    ]
    assert.equal(await keepPrices(own.store, own.accountId, prices, false), 3)
    const sent = await sendSmsToList(own.store, own.accountId, listId, 'x'.repeat(161))
    assert.equal(sent.cost, String(2 * (10 * 0.5 + 9 * 0.25)))
  })

  test('a destination without a price costs nothing and gets nothing', async () => {
    const own = await smsAccount('100')
    const { listId } = await own.listOf(2)
    await keepPrices(own.store, own.accountId, [{ prefix: '49', price: '0.5' }], false)
    const sent = await sendSmsToList(own.store, own.accountId, listId, 'Hej')
    assert.deepEqual(
      [sent.planned, sent.cost, sent.balance, sent.leftOut],
      [0, '0', '100', { 'no price': 2 }],
    )
  })

  test('of a list: with a header or without, with any delimiter', () => {
    const read = [
      { prefix: '46', price: '0.35' },
      { prefix: '4670', price: '1' },
    ]
    for (const text of [
      '46,0.35\n4670,1\n',
      '46;0,35\r\n+46 70;1,0\n',
      '"0046"\t0,35\n4670\t1',
      '46;0.35\n\n4670;1\n46;0.350\n',
    ])
      assert.deepEqual(readPriceList(text), read, text)
    assert.deepEqual(
      readPriceList('\ufeffCountry;Price;Prefix\nSweden;0,35;46\nTelia;1;4670\n'),
      read,
    )
    for (const [text, why] of [
      ['', /no prices/],
      ['46;0,35\nx;1\n', /Line 2: A prefix/],
      ['46;0,35\n47;-1\n', /Line 2: A price/],
      ['46;0,35\n47\n', /Line 2: A price/],
      ['46;10000,000001\n', /Line 1: A price/],
      ['46;0,35\n46;0,4\n', /Line 2: 46 has another price/],
      ['46;0,1234567\n', /Line 1: A price/],
      ['prefix,price\n46,"0.35\n', /Line 2: The row/],
    ] as const)
      assert.throws(() => readPriceList(text), why, text)
  })

  test('replacing takes the others away', async () => {
    const { store, accountId } = await smsAccount()
    await keepPrices(store, accountId, [readPrice('+46', '0.10'), readPrice('0047', '2')], false)
    await keepPrices(store, accountId, [readPrice('46', '0.2')], false)
    assert.deepEqual(await pricesOfAccount(store, { accountId }), [
      { prefix: '46', price: '0.2' },
      { prefix: '47', price: '2' },
    ])
    await keepPrices(store, accountId, [readPrice('49', '3')], true)
    assert.deepEqual(await pricesOfAccount(store, { accountId }), [{ prefix: '49', price: '3' }])
  })
})

test('an SMS that is sent is checked', () => {
  assert.equal(checkSms('a\r\nb').text, 'a\nb')
  assert.equal(checkSms('€'.repeat(760)).segmented.parts.length, 10)
  for (const text of [
    '',
    ' \n',
    'a\0',
    'a\x1b',
    '\ud83d',
    '€'.repeat(761),
    '😀'.repeat(331),
    'x'.repeat(5_000_000),
  ])
    assert.throws(() => checkSms(text), { reason: 'not-valid' })
})
