/** GetTransactionProjects, in all bindings. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setActive } from '../../src/domain/transactions/projects.ts'
import { newAccount } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { newProject } from '../support/projects.ts'

describe('GetTransactionProjects', () => {
  test('answers the projects of the account, with guid, newsletter and subject', async () => {
    const account = await newAccount()
    assert.deepEqual(await account.call.GetTransactionProjects({}), [])
    const orders = await newProject(account, { name: 'Orders & <receipts>' })
    const paused = await newProject(account, { name: 'Paused' })
    await setActive(account.service.store, account.account.id, paused.guid, false)
    const rows = await account.call.GetTransactionProjects({})
    assert.deepEqual(
      rows.map(({ created, ...row }) => row),
      [
        {
          projectGuid: orders.guid,
          name: 'Orders & <receipts>',
          newsletterId: orders.newsletterId,
          subject: 'Your order {{ DD1 }}',
          active: true,
        },
        {
          projectGuid: paused.guid,
          name: 'Paused',
          newsletterId: paused.newsletterId,
          subject: 'Your order {{ DD1 }}',
          active: false,
        },
      ],
    )
    assert.ok(
      rows.every(({ created }) => Math.abs(Number(new Date(created)) - Date.now()) < 60_000),
    )
    assert.deepEqual(await (await newAccount()).call.GetTransactionProjects({}), [])
  })

  test('tells nothing to strangers', async () => {
    const account = await newAccount()
    await account.as({ password: 'wrong' }).inEveryBinding(async call => {
      await assert.rejects(call.GetTransactionProjects({}), refusal('unknown-credentials'))
    })
  })
})
