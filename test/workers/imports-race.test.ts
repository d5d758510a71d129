/**
 * Imports beside all other changes of the same people: no duplicates, no opted-out person on a
 * list, no call lost.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PLAIN_CSV, queueImport } from '../../src/domain/imports/queue-import.ts'
import { countedLists } from '../../src/domain/lists/lists-of-account.ts'
import { keepMilestones } from '../../src/domain/lists/milestones.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { subscribe } from '../../src/domain/subscribers/subscribe.ts'
import { removeSubscriptions } from '../../src/domain/subscribers/unsubscribe.ts'
import { ended, type ImportSetup, importSetup } from '../support/imports.ts'

let setup: ImportSetup
before(async () => {
  setup = await importSetup({ batchRows: 250 })
})
after(() => setup.close())

const PEOPLE = 4000
const email = (prefix: string, n: number): string => `${prefix}-${n}@race.test`
/** All numbers below PEOPLE, in an order of their own. */
const scattered = (i: number, factor: number): number => (i * factor) % PEOPLE

async function queue(prefix: string, listId: number, factor: number): Promise<number> {
  const rows = Array.from(
    { length: PEOPLE },
    (_, i) => `${email(prefix, scattered(i, factor))};Name ${factor};html;${factor}\n`,
  )
  const source = { document: [Buffer.from(rows.join(''))], name: 'race.csv' }
  return queueImport(setup.store, setup.accountId, { listId, source, options: PLAIN_CSV })
}

/** Calls beside an import, several at a time, until it has ended. */
async function beside<T>(
  importId: number,
  call: (n: number) => Promise<T>,
): Promise<{ results: T[]; state: number }> {
  let running = true
  let next = 0
  const results: T[] = []
  const caller = async () => {
    while (running) results.push(await call(scattered(next++, 1237)))
  }
  const callers = Array.from({ length: 8 }, caller)
  const { state } = await ended(setup.store, setup.accountId, importId)
  running = false
  await Promise.all(callers)
  return { results, state }
}

const count = async (text: string, ...values: unknown[]) =>
  Number((await setup.ask(text, setup.accountId, ...values))[0]![0])

test('two imports and single inserts of the same people', async t => {
  const { store, accountId } = setup
  const listId = await setup.newList()
  const second = await queue('same', listId, 7)
  const importId = await queue('same', listId, 3)
  const person = (n: number) => ({
    email: email('same', n),
    name: 'Single',
    format: undefined,
    countryCode: '',
    phone: '',
  })
  const { results, state } = await beside(importId, n =>
    subscribe(store, accountId, listId, person(n)),
  )
  assert.equal((await ended(store, accountId, second)).state, 2)
  assert.equal(state, 2)
  const [stats] = await setup.ask(
    'select deadlocks, xact_rollback from pg_stat_database where datname = current_database()',
  )
  t.diagnostic(`${results.length} calls beside; deadlocks and rollbacks: ${stats}`)
  assert.ok(results.length > 20, `${results.length} calls beside`)
  assert.equal(
    await count(`select count(*) from subscribers where account_id = $1 and email like 'same-%'`),
    PEOPLE,
  )
  assert.equal(
    await count(
      'select count(*) from subscriptions where account_id = $1 and list_id = $2',
      listId,
    ),
    PEOPLE,
  )
})

test('opt-outs and deletions of the same people, while milestones are laid', async () => {
  const { store, accountId } = setup
  const listId = await setup.newList()
  const importId = await queue('out', listId, 3)
  const out = new Set<string>()
  const { state } = await beside(importId, async n => {
    const address = email('out', n)
    if (n % 5 === 0) {
      out.add(address)
      await optOut(store, accountId, { email: address, reason: '', listText: '', sendingText: '' })
    } else if (n % 7 === 0)
      await removeSubscriptions(
        store,
        accountId,
        { subscriberId: undefined, email: address },
        listId,
      )
    else if (n % 11 === 0)
      await keepMilestones(store, accountId, listId, { every: 50, marginSeconds: 0 })
  })
  assert.equal(state, 2)
  assert.ok(out.size > 5, `${out.size} opted out`)
  const listed = `from subscriptions s join subscribers p on p.account_id = s.account_id and p.id \
= s.subscriber_id
    where s.account_id = $1 and s.list_id = $2`
  assert.equal(await count(`select count(*) ${listed} and p.opted_out_at is not null`, listId), 0)
  // The list is counted from its milestones, and must agree with a plain count.
  const plain = await count(`select count(*) ${listed} and s.unsubscribed_at is null`, listId)
  const counted = (await countedLists(store, accountId)).find(list => list.id === listId)!
  assert.equal(counted.subscribers, plain)
})
