/** Erased people who had declined to be measured: added again, by whatever, they have declined. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { editSubscriber } from '../../../src/domain/directory/edit-subscriber.ts'
import { answer, measuringOfPerson } from '../../../src/domain/measuring/answer.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import { subscribe } from '../../../src/domain/subscribers/subscribe.ts'
import { upsert } from '../../../src/domain/subscribers/upsert.ts'
import { type ImportSetup, importSetup } from '../../support/imports.ts'

let setup: ImportSetup
let listId: number
before(async () => {
  setup = await importSetup()
  listId = await setup.newList()
})
after(() => setup.close())

const person = (email: string) => ({
  email,
  name: '',
  format: undefined,
  countryCode: '',
  phone: '',
})
const add = async (email: string) =>
  (await subscribe(setup.store, setup.accountId, listId, person(email))).id

const given = { words: 'May we measure?', way: 'email', saidAt: new Date('2026-05-01') } as const

async function erased(email: string, said: { opens?: boolean; clicks?: boolean }) {
  await answer(setup.store, setup.accountId, await add(email), { ...given, ...said })
  await erase(setup.store, setup.accountId, email)
}

async function idOf(email: string): Promise<number> {
  const query = 'select id from subscribers where account_id = $1 and email_key = $2'
  return Number((await setup.ask(query, setup.accountId, email))[0]![0])
}

async function said(id: number) {
  const { opens, clicks, answers } = await measuringOfPerson(setup.store, setup.accountId, id)
  return [opens, clicks, answers.length]
}

test('by a call, by many at once, by a file, by a new address', async () => {
  // The first of the account: the process does not know yet that somebody was erased.
  await erased('one@back.test', { opens: false })
  const id = await add('one@back.test')
  assert.deepEqual(await said(id), ['declined', 'not asked', 1])
  const older = { ...given, opens: true, saidAt: new Date('2026-04-01') }
  assert.equal(await answer(setup.store, setup.accountId, id, older), 'older')
  const later = { ...given, opens: true, saidAt: new Date('2026-06-01') }
  assert.equal(await answer(setup.store, setup.accountId, id, later), 'set')

  const many = Array.from({ length: 12 }, (_, n) => `m${n}@back.test`)
  for (const email of many) await erased(email, { opens: false, clicks: false })
  for (const again of await Promise.all(many.map(add)))
    assert.deepEqual(await said(again), ['declined', 'declined', 1])

  await erased('file@back.test', { clicks: false })
  await setup.importText('file@back.test;File\nnew@back.test;New\n', listId)
  assert.deepEqual(await said(await idOf('file@back.test')), ['not asked', 'declined', 1])
  assert.deepEqual(await said(await idOf('new@back.test')), ['not asked', 'not asked', 0])

  await erased('put@back.test', { clicks: false })
  const row = { ...person('put@back.test'), emailKey: 'put@back.test', listId, fields: [] }
  const rows = [{ ...row, consent: undefined, resubscribe: false }]
  await upsert(setup.store, setup.accountId, rows)
  assert.deepEqual(await said(await idOf('put@back.test')), ['not asked', 'declined', 1])

  await erased('old@back.test', { opens: false })
  const other = await add('other@back.test')
  await editSubscriber(setup.store, setup.accountId, other, { email: 'old@back.test' })
  assert.deepEqual(await said(other), ['declined', 'not asked', 1])
})

test('who had agreed, at last, comes back as somebody who was not asked', async () => {
  await erased('yes@back.test', { opens: true, clicks: true })
  assert.deepEqual(await said(await add('yes@back.test')), ['not asked', 'not asked', 0])
  const id = await add('turned@back.test')
  const { store, accountId } = setup
  await answer(store, accountId, id, { ...given, opens: false, saidAt: new Date('2026-01-01') })
  await answer(store, accountId, id, { ...given, opens: true })
  await erase(store, accountId, 'turned@back.test')
  assert.deepEqual(await said(await add('turned@back.test')), ['not asked', 'not asked', 0])
})
