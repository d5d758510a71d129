/** What files say of measuring: kept with moment and words, and never against a decline. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ImportColumn } from '../../../src/domain/files/columns.ts'
import { inColumns, PLAIN_CSV } from '../../../src/domain/imports/queue-import.ts'
import { undoImport } from '../../../src/domain/imports/undo-import.ts'
import { answer, measuringOfPerson } from '../../../src/domain/measuring/answer.ts'
import { subscribe } from '../../../src/domain/subscribers/subscribe.ts'
import { type ImportSetup, importSetup } from '../../support/imports.ts'

let setup: ImportSetup
before(async () => {
  setup = await importSetup()
})
after(() => setup.close())

const COLUMNS: ImportColumn[] = ['email', 'name', 'measuring', 'measuring-at', 'measuring-words']

const file = (rows: string[], listId: number) =>
  setup.importText(
    `${rows.join('\n')}\n`,
    listId,
    inColumns({ ...PLAIN_CSV, delimiter: ',' }, COLUMNS),
  )

async function idOf(email: string): Promise<number> {
  const query = 'select id from subscribers where account_id = $1 and email_key = $2'
  const [[id]] = (await setup.ask(query, setup.accountId, email)) as [[string]]
  return Number(id)
}

const now = async (email: string) => {
  const { opens, clicks, answers } = await measuringOfPerson(
    setup.store,
    setup.accountId,
    await idOf(email),
  )
  return { opens, clicks, answers: answers.map(({ words, way }) => `${way}: ${words}`) }
}

test('answers come with new people and with known ones', async () => {
  const listId = await setup.newList()
  const done = await file(
    [
      'a@new.test,A,agreed,2026-01-05T10:00:00Z,May we measure?',
      'b@new.test,B,Declined,,',
      'c@new.test,C,opens,,',
      'd@new.test,D,,,',
      'e@new.test,E,perhaps,,',
    ],
    listId,
  )
  assert.deepEqual([done.inserted, done.rejectedBy], [4, { measuring: 1 }])
  assert.deepEqual(await now('a@new.test'), {
    opens: 'agreed',
    clicks: 'agreed',
    answers: ['import: May we measure?'],
  })
  assert.deepEqual(await now('b@new.test'), {
    opens: 'declined',
    clicks: 'declined',
    answers: ['import: '],
  })
  const some = await now('c@new.test')
  assert.deepEqual([some.opens, some.clicks], ['agreed', 'declined'])
  assert.deepEqual((await now('d@new.test')).answers, [])
  // Known ones: the answer changes, and once only.
  for (const _ of [1, 2]) await file(['a@new.test,A,declined,2026-02-05T10:00:00Z,'], listId)
  assert.deepEqual((await now('a@new.test')).answers, ['import: ', 'import: May we measure?'])
  // A program that inserts a person again, or a file without these columns, leaves the fact.
  const person = { email: 'b@new.test', name: 'B2', countryCode: '', phone: '' }
  await subscribe(setup.store, setup.accountId, listId, { ...person, format: undefined })
  await setup.importText('b@new.test;B3\n', listId)
  assert.equal((await now('b@new.test')).opens, 'declined')
})

test('who declined agrees again only by a later moment and words; the row is rejected', async () => {
  const listId = await setup.newList()
  await file(['a@late.test,A,declined,2026-03-01,', 'b@late.test,B,declined,2026-03-01,'], listId)
  const wrong = await file(
    [
      'a@late.test,New name,agreed,2026-02-01,Before the decline?',
      'b@late.test,B,agreed,2026-04-01,',
    ],
    listId,
  )
  assert.deepEqual(wrong.rejectedBy, { 'measuring-declined': 2 })
  const query = 'select name from subscribers where account_id = $1 and email_key = $2'
  assert.deepEqual(await setup.ask(query, setup.accountId, 'a@late.test'), [['A']])
  assert.equal((await now('a@late.test')).opens, 'declined')
  const right = await file(['a@late.test,A,agreed,2026-04-01,May we now?'], listId)
  assert.equal(right.rejected, 0)
  assert.equal((await now('a@late.test')).opens, 'agreed')
})

test('of rows that contradict each other the decline stands, or the later moment', async () => {
  const listId = await setup.newList()
  const done = await file(
    [
      'a@both.test,A,agreed,,Yes?',
      'a@both.test,A,declined,,',
      'b@both.test,B,declined,,',
      'b@both.test,B,agreed,2026-01-01,Yes?',
      'c@both.test,C,declined,2026-01-01,',
      'c@both.test,C,agreed,2026-02-01,Now?',
      'd@both.test,D,agreed,,Yes?',
      'd@both.test,D,agreed,,Yes?',
    ],
    listId,
  )
  assert.deepEqual([done.inserted, done.rejectedBy], [4, { 'measuring-both': 2 }])
  assert.equal((await now('a@both.test')).opens, 'declined')
  assert.equal((await now('b@both.test')).opens, 'declined')
  assert.equal((await now('c@both.test')).opens, 'agreed')
  assert.equal((await now('d@both.test')).opens, 'agreed')
})

test('an undo reverts no answer, and keeps who declined', async () => {
  const listId = await setup.newList()
  const known = await subscribe(setup.store, setup.accountId, listId, {
    email: 'known@undo.test',
    name: '',
    countryCode: '',
    phone: '',
    format: undefined,
  })
  const given = { opens: true, clicks: true, words: 'Yes?', way: 'form' } as const
  await answer(setup.store, setup.accountId, known.id, given)
  const done = await file(
    ['known@undo.test,,declined,,', 'gone@undo.test,,agreed,,Yes?', 'kept@undo.test,,declined,,'],
    listId,
  )
  assert.equal(done.inserted, 2)
  await undoImport(setup.store, setup.accountId, done.id, 30)
  const query =
    "select email_key from subscribers where account_id = $1 and email_key like '%undo.test' " +
    'order by 1'
  const left = await setup.ask(query, setup.accountId)
  assert.deepEqual(left, [['kept@undo.test'], ['known@undo.test']])
  assert.equal((await now('known@undo.test')).opens, 'declined')
})
