/** InsertTransactionWithSplit draws versions. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newAccount } from '../support/account.ts'
import { newNewsletter, newProject } from '../support/projects.ts'
import { rowsOf, TRANSACTIONS } from './transactions-setup.ts'

describe('a split', () => {
  test('draws a version by weight, the same for an address every time', async () => {
    const account = await newAccount()
    const versions = [
      { name: 'A', newsletterId: await newNewsletter(account), weight: 1 },
      { name: 'B', newsletterId: await newNewsletter(account), weight: 1 },
      { name: 'C', newsletterId: await newNewsletter(account), weight: 0 },
    ]
    const { guid: projectGuid } = await newProject(account, { versions })
    const drawn = new Map<string, string>()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 40; i++) {
        const email = `${round === 1 ? 'P' : 'p'}${i}@example.test`
        await account.call.InsertTransactionWithSplit({ projectGuid, email })
        const version = (await rowsOf(account, TRANSACTIONS)).at(-1)![1]!
        assert.equal(drawn.get(email.toLowerCase()) ?? version, version)
        drawn.set(email.toLowerCase(), version)
      }
    }
    assert.deepEqual([...new Set(drawn.values())].sort(), ['A', 'B'])
    const known = await account.call.InsertTransaction({ projectGuid, email: 'p1@example.test' })
    assert.equal(
      (await rowsOf(account, TRANSACTIONS)).find(([id]) => id === String(known))![1],
      '',
      'without a split: its own newsletter',
    )
  })
})
