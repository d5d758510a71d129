/**
 * The connection to the store cut at each protocol message, in both directions: no call is answered
 * wrongly, nothing is lost or doubled.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type pg from 'pg'
import type { Store } from '../../src/db/db.ts'
import { openStore } from '../../src/db/open-store.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { subscribe } from '../../src/domain/subscribers/subscribe.ts'
import { removeSubscriptions } from '../../src/domain/subscribers/unsubscribe.ts'
import { insertTransaction } from '../../src/domain/transactions/insert.ts'
import { temporaryStore } from '../support/database.ts'
import { type Direction, storeProxy } from '../support/store-proxy.ts'

const ACCOUNT = 1
const DIRECTIONS: Direction[] = ['to the store', 'from the store']

let direct: Store
let target: pg.ClientConfig
let drop: () => Promise<void>

before(async () => {
  const { store, connection, drop: dropStore } = await temporaryStore()
  direct = store
  drop = dropStore
  await ask('insert into tenants (account_id) values ($1)', [ACCOUNT])
  target = connection
})
after(() => drop())

const ask = async (text: string, values: unknown[] = []) =>
  (await direct.run({ name: '', text, again: true }, values)).rows

const person = (email: string, name = '') => ({
  email,
  name,
  format: undefined,
  countryCode: '',
  phone: '',
})

/**
 * Runs the work once for each message it takes, with the connection cut there, until it gets
 * through without a cut.
 */
async function cutEverywhere(
  direction: Direction,
  work: (store: Store, round: string) => Promise<void>,
): Promise<number> {
  const proxy = await storeProxy(target)
  try {
    for (let n = 0; ; n++) {
      const store = openStore({ connection: proxy.connection, connections: 4 })
      try {
        proxy.arm(direction, n)
        await work(store, `${direction.slice(0, 2)}${n}`)
        if (!proxy.cut()) return n
      } finally {
        proxy.arm(direction, Number.MAX_SAFE_INTEGER)
        await store.close()
      }
    }
  } finally {
    await proxy.close()
  }
}

const newList = (store: Store, name: string) =>
  makeList(store, ACCOUNT, {
    name,
    fromName: '',
    fromEmail: 'a@example.test',
    description: '',
    characterSet: '',
  })

for (const direction of DIRECTIONS) {
  describe(`the connection cut at each message ${direction}`, { concurrency: true }, () => {
    test('a list is made once, and the answer is its id', async () => {
      const cuts = await cutEverywhere(direction, async (store, round) => {
        const id = await newList(store, `list ${round}`)
        assert.deepEqual(
          await ask('select id from lists where account_id = $1 and name = $2', [
            ACCOUNT,
            `list ${round}`,
          ]),
          [[String(id)]],
        )
      })
      assert.ok(cuts > 3)
    })

    test('a lone insert and its repetition answer the same id', async () => {
      const listId = await newList(direct, 'lone')
      const cuts = await cutEverywhere(direction, async (store, round) => {
        const email = `lone-${round.replace(' ', '')}@example.test`
        const first = await subscribe(store, ACCOUNT, listId, person(email))
        assert.deepEqual(await subscribe(direct, ACCOUNT, listId, person(email)), first)
        const rows = await ask(
          'select s.id, count(*) from subscribers s join subscriptions j on j.account_id = ' +
            's.account_id and j.subscriber_id = s.id where s.account_id = $1 and s.email_key ' +
            '= $2 group by 1',
          [ACCOUNT, email],
        )
        assert.deepEqual(rows, [[String(first.id), '1']])
      })
      assert.ok(cuts > 3)
    })

    test('micro-batched inserts, opt-outs and repeated addresses are each answered as stored', async () => {
      const listId = await newList(direct, 'gathered')
      const cuts = await cutEverywhere(direction, async (store, round) => {
        const emails = Array.from(
          { length: 12 },
          (_, i) => `g${i % 9}-${round.replace(' ', '')}@example.test`,
        )
        await optOut(direct, ACCOUNT, {
          email: emails[8]!,
          reason: '',
          listText: '',
          sendingText: '',
        })
        const answers = await Promise.all(
          emails.map(email => subscribe(store, ACCOUNT, listId, person(email))),
        )
        const rows = await ask(
          `select s.email_key, s.id, (select count(*) from subscriptions j where j.account_id = \
s.account_id and j.subscriber_id = s.id)
           from subscribers s where s.account_id = $1 and s.email_key = any ($2)`,
          [ACCOUNT, emails],
        )
        assert.equal(rows.length, 9)
        const stored = new Map(rows.map(([key, id, lists]) => [key, { id: Number(id), lists }]))
        emails.forEach((email, i) => {
          const { id, lists } = stored.get(email)!
          assert.equal(answers[i]!.id, id)
          assert.equal(answers[i]!.optedOut, email === emails[8])
          assert.equal(lists, email === emails[8] ? '0' : '1')
        })
      })
      assert.ok(cuts > 5)
    })

    test('transactions are each there once with their email, whoever is answered, and repeated with the same id', async () => {
      const guid = randomUUID()
      await ask(
        'insert into projects (account_id, id, guid, name, newsletter_id) select $1, 1 + ' +
          'count(*), $2::uuid, $2::text, 1 from projects',
        [ACCOUNT, guid],
      )
      const cuts = await cutEverywhere(direction, async (store, round) => {
        const emails = Array.from(
          { length: 9 },
          (_, i) => `t${i}-${round.replace(' ', '')}@example.test`,
        )
        const given = (email: string, by: Store) =>
          insertTransaction(by, ACCOUNT, {
            guid,
            email,
            name: '',
            format: undefined,
            sendAt: undefined,
            fields: [],
            split: false,
            // Also one that nothing is a repetition of.
            identifier: email.startsWith('t3') ? '' : email,
          })
        const answers = await Promise.all(emails.map(email => given(email, store)))
        const rows = await ask(
          `select t.email, t.id, d.state from transactions t
           join deliveries d on d.account_id = t.account_id and d.source_kind = 3 and d.source_id \
= t.project_id and d.id = t.id
           where t.account_id = $1 and t.email = any ($2) order by t.email`,
          [ACCOUNT, emails],
        )
        assert.deepEqual(
          rows,
          emails.map((email, i) => [email, String(answers[i]!.id), 'planned']),
        )
        assert.deepEqual(await given(emails[0]!, direct), { id: answers[0]!.id, repeated: true })
      })
      assert.ok(cuts > 3)
    })

    test('a removal answers how many went, once', async () => {
      const lists = [await newList(direct, 'one'), await newList(direct, 'two')]
      const cuts = await cutEverywhere(direction, async (store, round) => {
        const email = `gone-${round.replace(' ', '')}@example.test`
        for (const list of lists) await subscribe(direct, ACCOUNT, list, person(email))
        assert.equal(
          await removeSubscriptions(store, ACCOUNT, { subscriberId: undefined, email }, undefined),
          2,
        )
        assert.equal(
          await removeSubscriptions(direct, ACCOUNT, { subscriberId: undefined, email }, undefined),
          0,
        )
      })
      assert.ok(cuts > 5)
    })

    test('an opt-out is recorded once and leaves no subscription', async () => {
      const listId = await newList(direct, 'leaving')
      const cuts = await cutEverywhere(direction, async (store, round) => {
        const email = `out-${round.replace(' ', '')}@example.test`
        await subscribe(direct, ACCOUNT, listId, person(email))
        await optOut(store, ACCOUNT, { email, reason: 'asked', listText: '', sendingText: '' })
        const rows = await ask(
          `select o.reason, (select count(*) from subscriptions j where j.account_id = \
o.account_id and j.subscriber_id = o.subscriber_id)
           from opt_outs o where o.account_id = $1 and o.email_key = $2`,
          [ACCOUNT, email],
        )
        assert.deepEqual(rows, [['asked', '0']])
      })
      assert.ok(cuts > 5)
    })
  })
}
