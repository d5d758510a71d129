/** Undoing an import: its changes are reverted, newer ones stay. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { undoImport } from '../../../src/domain/imports/undo-import.ts'
import { optOut } from '../../../src/domain/opt-outs/opt-out.ts'
import type { Refusal } from '../../../src/domain/refusal.ts'
import { unsubscribePerson } from '../../../src/domain/subscribers/person-consent.ts'
import { subscribe } from '../../../src/domain/subscribers/subscribe.ts'
import { type ImportSetup, importSetup } from '../../support/imports.ts'

let setup: ImportSetup
before(async () => {
  // Batches of few rows: an import of these tests has several.
  setup = await importSetup({ batchRows: 3 })
})
after(() => setup.close())

const DAYS = 30
const undo = (importId: number) => undoImport(setup.store, setup.accountId, importId, DAYS)
const person = (email: string, name: string) => ({
  email,
  name,
  format: undefined,
  countryCode: '',
  phone: '',
})
const insert = (listId: number, email: string, name = '', fields: string[] = []) =>
  subscribe(setup.store, setup.accountId, listId, person(email, name), fields)

/** All that is known of people, but for times. */
async function everything(like: string) {
  const { ask, accountId } = setup
  return {
    people: await ask(
      `select id, email, name, format, country_code, phone, array_to_string(fields, ',', ''), \
opted_out_at is not null
       from subscribers where account_id = $1 and email like $2 order by id`,
      accountId,
      like,
    ),
    lists: await ask(
      `select s.subscriber_id, s.list_id, s.unsubscribed_at is not null from subscriptions s
       join subscribers p on p.account_id = s.account_id and p.id = s.subscriber_id
       where s.account_id = $1 and p.email like $2 order by 1, 2`,
      accountId,
      like,
    ),
  }
}

describe('undoing an import', () => {
  test('leaves the store as it was before, also when addresses are repeated over batches', async () => {
    const listId = await setup.newList()
    await insert(listId, 'known-1@a.test', 'One', ['a', 'b'])
    await insert(await setup.newList(), 'known-2@a.test', 'Two')
    await insert(listId, 'known-3@a.test', 'Three')
    const before = await everything('%@a.test')
    const rows = Array.from({ length: 20 }, (_, i) => `new-${i % 8}@a.test;N${i};html;${i}`)
    const text =
      `known-1@a.test;Uno;text;x;;z\nknown-2@a.test;Two\n${rows.join('\n')}\n` +
      `known-1@a.test;Eins\nKNOWN-3@a.test\n`
    const progress = await setup.importText(text, listId)
    assert.deepEqual(
      [progress.inserted, progress.updated, progress.unchanged, progress.repeated],
      [8, 1, 2, 13],
    )
    assert.equal(progress.subscribed, 9)
    assert.deepEqual(await undo(progress.id), {
      removed: 8,
      stayed: 0,
      unlisted: 9,
      restored: 1,
      changedSince: 0,
    })
    assert.deepEqual(await everything('%@a.test'), before)
    // Nothing is left of it, and the counts of the list are exact.
    const left = `select count(*) from import_old_values where account_id = $1 and import_id = $2`
    assert.deepEqual(await setup.ask(left, setup.accountId, progress.id), [['0']])
    await assert.rejects(undo(progress.id), (error: Refusal) => error.reason === 'not-now')
  })

  test('keeps what something newer has said', async () => {
    const listId = await setup.newList()
    const other = await setup.newList()
    await insert(other, 'before@b.test', 'Before', ['old'])
    const names = ['before', 'again', 'elsewhere', 'opted', 'left', 'plain']
    const progress = await setup.importText(
      names.map(name => `${name}@b.test;${name};html;new`).join('\n'),
      listId,
    )
    assert.equal(progress.state, 2)
    await insert(other, 'before@b.test', 'Newer')
    const { id: again } = await insert(listId, 'again@b.test')
    const { id: elsewhere } = await insert(other, 'elsewhere@b.test')
    await optOut(setup.store, setup.accountId, {
      email: 'opted@b.test',
      reason: '',
      listText: '',
      sendingText: '',
    })
    const [[left]] = (await setup.ask(
      `select id from subscribers where email = 'left@b.test'`,
    )) as [[string]]
    await unsubscribePerson(setup.store, setup.accountId, Number(left), listId, 'page')
    const undone = await undo(progress.id)
    assert.deepEqual(undone, { removed: 1, stayed: 4, unlisted: 1, restored: 0, changedSince: 1 })
    const { people, lists } = await everything('%@b.test')
    assert.deepEqual(
      people.map(([, email, name, , , , fields]) => [email, name, fields]),
      [
        ['before@b.test', 'Newer', 'new'],
        ['again@b.test', 'again', 'new'],
        ['elsewhere@b.test', 'elsewhere', 'new'],
        ['opted@b.test', 'opted', 'new'],
        ['left@b.test', 'left', 'new'],
      ],
    )
    const of = (id: number | string) =>
      lists.filter(row => row[0] === String(id)).map(([, list, gone]) => [Number(list), gone])
    // A program inserted them once more: that is a word of its own.
    assert.deepEqual(of(again), [[listId, 'f']])
    assert.deepEqual(of(elsewhere), [
      [listId, 'f'],
      [other, 'f'],
    ])
    assert.deepEqual(of(left), [[listId, 't']])
  })

  test('of two imports, the later one first: all is as before both; the earlier one first: what the later one says stays', async () => {
    const listId = await setup.newList()
    await insert(listId, 'p@c.test', 'Zero', ['0'])
    const before = await everything('%@c.test')
    const first = await setup.importText('p@c.test;One;html;1\nq@c.test;Q\n', listId)
    const second = await setup.importText('p@c.test;Two;html;2\nq@c.test;Q\n', listId)
    await undo(second.id)
    await undo(first.id)
    assert.deepEqual(await everything('%@c.test'), before)

    const third = await setup.importText('p@c.test;Three;html;3\nq@c.test;Q\n', listId)
    await setup.importText('p@c.test;Four;html;4\nq@c.test;Q\n', listId)
    const now = await everything('%@c.test')
    assert.deepEqual(await undo(third.id), {
      removed: 0,
      stayed: 1,
      unlisted: 0,
      restored: 0,
      changedSince: 1,
    })
    assert.deepEqual(await everything('%@c.test'), now)
  })

  test('asked again while it is under way: no step is left out, or counted twice', async () => {
    const { store, accountId, ask } = setup
    const rows = Array.from({ length: 2000 }, (_, i) => `p${i}@e.test;${'N'.repeat(150)}`)
    const { id } = await setup.importText(rows.join('\n'))
    const parts = 'select count(*) from import_parts where account_id = $1 and import_id = $2'
    // Enough for the second call to come before the last of them.
    assert.ok(Number((await ask(parts, accountId, id))[0]![0]) > 5)
    let second: ReturnType<typeof undo> | undefined
    const first = await undoImport(store, accountId, id, DAYS, () => {
      second = second ?? undo(id)
    })
    const all = { removed: 2000, stayed: 0, unlisted: 2000, restored: 0, changedSince: 0 }
    assert.deepEqual([first, await second], [all, all])
    const noted = 'select undo from imports where account_id = $1 and id = $2'
    assert.deepEqual(JSON.parse((await ask(noted, accountId, id))[0]![0]!), all)
  })

  test('refuses an import that is not there, and one that is too old', async () => {
    await assert.rejects(undo(99_999), (error: Refusal) => error.reason === 'no-such-import')
    const progress = await setup.importText('old@d.test;N\n')
    await setup.ask(
      `update imports set finished_at = now() - interval '31 days' where id = $1`,
      progress.id,
    )
    await assert.rejects(undo(progress.id), /too old/)
  })
})
