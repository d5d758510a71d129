/**
 * A sending that waits since a restore: how many may get it twice, and leaving out those who are
 * known to have it.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { RESTORED } from '../../../src/db/backup/restore-holds.ts'
import { openKeys } from '../../../src/domain/keys/keys.ts'
import { keyOfLinks, macKeyOf } from '../../../src/domain/keys/link-keys.ts'
import { planSending } from '../../../src/domain/sendings/plan-sending.ts'
import { sendingProgress } from '../../../src/domain/sendings/progress.ts'
import { confirmRest } from '../../../src/domain/sendings/steer-sending.ts'
import { createSealer } from '../../../src/lib/secrets.ts'
import { messageTokens } from '../../../src/mail/links/links.ts'
import { SECRET, sendingSetup } from '../../support/sending.ts'

const HOUR = 3_600_000

describe('a restored sending', () => {
  let setup: Awaited<ReturnType<typeof sendingSetup>>
  let keys: Awaited<ReturnType<typeof openKeys>>
  let sendingId: number
  before(async () => {
    setup = await sendingSetup(20)
    keys = await openKeys(setup.store, createSealer(SECRET))
  })
  after(async () => {
    keys.close()
    await setup.drop()
  })
  beforeEach(async () => {
    sendingId = await setup.send()
  })

  const hold = () =>
    setup.ask('update sendings set state = $1, reason = $2 where id = $3', [
      'unconfirmed',
      RESTORED,
      sendingId,
    ])
  const risk = async () =>
    (await sendingProgress(setup.store, setup.accountId, sendingId)).repeatRisk
  const messageId = (id: number, ofId = sendingId, accountId = setup.accountId) =>
    `<${messageTokens({ accountId, of: 'sending', ofId, id }, macKeyOf(keys.newest())).messageId}@mail.example.test>`
  const confirm = (...names: string[]) =>
    confirmRest(setup.store, setup.accountId, sendingId, {
      names: async function* () {
        yield* names
      },
      keyOf: keyOfLinks(keys),
    })
  const states = async () =>
    (
      await setup.ask('select id, state from deliveries where source_id = $1 order by id', [
        sendingId,
      ])
    ).map(([, state]) => state)

  test('tells by the pace before the backup how many may have gone since, and never more than wait', async () => {
    await planSending(setup.store, setup.accountId, sendingId, HOUR)
    assert.equal(await risk(), undefined)
    await hold()
    assert.deepEqual(await risk(), { most: 20, perMinute: null })
    const settle = (secondsAgo: number) =>
      setup.ask(
        `update deliveries set state = 'accepted', next_try_at = null, \
changed_at = to_timestamp(extract(epoch from now()) - ($2::int + (10 - id) * 60))
         where source_id = $1 and id <= 10`,
        [sendingId, secondsAgo],
      )
    // Ten in nine minutes, the last one three minutes ago.
    await settle(180)
    const { most, perMinute } = (await risk())!
    assert.ok(most >= 3 && most <= 5, String(most))
    assert.equal(perMinute, 2)
    await settle(86_400)
    assert.equal((await risk())!.most, 10)
  })

  test('one that was not planned may have gone as a whole, unless its time is still to come', async () => {
    await hold()
    assert.deepEqual(await risk(), { most: 20, perMinute: null })
    await setup.ask("update sendings set due_at = now() + interval '1 hour' where id = $1", [
      sendingId,
    ])
    assert.deepEqual(await risk(), { most: 0, perMinute: null })
  })

  test('is sent but for the emails that are named by Message-ID or address; an outcome is kept', async () => {
    await planSending(setup.store, setup.accountId, sendingId, HOUR)
    await setup.ask(
      "update deliveries set state = 'handed over', next_try_at = null where source_id = $1 " +
        'and id = 4',
      [sendingId],
    )
    await setup.ask(
      "update deliveries set state = 'bounced', next_try_at = null where source_id = $1 and id = 5",
      [sendingId],
    )
    await hold()
    const counts = await confirm(
      ...[1, 4, 5, 1].map(id => messageId(id)),
      messageId(2).slice(1, -1),
      messageId(7, sendingId + 1),
      messageId(8).replace(/[0-9a-z]@/, found => (found[0] === 'a' ? 'b@' : 'a@')),
      'P9@Example.TEST',
      'stranger@example.test',
      'p10@example.test, twice',
      'x'.repeat(4000),
    )
    assert.deepEqual(counts, { marked: 4, known: 2, others: 5 })
    const expected = Array.from({ length: 20 }, (_, i) =>
      [1, 2, 4, 9].includes(i + 1) ? 'accepted' : i + 1 === 5 ? 'bounced' : 'planned',
    )
    assert.deepEqual(await states(), expected)
    const { state, counts: byState } = await sendingProgress(
      setup.store,
      setup.accountId,
      sendingId,
    )
    assert.deepEqual([state, byState], ['sending', { accepted: 4, bounced: 1, planned: 15 }])
    await assert.rejects(confirm(), /The sending is sending/)
  })

  test('one that was not planned yet is planned first', async () => {
    await hold()
    assert.deepEqual(await confirm(messageId(3), 'p6@example.test'), {
      marked: 2,
      known: 0,
      others: 0,
    })
    assert.deepEqual((await states()).filter(state => state === 'planned').length, 18)
    const due = await setup.ask('select kind from work where source_id = $1 and due <= now()', [
      sendingId,
    ])
    assert.deepEqual(due, [['deliver']])
  })

  test('a list that can not be read to its end changes nothing', async () => {
    await planSending(setup.store, setup.accountId, sendingId, HOUR)
    await hold()
    const names = async function* () {
      yield messageId(1)
      throw new Error('the disk is gone')
    }
    const done = confirmRest(setup.store, setup.accountId, sendingId, {
      names,
      keyOf: keyOfLinks(keys),
    })
    await assert.rejects(done, /the disk is gone/)
    assert.equal(
      (await sendingProgress(setup.store, setup.accountId, sendingId)).state,
      'unconfirmed',
    )
    assert.ok((await states()).every(state => state === 'planned'))
  })
})
