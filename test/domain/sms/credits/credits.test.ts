/** The ledger of credits holds itself together; held messages go first in, first out. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cancelMessage } from '../../../../src/domain/sms/cancel-message.ts'
import { confirmMessage } from '../../../../src/domain/sms/confirm-message.ts'
import { readAmount, writeAmount } from '../../../../src/domain/sms/credits/amount.ts'
import { creditEntries } from '../../../../src/domain/sms/credits/credits.sql.ts'
import { addCredits, balanceOf } from '../../../../src/domain/sms/credits/credits.ts'
import { keepPrices } from '../../../../src/domain/sms/credits/keep-prices.ts'
import { smsProgress } from '../../../../src/domain/sms/progress.ts'
import { sendSmsToList } from '../../../../src/domain/sms/send-sms.ts'
import { trySmsToList } from '../../../../src/domain/sms/try-sms.ts'
import { smsAccount } from '../setup.ts'

type Own = Awaited<ReturnType<typeof smsAccount>>

const send = ({ store, accountId }: Own, listId: number) =>
  sendSmsToList(store, accountId, listId, 'Hej')
const stateOf = async ({ store, accountId }: Own, id: number) =>
  (await smsProgress(store, accountId, id)).state
const work = ({ rows }: Own) =>
  rows<{ id: number }>(
    "select source_id::int as id from work where account_id = $1 and kind = 'sms' order by 1",
  )

describe('amounts', () => {
  test('are exact, at any size', () => {
    for (const [text, written] of [
      ['0', '0'],
      ['12.50', '12.5'],
      ['0.000001', '0.000001'],
      ['-3.1', '-3.1'],
      ['-0.5', '-0.5'],
      ['99999999999999.999999', '99999999999999.999999'],
      [' 007 ', '7'],
    ] as const)
      assert.equal(writeAmount(readAmount(text)!), written)
    for (const text of [
      '',
      '.',
      '1.',
      '.5',
      '1e3',
      '0.0000001',
      '1,5',
      '100000000000000',
      'NaN',
      '1 000',
      '--1',
      '0x1',
    ])
      assert.equal(readAmount(text), undefined, text)
    assert.equal(writeAmount(readAmount('0.1')! + readAmount('0.2')!), '0.3')
  })
})

describe('the ledger', () => {
  test('tells each change, with the balance after it', async () => {
    const own = await smsAccount('10.5')
    const { listId } = await own.listOf(2)
    await send(own, listId)
    await addCredits(own.store, own.accountId, '-0.25', 'a mistake')
    const entries = await creditEntries(own.store, {
      accountId: own.accountId,
      beforeId: 1000,
      most: 10,
    })
    assert.deepEqual(
      entries.map(({ id, kind, amount, balance, messageId, note }) => [
        id,
        kind,
        amount,
        balance,
        messageId,
        note,
      ]),
      [
        [3, 'taken', '-0.25', '8.25', null, 'a mistake'],
        [2, 'debit', '-2', '8.5', 1, ''],
        [1, 'added', '10.5', '10.5', null, ''],
      ],
    )
    assert.equal(await balanceOf(own.store, own.accountId), '8.25')
  })

  test('refuses an invalid amount, and a balance below zero', async () => {
    const { store, accountId } = await smsAccount('1')
    for (const amount of ['0', '0.00', '', 'ten', '1e9', '1.2345678', '-1.000001', '-5'])
      await assert.rejects(
        addCredits(store, accountId, amount, ''),
        /amount of credits|below 0/,
        amount,
      )
    await assert.rejects(addCredits(store, accountId, '99999999999999', ''), /stays below/)
    await assert.rejects(addCredits(store, accountId, '1', 'x'.repeat(201)), /note/)
    assert.equal(await balanceOf(store, accountId), '1')
  })

  test('can not be rewritten: the store refuses it', async () => {
    const own = await smsAccount('10')
    await addCredits(own.store, own.accountId, '5', '')
    await addCredits(own.store, own.accountId, '7', '')
    const refused = (statement: string) =>
      assert.rejects(own.rows(statement), { code: /^23/ }, statement)
    for (const id of [1, 2, 3]) {
      await refused(`delete from credit_entries where account_id = $1 and id = ${id}`)
      await refused(
        `update credit_entries set amount = amount + 1 where account_id = $1 and id = ${id}`,
      )
      await refused(
        'update credit_entries set amount = amount + 1, balance = balance + 1 where ' +
          `account_id = $1 and id = ${id}`,
      )
    }
    await refused('delete from credit_entries where account_id = $1')
    await refused('update credit_balances set balance = balance + 1 where account_id = $1')
    await refused('update credit_balances set entry_id = null where account_id = $1')
    const entry =
      'insert into credit_entries (account_id, id, kind, balance_before, amount, balance, ' +
      'previous_id) values'
    await refused(`${entry} ($1, 4, 'added', 23, 1, 24, 3)`)
    await refused(`${entry} ($1, 4, 'added', 22, 1, 24, 3)`)
    await refused(`${entry} ($1, 5, 'added', 22, 1, 23, 3)`)
    await refused(`${entry} ($1, 4, 'added', 15, 1, 16, 2)`)
    await refused(`${entry} ($1, 4, 'added', 0, 1, 1, null)`)
    await refused(`${entry} ($1, 4, 'debit', 22, -23, -1, 3)`)
    assert.deepEqual(
      await own.rows('select sum(amount)::text from credit_entries where account_id = $1'),
      [{ sum: '22.000000' }],
    )
  })
})

describe('short of credits', () => {
  test('the whole message is held; a small one behind it waits; credits release them in order', async () => {
    const own = await smsAccount('4')
    const [large, small] = [await own.listOf(10), await own.listOf(1)]
    const first = await send(own, large.listId)
    const second = await send(own, small.listId)
    const third = await send(own, small.listId)
    assert.deepEqual([first.state, first.cost, first.balance], ['held', '10', '4'])
    assert.deepEqual([second.state, second.cost, second.balance], ['held', '1', '4'])
    assert.deepEqual(await work(own), [])
    assert.match(
      (await smsProgress(own.store, own.accountId, third.messageId)).standstill!.says,
      /with 2 before it: it is sent when 8 more/,
    )

    assert.deepEqual(await addCredits(own.store, own.accountId, '5', ''), {
      balance: '9',
      released: [],
    })
    assert.deepEqual(await addCredits(own.store, own.accountId, '2.5', ''), {
      balance: '0.5',
      released: [1, 2],
    })
    assert.deepEqual(
      [await stateOf(own, 1), await stateOf(own, 2), await stateOf(own, 3)],
      ['sending', 'sending', 'held'],
    )
    assert.deepEqual(await work(own), [{ id: 1 }, { id: 2 }])
    assert.deepEqual(await addCredits(own.store, own.accountId, '100', ''), {
      balance: '99.5',
      released: [3],
    })
  })

  test('one that costs nothing does not wait', async () => {
    const own = await smsAccount()
    await keepPrices(
      own.store,
      own.accountId,
      [
        { prefix: '467', price: '1' },
        { prefix: '4670000001', price: '0' },
      ],
      false,
    )
    const paid = await send(own, (await own.listOf(1)).listId)
    const free = await send(own, (await own.listOf(1, 10)).listId)
    const nobody = await send(own, await own.newList())
    assert.deepEqual([paid.state, free.state, nobody.state], ['held', 'sending', 'finished'])
    assert.deepEqual([free.cost, free.planned, nobody.planned], ['0', 1, 0])
    const entries = await creditEntries(own.store, {
      accountId: own.accountId,
      beforeId: 1000,
      most: 10,
    })
    assert.deepEqual(entries, [])
  })

  test('a message held by a restore is resumed by a person, or refunded when it is cancelled', async () => {
    const own = await smsAccount('10')
    const { listId } = await own.listOf(3)
    const [first, second] = [
      await sendSmsToList(own.store, own.accountId, listId, 'Hej'),
      await sendSmsToList(own.store, own.accountId, listId, 'Hej'),
    ]
    await own.rows(
      `update sms_messages set state = 'unconfirmed' where account_id = $1 returning 1 as held`,
    )
    await own.rows('delete from work where account_id = $1 returning 1 as gone')
    assert.match(
      (await smsProgress(own.store, own.accountId, first.messageId)).standstill!.says,
      /confirm it to send the rest/,
    )
    await confirmMessage(own.store, own.accountId, first.messageId)
    assert.deepEqual(
      await own.rows(
        `select source_id::int as id from work where account_id = $1 and kind = 'sms'`,
      ),
      [{ id: first.messageId }],
    )
    await assert.rejects(confirmMessage(own.store, own.accountId, first.messageId), /is sending/)
    await assert.rejects(confirmMessage(own.store, own.accountId, 99), /no SMS/)
    assert.deepEqual(await cancelMessage(own.store, own.accountId, second.messageId), {
      withdrawn: 3,
      givenBack: '3',
    })
    assert.equal(await balanceOf(own.store, own.accountId), '7')
  })

  test('cancelling the first lets go those behind it; cancelling one that goes gives its credits back', async () => {
    const own = await smsAccount('4')
    const [large, small] = [await own.listOf(10), await own.listOf(3)]
    const [held, behind] = [await send(own, large.listId), await send(own, small.listId)]
    const cancel = (id: number) => cancelMessage(own.store, own.accountId, id)
    assert.deepEqual(await cancel(held.messageId), { withdrawn: 10, givenBack: '0' })
    assert.equal(await stateOf(own, behind.messageId), 'sending')
    assert.equal(await balanceOf(own.store, own.accountId), '1')
    assert.deepEqual(await cancel(behind.messageId), { withdrawn: 3, givenBack: '3' })
    assert.equal(await balanceOf(own.store, own.accountId), '4')
    await assert.rejects(cancel(behind.messageId), /is cancelled/)
    await assert.rejects(cancel(99), /no SMS/)
    const stranger = await smsAccount()
    await assert.rejects(
      cancelMessage(stranger.store, stranger.accountId, behind.messageId),
      /no SMS/,
    )
  })
})

test('trying out costs and leaves nothing', async () => {
  const own = await smsAccount('4')
  const { listId } = await own.listOf(3)
  const tried = await trySmsToList(own.store, own.accountId, listId, 'Hej')
  assert.deepEqual(
    [tried.state, tried.cost, tried.balance, tried.planned],
    ['sending', '3', '1', 3],
  )
  assert.equal(await balanceOf(own.store, own.accountId), '4')
  for (const table of ['sms_messages', 'sms_deliveries', 'work'])
    assert.deepEqual(await own.rows(`select 1 from ${table} where account_id = $1`), [], table)
})
