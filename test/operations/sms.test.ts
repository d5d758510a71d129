/** The SMS operation, section 4.6: its cost, its refusals, in all four bindings. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addCredits, balanceOf } from '../../src/domain/sms/credits/credits.ts'
import { savePrices } from '../../src/domain/sms/credits/prices.sql.ts'
import { newAccount, newAddress, type TestAccount } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { bindings } from '../support/typed-client/request.ts'

/** A list with people who have these numbers. */
async function listOf(
  { call, newList }: TestAccount,
  numbers: { countryCode?: string; phone?: string }[],
): Promise<number> {
  const listId = await newList()
  for (const number of numbers)
    await call.InsertSubscriber({ listId, email: newAddress(), ...number })
  return listId
}

const swedish = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    countryCode: '46',
    phone: `07017406${String(10 + at)}`,
  }))

const give = ({ service, account }: TestAccount, amount: string) =>
  addCredits(service.store, account.id, amount, '')

describe('SendSmsToMailingList', () => {
  test('costs a credit a segment and number, and answers the balance that is left', async () => {
    const own = await newAccount()
    const listId = await listOf(own, swedish(3))
    await give(own, '100')
    let balance = 100
    const less = (by: number) => {
      balance -= by
      return String(balance)
    }
    await own.inEveryBinding(async ({ SendSmsToMailingList }) => {
      const one = await SendSmsToMailingList({ listId, message: 'Rea på lördag & söndag <50 %>' })
      assert.deepEqual(one, { creditCost: '3', totalCredits: less(3) })
      const two = await SendSmsToMailingList({ listId, message: 'x'.repeat(161) })
      assert.deepEqual(two, { creditCost: '6', totalCredits: less(6) })
      const unicode = await SendSmsToMailingList({ listId, message: `“${'x'.repeat(70)}` })
      assert.deepEqual(unicode, { creditCost: '6', totalCredits: less(6) })
    })
    assert.equal(await balanceOf(own.service.store, own.account.id), String(balance))
  })

  test('each number once, and only those that can get an SMS', async () => {
    const own = await newAccount()
    const listId = await listOf(own, [
      { countryCode: '46', phone: '0701740610' },
      { countryCode: 'SE', phone: '+46 70 174 06 10' },
      { countryCode: '46', phone: '08-465 004 00' },
      { countryCode: '46', phone: '12' },
      { phone: '0701740611' },
      {},
    ])
    await give(own, '10')
    assert.deepEqual(await own.call.SendSmsToMailingList({ listId, message: 'Hej' }), {
      creditCost: '1',
      totalCredits: '9',
    })
  })

  test('by the price of the destination, exactly; one without a price is left out', async () => {
    const own = await newAccount()
    const listId = await listOf(own, [
      ...swedish(3),
      { phone: '+4915123456789' },
      { phone: '+12025550123' },
    ])
    const { store } = own.service
    await savePrices(store, {
      accountId: own.account.id,
      prefixes: ['46', '4670174061', '49'],
      prices: ['0.35', '0.1', '0.075'],
    })
    await give(own, '1.5')
    await own.inEveryBinding(async ({ SendSmsToMailingList }, binding) => {
      const { creditCost, totalCredits } = await SendSmsToMailingList({ listId, message: 'Hej' })
      assert.equal(creditCost, '0.375')
      assert.equal(
        totalCredits,
        String(1.5 - 0.375 * (1 + bindings.indexOf(binding))).replace(/^0$/, '0'),
      )
    })
  })

  test('short of credits: what it would cost, and the balance as it is', async () => {
    const own = await newAccount()
    const listId = await listOf(own, swedish(2))
    await give(own, '1')
    await own.inEveryBinding(async ({ SendSmsToMailingList }) =>
      assert.deepEqual(await SendSmsToMailingList({ listId, message: 'Hej' }), {
        creditCost: '2',
        totalCredits: '1',
      }),
    )
  })

  test('a list without numbers costs 0', async () => {
    const own = await newAccount()
    const listId = await listOf(own, [{}, { countryCode: '46' }])
    await own.inEveryBinding(async ({ SendSmsToMailingList }) =>
      assert.deepEqual(await SendSmsToMailingList({ listId, message: 'Hej' }), {
        creditCost: '0',
        totalCredits: '0',
      }),
    )
  })

  test('only emoji is an SMS like any other', async () => {
    const own = await newAccount()
    const listId = await listOf(own, swedish(1))
    await give(own, '9')
    assert.deepEqual(await own.call.SendSmsToMailingList({ listId, message: '😀'.repeat(36) }), {
      creditCost: '2',
      totalCredits: '7',
    })
  })

  test('refuses with a fault, and no credit is lost', async () => {
    const own = await newAccount()
    const listId = await listOf(own, swedish(1))
    const other = await newAccount()
    await other.newList()
    const foreign = await other.newList()
    await give(own, '100')
    await own.inEveryBinding(async ({ SendSmsToMailingList }) => {
      await assert.rejects(
        SendSmsToMailingList({ listId: foreign, message: 'Hej' }),
        refusal('no-such-list'),
      )
      for (const message of [
        '',
        '   ',
        '\n',
        'x'.repeat(10_000),
        'x'.repeat(1531),
        'ж'.repeat(671),
      ])
        await assert.rejects(
          SendSmsToMailingList({ listId, message }),
          refusal('not-valid'),
          message.slice(0, 20),
        )
    })
    for (const binding of bindings)
      await assert.rejects(
        own.send('SendSmsToMailingList', { strMailingListId: 'abc', strMessage: 'Hej' }, binding),
        refusal('not-an-id'),
      )
    await assert.rejects(
      own.call.SendSmsToMailingList({ listId, message: 'x'.repeat(10_000) }),
      /10000 characters.*66 segments.*1530/,
    )
    assert.deepEqual(await own.call.SendSmsToMailingList({ listId, message: 'x'.repeat(1530) }), {
      creditCost: '10',
      totalCredits: '90',
    })
  })

  test('refuses a wrong password', async () => {
    const { as, list } = await newAccount()
    const listId = await list()
    await as({ password: 'wrong' }).inEveryBinding(({ SendSmsToMailingList }) =>
      assert.rejects(
        SendSmsToMailingList({ listId, message: 'Hej' }),
        refusal('unknown-credentials'),
      ),
    )
  })
})
