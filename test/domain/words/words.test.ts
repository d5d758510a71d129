/** Words that subscribers are found by: no change escapes them, and none outlives an erasure. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Store } from '../../../src/db/db.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import { keepWords } from '../../../src/domain/words/keep-words.ts'
import { markPeopleChanged } from '../../../src/domain/words/words.sql.ts'
import { dueWork } from '../../../src/domain/work/work.sql.ts'
import { WORK } from '../../../src/domain/work/work-kinds.ts'
import { backoff, keepDueWords } from '../../../src/workers/words.ts'
import { newAccount as accountOfService, newAddress } from '../../support/account.ts'
import { temporaryStore } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import { SOON, searchedAccount } from './search-setup.ts'

let store: Store
let drop: () => Promise<void>
before(async () => {
  ;({ store, drop } = await temporaryStore())
})
after(() => drop())

const newAccount = () => searchedAccount(store)

describe('words', () => {
  test('follow a change', async () => {
    const { add, index, find, words } = await newAccount()
    await add('fia@example.com', 'Fia Gren')
    await index()
    await add('fia@example.com', 'Fia Holm')
    await index()
    assert.deepEqual(await find('gren'), [])
    assert.deepEqual(await find('holm'), ['fia@example.com'])
    assert.deepEqual(await words(), ['example.com', 'fia', 'holm'])
  })

  test('of an erased subscriber are gone when the erasure is', async () => {
    const { account, call, list, service } = await accountOfService()
    const email = newAddress()
    const listId = await list()
    const id = await call.InsertSubscriber({ email, name: 'Greta Sky', listId })
    while (await keepWords(service.store, account.id, SOON));
    const left = () =>
      service.store.run(
        {
          name: '',
          text: 'select 1 from subscriber_words where account_id = $1 and subscriber_id = $2',
          again: true,
        },
        [account.id, id],
      )
    assert.ok((await left()).rows.length >= 3)
    await erase(service.store, account.id, email)
    assert.deepEqual((await left()).rows, [])
    while (await keepWords(service.store, account.id, SOON));
    assert.deepEqual((await left()).rows, [])
  })

  test('are written in steps, and an interrupted pass is resumed', async () => {
    const { accountId, add, find } = await newAccount()
    for (let n = 0; n < 7; n++) await add(`gun${n}@example.com`, 'Gun Palm')
    const step = { ids: 3, people: 2, marginSeconds: 0 }
    assert.equal(await keepWords(store, accountId, step), true)
    assert.equal((await find('palm')).length, 2)
    let steps = 1
    while (await keepWords(store, accountId, step)) steps++
    assert.ok(steps >= 3)
    assert.equal((await find('palm')).length, 7)
  })

  test('of a transaction that commits after the pass are found by the next one', async () => {
    const { accountId, add, index, find, ask } = await newAccount()
    const id = await add('hugo@example.com', 'Hugo Ek')
    await index()
    await store.withClient(async client => {
      await client.query('begin')
      await client.query(
        "update subscribers set name = 'Hugo Alm', updated_at = now() where account_id = $1 and id = $2",
        [accountId, id],
      )
      // The pass must not count what it can't see yet as seen.
      await index()
      await index()
      await client.query('commit')
    })
    await index()
    assert.deepEqual(await find('hugo alm'), ['hugo@example.com'])
    assert.deepEqual((await ask('select 1')).rows.length, 1)
  })

  test('are due until a pass has seen the last reported change', async () => {
    const { accountId, add } = await newAccount()
    await add('ida@example.com', 'Ida Rask')
    await markPeopleChanged(store, { accountId, seconds: 0, changes: 0 })
    const isDue = async () =>
      (await dueWork(store, { kind: WORK.words, most: 100 })).some(
        work => work.accountId === accountId,
      )
    const isMarked = async () =>
      (
        await store.run(
          {
            name: '',
            text: "select 1 from work where account_id = $1 and kind = 'words'",
            again: true,
          },
          [accountId],
        )
      ).rows.length === 1
    assert.equal(await isDue(), true)
    // A pass that reaches only to an hour ago has not seen it.
    await keepWords(store, accountId, { ...SOON, marginSeconds: 3600 })
    assert.equal(await isDue(), false, 'it waits')
    assert.equal(await isMarked(), true)
    // Not by the next pass, if another session began a transaction before the change.
    await until(async () => {
      await keepWords(store, accountId, SOON)
      return !(await isMarked())
    })
  })

  test('are written by the worker for each account that is due', async () => {
    const { accountId, add, find } = await newAccount()
    await add('jon@example.com', 'Jon Vik')
    await markPeopleChanged(store, { accountId, seconds: 0, changes: 0 })
    assert.equal(await keepDueWords(store), true)
    assert.deepEqual(await find('vik'), ['jon@example.com'])
  })

  test('make room for calls that change subscribers, and for sendings', async () => {
    const { accountId, ask } = await newAccount()
    const claim = (leased: string) =>
      ask(`insert into claims (account_id, id, source_kind, source_id, worker, ids, leased_until)
        values (${accountId}, gen_random_uuid(), 1, 1, gen_random_uuid(), '{1}', ${leased})`)
    await claim("now() - interval '1 second'")
    const idle = await backoff(store)
    assert.equal(idle, 3, 'the worker of a lapsed claim is gone')
    await claim("now() + interval '1 minute'")
    const sending = await backoff(store)
    assert.ok(sending > idle)
    await markPeopleChanged(store, { accountId, seconds: 0, changes: 1000 })
    assert.ok((await backoff(store)) > sending)
  })
})
