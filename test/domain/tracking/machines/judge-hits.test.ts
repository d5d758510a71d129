/**
 * The second look: sweeps, HEAD before GET and the trap are found, nothing else is, and every count
 * is put right.
 */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { foldHits } from '../../../../src/domain/tracking/fold-hits.ts'
import { AFTER_MILLIS } from '../../../../src/domain/tracking/hit.ts'
import { FLOOD } from '../../../../src/domain/tracking/machines/judge-hits.ts'
import { machineHits, type SeenHit } from '../../../../src/domain/tracking/machines/machines.ts'
import { newBatch, recordBatch, takeHitId } from '../../../../src/domain/tracking/record-hit.ts'
import { moved } from '../../../support/moved.ts'
import { wrongCounts } from '../counts.ts'
import { HIT, recorder, START } from '../recorder.ts'

describe('an email looked at once more', () => {
  test('many links within a second are a machine, with the pictures it loaded before; what a person does later counts', async () => {
    const { store, accountId, hit, fold, judge, totals, hits } = await recorder()
    const scanner = { agent: 'Chrome, Windows' }
    await hit({ ...scanner, at: START - 30_000 })
    for (const link of [1, 2, 3, 4])
      await hit({ ...scanner, kind: 'click', link, at: START + link * 100 })
    await hit({ deliveryId: 2, at: START + 200 })
    await fold()
    assert.deepEqual(await totals(), [
      'view 0: 2 2 2',
      'click 0: 4 4 1',
      'click 1: 1 1 1',
      'click 2: 1 1 1',
      'click 3: 1 1 1',
      'click 4: 1 1 1',
    ])
    assert.equal(await judge(), 1)
    assert.deepEqual(await totals(), [
      'view 0: 2 1 1',
      'click 0: 4 0 0',
      'click 1: 1 0 0',
      'click 2: 1 0 0',
      'click 3: 1 0 0',
      'click 4: 1 0 0',
    ])
    assert.deepEqual(await wrongCounts(store, accountId), [])
    await hit({ kind: 'click', link: 2, at: START + 3_600_000 })
    await fold()
    assert.equal(await judge(), 0)
    assert.deepEqual(await totals(), [
      'view 0: 3 2 2',
      'click 0: 5 1 1',
      'click 1: 1 0 0',
      'click 2: 2 1 1',
      'click 3: 1 0 0',
      'click 4: 1 0 0',
    ])
    assert.deepEqual(await wrongCounts(store, accountId), [])
    assert.deepEqual(await hits('view'), [
      '0 scanner: sweep',
      '0 person: browser',
      '0 person: click',
    ])
  })

  test('an email that hits are just counted for is left alone until they are, and nothing of it is held', async () => {
    const { store, accountId, hit, fold, judge, ask } = await recorder()
    for (const deliveryId of [1, 2])
      for (const link of [1, 2, 3]) await hit({ deliveryId, kind: 'click', link, at: START + link })
    await fold()
    await store.withClient(async client => {
      await client.query('begin')
      await client.query(
        `select from engagements where account_id = ${accountId} and delivery_id = 1 for update`,
      )
      assert.equal(await judge(), 1)
      // As fold_hits() does next.
      await client.query(
        `select from hit_suspicions where account_id = ${accountId} for update nowait`,
      )
      await client.query('commit')
    })
    assert.equal(await judge(), 1)
    assert.deepEqual(await ask(`select from hit_suspicions where account_id = ${accountId}`), [])
    assert.deepEqual(await wrongCounts(store, accountId), [])
  })

  test('counting and judging of the same emails at once: neither is in the other’s way, and all counts are right', async () => {
    const { store, accountId, hit, fold, judge, ask } = await recorder()
    const deadlocks = async () => {
      // Who found one says so within a second.
      await pause(1200)
      return (
        await ask('select deadlocks from pg_stat_database where datname = current_database()')
      )[0]![0]
    }
    const before = await deadlocks()
    const messages = Array.from({ length: 40 }, (_, n) => n + 1)
    for (let round = 0; round < 25; round++) {
      // Every third clicks so fast that it is a machine.
      const at = (link: number) => START + round * 60_000 + link * 2000
      for (const link of [1, 2, 3])
        await Promise.all(
          messages.map(deliveryId =>
            hit({ deliveryId, kind: 'click', link, at: deliveryId % 3 ? at(link) : at(0) + link }),
          ),
        )
      await Promise.all([fold(), judge(), fold(), judge()])
    }
    await fold()
    await judge()
    assert.deepEqual(await wrongCounts(store, accountId), [])
    assert.deepEqual(
      await ask(
        `select count(*) from hits where account_id = ${accountId} and reason = 'sweep' and ` +
          `kind = 'click'`,
      ),
      [[String(13 * 25 * 3)]],
    )
    assert.equal(await deadlocks(), before)
  })

  test('a person who clicked before the sweep keeps that click, and the open that it implies', async () => {
    const { store, accountId, hit, fold, judge, totals } = await recorder()
    for (const link of [1, 2, 3])
      await hit({ kind: 'click', link, at: START + link, agent: 'Chrome, Windows' })
    await hit({ kind: 'click', link: 1, at: START + 40_000 })
    await fold()
    assert.deepEqual((await totals()).slice(0, 2), ['view 0: 1 1 1', 'click 0: 4 4 1'])
    await judge()
    assert.deepEqual((await totals()).slice(0, 3), [
      'view 0: 2 1 1',
      'click 0: 4 1 1',
      'click 1: 2 1 1',
    ])
    assert.deepEqual(await wrongCounts(store, accountId), [])
  })

  test('people may click three links, and one link three times', async () => {
    const { store, accountId, hit, fold, judge, totals } = await recorder()
    for (const link of [1, 2, 3]) await hit({ kind: 'click', link, at: START + link * 1500 })
    for (const at of [0, 100, 200])
      await hit({ kind: 'click', link: 1, deliveryId: 2, at: START + at })
    await fold()
    const before = await totals()
    assert.equal(await judge(), 2)
    assert.deepEqual(await totals(), before)
    assert.deepEqual(await wrongCounts(store, accountId), [])
  })

  test('a HEAD before the GET, and the trap', async () => {
    const { store, accountId, hit, fold, judge, hits, totals } = await recorder()
    await hit({ kind: 'look', link: 1 })
    await hit({ kind: 'click', link: 1, at: START + 300 })
    await hit({ kind: 'click', link: 1, at: START + 400, agent: 'Safari, iPhone' })
    await hit({ kind: 'view', deliveryId: 2 })
    await hit({ kind: 'click', link: 2, deliveryId: 2, at: START + 5000 })
    await hit({
      kind: 'click',
      link: 0,
      deliveryId: 2,
      at: START + 9000,
      verdict: 'scanner',
      reason: 'trap',
    })
    await fold()
    assert.equal(await judge(), 2)
    assert.deepEqual((await hits('click')).sort(), [
      '0 scanner: trap',
      '1 person: browser',
      '1 scanner: head first',
      '2 scanner: trap',
    ])
    assert.deepEqual(await totals(), [
      'view 0: 3 1 1',
      'click 0: 4 1 1',
      'click 1: 2 1 1',
      'click 2: 1 0 0',
    ])
    assert.deepEqual(await wrongCounts(store, accountId), [])
  })

  test('is held until nothing of a sign can still come, 40 seconds at most', async () => {
    const { store, accountId, hit, ask } = await recorder()
    const sign = async () => {
      await hit({ kind: 'look', link: 1, at: Date.now() })
      await foldHits(store, accountId)
    }
    /** Seconds from the first and from the last sign until it is judged. */
    const hold = async () => {
      const [row] = await ask(
        `select extract(epoch from due - from_at), extract(epoch from due - until_at)
         from hit_suspicions where account_id = ${accountId}`,
      )
      return { first: Number(row![0]), last: Number(row![1]) }
    }
    const pass = (seconds: number) =>
      ask(
        `update hit_suspicions set due = ${moved('due', `-${seconds}`)},
           from_at = ${moved('from_at', `-${seconds}`)} where account_id = ${accountId}`,
      )
    await sign()
    assert.ok((await hold()).last * 1000 > AFTER_MILLIS)
    await pass(13)
    await sign()
    assert.ok((await hold()).last * 1000 > AFTER_MILLIS, 'it begins again')
    for (const _ of [1, 2]) {
      await pass(13)
      await sign()
      assert.equal((await hold()).first, 40)
    }
  })

  test('all counts are right after any order of hits, aggregation and judging', async () => {
    const given = fc.record({
      sourceId: fc.integer({ min: 1, max: 2 }),
      deliveryId: fc.integer({ min: 1, max: 3 }),
      kind: fc.constantFrom('view' as const, 'click' as const, 'click' as const, 'look' as const),
      link: fc.integer({ min: 0, max: 4 }),
      at: fc.integer({ min: 0, max: 60 }).map(seconds => START + seconds * 250),
      agent: fc.constantFrom('Firefox, Windows', 'Chrome, Windows'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(given, { minLength: 1, maxLength: 15 }), { minLength: 1, maxLength: 4 }),
        async rounds => {
          const { store, accountId, hit, fold, judge } = await recorder()
          for (const round of rounds) {
            await Promise.all(
              round.map(({ kind, link, ...rest }) => {
                const trap = kind === 'click' && link === 0
                return hit({
                  ...rest,
                  kind,
                  link: kind === 'view' ? 0 : link,
                  verdict: trap ? 'scanner' : 'person',
                })
              }),
            )
            await Promise.all([fold(), judge(), fold()])
          }
          await fold()
          await judge()
          assert.deepEqual(await wrongCounts(store, accountId), [])
        },
      ),
      { numRuns: 25 },
    )
  })
})

test('a sweep of any size is found in time', () => {
  const clicks = Array.from(
    { length: FLOOD },
    (_, id): SeenHit => ({
      kind: 'click',
      at: START + (id >> 4),
      id,
      link: id % 50,
      agent: '',
      network: '',
    }),
  )
  assert.equal(machineHits(clicks, []).size, FLOOD)
  const slow = clicks.map(click => ({ ...click, at: START + click.id * 600 }))
  assert.equal(machineHits(slow, []).size, 0)
})

test('a flood of clicks on one link of one email is a machine', async () => {
  const { store, accountId, fold, judge, totals } = await recorder()
  const id = await takeHitId(store, accountId)
  const count = FLOOD + 5000
  const click = { ...HIT, accountId, kind: 'click', deliveryId: 7, link: 1 } as const
  const clicks = Array.from({ length: count }, (_, n) => ({ ...click, id: id + n, at: START + n }))
  await recordBatch(store, newBatch(accountId, clicks))
  await fold()
  assert.equal(await judge(), 2)
  assert.deepEqual(await totals(), [
    'view 0: 2 0 0',
    `click 0: ${count} 0 0`,
    `click 1: ${count} 0 0`,
  ])
  assert.deepEqual(await wrongCounts(store, accountId), [])
})
