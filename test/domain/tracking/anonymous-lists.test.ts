/**
 * Anonymous lists: counts, without attribution to people, from then on and for earlier sendings.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../../../src/domain/refusal.ts'
import { anonymousLists, setTracking } from '../../../src/domain/tracking/anonymous-lists.ts'
import { wrongCounts } from './counts.ts'
import { recorder, START } from './recorder.ts'

const WHO = [
  'select delivery_id from hits',
  'select delivery_id from engagements',
  'select delivery_id from clicked_links',
  'select delivery_id from hit_suspicions',
  'select delivery_ids from hit_arrivals',
]

describe('a list that is tracked anonymously', () => {
  test('has its hits counted, without their people', async () => {
    const { store, accountId, list, hit, fold, judge, totals, ask } = await recorder()
    const listId = await list()
    const sending = (id: number, madeAt: string) =>
      ask(
        `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at, \
created_at)
         values (${accountId}, ${id}, 1, ${listId}, '{}', 'sending', now(), ${madeAt})`,
      )
    await sending(1, "now() - interval '1 hour'")
    await setTracking(store, accountId, listId, 'anonymous')
    assert.deepEqual(await anonymousLists(store, accountId), new Set([listId]))
    await hit({})
    for (const link of [1, 2, 3]) await hit({ kind: 'click', link, at: START + link })
    await hit({ kind: 'look', link: 1 })
    await hit({ kind: 'click', link: 0, verdict: 'scanner', reason: 'trap' })
    await fold()
    assert.equal(await judge(), 0)
    assert.deepEqual(await totals(), [
      'view 0: 1 1 0',
      'click 0: 4 3 0',
      'click 1: 1 1 0',
      'click 2: 1 1 0',
      'click 3: 1 1 0',
    ])
    const who = async () =>
      (await Promise.all(WHO.map(text => ask(`${text} where account_id = ${accountId}`))))
        .flat(2)
        .filter(id => id !== null)
    assert.deepEqual(await who(), [])

    await setTracking(store, accountId, listId, 'personal')
    assert.deepEqual(await anonymousLists(store, accountId), new Set())
    await sending(2, "now() + interval '1 second'")
    await hit({ deliveryId: 8 })
    await hit({ deliveryId: 9, sourceId: 2 })
    await fold()
    assert.deepEqual(new Set(await who()), new Set(['9']))
    assert.deepEqual(await wrongCounts(store, accountId), [])
  })

  test('has to be there', async () => {
    const { store, accountId } = await recorder()
    await assert.rejects(setTracking(store, accountId, 4711, 'anonymous'), Refusal)
  })
})
