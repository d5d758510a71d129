/** Transactions of an account are run at the node that has it, whole. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type AtNode, createAtNode } from '../../src/db/at-node/at-node.ts'
import type { Db, Store } from '../../src/db/db.ts'
import { DEADLINES } from '../../src/db/deadlines.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { COMPLETED } from '../../src/domain/files/file-work.ts'
import { applyBatch } from '../../src/domain/imports/apply/apply-batch.ts'
import { addRow, newBatch } from '../../src/domain/imports/apply/prepare.ts'
import { claim, finish, renew } from '../../src/domain/imports/lease.ts'
import { PLAIN_CSV, queueImport } from '../../src/domain/imports/queue-import.ts'
import { undoImport } from '../../src/domain/imports/undo-import.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { saveSubscriptions } from '../../src/domain/subscribers/subscribers.sql.ts'
import { keepWords } from '../../src/domain/words/keep-words.ts'
import { temporaryStore } from '../support/database.ts'

let setup: Awaited<ReturnType<typeof temporaryStore>>
let there: AtNode
/** Of which all transactions have to be run at the node. */
let store: Store
let accountId: number
let listId: number

const SAVED = {
  liftBefore: 'infinity',
  keepFormat: true,
  names: ['Ada', 'Bob'],
  formats: ['html', 'html'],
  countryCodes: ['', ''],
  phones: ['', ''],
  fields: ['{}', '{}'],
  hashed: false,
  keyHashes: [],
}

describe('at the node of the account', () => {
  before(async () => {
    setup = await temporaryStore()
    there = createAtNode({
      connection: setup.connection,
      connections: 2,
      deadlines: DEADLINES,
      ask: setup.store.run,
      onLost: assert.ifError,
    })
    const transact: Db['transact'] = async (work, { accountId } = {}) => {
      assert.ok(accountId, 'a transaction of no account')
      const done = await there.transact(accountId, work)
      assert.ok(done, 'it was left to the coordinator')
      return done.answer
    }
    store = { ...setup.store, transact }
    const given = { username: 'ada', password: 'a long one' }
    accountId = (await addAccount(setup.store, given))!.id
    listId = await makeList(setup.store, accountId, {
      name: 'All',
      fromName: 'News',
      fromEmail: 'news@example.org',
      description: '',
      characterSet: '',
    })
    const emails = ['ada@example.com', 'bob@example.com']
    const ids = { ids: [8, 9], listIds: [listId, listId], emails, emailKeys: emails }
    await saveSubscriptions(setup.store, { accountId, ...ids, ...SAVED })
  })
  after(async () => {
    await there.close()
    await setup.drop()
  })

  test('sendings are made and planned', async () => {
    const newsletterId = await addDraft(setup.store, accountId, {
      name: 'News',
      subject: 'News',
      preheader: '',
      text: 'Hello',
      fromName: 'Shop',
      fromEmail: 'shop@example.test',
      replyTo: '',
      listId: null,
    })
    const sending = { newsletterId, listId, dueAt: new Date(), zone: '+01:00' }
    const sendingId = await makeSending(store, accountId, sending)
    const planned = { candidates: 2, planned: 2 }
    assert.deepEqual(await planSending(store, accountId, sendingId, 3_600_000), planned)
  })

  test('words of subscribers are written', async () => {
    const step = { ids: 100, people: 100, marginSeconds: 0 }
    assert.equal(await keepWords(store, accountId, step), false)
    const words = await setup.store.withClient(client =>
      client.query('select from subscriber_words where account_id = $1', [accountId]),
    )
    assert.ok((words.rowCount ?? 0) > 1)
  })

  test('imports are queued, applied under their lease, and undone', async () => {
    const people = async () =>
      (
        await setup.store.withClient(client =>
          client.query(
            `select s.id::int, s.name, s.fields, s.updated_at, j.list_id
             from subscribers s left join subscriptions j
               on j.account_id = s.account_id and j.subscriber_id = s.id
             where s.account_id = $1 order by s.email_key`,
            [accountId],
          ),
        )
      ).rows
    const former = await people()
    const source = { document: [Buffer.from('a file')], name: 'people.csv' }
    const importId = await queueImport(store, accountId, { listId, source, options: PLAIN_CSV })
    const held = { accountId, importId, worker: randomUUID(), leaseMillis: 60_000 }
    const { run } = (await claim(store, held))!
    const batch = newBatch()
    for (const [i, name] of ['ada', 'cleo', 'dan'].entries())
      addRow(batch, {
        line: i + 1,
        raw: name,
        email: `${name}@example.com`,
        name: `New ${name}`,
        format: '',
        countryCode: '',
        phone: '',
        fields: ['x'],
      })
    batch.read = 3
    await applyBatch(store, run, batch)
    assert.equal(await renew(store, run, 60_000), true)
    assert.equal(await finish(store, run, { state: COMPLETED }), true)
    const made = await people()
    assert.deepEqual(
      made.map(({ name, list_id }) => [name, list_id]),
      ['New ada', 'Bob', 'New cleo', 'New dan'].map(name => [name, listId]),
    )
    assert.deepEqual(await undoImport(store, accountId, importId, 30), {
      removed: 2,
      stayed: 0,
      unlisted: 2,
      restored: 1,
      changedSince: 0,
    })
    assert.deepEqual(await people(), former)
  })

  test('one of two accounts, or of what all nodes have, goes by the coordinator', async () => {
    const text = 'update tenants set account_id = account_id where account_id = $1'
    const touch = { name: '', text, again: false, accountAt: 0 }
    const undone = (other: number) =>
      there.transact(accountId, async tx => {
        await tx.run({ ...touch, text: 'delete from subscriptions where account_id = $1' }, [
          accountId,
        ])
        await tx.run(touch, [other])
        await tx.run({ ...touch, text: 'update accounts set id = id where id = $1' }, [accountId])
      })
    assert.equal(await undone(accountId + 1), undefined)
    assert.equal(await undone(accountId), undefined)
    assert.deepEqual(await there.transact(accountId, tx => tx.run(touch, [accountId])), {
      answer: { rows: [], count: 1 },
    })
    const { rowCount } = await setup.store.withClient(client =>
      client.query('select from subscriptions where account_id = $1', [accountId]),
    )
    assert.equal(rowCount, 2)
  })
})
