/** The work of a closed account is held, and is resumed when the account is opened again. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { accountOfKey, makeConversionKey } from '../../src/domain/tracking/convert.ts'
import { insertTransaction } from '../../src/domain/transactions/insert.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { dueKinds } from '../../src/domain/work/due.sql.ts'
import { smppServer } from '../sms/server.ts'
import { smsSetup } from '../sms/setup.ts'
import { startSink } from '../support/smtp-sink.ts'
import { withTriggers } from '../support/triggers.ts'
import { until } from '../support/until.ts'
import { startTelling, webhookSetup } from '../webhooks/setup.ts'

type Ask = (text: string, values?: unknown[]) => Promise<unknown>

const close = (ask: Ask, accountId: number) =>
  ask('update accounts set closed_at = now() where id = $1', [accountId])
const open = (ask: Ask, accountId: number) =>
  ask('update accounts set closed_at = null where id = $1', [accountId])
/** Workers look several times a second. */
const LOOKS_MILLIS = 2_000

describe('a closed account', () => {
  test('sends no emails of sendings, triggers and transactions until it is open', () =>
    withTriggers(
      3,
      async ({ store, accountId, newsletterId, ask, send, add, join, startWorkers }) => {
        const sink = await startSink()
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
        })
        await add()
        await join([11])
        await send()
        await insertTransaction(store, accountId, {
          guid: project.guid,
          identifier: '',
          email: 'p1@example.test',
          name: 'P1',
          format: undefined,
          sendAt: undefined,
          fields: [],
          split: false,
        })
        const named = async () => (await dueKinds(store, {})).map(({ kind }) => kind).sort()
        const due = await named()
        assert.deepEqual(due, ['plan', 'project', 'trigger'])
        await close(ask, accountId)
        // Or its workers would be woken three times a second, for nothing.
        assert.deepEqual(await named(), [])
        const workers = await startWorkers(sink.port)
        await pause(LOOKS_MILLIS)
        assert.equal(sink.counts.size, 0)
        await open(ask, accountId)
        // Three or four of the sending, one of the trigger, one of the project.
        const kinds = async () => {
          const rows = await ask(
            "select source_kind, count(*) from deliveries where state = 'accepted' group by " +
              '1 order by 1',
          )
          return Object.fromEntries(rows) as Record<string, string>
        }
        await until(
          async () => Object.keys(await kinds()).length === 3 && Number((await kinds())['1']) >= 3,
        )
        await workers.stop()
        await sink.stop()
      },
    ))

  test('sends no texts until it is open', async t => {
    const server = await smppServer({ answer: (_, __, count) => String(count) })
    const sms = await smsSetup(3)
    const { messageId } = await sms.send()
    await close(sms.ask, sms.accountId)
    const workers = await sms.startWorkers({
      SMS_URL: `smpp://user:secret@127.0.0.1:${server.port}?from=Shop`,
    })
    t.after(async () => {
      await workers.stop()
      await server.close()
      await sms.drop()
    })
    await pause(LOOKS_MILLIS)
    assert.equal(server.submits.length, 0)
    assert.deepEqual(Object.keys(await sms.states(messageId)), ['planned'])
    await open(sms.ask, sms.accountId)
    await until(async () => server.submits.length === 3)
  })

  test('tells no webhook until it is open', async t => {
    const { accountId, ask, receiver, tell } = await webhookSetup()
    await close(ask, accountId)
    await tell({ kind: 'import-finished', ids: [0] })
    const telling = await startTelling()
    t.after(async () => {
      await telling.stop()
      await receiver.close()
    })
    await pause(LOOKS_MILLIS)
    assert.equal(receiver.received.length, 0)
    await open(ask, accountId)
    await receiver.until(1)
  })

  test('has no shop key until it is open', async () => {
    const { accountId, ask, receiver, store } = await webhookSetup()
    await receiver.close()
    const key = await makeConversionKey(store, accountId)
    assert.equal(await accountOfKey(store, key), accountId)
    await close(ask, accountId)
    assert.equal(await accountOfKey(store, key), undefined)
    await open(ask, accountId)
    assert.equal(await accountOfKey(store, key), accountId)
  })
})
