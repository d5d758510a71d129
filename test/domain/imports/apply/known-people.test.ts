/**
 * What happens between prefetching the subscribers of a batch and applying it: the result is the
 * same as reading them in its transaction.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Store } from '../../../../src/db/db.ts'
import { openStore } from '../../../../src/db/open-store.ts'
import { applyBatch } from '../../../../src/domain/imports/apply/apply-batch.ts'
import { prefetchPeople } from '../../../../src/domain/imports/apply/known-people.ts'
import { addRow, type Batch, newBatch } from '../../../../src/domain/imports/apply/prepare.ts'
import { claim } from '../../../../src/domain/imports/lease.ts'
import { PLAIN_CSV, queueImport } from '../../../../src/domain/imports/queue-import.ts'
import type { RunningImport } from '../../../../src/domain/imports/running.ts'
import { optOut } from '../../../../src/domain/opt-outs/opt-out.ts'
import { subscribe } from '../../../../src/domain/subscribers/subscribe.ts'
import { type ImportSetup, importSetup } from '../../../support/imports.ts'

let setup: ImportSetup
before(async () => {
  setup = await importSetup()
  // The tests apply the batches themselves.
  await setup.worker.stop()
})
after(() => setup.close())

async function running(): Promise<RunningImport> {
  const { store, accountId, listId } = setup
  const source = { document: [Buffer.from('')], name: 'people.csv' }
  const importId = await queueImport(store, accountId, { listId, source, options: PLAIN_CSV })
  const lease = { worker: randomUUID(), leaseMillis: 60_000 }
  return (await claim(store, { accountId, importId, ...lease }))!.run
}

/** A full batch of people with these names, by their addresses. */
function batchOf(people: Record<string, string>): Batch {
  const batch = newBatch()
  for (const [email, name] of Object.entries(people)) {
    const given = { email, name, format: '', countryCode: '', phone: '', fields: [] }
    addRow(batch, { line: ++batch.read, raw: email, ...given })
  }
  return batch
}

async function listed(email: string, name: string): Promise<void> {
  const person = { email, name, format: undefined, countryCode: '', phone: '' }
  await subscribe(setup.store, setup.accountId, setup.listId, person)
}

const namesOf = async (domain: string) =>
  (
    await setup.ask(
      'select name from subscribers where email_key like $1 order by email_key',
      `%@${domain}`,
    )
  ).map(([name]) => name)

async function prefetched(run: RunningImport, people: Record<string, string>, previous?: Batch) {
  const batch = batchOf(people)
  prefetchPeople(setup.store, run, batch, previous)
  await batch.prefetched
  return batch
}

test('prefetched subscribers are judged without reading them again', async () => {
  await listed('a@used.test', 'Anna')
  const run = await running()
  const batch = await prefetched(run, { 'a@used.test': 'Anna', 'b@used.test': 'Bert' })
  assert.deepEqual(
    (await batch.prefetched)!.map(({ emailKey, name, onList }) => [emailKey, name, onList]),
    [['a@used.test', 'Anna', true]],
  )
  // Of no consequence for a person whom the file leaves as they were when they were read.
  await setup.ask(`update subscribers set name = 'Ada' where email_key = 'a@used.test'`)
  await applyBatch(setup.store, run, batch)
  assert.deepEqual([run.counts.unchanged, run.counts.inserted], [1, 1])
  assert.deepEqual(await namesOf('used.test'), ['Ada', 'Bert'])
})

test('an address of the previous batch is not prefetched: that batch may change it', async () => {
  await listed('a@again.test', 'Anna')
  const run = await running()
  const first = batchOf({ 'a@again.test': 'Ada' })
  const second = await prefetched(run, { 'a@again.test': 'Anna' }, first)
  assert.equal(second.prefetched, undefined)
  await applyBatch(setup.store, run, first)
  await applyBatch(setup.store, run, second)
  assert.deepEqual(await namesOf('again.test'), ['Anna'])
})

test('who opts out after the prefetch is rejected', async () => {
  await listed('a@out.test', 'Anna')
  const run = await running()
  const batch = await prefetched(run, { 'a@out.test': 'Ada', 'b@out.test': 'Bert' })
  for (const email of ['a@out.test', 'b@out.test'])
    await optOut(setup.store, setup.accountId, {
      email,
      reason: '',
      listText: '',
      sendingText: '',
    })
  await applyBatch(setup.store, run, batch)
  assert.deepEqual(run.counts.rejectedBy, { 'opted-out': 2 })
  assert.deepEqual(await namesOf('out.test'), ['Anna', ''])
})

test('who is inserted after the prefetch is found known', async () => {
  const run = await running()
  const batch = await prefetched(run, { 'a@late.test': 'Ada', 'b@late.test': 'Bert' })
  await listed('a@late.test', 'Anna')
  await applyBatch(setup.store, run, batch)
  assert.deepEqual([run.counts.updated, run.counts.inserted], [1, 1])
  assert.deepEqual(await namesOf('late.test'), ['Ada', 'Bert'])
})

test('who is deleted after the prefetch is inserted again', async () => {
  await listed('a@gone.test', 'Anna')
  const run = await running()
  const batch = await prefetched(run, { 'a@gone.test': 'Ada' })
  await setup.ask(
    `with gone as (delete from subscribers where email_key = 'a@gone.test' returning id)
    delete from subscriptions where subscriber_id in (select id from gone)`,
  )
  await applyBatch(setup.store, run, batch)
  assert.equal(run.counts.inserted, 1)
  assert.deepEqual(await namesOf('gone.test'), ['Ada'])
})

test('when the prefetch fails they are read in the transaction', async () => {
  await listed('a@closed.test', 'Anna')
  const run = await running()
  const closed: Store = openStore({ connection: setup.connection, connections: 1 })
  await closed.close()
  const batch = batchOf({ 'a@closed.test': 'Ada' })
  prefetchPeople(closed, run, batch, undefined)
  assert.equal(await batch.prefetched, undefined)
  await applyBatch(setup.store, run, batch)
  assert.equal(run.counts.updated, 1)
  assert.deepEqual(await namesOf('closed.test'), ['Ada'])
})
