/**
 * InsertTransaction and InsertTransactionWithSplit, section 4.5: what they take, answer and refuse
 * in all four bindings, and what counts as a repetition. How the emails leave is told in
 * test/workers/transactions.test.ts.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { editField } from '../../src/domain/demographics/change-field.ts'
import { editProject, setActive } from '../../src/domain/transactions/projects.ts'
import { newAccount, newAddress } from '../support/account.ts'
import { newProject } from '../support/projects.ts'
import { rowsOf, TRANSACTIONS } from './transactions-setup.ts'

const LETTERS = `select d.id, d.email, d.state, d.next_try_at <= t.send_at from deliveries d
  join transactions t on t.account_id = d.account_id and t.id = d.id and t.project_id = d.source_id
  where d.account_id = $1 and d.source_kind = 3 order by d.id`

for (const name of ['InsertTransaction', 'InsertTransactionWithSplit'] as const) {
  describe(name, () => {
    test('answers the id of the transaction, whose email is in the ledger by then', async () => {
      const account = await newAccount()
      const { guid } = await newProject(account)
      await account.inEveryBinding(async own => {
        const email = newAddress()
        const given = {
          projectGuid: guid,
          email,
          name: 'Åsa €',
          format: 'text' as const,
          fieldNames: 'DD1;3',
          fieldValues: '7;Lund',
        }
        const id = await own[name]({ ...given, identifier: `order ${email}` })
        assert.ok(id > 0)
        const [row] = (await rowsOf(account, TRANSACTIONS)).slice(-1)
        assert.deepEqual(row, [String(id), '', `order ${email}`, email, 'Åsa €', 'text', '7||Lund'])
        assert.deepEqual((await rowsOf(account, LETTERS)).at(-1), [
          String(id),
          email,
          'planned',
          't',
        ])
      })
    })

    test('takes an unknown project, or one that is paused, for one that is not there: -3, and adds nothing', async () => {
      const account = await newAccount()
      const paused = await newProject(account)
      await setActive(account.service.store, account.account.id, paused.guid, false)
      const others = await newProject(await newAccount())
      await account.inEveryBinding(async own => {
        for (const projectGuid of [
          paused.guid,
          others.guid,
          '8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f',
          undefined,
        ])
          assert.equal(await own[name]({ projectGuid, email: newAddress() }), -3, projectGuid)
      })
      assert.deepEqual(await rowsOf(account, TRANSACTIONS), [])
    })

    test('refuses values that are not valid: -2, and adds nothing', async () => {
      const account = await newAccount()
      const { guid } = await newProject(account)
      await account.inEveryBinding(async (_, binding) => {
        const good = { strId: guid, strEmail: newAddress(), strDataFields: '', strDataValues: '' }
        for (const wrong of [
          { strId: 'no guid' },
          { strEmail: '' },
          { strEmail: 'asa' },
          { strEmail: 'asa@example.test\r\nBcc: all@example.test' },
          { strIdentifier: 'x'.repeat(101) },
          { strIdentifier: 'x'.repeat(5_000) },
          { strName: 'x'.repeat(501) },
          { strFormat: 'RTF' },
          { strSendTime: '2026-02-30 25:00' },
          { strSendTime: 'tomorrow' },
          { strSendTime: '2026-13-01' },
          { strDataFields: 'DD101', strDataValues: 'x' },
          { strDataFields: 'No such field', strDataValues: 'x' },
          { strDataFields: 'DD1', strDataValues: 'x'.repeat(501) },
        ])
          assert.equal(
            await account.send(name, { ...good, ...wrong }, binding),
            -2,
            JSON.stringify(wrong).slice(0, 100),
          )
      })
      assert.deepEqual(await rowsOf(account, TRANSACTIONS), [])
      assert.deepEqual(await rowsOf(account, LETTERS), [])
    })
  })
}

describe('the values of a transaction', () => {
  test('are named by number or by the name of the field; more values than names are left out', async () => {
    const account = await newAccount()
    const { guid } = await newProject(account)
    await editField(account.service.store, account.account.id, 4, { name: 'City' })
    const insert = async (fieldNames: string, fieldValues: string) => {
      await account.call.InsertTransaction({
        projectGuid: guid,
        email: newAddress(),
        fieldNames,
        fieldValues,
      })
      return (await rowsOf(account, TRANSACTIONS)).at(-1)!.at(-1)
    }
    assert.equal(await insert('city;DD1', 'Lund;x'), 'x|||Lund')
    assert.equal(await insert(' CITY |DD1|', 'a;b|c|'), 'c|||a;b')
    assert.equal(await insert('DD1', 'a;b;c'), 'a;b;c')
    assert.equal(await insert(';city;DD1', 'a;b;c'), 'c|||b')
    assert.equal(await insert('DD1;', 'a;b;c'), 'a')
    assert.equal(await insert('DD1;DD2', 'a'), 'a|')
    assert.equal(await insert('', ''), '')
  })

  test('a time ahead is kept, one that is past is now', async () => {
    const account = await newAccount()
    const { guid } = await newProject(account)
    const times = `select to_char(send_at at time zone '+01', 'YYYY-MM-DD'), send_at > now(), \
send_at > now() - interval '1 minute'
      from transactions where account_id = $1 order by id`
    await account.inEveryBinding(async (own, binding) => {
      const given = { strId: guid, strEmail: newAddress() }
      await account.send(
        'InsertTransaction',
        { ...given, strSendTime: '2099-01-31 14:00' },
        binding,
      )
      await account.send(
        'InsertTransaction',
        { ...given, strSendTime: '2001-01-31T14:00:00' },
        binding,
      )
      await own.InsertTransaction({ projectGuid: guid, email: newAddress() })
      const [ahead, past, none] = (await rowsOf(account, times)).slice(-3)
      assert.equal(ahead![0], '2099-01-31')
      assert.deepEqual(
        [past!.slice(1), none!.slice(1)],
        [
          ['f', 't'],
          ['f', 't'],
        ],
      )
    })
  })
})

describe('a repetition', () => {
  const order = {
    identifier: 'order-1',
    email: 'asa@example.test',
    fieldNames: 'DD1;DD2',
    fieldValues: '1;two',
  }

  test('is the same identifier, address, values and send time: the first id is answered, and nothing is sent again', async () => {
    const account = await newAccount()
    const { guid: projectGuid } = await newProject(account)
    const sendTime = new Date('2099-01-01T12:00:00Z')
    const id = await account.call.InsertTransaction({ projectGuid, ...order, sendTime })
    await account.inEveryBinding(async own => {
      assert.equal(await own.InsertTransaction({ projectGuid, ...order, sendTime }), id)
      assert.equal(
        await own.InsertTransaction({
          projectGuid,
          ...order,
          sendTime,
          email: ' ASA@example.test',
        }),
        id,
      )
      assert.equal(
        await own.InsertTransaction({
          projectGuid,
          ...order,
          sendTime,
          name: 'Åsa',
          format: 'text',
        }),
        id,
      )
      assert.equal(
        await own.InsertTransaction({
          projectGuid,
          ...order,
          sendTime,
          fieldNames: 'DD2;1;DD9',
          fieldValues: 'two;1;',
        }),
        id,
      )
    })
    assert.equal((await rowsOf(account, LETTERS)).length, 1)
    assert.deepEqual(
      await rowsOf(account, 'select repeated from transaction_repeats where account_id = $1'),
      [['16']],
    )
    const metrics = await (await fetch(new URL('/metrics', account.service.url))).text()
    assert.ok(
      Number(/^pennypost_transactions_total\{outcome="repeated"\} (\d+)$/m.exec(metrics)?.[1]) >=
        16,
    )
  })

  test('is not what differs in anything of it, and never what has no identifier', async () => {
    const account = await newAccount()
    const { guid: projectGuid } = await newProject(account)
    const other = await newProject(account, { name: 'Others' })
    const { call } = account
    const ids = [
      await call.InsertTransaction({ projectGuid, ...order }),
      await call.InsertTransaction({ projectGuid: other.guid, ...order }),
      await call.InsertTransaction({ projectGuid, ...order, identifier: 'Order-1' }),
      await call.InsertTransaction({ projectGuid, ...order, email: 'eve@example.test' }),
      await call.InsertTransaction({ projectGuid, ...order, fieldValues: '1;three' }),
      await call.InsertTransaction({ projectGuid, ...order, fieldValues: '1' }),
      await call.InsertTransaction({ projectGuid, ...order, sendTime: new Date('2099-01-01') }),
      await call.InsertTransaction({ projectGuid, ...order, identifier: '' }),
      await call.InsertTransaction({ projectGuid, ...order, identifier: '' }),
    ]
    assert.equal(new Set(ids).size, ids.length)
    assert.equal((await rowsOf(account, LETTERS)).length, ids.length)
  })

  test('counts for 24 hours, for ever, or not at all, as the project says', async () => {
    const account = await newAccount()
    const { service, account: owner, call } = account
    const { guid: projectGuid } = await newProject(account)
    const later = () =>
      rowsOf(
        account,
        'update transaction_repeats set until = least(until, now()) where account_id = $1 ' +
          `and until < 'infinity'`,
      )
    const insert = () => call.InsertTransaction({ projectGuid, ...order })
    const first = await insert()
    assert.equal(await insert(), first)
    await later()
    const second = await insert()
    assert.notEqual(second, first, '24 hours are over')
    assert.equal(await insert(), second)

    await editProject(service.store, owner.id, projectGuid, { repeats: 'off' })
    assert.notEqual(await insert(), second)

    await editProject(service.store, owner.id, projectGuid, { repeats: 'forever' })
    await later()
    const kept = await insert()
    await later()
    assert.equal(await insert(), kept)
  })

  test('is one also among many at once', async () => {
    const account = await newAccount()
    const { guid: projectGuid } = await newProject(account)
    const ids = await Promise.all(
      Array.from({ length: 96 }, (_, i) =>
        account.call.InsertTransaction({ projectGuid, ...order, identifier: `order-${i % 3}` }),
      ),
    )
    assert.equal(new Set(ids).size, 3)
    assert.equal((await rowsOf(account, LETTERS)).length, 3)
  })
})
