/** What mailbox providers say is counted with the outcomes of each batch. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atomically } from '../../src/db/db.ts'
import { applyReports } from '../../src/domain/bounces/apply-reports.ts'
import {
  providerBoard,
  providerReplies,
} from '../../src/domain/deliveries/providers/provider-board.ts'
import { forgetOldProviderDays } from '../../src/domain/deliveries/providers/provider-days.sql.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { SOURCE } from '../../src/lib/source-kind.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const COUNTS = { accepted: 0, deferred: 0, blocked: 0, refused: 0, returned: 0, complained: 0 }
const today = () => new Date().toISOString().slice(0, 10)

test('answers of a provider are counted once, with words; complaints and returns later', async () => {
  const setup = await sendingSetup(6)
  const { store, accountId, ask } = setup
  await ask(
    `update subscribers set email = replace(email, 'example.test', 'gmail.com'),
      email_key = replace(email_key, 'example.test', 'gmail.com') where id <= 4`,
  )
  const says = (about: string, reply: string) =>
    ({ at: 'rcpt', do: 'reply', reply, about }) as const
  const sink = await startSink({
    tricks: [
      says('p1@', '550 5.1.1 <p1@gmail.com>: no such user p1'),
      says('p2@', '550 5.7.1 refused by policy: spam content 4711'),
      says('p3@', '452 4.2.2 The mailbox p3@gmail.com is full'),
    ],
  })
  const workers = await setup.startWorkers(sink.port)
  const board = async () => {
    const { days, providers } = await providerBoard(store, accountId, 30)
    assert.equal(days.length, 30)
    assert.equal(days.at(-1), today())
    return Object.fromEntries(providers.map(({ provider, total }) => [provider, total]))
  }
  try {
    const sendingId = await setup.send()
    await until(async () => {
      const { counts } = await sendingProgress(store, accountId, sendingId)
      return counts.accepted === 3 && counts.deferred === 1 && counts.bounced === 2
    })
    assert.deepEqual(await board(), {
      Gmail: { ...COUNTS, accepted: 1, deferred: 1, blocked: 1, refused: 1 },
      other: { ...COUNTS, accepted: 2 },
    })
    const said = (provider: string) =>
      providerReplies(store, accountId, provider, { from: today(), until: today() })
    assert.deepEqual(
      (await said('Gmail')).map(({ outcome, reply, messages }) => [outcome, reply, messages]),
      [
        ['blocked', '550 5.7.1 refused by policy: spam content', 1],
        ['deferred', '452 4.2.2 The mailbox is full', 1],
        ['refused', '550 5.1.1 no such user', 1],
      ],
    )
    assert.deepEqual(await said('other'), [])

    const judgement = { class: 'complaint', status: undefined, recipient: undefined, rule: 'arf' }
    const late = (deliveryId: number, kind: 'complaint' | 'hard', reply?: string) => ({
      messageId: null,
      sentMessage: { sourceKind: SOURCE.sending, sourceId: sendingId, deliveryId },
      identity: `late ${deliveryId}`,
      judgements: [{ ...judgement, kind, reply }],
      receivedAt: new Date(),
    })
    await atomically(store, async tx => {
      const reports = [late(4, 'complaint'), late(5, 'hard', '550 5.1.1 p5 unknown')]
      await applyReports(store, tx, accountId, reports, { softLimit: 3, softDays: 30 })
    })
    assert.deepEqual(await board(), {
      Gmail: { ...COUNTS, accepted: 1, deferred: 1, blocked: 1, refused: 1, complained: 1 },
      other: { ...COUNTS, accepted: 2, returned: 1 },
    })
    assert.deepEqual(
      (await said('other')).map(({ outcome, reply }) => [outcome, reply]),
      [['returned', '550 5.1.1 unknown']],
    )

    await ask('update provider_days set day = day - 500')
    await forgetOldProviderDays(store, { keptDays: 400 })
    assert.deepEqual(await board(), {})
  } finally {
    await workers.stop()
    await sink.stop()
    await setup.drop()
  }
})
