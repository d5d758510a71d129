/** Who stands at a step, page by page, and how long people stayed at each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standingAt, staysOf } from '../../../../src/domain/triggers/people/step-people.ts'
import { inRow, withTriggers } from '../../../support/triggers.ts'

const HOUR = 3600

test('who stands at a step, each once over the pages, while others go on', () =>
  withTriggers(0, async ({ store, accountId, ask, add, join, advance }) => {
    const id = await add({
      steps: inRow(
        { key: 'rest', do: 'wait', delay: { for: 60 } },
        { key: 'more', do: 'wait', delay: { for: 60 } },
      ),
    })
    await join([1, 2, 3, 4, 5])
    await advance()
    // Two are due in the very same microsecond.
    await ask(
      `update trigger_entries set due_at = timestamptz '2030-01-01 00:00:00.000001+00'
         + (subscriber_id / 2) * interval '1 microsecond' where account_id = $1`,
      [accountId],
    )
    const page = (after?: { micros: number; id: number }) =>
      standingAt(store, accountId, id, { step: 'rest', ...(after && { after }), most: 2 })
    const ids: number[] = []
    let rows = await page()
    while (rows.length > 0) {
      ids.push(...rows.map(({ subscriberId }) => subscriberId))
      const { micros, subscriberId } = rows.at(-1)!
      rows = await page({ micros, id: subscriberId })
    }
    assert.deepEqual(ids, [1, 2, 3, 4, 5])
    await ask(
      'update trigger_entries set due_at = now(), waits_until = now() where account_id = $1 and subscriber_id < 4',
      [accountId],
    )
    await advance()
    const at = async (step: string) =>
      (await standingAt(store, accountId, id, { step, most: 9 })).map(row => row.subscriberId)
    assert.deepEqual(
      [await at('rest'), await at('more')],
      [
        [4, 5],
        [1, 2, 3],
      ],
    )
    assert.deepEqual(await at('no such step'), [])
    // Who has been erased meanwhile.
    await ask('delete from subscribers where account_id = $1 and id = 5', [accountId])
    const [, erased] = await standingAt(store, accountId, id, { step: 'rest', most: 9 })
    assert.deepEqual([erased?.email, erased?.name], [null, null])
  }))

test('the median and the longest of the stays that are over', () =>
  withTriggers(0, async ({ store, accountId, ask, add, join, advance }) => {
    const id = await add({
      again: 'always',
      steps: inRow(
        { key: 'rest', do: 'wait', delay: { for: 60 } },
        { key: 'gone', do: 'wait', delay: { for: 60 } },
        { key: 'last', do: 'wait', delay: { for: 600 } },
      ),
    })
    assert.deepEqual(await staysOf(store, accountId, id), [])
    await join([1, 2, 3])
    await advance()
    const due =
      'update trigger_entries set due_at = now(), waits_until = now() where account_id = $1'
    await ask(due, [accountId])
    await advance()
    await ask(due, [accountId])
    await advance()
    // They came 1, 2 and 9 hours before they left the first step, and left the second at once.
    await ask(
      `update trigger_entries e set entered_at = p.at - interval '1 hour'
         * (array[1, 2, 9])[e.subscriber_id] from trigger_passages p
       where p.account_id = $1 and e.account_id = $1 and p.subscriber_id = e.subscriber_id
         and p.number = 1`,
      [accountId],
    )
    await ask(
      `update trigger_passages p set at = b.at + interval '30 minutes' from trigger_passages b
       where p.account_id = $1 and b.account_id = $1 and b.subscriber_id = p.subscriber_id
         and p.number = 2 and b.number = 1`,
      [accountId],
    )
    const stays = await staysOf(store, accountId, id)
    const said = stays.map(row => [row.step, row.stays, row.medianSeconds, row.longestSeconds])
    assert.deepEqual(said.toSorted(), [
      ['gone', 3, HOUR / 2, HOUR / 2],
      ['rest', 3, 2 * HOUR, 9 * HOUR],
    ])
  }))
