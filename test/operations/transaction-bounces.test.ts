/**
 * GetTransactionBouncesByDateInterval, in all bindings. How messages that come in find their email
 * is in test/inbound.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applyReports } from '../../src/domain/bounces/apply-reports.ts'
import { HAND_OVER } from '../../src/domain/bounces/bounce-reports.ts'
import { newAccount, newAddress } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { newProject } from '../support/projects.ts'
import { columnsOf } from '../support/typed-client/dataset.ts'
import { bindings } from '../support/typed-client/request.ts'

async function setUp() {
  const account = await newAccount()
  const project = await newProject(account)
  const { store } = account.service
  const accountId = account.account.id
  const bounced = async (
    at: string,
    kind: 'hard' | 'soft' | 'blocked' | 'complaint',
    reply: string | undefined,
    identifier = '',
  ) => {
    const email = newAddress()
    const id = await account.call.InsertTransaction({
      projectGuid: project.guid,
      identifier,
      email,
      name: '',
      format: undefined,
      sendTime: undefined,
      fieldNames: '',
      fieldValues: '',
    })
    const judgements = [
      { kind, class: 'the-class', status: undefined, recipient: undefined, reply, rule: 'r' },
    ]
    const sentMessage = { sourceKind: 3, sourceId: project.id, deliveryId: id } as const
    const told = {
      messageId: null,
      sentMessage,
      identity: 'token',
      judgements,
      receivedAt: new Date(at),
    }
    await store.transact(
      tx => applyReports(store, tx, accountId, [told], { softLimit: 5, softDays: 14 }),
      {},
    )
    return { id, email }
  }
  const bounces = (from: string, until: string, projectGuid: string | undefined = project.guid) =>
    account.call.GetTransactionBouncesByDateInterval({
      projectGuid,
      from: from === '' ? undefined : new Date(from),
      until: until === '' ? undefined : new Date(until),
    })
  return { ...account, project, accountId, store, bounced, bounces }
}

describe('GetTransactionBouncesByDateInterval', () => {
  test('answers what came back in the interval, in the order of its times, both ends included', async () => {
    const { bounced, bounces } = await setUp()
    const second = await bounced('2026-05-04T12:00:00+01:00', 'soft', undefined, 'order & 2')
    const first = await bounced('2026-05-04T10:00:00+01:00', 'hard', '550 5.1.1 <nobody>')
    const third = await bounced('2026-05-04T14:00:00+01:00', 'blocked', '554 spam')
    await bounced('2026-05-04T12:00:00+01:00', 'complaint', undefined)
    const row = (
      { id, email }: { id: number; email: string },
      at: string,
      category: string,
      reason: string,
      identifier = '',
    ) => ({
      transactionId: id,
      email,
      bounced: new Date(at),
      category,
      reason,
      identifier,
    })
    const rows = [
      row(first, '2026-05-04T10:00:00+01:00', 'Hard', '550 5.1.1 <nobody>'),
      row(second, '2026-05-04T12:00:00+01:00', 'Soft', 'the-class', 'order & 2'),
      row(third, '2026-05-04T14:00:00+01:00', 'Blocked', '554 spam'),
    ]
    assert.deepEqual(await bounces('2026-05-04T10:00:00+01:00', '2026-05-04T14:00:00+01:00'), rows)
    assert.deepEqual(await bounces('2026-05-04T10:00:01+01:00', '2026-05-04T13:59:59+01:00'), [
      rows[1],
    ])
    assert.deepEqual(
      columnsOf(await bounces('', '')).map(({ name, type }) => `${name} ${type}`),
      [
        'TransactionId xs:int',
        'Email xs:string',
        'BounceDate xs:dateTime',
        'BounceCategory xs:string',
        'BounceReason xs:string',
        'Identifier xs:string',
      ],
    )
  })

  test('takes a date alone, and without bounds the last 30 days', async () => {
    const { bounced, bounces, send, project } = await setUp()
    const day = 86_400_000
    await bounced(new Date(Date.now() - 31 * day).toISOString(), 'hard', 'too long ago')
    await bounced(new Date(Date.now() - 29 * day).toISOString(), 'hard', 'lately')
    await bounced('2026-01-31T23:59:59.5+01:00', 'hard', 'last of January')
    assert.deepEqual(
      (await bounces('', '')).map(({ reason }) => reason),
      ['lately'],
    )
    const texts = {
      strProjectGuid: project.guid,
      datIntervalFrom: '2026-01-31',
      datIntervalTo: '2026-01-31',
    }
    for (const binding of bindings) {
      const rows = (await send('GetTransactionBouncesByDateInterval', texts, binding)) as {
        reason: string
      }[]
      assert.deepEqual(
        rows.map(({ reason }) => reason),
        ['last of January'],
      )
    }
  })

  test('is empty, with its columns, for a project that is not there, or another account’s', async () => {
    const { send, bounces, as } = await setUp()
    const other = await setUp()
    await other.bounced(new Date().toISOString(), 'hard', 'secret')
    assert.deepEqual(await bounces('', '', other.project.guid), [])
    for (const strProjectGuid of ['', 'Orders', '1', '8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f'])
      for (const binding of bindings) {
        const texts = { strProjectGuid, datIntervalFrom: '', datIntervalTo: '' }
        const rows = (await send('GetTransactionBouncesByDateInterval', texts, binding)) as object[]
        assert.deepEqual(rows, [])
        assert.equal(columnsOf(rows).length, 6)
      }
    await as({ password: 'wrong' }).inEveryBinding(async call => {
      await assert.rejects(
        call.GetTransactionBouncesByDateInterval({
          projectGuid: undefined,
          from: undefined,
          until: undefined,
        }),
        refusal('unknown-credentials'),
      )
    })
  })

  test('has what a relay refused at hand-over, too', async () => {
    const { project, bounces, store, accountId, call } = await setUp()
    const id = await call.InsertTransaction({
      projectGuid: project.guid,
      identifier: 'refused',
      email: newAddress(),
      name: '',
      format: undefined,
      sendTime: undefined,
      fieldNames: '',
      fieldValues: '',
    })
    await store.withClient(client =>
      client.query(
        "update deliveries set state = 'bounced', attempts = 1 where account_id = $1 and " +
          'source_kind = 3 and id = $2',
        [accountId, id],
      ),
    )
    const judgements = [
      {
        kind: 'hard' as const,
        class: 'bad-mailbox',
        status: '5.1.1',
        recipient: undefined,
        reply: '550 no',
        rule: 'r',
      },
    ]
    const sentMessage = { sourceKind: 3, sourceId: project.id, deliveryId: id } as const
    const told = {
      messageId: null,
      sentMessage,
      identity: HAND_OVER,
      judgements,
      receivedAt: new Date(),
    }
    await store.transact(
      tx => applyReports(store, tx, accountId, [told], { softLimit: 5, softDays: 14 }),
      {},
    )
    const [row] = await bounces('', '')
    assert.deepEqual(
      [row!.transactionId, row!.category, row!.reason, row!.identifier],
      [id, 'Hard', '550 no', 'refused'],
    )
  })
})
