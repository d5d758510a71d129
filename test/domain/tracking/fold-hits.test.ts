/**
 * Hits taken over: each once, all counts as worked out from the hits, whoever takes over what and
 * when.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { foldHits, foldSome } from '../../../src/domain/tracking/fold-hits.ts'
import {
  newBatch,
  recordBatch,
  recordHit,
  takeHitId,
} from '../../../src/domain/tracking/record-hit.ts'
import { hitsOfSource } from '../../support/hit-queries.ts'
import { wrongCounts } from './counts.ts'
import { HIT, recorder, START } from './recorder.ts'

const given = fc.record({
  sourceId: fc.integer({ min: 1, max: 2 }),
  deliveryId: fc.integer({ min: 1, max: 4 }),
  kind: fc.constantFrom('view' as const, 'click' as const),
  link: fc.integer({ min: 0, max: 3 }),
  at: fc.integer({ min: 0, max: 120_000 }).map(millis => START + millis),
  verdict: fc.constantFrom(
    'person' as const,
    'image proxy' as const,
    'privacy prefetch' as const,
    'scanner' as const,
  ),
})

describe('hits taken over', () => {
  test('are counted exactly, in any order and by concurrent workers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(given, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 }),
        async rounds => {
          const { store, accountId, hit } = await recorder()
          let recorded = 0
          for (const round of rounds) {
            // A click on link 0 is one on the trap, and a machine's.
            const hits = round.map(({ kind, link, verdict, ...rest }) => ({
              ...rest,
              kind,
              link: kind === 'view' ? 0 : link,
              verdict: kind === 'click' && link === 0 ? ('scanner' as const) : verdict,
            }))
            recorded += hits.length
            await Promise.all(hits.map(hit))
            await Promise.all([
              foldHits(store, accountId),
              foldSome(store, accountId),
              foldHits(store, accountId),
            ])
          }
          assert.deepEqual(await wrongCounts(store, accountId), [])
          const { rows } = await store.run(
            {
              name: '',
              text:
                `select count(*) filter (where reason <> 'click'), count(*) filter (where ` +
                `delivery_id is null) from hits where account_id = ${accountId}`,
              again: true,
            },
            [],
          )
          assert.deepEqual(rows, [[String(recorded), '0']])
        },
      ),
      { numRuns: 25 },
    )
  })

  test('what had come before is taken over, however much it is; what comes meanwhile may wait', async () => {
    const { store, accountId, hit, ask } = await recorder()
    // One after the other, so that each is a row of its own.
    for (let n = 0; n < 900; n++) await hit({ deliveryId: n + 1 })
    const later = `select id from hit_arrivals where account_id = ${accountId} order by id desc limit 450`
    await ask(
      `update hit_arrivals set arrived_at = now() + interval '1 hour' where account_id = ` +
        `${accountId} and id in (${later})`,
    )
    const taken = await foldHits(store, accountId)
    const left = Number(
      (await ask(`select count(*) from hit_arrivals where account_id = ${accountId}`))[0]![0],
    )
    assert.equal(taken + left, 900)
    assert.ok(taken >= 450 && taken < 900, `${taken}`)
    let rest = 0
    for (let some = 1; some > 0; rest += some) some = await foldHits(store, accountId)
    assert.equal(rest, left)
    assert.deepEqual(await wrongCounts(store, accountId), [])
  })

  test('a click without an earlier open is an open too, once', async () => {
    const { store, accountId, hit, totals } = await recorder()
    await hit({ kind: 'click', link: 2 })
    await foldHits(store, accountId)
    assert.deepEqual(await totals(), ['view 0: 1 1 1', 'click 0: 1 1 1', 'click 2: 1 1 1'])
    await hit({ kind: 'click', link: 1, at: START + 1000 })
    await hit({ kind: 'view', at: START + 2000 })
    await foldHits(store, accountId)
    assert.deepEqual(await totals(), [
      'view 0: 2 2 1',
      'click 0: 2 2 1',
      'click 1: 1 1 1',
      'click 2: 1 1 1',
    ])
    await hit({ kind: 'click', link: 1, deliveryId: 2, verdict: 'scanner' })
    await foldHits(store, accountId)
    assert.deepEqual(await totals(), [
      'view 0: 2 2 1',
      'click 0: 3 2 1',
      'click 1: 2 1 1',
      'click 2: 1 1 1',
    ])
    const page = {
      accountId,
      sourceKind: 1,
      sourceId: 1,
      afterAt: '-infinity',
      afterId: 0,
      untilAt: 'infinity',
      most: 10,
    }
    const views = await hitsOfSource(store, { ...page, kind: 'view', everybody: false })
    assert.deepEqual(
      views.map(({ reason, deliveryId }) => [reason, deliveryId]),
      [
        ['click', 1],
        ['browser', 1],
      ],
    )
    assert.equal((await hitsOfSource(store, { ...page, kind: 'click', everybody: true })).length, 3)
    assert.equal(
      (await hitsOfSource(store, { ...page, kind: 'click', everybody: false })).length,
      2,
    )
    assert.deepEqual(await wrongCounts(store, accountId), [])
  })

  test('an open that another worker is counting is counted before the click after it', async () => {
    const { store, accountId, hit, hits } = await recorder()
    await hit({ kind: 'view' })
    await store.withClient(async other => {
      await other.query('begin')
      await other.query(`select from hit_arrivals where account_id = ${accountId} for update`)
      await hit({ kind: 'click', link: 1, at: START + 1000 })
      assert.deepEqual(await foldSome(store, accountId), { taken: 0, more: false })
      await other.query('commit')
    })
    assert.deepEqual(await foldSome(store, accountId), { taken: 2, more: false })
    assert.deepEqual(await hits('view'), ['0 person: browser'])
    assert.deepEqual(await wrongCounts(store, accountId), [])
  })

  test('a batch that was sent again after it was taken over is not counted again', async () => {
    const { store, accountId, totals } = await recorder()
    const id = await takeHitId(store, accountId)
    const batch = newBatch(accountId, [{ ...HIT, accountId, id }])
    await recordBatch(store, batch)
    await recordBatch(store, batch)
    await foldHits(store, accountId)
    await recordBatch(store, batch)
    await foldHits(store, accountId)
    assert.deepEqual(await totals(), ['view 0: 1 1 1'])
    assert.deepEqual(await wrongCounts(store, accountId), [])
  })

  test('of an account that is not there leave nothing', async () => {
    const { store, hit } = await recorder()
    const accountId = 987_654_321
    await recordHit(store, { ...(await hit({})), accountId, id: 1 })
    assert.equal(await foldHits(store, accountId), 0)
  })
})
