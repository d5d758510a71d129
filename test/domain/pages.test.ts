/**
 * Keyset pagination of a list: milestones never change the content of a page. Held against plain
 * OFFSET.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Store } from '../../src/db/db.ts'
import { takeId } from '../../src/db/ids.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { countsOfLists } from '../../src/domain/lists/milestones.sql.ts'
import { keepMilestones } from '../../src/domain/lists/milestones.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { pageOfSubscribers } from '../../src/domain/subscribers/page.ts'
import { subscribe } from '../../src/domain/subscribers/subscribe.ts'
import { removeSubscriptions } from '../../src/domain/subscribers/unsubscribe.ts'
import { temporaryStore } from '../support/database.ts'

/** So close together, and with no margin, every few rows cross a milestone. */
const SPACING = { every: 3, marginSeconds: 0 }

let store: Store
let drop: () => Promise<void>
let accountId = 0

before(async () => {
  ;({ store, drop } = await temporaryStore())
  accountId = 1
  await store.run(
    { name: 'tenant', text: 'insert into tenants (account_id) values ($1)', again: false },
    [accountId],
  )
})
after(() => drop())

const newList = () =>
  makeList(store, accountId, {
    name: 'List',
    fromName: 'A',
    fromEmail: 'a@example.test',
    description: '',
    characterSet: '',
  })

const person = (email: string) => ({
  email,
  name: '',
  format: undefined,
  countryCode: '',
  phone: '',
})

async function page(listId: number, number: number, size: number): Promise<number[]> {
  const ids: number[] = []
  for await (const part of pageOfSubscribers(store, accountId, listId, number, size, SPACING))
    ids.push(...part.map(({ id }) => id))
  return ids
}

async function plain(listId: number, number: number, size: number): Promise<number[]> {
  const { rows } = await store.run(
    {
      name: 'plain-page',
      again: true,
      text: `select subscriber_id from subscriptions where account_id = $1 and list_id = $2 and \
unsubscribed_at is null
             order by subscribed_at, subscriber_id offset $3 limit $4`,
    },
    [accountId, listId, (number - 1) * size, size],
  )
  return rows.map(([id]) => Number(id))
}

type Step =
  | { do: 'join'; person: number }
  | { do: 'leave'; person: number }
  | { do: 'opt out'; person: number }
  | { do: 'lay' }
  | { do: 'read'; page: number; size: number }

const someone = fc.integer({ min: 1, max: 30 })
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('join' as const), person: someone }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('leave' as const), person: someone }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('opt out' as const), person: someone }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('lay' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('read' as const),
        page: fc.integer({ min: 1, max: 8 }),
        size: fc.integer({ min: 1, max: 9 }),
      }),
    },
  ),
  { minLength: 20, maxLength: 60 },
)

describe('pages of a list', () => {
  test('hold what plain OFFSET holds, with people joining, leaving and opting out between them', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(steps, async (given: Step[]) => {
        const listId = await newList()
        const address = (n: number) => `p${n}.${run}@example.test`
        run++
        for (const step of given) {
          if (step.do === 'join')
            await subscribe(store, accountId, listId, person(address(step.person)))
          else if (step.do === 'leave')
            await removeSubscriptions(
              store,
              accountId,
              { subscriberId: undefined, email: address(step.person) },
              listId,
            )
          else if (step.do === 'opt out')
            await optOut(store, accountId, {
              email: address(step.person),
              reason: '',
              listText: '',
              sendingText: '',
            })
          else if (step.do === 'lay') await keepMilestones(store, accountId, listId, SPACING)
          else
            assert.deepEqual(
              await page(listId, step.page, step.size),
              await plain(listId, step.page, step.size),
            )
        }
        const everybody = await plain(listId, 1, 1000)
        const counted = await countsOfLists(store, { accountId })
        assert.equal(counted.find(({ id }) => id === listId)?.subscribers, everybody.length)
        for (let n = 1; n <= everybody.length / 4 + 1; n++)
          assert.deepEqual(await page(listId, n, 4), await plain(listId, n, 4))
      }),
      { numRuns: 40 * Number(process.env.TEST_SCALE ?? 1) },
    )
  })

  test('stay right while milestones are laid beside inserts and removals', async () => {
    const listId = await newList()
    const emails = Array.from({ length: 300 }, (_, i) => `beside${i}@example.test`)
    let done = false
    const laying = (async () => {
      while (!done)
        await keepMilestones(store, accountId, listId, { ...SPACING, marginSeconds: 0.05 })
    })()
    await Promise.all(
      emails.map(async (email, i) => {
        await subscribe(store, accountId, listId, person(email))
        if (i % 3 === 0)
          await removeSubscriptions(store, accountId, { subscriberId: undefined, email }, listId)
      }),
    )
    done = true
    await laying
    assert.equal((await plain(listId, 1, 1000)).length, 200)
    for (let n = 1; n <= 41; n++)
      assert.deepEqual(await page(listId, n, 5), await plain(listId, n, 5), `page ${n}`)
  })

  test('a page larger than a part comes whole, in order', async () => {
    const listId = await newList()
    await Promise.all(
      Array.from({ length: 2500 }, (_, i) =>
        subscribe(store, accountId, listId, person(`many${i}@example.test`)),
      ),
    )
    const all = await page(listId, 1, 5000)
    assert.deepEqual(all, await plain(listId, 1, 5000))
    assert.equal(new Set(all).size, 2500)
    assert.deepEqual(await page(listId, 2, 1200), await plain(listId, 2, 1200))
  })

  test('ids are never given twice, in any process', async () => {
    const ids = await Promise.all(
      Array.from({ length: 1200 }, () => takeId(store, accountId, 'subscriber')),
    )
    assert.equal(new Set(ids).size, ids.length)
  })
})
