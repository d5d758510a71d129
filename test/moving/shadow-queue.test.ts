/** The queue of calls for a service that is away: bounded by calls and by bytes. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callsOfShadow, openShadow } from '../../src/domain/shadow/shadow.sql.ts'
import { type CallCopy, createCopies } from '../../src/moving/shadow/copies.ts'
import { shadowTarget } from '../../src/moving/shadow/forward.ts'
import { createImportWatch } from '../../src/moving/shadow/import-watch.ts'
import { createTally } from '../../src/moving/shadow/tally.ts'
import { newAccount } from '../support/account.ts'
import { freePort } from '../support/free-port.ts'

const ANSWER = Buffer.from('<int xmlns="http://x/">1</int>')

describe('the queue of a shadow', () => {
  const away = async () => {
    const { account, service } = await newAccount()
    const { store: db } = service
    await openShadow(db, { accountId: account.id, oldUrl: 'http://old.example.test' })
    const target = shadowTarget(new URL(`http://127.0.0.1:${await freePort()}`), 1_000, true)
    const tally = createTally(db, account.id)
    const notes: string[] = []
    const copies = createCopies({
      db,
      accountId: account.id,
      old: target,
      here: target,
      tally,
      applySends: false,
      imports: createImportWatch({ db, accountId: account.id, old: target, tally }),
      note: sentence => notes.push(sentence),
    })
    let settled = 0
    const add = (operation: string, change: boolean, bytes: number) => {
      const copy: CallCopy = {
        call: {
          operation,
          form: true,
          parameters: new Map(),
          username: account.username,
          password: '',
        },
        request: { method: 'POST', target: '/x', headers: {}, body: Buffer.alloc(bytes) },
        answer: { status: 200, headers: { 'content-type': 'text/xml' }, body: ANSWER },
        mode: 'old',
        change,
        named: { operation, program: 'p' },
        settled: () => settled++,
      }
      copies.add(copy)
    }
    const counts = async () => {
      await tally.flush()
      const rows = await callsOfShadow(db, { accountId: account.id })
      const of = (operation: string) => rows.find(row => row.operation === operation)
      return { missed: of('DeleteSubscription')?.missed, leftOut: of('GetMailingLists')?.leftOut }
    }
    return { copies, add, counts, notes, settled: () => settled }
  }

  test('holds 10,000 calls; reads leave at half of it, changes beyond are missed', async () => {
    const { copies, add, counts, notes, settled } = await away()
    for (let i = 0; i < 5_000; i++) add('DeleteSubscription', true, 10)
    add('GetMailingLists', false, 10)
    assert.equal(settled(), 1)
    for (let i = 0; i < 6_000; i++) add('DeleteSubscription', true, 10)
    assert.equal(copies.waiting(), 10_000)
    assert.equal(settled(), 1 + 1_000)
    assert.deepEqual(await counts(), { missed: 1_000, leftOut: 1 })
    // Said once, not for each call.
    while (notes.length === 0) await new Promise(resolve => setTimeout(resolve, 10))
    assert.equal(notes.length, 1)
    copies.stop()
  })

  test('holds 64 MB, however few calls that are', async () => {
    const { copies, add, counts } = await away()
    const megabyte = 1 << 20
    for (let i = 0; i < 32; i++) add('DeleteSubscription', true, megabyte)
    add('GetMailingLists', false, megabyte)
    for (let i = 0; i < 40; i++) add('DeleteSubscription', true, megabyte)
    assert.equal(copies.waiting(), 63)
    assert.deepEqual(await counts(), { missed: 9, leftOut: 1 })
    copies.stop()
  })
})
