/** GetTransactionDetails, in all bindings: which transactions are meant, and how each stands. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applyReports } from '../../src/domain/bounces/apply-reports.ts'
import { hitIn } from '../domain/reports/reported.ts'
import { newAccount, newAddress } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { newProject } from '../support/projects.ts'
import { columnsOf } from '../support/typed-client/dataset.ts'
import { bindings } from '../support/typed-client/request.ts'

const RULES = { softLimit: 5, softDays: 14 }

async function setUp() {
  const account = await newAccount()
  const project = await newProject(account)
  const { store } = account.service
  const accountId = account.account.id
  const details = account.call.GetTransactionDetails
  const insert = (more: object = {}) =>
    account.call.InsertTransaction({
      projectGuid: project.guid,
      identifier: '',
      email: newAddress(),
      name: '',
      format: undefined,
      sendTime: undefined,
      fieldNames: '',
      fieldValues: '',
      ...more,
    })
  return {
    ...account,
    project,
    store,
    accountId,
    insert,
    details: (more: { id?: string; identifier?: string; email?: string }) =>
      details({ id: '', identifier: '', email: '', ...more }),
    /** As workers leave an email. */
    message: (id: number, state: string, changed = '2026-05-04 12:00:00+01') =>
      store.run(
        {
          name: '',
          text: `update deliveries set state = $3, attempts = 1, next_try_at = null, \
changed_at = $4::timestamptz, reply = '250 Ok'
          where account_id = $1 and source_kind = 3 and id = $2::bigint`,
          again: true,
        },
        [accountId, id, state, changed],
      ),
    /** What came back, as the judging of a message or a reply has it. */
    cameBack: (id: number, kind: 'hard' | 'soft' | 'complaint', reply: string, receivedAt: Date) =>
      store.transact(
        tx =>
          applyReports(
            store,
            tx,
            accountId,
            [
              {
                messageId: null,
                sentMessage: { sourceKind: 3, sourceId: project.id, deliveryId: id },
                identity: 'token',
                judgements: [
                  {
                    kind,
                    class: kind === 'hard' ? 'bad-mailbox' : 'busy',
                    status: '5.1.1',
                    recipient: undefined,
                    reply,
                    rule: 'r',
                  },
                ],
                receivedAt,
              },
            ],
            RULES,
          ),
        {},
      ),
    hit: (id: number, kind: 'view' | 'click', verdict: 'person' | 'scanner' = 'person') =>
      hitIn(store, accountId, {
        source: 'transaction',
        sourceId: project.id,
        deliveryId: id,
        kind,
        link: kind === 'click' ? 1 : 0,
        verdict,
      }),
  }
}

describe('GetTransactionDetails', () => {
  test('tells how a transaction stands, what people did with it, and how it came back', async () => {
    const { details, insert, message, cameBack, hit, project, call } = await setUp()
    const email = newAddress()
    const future = new Date('2999-05-04T12:00:00+01:00')
    const waiting = await insert({
      email,
      name: 'Å & Co',
      identifier: 'order-1',
      format: 'text',
      sendTime: future,
    })
    const sent = await insert({ email, identifier: 'order-2' })
    const bounced = await insert({ email: newAddress(), identifier: 'order-3' })
    await message(sent, 'accepted')
    await message(bounced, 'accepted', '2026-05-04 11:00:00+01')
    await hit(sent, 'view')
    await hit(sent, 'view', 'scanner')
    await hit(sent, 'click')
    await cameBack(bounced, 'hard', '550 5.1.1 nobody here', new Date('2026-05-04T13:00:00+01:00'))

    const none = {
      sent: null,
      views: 0,
      clicks: 0,
      bounceTime: null,
      bounceCategory: '',
      bounceReason: '',
    }
    const [one] = await details({ id: String(waiting) })
    assert.deepEqual(one, {
      id: waiting,
      identifier: 'order-1',
      email,
      name: 'Å & Co',
      format: 'text',
      projectGuid: project.guid,
      version: '',
      status: 'Waiting',
      sendTime: future,
      ...none,
    })
    const [other] = await details({ identifier: 'order-2' })
    assert.deepEqual([other!.status, other!.sent], ['Sent', new Date('2026-05-04T12:00:00+01:00')])
    assert.deepEqual([other!.views, other!.clicks], [1, 1])
    const [third] = await details({ id: String(bounced) })
    assert.deepEqual(
      [third!.status, third!.sent, third!.bounceTime, third!.bounceCategory, third!.bounceReason],
      [
        'Bounced',
        new Date('2026-05-04T11:00:00+01:00'),
        new Date('2026-05-04T13:00:00+01:00'),
        'Hard',
        '550 5.1.1 nobody here',
      ],
    )
    assert.deepEqual(
      (
        await call.GetTransactionDetails({
          id: ` {${project.guid.toUpperCase()}} `,
          identifier: '',
          email: '',
        })
      ).map(({ id }) => id),
      [waiting, sent, bounced],
    )
    assert.deepEqual(
      columnsOf(await details({ id: project.guid })).map(({ name, type }) => `${name} ${type}`),
      [
        'TransactionId xs:int',
        'Identifier xs:string',
        'Email xs:string',
        'Name xs:string',
        'Format xs:string',
        'ProjectGuid guid',
        'Version xs:string',
        'Status xs:string',
        'SendTime xs:dateTime',
        'Sent xs:dateTime',
        'Views xs:int',
        'Clicks xs:int',
        'BounceTime xs:dateTime',
        'BounceCategory xs:string',
        'BounceReason xs:string',
      ],
    )
  })

  test('finds by all that is given together', async () => {
    const { details, insert, project } = await setUp()
    const [ada, bo] = [newAddress(), newAddress()]
    const ids = [
      await insert({ email: ada, identifier: 'x' }),
      await insert({ email: bo, identifier: 'x' }),
      await insert({ email: ada, identifier: 'y' }),
    ]
    const found = async (more: object) => (await details(more)).map(({ id }) => ids.indexOf(id))
    assert.deepEqual(await found({ identifier: 'x' }), [0, 1])
    assert.deepEqual(await found({ email: ada.toUpperCase() }), [0, 2])
    assert.deepEqual(await found({ email: ` ${ada} `, identifier: ' x ' }), [0])
    assert.deepEqual(await found({ id: project.guid, email: ada }), [0, 2])
    assert.deepEqual(await found({ id: project.guid, identifier: 'y' }), [2])
    assert.deepEqual(await found({ id: String(ids[0]) }), [0])
    assert.deepEqual(await found({ id: `000${ids[0]}`, identifier: 'x' }), [0])
    assert.deepEqual(await found({ id: String(ids[0]), identifier: 'y' }), [])
    assert.deepEqual(await found({ id: String(ids[0]), email: bo }), [])
  })

  test('is empty, with its columns, for nothing given, for what is not there, and for another account’s', async () => {
    const { send, insert, as } = await setUp()
    const other = await setUp()
    const strange = await other.insert({ identifier: 'secret', email: 'secret@example.test' })
    await insert({ identifier: 'mine' })
    const empty = { strId: '', strIdentifier: '', strEmail: '' }
    for (const texts of [
      empty,
      { ...empty, strId: '  ' },
      { ...empty, strId: 'x' },
      { ...empty, strId: '-1' },
      { ...empty, strId: '99999999999999999999' },
      { ...empty, strId: '2147483648' },
      { ...empty, strId: String(strange + 1000) },
      { ...empty, strId: other.project.guid },
      { ...empty, strIdentifier: 'secret' },
      { ...empty, strEmail: 'secret@example.test' },
      { ...empty, strEmail: "' or '1'='1" },
      { ...empty, strId: 'x', strIdentifier: 'mine' },
    ])
      for (const binding of bindings) {
        const rows = (await send('GetTransactionDetails', texts, binding)) as object[]
        assert.deepEqual(rows, [], JSON.stringify(texts))
        assert.equal(columnsOf(rows).length, 15)
      }
    await as({ password: 'wrong' }).inEveryBinding(async call => {
      await assert.rejects(
        call.GetTransactionDetails({ id: '1', identifier: '', email: '' }),
        refusal('unknown-credentials'),
      )
    })
  })

  test('streams a project of many in the order of their ids', async () => {
    const { details, store, accountId, project } = await setUp()
    const many = 2500
    await store.withClient(async client => {
      await client.query(
        `insert into transactions (account_id, id, project_id, email, email_key, send_at)
         select $1, i, $2, 'p' || i || '@example.test', 'p' || i || '@example.test', \
now() from generate_series(1, $3::int) i`,
        [accountId, project.id, many],
      )
      await client.query(
        'insert into deliveries (account_id, source_kind, source_id, id, email) select $1, ' +
          `3, $2, i, 'x' from generate_series(1, $3::int) i`,
        [accountId, project.id, many],
      )
    })
    const rows = await details({ id: project.guid })
    assert.deepEqual(
      rows.map(({ id }) => id),
      Array.from({ length: many }, (_, i) => i + 1),
    )
  })
})
