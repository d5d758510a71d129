/**
 * Emails of transaction projects on their way: at once, at their time, once; for whom they go and
 * for whom not.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { releasePerson } from '../../src/domain/bounces/suppression/release-person.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { insertTransaction, type NewTransaction } from '../../src/domain/transactions/insert.ts'
import {
  editProject,
  makeProject,
  type ProjectFacts,
  setActive,
} from '../../src/domain/transactions/projects.ts'
import { sendingSetup } from '../support/sending.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

type Setup = Awaited<ReturnType<typeof sendingSetup>>
type Workers = Awaited<ReturnType<Setup['startWorkers']>>

interface Work extends Setup, Awaited<ReturnType<typeof projectIn>> {
  sink: Sink
  /** On the sink; stopped when the work ends. */
  start(): Promise<Workers>
}

async function withProject(
  work: (setup: Work) => Promise<void>,
  facts: Partial<ProjectFacts> = {},
): Promise<void> {
  const setup = await sendingSetup(3)
  const sink = await startSink({ keep: 10 })
  const started: Workers[] = []
  // New people get ids above those of the set-up.
  await setup.ask(
    `insert into counters (account_id, kind, next_id) values ($1, 'subscriber', 1000)`,
    [setup.accountId],
  )
  try {
    const start = async () => {
      const workers = await setup.startWorkers(sink.port)
      started.push(workers)
      return workers
    }
    await work({ ...setup, ...(await projectIn(setup, facts)), sink, start })
  } finally {
    for (const workers of started) await workers.stop()
    await sink.stop()
    await setup.drop()
  }
}

async function projectIn(
  { store, accountId, newsletterId, ask }: Setup,
  facts: Partial<ProjectFacts>,
) {
  const project = await makeProject(store, accountId, {
    name: 'Receipts',
    newsletterId,
    fromName: 'Till',
    fromEmail: 'till@example.test',
    replyTo: '',
    routeId: null,
    marketing: false,
    repeats: '24h',
    retentionDays: null,
    versions: [],
    ...facts,
  })
  const insert = (given: Partial<NewTransaction> = {}) =>
    insertTransaction(store, accountId, {
      guid: project.guid,
      identifier: '',
      email: 'asa@example.test',
      name: 'Åsa',
      format: undefined,
      sendAt: undefined,
      fields: [],
      split: false,
      ...given,
    })
  /** State and reason of each of its emails, in the order of their ids. */
  const ledger = async () =>
    (
      await ask(
        'select state, coalesce(reason, reply) from deliveries where account_id = $1 and ' +
          'source_kind = 3 and source_id = $2 order by id',
        [accountId, project.id],
      )
    ).map(([state, reason]) => [state!, reason])
  const settled = async (messages: number) =>
    until(
      async () => (await ledger()).filter(([state]) => !WAITING.has(state!)).length === messages,
    )
  return { project, insert, ledger, settled }
}

const WAITING = new Set(['planned', 'claimed', 'handed over'])

describe('transactions', { concurrency: 3 }, () => {
  test('leave at once, with the values they were given, and without the headers of bulk mail', () =>
    withProject(async ({ insert, start, sink, settled, ledger }) => {
      await start()
      await insert()
      await insert({ email: 'p1@example.test', name: 'Eve' })
      await settled(2)
      assert.deepEqual(
        (await ledger()).map(([state]) => state),
        ['accepted', 'accepted'],
      )
      const messages = sink.messages.map(({ bytes }) => bytes.toString())
      // Either may be there first. A person on a list gets what the call said, not what is known of
      // them.
      assert.deepEqual(messages.map(message => /^Subject: (.*)\r$/m.exec(message)![1]).sort(), [
        '=?utf-8?Q?News_for_=C3=85sa?=',
        'News for Eve',
      ])
      for (const message of messages) {
        assert.match(message, /^From: Till <till@example\.test>\r$/m)
        assert.doesNotMatch(message, /^(List-|Precedence)/m)
        assert.match(message, /^1\.1\.t1\./m)
      }
    }))

  test('of a marketing project name a way out, and are withdrawn from those who took it; receipts are not', () =>
    withProject(
      async ({ insert, start, sink, settled, ledger, store, accountId, project, ask }) => {
        await optOut(store, accountId, {
          email: 'p1@example.test',
          reason: 'asked',
          listText: '',
          sendingText: '',
        })
        await optOut(store, accountId, {
          email: 'stranger@example.test',
          reason: 'asked',
          listText: '',
          sendingText: '',
        })
        await ask('update subscribers set complained_at = now() where id = 2')
        for (const email of [
          'p1@example.test',
          'Stranger@Example.test',
          'p2@example.test',
          'p3@example.test',
        ])
          await insert({ email })
        await start()
        await settled(4)
        assert.deepEqual(
          (await ledger()).map(([state, reason]) => (state === 'withdrawn' ? reason : state)),
          ['opted out', 'opted out', 'complained', 'accepted'],
        )
        assert.equal(sink.messages.length, 1)
        assert.match(
          sink.messages[0]!.bytes.toString(),
          /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m,
        )
        await editProject(store, accountId, String(project.id), { marketing: false })
        await pause(1_100)
        await insert({ email: 'p1@example.test' })
        await settled(5)
        assert.equal((await ledger()).at(-1)![0], 'accepted')
      },
      { marketing: true },
    ))

  test('to a time ahead wait in the store for it, over a restart', () =>
    withProject(async ({ insert, start, sink, settled, ledger, ask }) => {
      const first = await start()
      await insert({ sendAt: new Date(Date.now() - 3_600_000), email: 'past@example.test' })
      await insert({ sendAt: new Date(Date.now() + 3_600_000), email: 'later@example.test' })
      await settled(1)
      assert.deepEqual([...sink.counts.keys()], ['past@example.test'])
      const soon = Date.now() + 3_000
      await insert({ sendAt: new Date(soon) })
      await first.stop()
      await start()
      await settled(2)
      assert.ok(Date.now() >= soon)
      assert.deepEqual([...sink.counts.keys()], ['past@example.test', 'asa@example.test'])
      assert.equal((await ledger())[1]![0], 'planned')
      await ask(`update deliveries set next_try_at = now() where next_try_at is not null`)
      await ask(`update projects set due = now()`)
      await settled(3)
    }))

  test('of a paused project wait until it is resumed', () =>
    withProject(async ({ insert, start, settled, ledger, store, accountId, project }) => {
      await insert()
      await setActive(store, accountId, String(project.id), false)
      await start()
      await assert.rejects(insert({ email: 'b@example.test' }), { reason: 'no-such-project' })
      await pause(600)
      assert.deepEqual(await ledger(), [['planned', null]])
      await setActive(store, accountId, String(project.id), true)
      await settled(1)
    }))

  test('fail alone when the template fails for one', () =>
    withProject(async ({ insert, start, settled, ledger, ask }) => {
      await ask(
        `update newsletters set html = '{% assign times = DD1 | times: 1 %}<p>{% for i in ` +
          `(1..times) %}{{ i }}{% endfor %}</p>'`,
      )
      await insert({ email: 'a@example.test', fields: ['2'] })
      await insert({ email: 'b@example.test', fields: ['1000000000'] })
      await insert({ email: 'c@example.test', fields: ['4'] })
      await start()
      await settled(3)
      const [a, b, c] = await ledger()
      assert.deepEqual([a![0], b![0], c![0]], ['accepted', 'failed', 'accepted'])
      assert.match(b![1]!, /exceeds the limits for an email/)
    }))

  test('to an address that bounced hard are kept in the ledger and not tried, until it is released', () =>
    withProject(async ({ insert, start, sink, settled, ledger, store, accountId }) => {
      sink.tell([{ at: 'rcpt', do: 'reply', reply: '550 5.1.1 no such user\r\n', about: 'gone' }])
      await start()
      await insert({ email: 'gone@example.test' })
      await settled(1)
      assert.equal((await ledger())[0]![0], 'bounced')
      sink.tell([])
      await insert({ email: 'Gone@example.test', identifier: 'another' })
      await settled(2)
      assert.deepEqual((await ledger())[1], ['withdrawn', 'undeliverable'])
      assert.equal(sink.messages.length, 0)
      assert.equal(await releasePerson(store, accountId, 'gone@example.test'), 'released')
      await insert({ email: 'gone@example.test', identifier: 'a third' })
      await settled(3)
      assert.equal((await ledger())[2]![0], 'accepted')
    }))

  test('count their links by email: an edited newsletter has numbers of its own', () =>
    withProject(async ({ insert, start, settled, ask }) => {
      await start()
      await insert()
      await settled(1)
      await ask(
        `update newsletters set html = '<p><a href="https://example.test/other">x</a></p>', ` +
          'version = version + 1',
      )
      await pause(1_100)
      await insert({ identifier: 'b' })
      await settled(2)
      assert.deepEqual(
        await ask('select number, target from links where source_kind = 3 order by number'),
        [
          ['1', 'https://example.test/'],
          ['10001', 'https://example.test/other'],
        ],
      )
    }))
})
