/**
 * Erasing a person: nothing readable is left anywhere, totals stay, and who had opted out never
 * comes back.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { atomically } from '../../../src/db/db.ts'
import { openStore } from '../../../src/db/open-store.ts'
import { openKeys, rotateKeys } from '../../../src/domain/keys/keys.ts'
import { erasedAmong } from '../../../src/domain/opt-outs/erased.ts'
import { liftOptOut, optOut } from '../../../src/domain/opt-outs/opt-out.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import { exportPerson } from '../../../src/domain/privacy/export-person.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { subscribe } from '../../../src/domain/subscribers/subscribe.ts'
import { newAccount, newAddress, type TestAccount } from '../../support/account.ts'
import { tablesWith } from './erase-setup.ts'

/** As the wire has them. */
const [OPTED_OUT, NO_SUCH_LIST] = [-8, -3]

const outOf = (email: string) => ({
  email,
  reason: `asked by phone, says ${email}`,
  listText: `list of ${email}`,
  sendingText: '',
})

const person = (email: string) => ({
  email,
  name: `Name of ${email}`,
  format: undefined,
  countryCode: '',
  phone: '',
})

async function opted(account: TestAccount): Promise<{ email: string; id: number; listId: number }> {
  const email = newAddress()
  const listId = await account.list()
  const id = await account.call.InsertSubscriber({ ...person(email), format: 'html', listId })
  await account.call.MoveSubscriberToOptOutAll(outOf(email))
  return { email, id, listId }
}

describe('erasing a person who has not opted out', () => {
  test('leaves nothing readable, and the address can be added again as a new person', async () => {
    const account = await newAccount()
    const { call, service } = account
    const accountId = account.account.id
    const [email, listId, other] = [newAddress(), await account.list(), await account.newList()]
    const id = await call.InsertSubscriberWithDemData({
      ...person(email),
      listId,
      format: 'html' as const,
      fieldNames: 'DD1;DD3',
      fieldValues: `Lund;${email}`,
    })
    await call.InsertSubscription({ subscriberId: id, listId: other })
    await service.store.withClient(client =>
      client.query(
        "update subscriptions set unsubscribed_at = now(), unsubscribe_source = 'page' " +
          'where account_id = $1 and list_id = $2',
        [accountId, other],
      ),
    )
    await call.InsertSubscriber({ listId, email: newAddress() })
    const done = await erase(service.store, accountId, ` ${email.toUpperCase()} `)
    assert.deepEqual(done, {
      keptOut: false,
      deliveries: 0,
      sandboxMessages: 0,
      testGroups: 0,
      openImports: 0,
    })
    assert.deepEqual(await tablesWith(service.connection, email), [])
    assert.equal((await call.GetPagedSubscribers({ listId, page: 1, size: 10 })).length, 1)
    assert.equal((await call.GetMailingLists()).find(list => list.id === listId)?.subscribers, 1)
    assert.equal(await exportPerson(service.store, account.account, email), undefined)
    assert.equal(await erase(service.store, accountId, email), undefined)
    assert.notEqual(await call.InsertSubscriber({ listId, email }), id)
  })

  test('touches no other person: not the same address in another account, nor longer addresses', async () => {
    const [one, two] = [await newAccount(), await newAccount()]
    const email = newAddress()
    for (const { call, list } of [one, two])
      await call.InsertSubscriber({ listId: await list(), email })
    await one.call.InsertSubscriber({ listId: await one.list(), email: `x${email}` })
    await erase(one.service.store, one.account.id, email)
    assert.equal(
      (await two.call.GetPagedSubscribers({ listId: await two.list(), page: 1, size: 10 }))[0]
        ?.email,
      email,
    )
    assert.equal(
      (await one.call.GetPagedSubscribers({ listId: await one.list(), page: 1, size: 10 }))[0]
        ?.email,
      `x${email}`,
    )
  })
})

describe('erasing a person who has opted out', () => {
  test('no operation brings the address in, in any binding', async () => {
    const account = await newAccount()
    const { email, id, listId } = await opted(account)
    const { store, connection } = account.service
    const before = (await account.call.GetOptOutAll())[0]!
    const done = await erase(store, account.account.id, email)
    assert.equal(done?.keptOut, true)
    await account.inEveryBinding(async call => {
      assert.equal(await call.InsertSubscriber({ listId, email: email.toUpperCase() }), OPTED_OUT)
      const fields = { fieldNames: 'DD1', fieldValues: email }
      assert.equal(await call.InsertSubscriberWithDemData({ listId, email, ...fields }), OPTED_OUT)
      assert.equal(await call.InsertSubscriberSid({ listId, email }), id)
      assert.equal(await call.InsertSubscriberSid({ listId: 999_999, email }), NO_SUCH_LIST)
      assert.ok((await call.InsertSubscription({ email, listId })) < 0)
      assert.equal(await call.MoveSubscriberToOptOutAll(outOf(email)), 1)
    })
    assert.deepEqual(await tablesWith(connection, email), [])
    const { reason, ...after } = (await account.call.GetOptOutAll())[0]!
    assert.equal(reason, '')
    assert.match(after.email ?? '', /^erased-\d+@erased\.invalid$/)
    assert.deepEqual([after.created, after.subscriberId], [before.created, id])
    assert.equal((await exportPerson(store, account.account, email))?.erased, true)
  })

  test('also not among many calls at once, which are answered each for itself', async () => {
    const account = await newAccount()
    const gone = await opted(account)
    await erase(account.service.store, account.account.id, gone.email)
    const store = account.service.store
    const others = Array.from({ length: 60 }, newAddress)
    const emails = [...others.slice(0, 30), gone.email, ...others.slice(30)]
    const answers = await Promise.all(
      emails.map(email => subscribe(store, account.account.id, gone.listId, person(email))),
    )
    assert.deepEqual(
      answers.map(({ optedOut }) => optedOut),
      emails.map(email => email === gone.email),
    )
    assert.equal(answers[30]!.id, gone.id)
    assert.deepEqual(await tablesWith(account.service.connection, gone.email), [])
    const erased = await atomically(store, tx => erasedAmong(store, tx, account.account.id, emails))
    assert.deepEqual([...erased], [gone.email])
  })

  test('holds after a rotation of keys and in another process; taken off the list the address may come again', async () => {
    const account = await newAccount()
    const { email, id, listId } = await opted(account)
    const { store, sealer, connection } = account.service
    await erase(store, account.account.id, email)
    await rotateKeys(store, sealer)
    const other = openStore({ connection, connections: 2 })
    try {
      // Without the key nobody is made where somebody was erased; elsewhere it goes on.
      await assert.rejects(
        subscribe(other, account.account.id, listId, person(email)),
        /has not opened the key/,
      )
      const elsewhere = await newAccount()
      assert.ok(
        (await subscribe(other, elsewhere.account.id, await elsewhere.list(), person(email))).id >
          0,
      )
      const keys = await openKeys(other, sealer)
      assert.deepEqual(await subscribe(other, account.account.id, listId, person(email)), {
        id,
        optedOut: true,
      })
      keys.close()
    } finally {
      await other.close()
    }
    assert.equal(await liftOptOut(store, account.account.id, email), true)
    assert.equal(await liftOptOut(store, account.account.id, email), false)
    assert.notEqual(await account.call.InsertSubscriber({ listId, email }), id)
  })
})

describe('erasing while others write', () => {
  test('a transaction that found no erased person is waited for; one that never ends stops the erasing, not the opt-out', async () => {
    const account = await newAccount()
    const { email, id, listId } = await opted(account)
    const accountId = account.account.id
    const { store, connection } = account.service
    const client = new pg.Client(connection)
    await client.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from lists where account_id = $1 and id = $2 for key share', [
        accountId,
        listId,
      ])
      await client.query('select key_hash from opt_outs where account_id = $1 and key_hash = $2', [
        accountId,
        'x',
      ])
      await assert.rejects(
        erase(store, accountId, email, 100),
        (error: unknown) => error instanceof Refusal && /try again later/.test(error.message),
      )
      assert.equal((await exportPerson(store, account.account, email))?.subscriber?.id, id)
      assert.equal(await account.call.InsertSubscriber({ listId, email }), OPTED_OUT)
      const erasing = erase(store, accountId, email)
      await pause(300)
      // As an import would: who is there and opted out is left alone.
      const { rows } = await client.query(
        `insert into subscribers as s (account_id, id, email, email_key) values ($1, 99999, $2, $2)
         on conflict (account_id, email_key) do update set name = s.name returning id::int, \
opted_out_at is not null as out`,
        [accountId, email],
      )
      assert.deepEqual(rows, [{ id, out: true }])
      await client.query('commit')
      assert.equal((await erasing)?.keptOut, true)
      assert.deepEqual(await tablesWith(connection, email), [])
    } finally {
      await client.end()
    }
  })

  test('inserts and opt-outs of the same address at the same moment never leave it behind', async () => {
    const account = await newAccount()
    const { store, connection } = account.service
    for (let round = 0; round < 12; round++) {
      const { email, listId } = await opted(account)
      const accountId = account.account.id
      const run = async () => {
        for (let i = 0; i < 15; i++) {
          const { optedOut } = await subscribe(store, accountId, listId, person(email))
          assert.equal(optedOut, true)
          if (i % 5 === 0) await optOut(store, accountId, outOf(email))
        }
      }
      const [erased] = await Promise.all([erase(store, accountId, email), run(), run(), run()])
      assert.equal(erased?.keptOut, true)
      assert.deepEqual(await tablesWith(connection, email), [])
    }
  })
})
