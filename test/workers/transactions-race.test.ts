/**
 * Transactions from several processes at once: each store opened here is to the database what
 * another process is.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { atomically, type Store } from '../../src/db/db.ts'
import { openStore } from '../../src/db/open-store.ts'
import {
  type InsertedEmail,
  insertEmail,
} from '../../src/domain/transactions/emails/insert-email.ts'
import { createEmailPreparer } from '../../src/domain/transactions/emails/prepare-email.ts'
import { insertTransaction } from '../../src/domain/transactions/insert.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

async function withTwo(
  work: (
    setup: Awaited<ReturnType<typeof sendingSetup>>,
    insert: (
      by: number,
      identifier: string,
      email?: string,
      ownProject?: boolean,
    ) => Promise<{ id: number; repeated: boolean }>,
    guid: string,
    insertGiven: (by: number, identifier: string) => Promise<InsertedEmail>,
  ) => Promise<void>,
): Promise<void> {
  const setup = await sendingSetup(0)
  const stores: Store[] = [0, 1].map(() =>
    openStore({ connection: setup.connection, connections: 8 }),
  )
  try {
    const { store, accountId, newsletterId } = setup
    const projectIn = (name: string) =>
      makeProject(store, accountId, {
        name,
        newsletterId,
        fromName: '',
        fromEmail: 'till@example.test',
        replyTo: '',
        routeId: null,
        marketing: false,
        repeats: '24h',
        retentionDays: null,
        versions: [],
      })
    const projects = [await projectIn('one'), await projectIn('two')]
    const insert = (by: number, identifier: string, email = 'asa@example.test', second = false) =>
      insertTransaction(stores[by] ?? store, accountId, {
        guid: projects[second ? 1 : 0]!.guid,
        identifier,
        email,
        name: '',
        format: undefined,
        sendAt: undefined,
        fields: [],
        split: false,
      })
    const insertGiven = async (by: number, identifier: string) => {
      const own = stores[by] ?? store
      const email = await createEmailPreparer(
        own,
        accountId,
      )({
        project: 'one',
        identifier,
        to: [{ address: 'asa@example.test', name: '' }],
        cc: [],
        bcc: [],
        from: undefined,
        replyTo: undefined,
        subject: 'Order',
        html: '',
        text: 'Thank you.',
        headers: {},
        attachments: [],
        sendAt: undefined,
        trackOpens: false,
        tags: [],
        metadata: {},
      })
      return insertEmail(own, accountId, email)
    }
    await work(setup, insert, projects[0]!.guid, insertGiven)
  } finally {
    for (const store of stores) await store.close()
    await setup.drop()
  }
}

test('the same call many times over two processes is one transaction', () =>
  withTwo(async ({ ask }, insert) => {
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, i) => insert(i % 2, `order ${round}.${i % 4 < 2 ? 0 : 1}`)),
      )
      assert.equal(new Set(answers.map(({ id }) => id)).size, 2)
      assert.equal(answers.filter(({ repeated }) => !repeated).length, 2)
    }
    assert.deepEqual(await ask('select count(*), sum(repeated) from transaction_repeats'), [
      ['40', '600'],
    ])
    assert.deepEqual(
      await ask(
        'select count(*), count(distinct d.id) from transactions t join deliveries d on ' +
          'd.account_id = t.account_id and d.id = t.id',
      ),
      [['40', '40']],
    )
  }))

test('the same email as given, with its key at once by two processes, is one email', () =>
  withTwo(async ({ ask }, _insert, _guid, insertGiven) => {
    for (let round = 0; round < 20; round++) {
      const calls = Array.from({ length: 16 }, (_, i) => insertGiven(i % 2, `order ${round}`))
      const answers = await Promise.all(calls)
      const recipients = answers.flatMap(one => one.recipients)
      assert.equal(new Set(recipients.map(({ id }) => id)).size, 1)
      assert.equal(recipients.filter(({ repeated }) => !repeated).length, 1)
    }
    assert.deepEqual(await ask('select count(*) from transactions'), [['20']])
    assert.deepEqual(await ask('select count(*) from given_emails'), [['20']])
  }))

test('no email is overlooked when lanes close while calls come in elsewhere', () =>
  withTwo(async (setup, insert) => {
    const { ask, startWorkers } = setup
    const sink = await startSink({ keep: 0 })
    const workers = await startWorkers(sink.port)
    try {
      // Of a third of the calls the workers are told, so that lanes open and close all the time;
      // the others find one open, closing, or none.
      let inserted = 0
      const callers = Array.from({ length: 6 }, async (_, caller) => {
        for (let i = 0; i < 60; i++) {
          await insert(caller % 3, '', `p${inserted++}@example.test`, i % 3 === 0)
          await pause(Math.random() * 60)
        }
      })
      await Promise.all(callers)
      const waiting = async () =>
        (await ask("select count(*) from deliveries where state <> 'accepted'"))[0]![0]
      await until(async () => (await waiting()) === '0')
      assert.equal(sink.counts.size, 360)
      // Nothing is left to look for.
      await until(
        async () => (await ask("select 1 from projects where due < 'infinity'")).length === 0,
      )
    } finally {
      await workers.stop()
      await sink.stop()
    }
  }))

test('a statement sent again while the first is still under way adds nothing, with an identifier and without', () =>
  withTwo(async ({ store, accountId, ask, connection }, _insert, guid) => {
    const first = openStore({ connection, connections: 2 })
    try {
      // As after a connection that broke: the server is still at it when the statement comes again.
      const twice: Store = {
        ...store,
        async run(statement, values) {
          if (statement.name !== 'insert.saveTransaction') return store.run(statement, values)
          const began = Promise.withResolvers<void>()
          const before = atomically(first, async tx => {
            await tx.run(statement, values)
            began.resolve()
            await pause(50)
          })
          await began.promise
          const answer = await store.run(statement, values).finally(() => before)
          return answer
        },
      }
      for (const identifier of ['', 'order', '']) {
        const given = {
          guid,
          identifier,
          email: 'asa@example.test',
          name: '',
          format: undefined,
          sendAt: undefined,
          fields: [],
          split: false,
        }
        const { repeated } = await insertTransaction(twice, accountId, given)
        assert.equal(repeated, false)
      }
      assert.deepEqual(
        await ask(
          'select count(*), count(distinct d.id) from transactions t join deliveries d on ' +
            'd.account_id = t.account_id and d.id = t.id',
        ),
        [['3', '3']],
      )
      assert.deepEqual(await ask('select count(*), sum(repeated) from transaction_repeats'), [
        ['1', '0'],
      ])
    } finally {
      await first.close()
    }
  }))
