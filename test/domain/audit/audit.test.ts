/** The audit log: written with the change, by whom, without secrets; read, erased, trimmed. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { atomically, type Store } from '../../../src/db/db.ts'
import { addAccount } from '../../../src/domain/accounts/add-account.ts'
import { type Actor, withActor } from '../../../src/domain/audit/actor.ts'
import { type AuditSelection, auditOf, trimAudit } from '../../../src/domain/audit/read.ts'
import { recordChange } from '../../../src/domain/audit/record.ts'
import { addNamedFilter, editFilter } from '../../../src/domain/filters/save-filter.ts'
import { openKeys } from '../../../src/domain/keys/keys.ts'
import { deleteList, editList, makeList } from '../../../src/domain/lists/add-list.ts'
import { makeApiKey } from '../../../src/domain/members/api-keys/api-keys.ts'
import { optOut } from '../../../src/domain/opt-outs/opt-out.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import { setTracking } from '../../../src/domain/tracking/anonymous-lists.ts'
import { editTrackedList } from '../../../src/domain/tracking/tracked-lists.ts'
import { createSealer } from '../../../src/lib/secrets.ts'
import { temporaryStore } from '../../support/database.ts'
import { moved } from '../../support/moved.ts'

let store: Store
let drop: () => Promise<void>
let accountId: number
let count = 0
// In a suite: a hook of the root would run for the tests of all files of its process.
describe('the audit log', () => {
  before(async () => {
    ;({ store, drop } = await temporaryStore())
  })
  after(() => drop())
  beforeEach(async () => {
    const username = `shop-${++count}`
    accountId = (await addAccount(store, { username, password: 'a long secret' }))!.id
  })

  const KEY: Actor = { kind: 'key', id: 7, name: 'shop', peer: '10.0.0.1' }
  const byKey = <T>(work: () => T): T => withActor(KEY, work)
  const entries = (selection: Partial<AuditSelection> = {}) =>
    auditOf(store, accountId, { most: 100, ...selection })
  const actions = async (selection?: Partial<AuditSelection>) =>
    (await entries(selection)).map(({ action }) => action)
  const list = {
    name: 'Customers',
    fromName: 'Shop',
    fromEmail: 'news@x.test',
    description: '',
    characterSet: 'utf-8',
  }

  describe('a change', () => {
    test('is recorded with who, what, before and after', async () => {
      const id = await byKey(() => makeList(store, accountId, list))
      await byKey(() => editList(store, accountId, id, { name: 'Readers', fromName: 'Shop' }))
      await byKey(() => editTrackedList(store, accountId, id, { tracking: 'off' }))
      await byKey(() => deleteList(store, accountId, id))
      const [removed, tracked, edited, added] = await entries({ kind: 'list', id })
      assert.deepEqual(
        { ...edited, id: '', at: '' },
        {
          id: '',
          at: '',
          peer: '10.0.0.1',
          action: 'list.edit',
          actor: { kind: 'key', id: 7, name: 'shop' },
          object: { kind: 'list', id: String(id) },
          before: { name: 'Customers' },
          after: { name: 'Readers' },
        },
      )
      assert.deepEqual(
        [tracked?.before, tracked?.after],
        [{ tracking: 'personal' }, { tracking: 'off' }],
      )
      assert.deepEqual([added?.before, added?.after], [null, { ...list }])
      assert.deepEqual(
        [removed?.action, (removed!.before as { name: string }).name],
        ['list.remove', 'Readers'],
      )
    })

    test('that fails or is undone leaves no entry', async () => {
      const id = await makeList(store, accountId, list)
      await assert.rejects(byKey(() => editList(store, accountId, id, { fromEmail: 'nobody' })))
      await assert.rejects(byKey(() => editList(store, accountId, 999, { name: 'X' })))
      await assert.rejects(
        byKey(() =>
          atomically(store, async tx => {
            await editList(tx, accountId, id, { name: 'Never' })
            throw new Error('undone')
          }),
        ),
        /undone/,
      )
      assert.deepEqual(await entries(), [])
    })

    test('without an actor is not recorded', async () => {
      const id = await makeList(store, accountId, list)
      await setTracking(store, accountId, id, 'off')
      await optOut(store, accountId, {
        email: 'a@x.test',
        reason: '',
        listText: '',
        sendingText: '',
      })
      assert.deepEqual(await entries(), [])
    })

    test('keeps no secret, and long texts cut', async () => {
      const { token } = await byKey(() =>
        makeApiKey(store, accountId, {
          name: 'shop',
          rights: ['read'],
          maker: { kind: 'command' },
        }),
      )
      await store.transact(tx =>
        recordChange(
          tx,
          accountId,
          {
            action: 'list.edit',
            id: 'x'.repeat(5000),
            before: { a: '\ud800\0' },
            after: { a: 'y'.repeat(5000), b: { deep: 'z'.repeat(5000) }, ['n\0'.repeat(5000)]: 1 },
          },
          KEY,
        ),
      )
      const text = JSON.stringify(await entries())
      assert.ok(!text.includes(token.slice(-20)))
      assert.ok(text.length < 5000)
    })

    test('of many at once is recorded for each, in order', async () => {
      await byKey(() =>
        store.transact(async tx => {
          for (let n = 0; n < 50; n++)
            await recordChange(tx, accountId, { action: 'list.edit', id: n, after: { n } })
        }),
      )
      const ids = (await entries()).map(({ object }) => Number(object.id))
      assert.deepEqual(
        ids,
        Array.from({ length: 50 }, (_, n) => 49 - n),
      )
    })
  })

  describe('reading', () => {
    test('is by object, action, kind of actor, time, and page by page', async () => {
      await byKey(() => makeList(store, accountId, list))
      const filter = await withActor({ kind: 'command', name: 'root' }, () =>
        addNamedFilter(store, accountId, 'All', 'email contains "x"'),
      )
      await byKey(() => editFilter(store, accountId, filter, { name: 'Sthlm' }))
      assert.deepEqual(await actions({ kind: 'list' }), ['list.add'])
      assert.deepEqual(await actions({ action: 'filter.edit' }), ['filter.edit'])
      assert.deepEqual(await actions({ actorKind: 'command' }), ['filter.add'])
      assert.deepEqual(await actions({ until: new Date(0) }), [])
      const [first] = await entries({ most: 1 })
      assert.deepEqual(await actions({ after: first!.id }), ['filter.add', 'list.add'])
      assert.deepEqual(await auditOf(store, accountId + 1000, { most: 10 }), [])
      for (const wrong of [{ kind: 'x' }, { action: 'list.x' }, { actorKind: 'x'.repeat(5000) }])
        await assert.rejects(entries(wrong), { reason: 'not-valid' })
    })
  })

  test('an erased address is removed; the entry of the erasure stays', async () => {
    const keys = await openKeys(store, createSealer('a secret key of thirty-two letters'))
    try {
      const email = 'ada.lovelace@x.test'
      await byKey(() =>
        addNamedFilter(store, accountId, `For ${email.toUpperCase()}`, 'email contains "x"'),
      )
      await byKey(() =>
        optOut(store, accountId, { email, reason: '', listText: '', sendingText: '' }),
      )
      assert.match(JSON.stringify(await entries()), /ada\.lovelace/i)
      await byKey(() => erase(store, accountId, email))
      assert.deepEqual(await actions(), ['subscriber.erase', 'subscriber.opt-out', 'filter.add'])
      await store.withClient(async client => {
        const { rows } = await client.query('select audit_entries::text as row from audit_entries')
        assert.ok(rows.every(({ row }) => !/lovelace/i.test(row)))
      })
    } finally {
      keys.close()
    }
  })

  test('entries end after their months', async () => {
    await byKey(() => makeList(store, accountId, list))
    await byKey(() => makeList(store, accountId, list))
    const [newest] = await entries()
    await store.run(
      {
        name: '',
        text: `update audit_entries set at = ${moved('at', '-25 * 31 * 86400')}
        where account_id = $1 and id <> $2`,
        again: false,
      },
      [accountId, newest!.id],
    )
    await trimAudit(store, 24, new AbortController().signal)
    assert.deepEqual(
      (await entries()).map(({ id }) => id),
      [newest!.id],
    )
  })
})
