/**
 * Files of another service: ids are kept, and people's decisions there. A person who left by any
 * file is resubscribed by none, in any order of files.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ImportColumn } from '../../../src/domain/files/columns.ts'
import { inColumns, PLAIN_CSV } from '../../../src/domain/imports/queue-import.ts'
import { undoImport } from '../../../src/domain/imports/undo-import.ts'
import { deleteList } from '../../../src/domain/lists/add-list.ts'
import { subscribe } from '../../../src/domain/subscribers/subscribe.ts'
import { type ImportSetup, importSetup } from '../../support/imports.ts'

let setup: ImportSetup
before(async () => {
  setup = await importSetup()
})
after(() => setup.close())

const file = (text: string, columns: ImportColumn[], listId?: number) =>
  setup.importText(text, listId, inColumns({ ...PLAIN_CSV, delimiter: ',' }, columns))

const standing = async (listId: number) =>
  (
    await setup.ask(
      `select p.email, j.list_id is not null and j.unsubscribed_at is null,
         j.unsubscribed_at::text, p.opted_out_at is not null, p.undeliverable_since is not null
       from subscribers p left join subscriptions j on j.account_id = p.account_id
         and j.subscriber_id = p.id and j.list_id = $2
       where p.account_id = $1 order by p.email`,
      setup.accountId,
      listId,
    )
  ).map(([email, on, left, out, dead]) => ({
    email: email!,
    on: on === 't',
    left,
    out: out === 't',
    dead: dead === 't',
  }))

describe('ids in a column', () => {
  test('are kept, low ones too, and others go on above the highest', async () => {
    const listId = await setup.newList()
    const columns: ImportColumn[] = ['id', 'email', 'name']
    const first = await file(
      '9001,a@ids.test,A\n17,b@ids.test,B\n3,c@ids.test,C\n',
      columns,
      listId,
    )
    assert.deepEqual([first.state, first.inserted, first.rejected], [2, 3, 0])
    const rows = await setup.ask(
      `select id, name from subscribers where account_id = $1 and email like '%@ids.test'
       order by id`,
      setup.accountId,
    )
    assert.deepEqual(rows, [
      ['3', 'C'],
      ['17', 'B'],
      ['9001', 'A'],
    ])
    const person = { email: 'd@ids.test', name: '', countryCode: '', phone: '' }
    const { id } = await subscribe(setup.store, setup.accountId, listId, {
      ...person,
      format: undefined,
    })
    assert.ok(id > 9001)
  })

  test('taken ones are rejected with the reason, and so is another id of a known address', async () => {
    const listId = await setup.newList()
    const columns: ImportColumn[] = ['id', 'email', 'unsubscribed']
    const again = await file(
      [
        '9001,a@ids.test,',
        '17,other@ids.test,',
        '18,b@ids.test,',
        '0,e@ids.test,',
        '99999999999999999,f@ids.test,',
        '77,g@ids.test,',
        '77,h@ids.test,',
        // Who left is kept out also where the id is another's.
        '17,gone@ids.test,2026-01-31',
      ].join('\n'),
      columns,
      listId,
    )
    assert.deepEqual(again.rejectedBy, { 'id-taken': 2, 'other-id': 1, id: 2, unsubscribed: 1 })
    assert.deepEqual([again.inserted, again.unchanged], [1, 1])
    const gone = (await standing(listId)).find(({ email }) => email === 'gone@ids.test')!
    assert.equal(gone.on, false)
    assert.match(gone.left!, /^2026-01-3/)
  })
})

describe('what people said elsewhere', () => {
  test('is stored with reason and date: unsubscribed, opted out, bounced, agreed', async () => {
    const listId = await setup.newList()
    const progress = await file(
      [
        'u@said.test,2025-05-01T10:00:00Z,,,too many,,',
        'o@said.test,,2025-06-01,,Nej tack,,',
        'b@said.test,,,2025-07-01,550 no such user,,',
        'in@said.test,no,0,,,Shop,2024-02-03 10:00',
        'late@said.test,2999-01-01,,,,,',
      ].join('\n'),
      [
        ...(['email', 'unsubscribed', 'opted-out', 'bounced', 'reason'] as const),
        ...(['consent-source', 'consent-date'] as const),
      ],
      listId,
    )
    assert.deepEqual([progress.state, progress.inserted, progress.rejected], [2, 1, 4])
    assert.deepEqual(progress.rejectedBy, { unsubscribed: 2, 'opted-out': 1, bounced: 1 })
    const rows = (await standing(listId)).filter(({ email }) => email.endsWith('@said.test'))
    assert.deepEqual(
      rows.map(({ email, on, left, out, dead }) => [email, on, left !== null, out, dead]),
      [
        ['b@said.test', false, false, false, true],
        ['in@said.test', true, false, false, false],
        ['late@said.test', false, true, false, false],
        ['o@said.test', false, false, true, false],
        ['u@said.test', false, true, false, false],
      ],
    )
    const ask = (text: string) => setup.ask(text, setup.accountId)
    assert.deepEqual(
      await ask(
        `select reason, created_at = '2025-06-01T00:00:00+01:00', by_program from opt_outs
         where account_id = $1 and email = 'o@said.test'`,
      ),
      [['Nej tack', 't', 'f']],
    )
    assert.deepEqual(
      await ask(
        `select unsubscribe_source, unsubscribe_reason, unsubscribed_at = '2025-05-01T10:00:00Z'
         from subscriptions where account_id = $1 and unsubscribe_reason is not null`,
      ),
      [['file', 'too many', 't']],
    )
    assert.deepEqual(
      await ask(
        `select source, given_at = '2024-02-03T10:00:00+01:00' from consents where account_id = $1`,
      ),
      [['Shop', 't']],
    )
  })

  test('consents go with their import, and with their list', async () => {
    const [one, two] = [await setup.newList(), await setup.newList()]
    const columns: ImportColumn[] = ['email', 'consent-source']
    const rows = 'c1@agreed.test,Shop\nc2@agreed.test,Fair\n'
    const first = await file(rows, columns, one)
    await file(rows, columns, two)
    const consents = () =>
      setup.ask(
        `select c.list_id::text, c.source from consents c join subscribers p
           on p.account_id = c.account_id and p.id = c.subscriber_id
         where c.account_id = $1 and p.email like '%@agreed.test' order by 1, 2`,
        setup.accountId,
      )
    const ofTwo = ['Fair', 'Shop'].map(source => [String(two), source])
    assert.deepEqual(await consents(), [
      ...['Fair', 'Shop'].map(source => [String(one), source]),
      ...ofTwo,
    ])
    await undoImport(setup.store, setup.accountId, first.id, 30)
    assert.deepEqual(await consents(), ofTwo)
    await deleteList(setup.store, setup.accountId, two)
    assert.deepEqual(await consents(), [])
  })

  test('words of a status are read; an unknown one is rejected', async () => {
    const listId = await setup.newList()
    const words = ['Active', 'unsubscribed', 'BLOCKLISTED', 'cleaned', 'Junk', 'unconfirmed', 'huh']
    const progress = await file(
      words.map((word, at) => `s${at}@status.test,${word}`).join('\n'),
      ['email', 'status'],
      listId,
    )
    assert.equal(progress.inserted, 1)
    assert.deepEqual(progress.rejectedBy, {
      unsubscribed: 1,
      'opted-out': 2,
      bounced: 1,
      unconfirmed: 1,
      status: 1,
    })
  })

  test('wins over rows that subscribe, in any order of files and rows', async () => {
    let seed = 20
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const shuffled = <T>(items: readonly T[]): T[] => {
      const rest = [...items]
      return items.map(() => rest.splice(random(rest.length), 1)[0]!)
    }
    for (let round = 0; round < 6; round++) {
      const lists = [await setup.newList(), await setup.newList()]
      const emails = Array.from({ length: 12 }, (_, at) => `p${at}@round${round}.test`)
      const rows = lists.flatMap(listId =>
        emails.flatMap(email =>
          ['', 'unsubscribed', '', 'blocklisted', 'active']
            .filter(status => random(status === 'blocklisted' ? 6 : 2) === 0)
            .map(status => ({ listId, email, status })),
        ),
      )
      const files = shuffled(
        lists.flatMap(listId => {
          const own = shuffled(rows.filter(row => row.listId === listId))
          const cut = random(own.length + 1)
          return [own.slice(0, cut), own.slice(cut)].map(some => ({ listId, some }))
        }),
      )
      const once = async () => {
        for (const { listId, some } of files)
          if (some.length > 0)
            await file(
              some.map(({ email, status }) => `${email},${status}`).join('\n'),
              ['email', 'status'],
              listId,
            )
      }
      await once()
      // A second pass in another order brings nobody back either.
      files.reverse()
      await once()
      for (const listId of lists) {
        const own = new Map((await standing(listId)).map(row => [row.email, row]))
        for (const email of emails) {
          const said = (status: string, here = false) =>
            rows.some(
              row =>
                row.email === email && row.status === status && (!here || row.listId === listId),
            )
          const out = said('blocklisted')
          const left = said('unsubscribed', true)
          const added = said('', true) || said('active', true)
          const row = own.get(email)
          assert.equal(row?.out ?? false, out, `${email} opted out`)
          assert.equal(row?.on ?? false, added && !out && !left, `${email} on list ${listId}`)
        }
      }
    }
  })
})
