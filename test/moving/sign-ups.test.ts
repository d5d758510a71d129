/** Copies of an account whose forms are in use: who has not confirmed is copied nowhere. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeForm } from '../../src/domain/forms/save-form.ts'
import { type FormVisit, FROM_SHOP, newForm } from '../recipient/sign-up-setup.ts'
import { newAccount } from '../support/account.ts'
import { copyInto } from './setup.ts'

async function signedUp(form: FormVisit, email: string, path = form.path): Promise<number> {
  await form.post(path, { email, name: 'Typed', consent: 'yes' }, FROM_SHOP)
  await form.settle()
  const row = (await form.signUps()).find(one => one.email === email)
  assert.equal(row.state, 'waiting')
  return Number(row.id)
}

test('who waits for a confirmation is copied nowhere, and a copy confirms nobody', async () => {
  const from = await newForm()
  const { call, listId } = from
  await call.InsertSubscriber({ email: 'in@b.test', name: 'Ada', listId })
  await signedUp(from, 'waits@b.test')
  const confirmed = await signedUp(from, 'confirmed@b.test')
  await from.post(from.confirmPath(confirmed), { confirm: 'yes' })
  const to = await newAccount()
  const { service, account } = to
  const accountId = account.id
  const { username, password } = from.account
  const copy = () => copyInto(to, { url: new URL(from.service.url), username, password })
  const known = async () =>
    (
      await service.store.withClient(client =>
        client.query('select email, name from subscribers where account_id = $1 order by email', [
          accountId,
        ]),
      )
    ).rows
  await copy()
  const both = [
    { email: 'confirmed@b.test', name: 'Typed' },
    { email: 'in@b.test', name: 'Ada' },
  ]
  assert.deepEqual(await known(), both)
  const facts = {
    name: 'New',
    listIds: [listId],
    listsChosen: false,
    asked: ['name'],
    required: [],
  }
  const formId = await makeForm(
    service.store,
    accountId,
    { ...facts, hosts: ['shop.example'], afterUrl: '', formerId: null, keepIp: false },
    'en',
  )
  const path = `/f/${accountId.toString(36)}-${formId.toString(36)}`
  for (const email of ['in@b.test', 'new@b.test'])
    await from.post(path, { email, name: 'Eve', consent: 'yes' }, FROM_SHOP)
  await from.settle()
  await call.InsertSubscriber({ email: 'later@b.test', name: 'Bo', listId })
  await copy()
  assert.deepEqual(await known(), [...both, { email: 'later@b.test', name: 'Bo' }])
  const states = await service.store.withClient(client =>
    client.query('select state from sign_ups where account_id = $1', [accountId]),
  )
  assert.deepEqual(
    states.rows.map(({ state }) => state),
    ['waiting', 'waiting'],
  )
})
