/**
 * Work behind hits: they are counted, emails judged when the hold is over, months made ahead and
 * dropped.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Store } from '../../src/db/db.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { foldHits } from '../../src/domain/tracking/fold-hits.ts'
import type { Hit } from '../../src/domain/tracking/hit.ts'
import { dropOldHits, makeHitMonths } from '../../src/domain/tracking/hit-months.ts'
import { dueKinds } from '../../src/domain/work/due.sql.ts'
import { countArrived, judgeDue, startHitWorkers } from '../../src/workers/hits.ts'
import { hitIn } from '../domain/reports/reported.ts'
import { wrongCounts } from '../domain/tracking/counts.ts'
import { temporaryStore } from '../support/database.ts'
import { hitsOfSource, totalsOfSource } from '../support/hit-queries.ts'

let store: Store
let drop: () => Promise<void>
let accountId: number
before(async () => {
  const made = await temporaryStore()
  store = made.store
  drop = made.drop
  accountId = (await addAccount(store, {
    username: 'hits',
    password: 'correct horse battery staple',
  }))!.id
})
after(() => drop())

const ask = async (text: string) => (await store.run({ name: '', text, again: true }, [])).rows
const partsWithRows = () =>
  ask(
    // Without the number of a cluster's shard.
    `select regexp_replace(tableoid::regclass::text, '_[0-9]{6,}$', ''), count(*) from hits
     group by 1 order by 1`,
  ).then(rows => rows.map(row => row.join(' ')))

const hit = (given: Partial<Hit>) => hitIn(store, accountId, given)

describe('months', () => {
  const DECEMBER = Date.UTC(2026, 11, 1)

  test('are made ahead; hits on both sides of a month’s end lie in theirs, also those that came before it was made', async () => {
    for (const at of [
      DECEMBER - 1,
      DECEMBER,
      Date.UTC(2027, 11, 31, 23, 59, 59, 999),
      Date.UTC(2028, 0, 1),
    ])
      await hit({ at })
    await foldHits(store, accountId)
    assert.deepEqual(await partsWithRows(), ['hits_default 4'])
    const made = await makeHitMonths(store, new Date(DECEMBER - 3_600_000))
    assert.deepEqual(made, [
      'hits_2026_11',
      'hits_2026_12',
      'hits_2027_01',
      'hits_2027_02',
      'hits_2027_12',
      'hits_2028_01',
    ])
    for (const at of [DECEMBER - 2, DECEMBER + 1]) await hit({ at })
    await foldHits(store, accountId)
    assert.deepEqual(await partsWithRows(), [
      'hits_2026_11 2',
      'hits_2026_12 2',
      'hits_2027_12 1',
      'hits_2028_01 1',
    ])
    assert.deepEqual(await makeHitMonths(store, new Date(DECEMBER - 3_600_000)), [])
    assert.deepEqual(await wrongCounts(store, accountId), [])
    const page = { accountId, sourceKind: 1, sourceId: 1, kind: 'view', everybody: false, most: 3 }
    const first = await hitsOfSource(store, {
      ...page,
      afterAt: '-infinity',
      afterId: 0,
      untilAt: 'infinity',
    })
    const { at, id } = first.at(-1)!
    const rest = await hitsOfSource(store, {
      ...page,
      afterAt: at,
      afterId: id,
      untilAt: 'infinity',
    })
    assert.equal(new Set([...first, ...rest].map(({ id }) => id)).size, 6)
  })

  test('are made by two at once, while hits are written', async () => {
    const at = Date.UTC(2030, 5, 15)
    const writing = (async () => {
      for (let n = 0; n < 50; n++) {
        await hit({ at, sourceId: 2 })
        await foldHits(store, accountId)
      }
    })()
    const made = await Promise.all([1, 2].map(() => makeHitMonths(store, new Date(at))))
    await writing
    assert.deepEqual(made.flat().sort(), [
      'hits_2030_06',
      'hits_2030_07',
      'hits_2030_08',
      'hits_2030_09',
    ])
    assert.deepEqual(await ask('select count(*) from hits where source_id = 2'), [['50']])
    assert.deepEqual(await ask('select count(*) from hits_default'), [['0']])
  })

  test('are dropped when they were kept long enough; counts stay', async () => {
    const before = await totalsOfSource(store, { accountId, sourceKind: 1, sourceId: 1 })
    assert.deepEqual(await dropOldHits(store, 12, new Date(Date.UTC(2027, 10, 30))), [])
    assert.deepEqual(await dropOldHits(store, 12, new Date(Date.UTC(2027, 11, 1))), [
      'hits_2026_11',
    ])
    assert.deepEqual(await partsWithRows(), [
      'hits_2026_12 2',
      'hits_2027_12 1',
      'hits_2028_01 1',
      'hits_2030_06 50',
    ])
    assert.deepEqual(await totalsOfSource(store, { accountId, sourceKind: 1, sourceId: 1 }), before)
  })
})

describe('workers', () => {
  test('count what has arrived, of all accounts', async () => {
    await hit({ sourceId: 3 })
    const kinds = async () => (await dueKinds(store, {})).map(({ kind }) => kind)
    assert.ok((await kinds()).includes('hit'))
    assert.equal(await countArrived(store), false)
    assert.ok(!(await kinds()).includes('hit'))
    assert.equal((await totalsOfSource(store, { accountId, sourceKind: 1, sourceId: 3 })).length, 1)
  })

  test('count what a peak has left waiting', async () => {
    // Each a row of its own, and more of them than are counted in one turn.
    for (let i = 0; i < 450; i++) await hit({ sourceId: 5 })
    assert.equal(await countArrived(store), true)
    assert.equal(await countArrived(store), true)
    assert.equal(await countArrived(store), false)
    const [views] = await totalsOfSource(store, { accountId, sourceKind: 1, sourceId: 5 })
    assert.equal(views!.byAll, 450)
  })

  test('judge when the hold is over', async () => {
    for (const link of [1, 2, 3]) await hit({ kind: 'click', link, sourceId: 4 })
    await foldHits(store, accountId)
    const clicks = async () =>
      (await totalsOfSource(store, { accountId, sourceKind: 1, sourceId: 4 }))[1]!.byPeople
    await judgeDue(store)
    assert.equal(await clicks(), 3)
    await ask('update hit_suspicions set due = now()')
    await judgeDue(store)
    assert.equal(await clicks(), 0)
  })

  test('run together and stop', async () => {
    const reported: unknown[] = []
    const events: string[] = []
    const workers = startHitWorkers({
      store,
      keepMonths: 1200,
      log: (event, { name }) => events.push(`${event}: ${name}`),
      report: error => reported.push(error),
    })
    const name = `hits_${new Date().toISOString().slice(0, 7).replace('-', '_')}`
    for (let n = 0; n < 200 && (await ask(`select to_regclass('${name}')`))[0]![0] === null; n++)
      await new Promise(resolve => setTimeout(resolve, 25))
    await workers.stop()
    assert.deepEqual(reported, [])
    assert.notEqual((await ask(`select to_regclass('${name}')`))[0]![0], null)
  })
})
