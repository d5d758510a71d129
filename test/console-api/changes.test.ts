/**
 * Changes since a moment: a copy that is kept by them, while several sessions change people at
 * once, ends equal; erased and moved people included.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cursorOf } from '../../src/actions/cursor.ts'
import { atomically } from '../../src/db/db.ts'
import { CHANGES_KEPT_DAYS, trimChanges } from '../../src/domain/changes/feed.ts'
import { erase } from '../../src/domain/privacy/erase.ts'
import { blankPerson } from '../../src/domain/privacy/person.sql.ts'
import { openShadow } from '../../src/domain/shadow/shadow.sql.ts'
import { takeOldIds } from '../../src/domain/shadow/take-old-ids.ts'
import { unsubscribePerson } from '../../src/domain/subscribers/person-consent.ts'
import { startImportWorker } from '../support/imports.ts'
import { until } from '../support/until.ts'
import { type ApiSetup, apiSetup, listOfPeople } from './api-setup.ts'

const FEEDS = ['subscribers', 'subscriptions', 'opt-outs'] as const
type Feed = (typeof FEEDS)[number]

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
type Change = any

let setup: ApiSetup
let lists: number[]
let worker: Awaited<ReturnType<typeof startImportWorker>>
before(async () => {
  setup = await apiSetup({ API_CALLS_PER_MINUTE: '1000000' })
  worker = await startImportWorker(setup.running.store)
  const [one, two] = [await listOfPeople(setup), await listOfPeople(setup)]
  lists = [one.listId, two.listId]
  await openShadow(setup.running.store, { accountId: setup.accountId, oldUrl: 'http://old.test' })
})
after(async () => {
  await worker.stop()
  await setup.running.close()
})

const rows = async (text: string, values: unknown[] = []) => {
  const ran = { name: '', text, again: false }
  return (await setup.running.store.run(ran, [setup.accountId, ...values])).rows
}

const ask = async (feed: Feed | 'deliveries', query: Record<string, unknown>) => {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) text.set(name, String(value))
  return setup.call('GET', `/changes/${feed}?${text}`)
}

const keyOf = (feed: Feed, { id, subscriberId, listId }: Change): string =>
  feed === 'subscriptions' ? `${subscriberId} ${listId}` : String(id)

/** A program that keeps a copy. */
function copy(limit = 1000) {
  const cursors = new Map<Feed, string>()
  const kept = new Map(FEEDS.map(feed => [feed, new Map<string, string>()]))
  return {
    kept,
    /** One pass of each; `between` runs after each page. */
    async sync(between: () => Promise<void> = async () => {}) {
      for (const feed of FEEDS)
        for (let more = true; more; ) {
          const cursor = cursors.get(feed)
          const { status, body } = await ask(feed, { limit, ...(cursor && { cursor }) })
          assert.equal(status, 200, JSON.stringify(body))
          for (const { changed: _, removed, ...state } of body.items as Change[]) {
            const key = keyOf(feed, state)
            if (removed) kept.get(feed)!.delete(key)
            else kept.get(feed)!.set(key, JSON.stringify(state))
          }
          cursors.set(feed, body.cursor)
          more = body.more
          await between()
        }
    },
  }
}

/** All there is, as a new copy reads it, held against the tables. */
async function truth() {
  const fresh = copy()
  await fresh.sync()
  const keys = {
    subscribers: 'select id from subscribers where account_id = $1',
    subscriptions:
      "select subscriber_id || ' ' || list_id from subscriptions where account_id = $1",
    'opt-outs': 'select id from opt_outs where account_id = $1',
  }
  for (const feed of FEEDS) {
    const stored = (await rows(keys[feed])).map(([key]) => String(key))
    assert.deepEqual([...fresh.kept.get(feed)!.keys()].sort(), stored.sort(), feed)
  }
  return fresh.kept
}

const sorted = (one: Map<string, string>) => [...one].sort(([a], [b]) => (a < b ? -1 : 1))

async function assertEqual(mine: ReturnType<typeof copy>) {
  const wanted = await truth()
  for (const feed of FEEDS)
    assert.deepEqual(sorted(mine.kept.get(feed)!), sorted(wanted.get(feed)!), feed)
}

let made = 0
const fresh = () => `copied-${++made}@example.com`

const put = async (body: object) => (await setup.call('PUT', '/subscribers/by-address', body)).body

const any = <T>(among: readonly T[]): T => among[Math.floor(Math.random() * among.length)]!

/** The acts of a day, each of one of several sessions. */
const acts: ((email: string, listId: number) => Promise<unknown>)[] = [
  (_, listId) => put({ email: fresh(), listId, name: 'New' }),
  (email, listId) => put({ email, listId, name: `Name ${++made}`, fields: { DD2: `${made}` } }),
  async (email, listId) => {
    const lines = [email, fresh(), fresh()].map(one => `${one},Imported ${++made}\n`)
    const bytes = new Uint8Array(Buffer.from(`email,name\n${lines.join('')}`))
    const { id } = (await setup.call('POST', `/imports?listId=${listId}&name=a.csv`, bytes)).body
    await setup.call('POST', `/imports/${id}/start`, { columns: ['email', 'name'] })
    await until(async () => (await setup.call('GET', `/imports/${id}`)).body.finished)
    if (Math.random() < 0.3) await setup.call('POST', `/imports/${id}/undo`, {})
  },
  async (email, listId) => {
    const { id } = await put({ email, listId })
    await unsubscribePerson(setup.running.store, setup.accountId, id, listId, 'one-click')
  },
  async (email, listId) => {
    const { id } = await put({ email, listId })
    await setup.call('DELETE', `/subscribers/${id}/lists/${listId}`)
  },
  email => setup.call('POST', '/opt-outs', { email, reason: 'asked' }),
  email => setup.call('POST', '/opt-outs/lift', { email }),
  email => erase(setup.running.store, setup.accountId, email),
  email =>
    takeOldIds(setup.running.store, setup.accountId, [{ id: 900_000 + ++made, emailKey: email }]),
  (_, listId) =>
    setup.call('POST', '/subscribers/batch', {
      listId,
      rows: Array.from({ length: 5 }, () => ({ email: fresh(), name: 'Many' })),
    }),
]

test('a copy that syncs through a day of random changes ends equal', async () => {
  const pool = Array.from({ length: 30 }, fresh)
  for (const email of pool) await put({ email, listId: any(lists), name: 'First' })
  const [often, small] = [copy(), copy(7)]
  let acting = true
  const sessions = Array.from({ length: 4 }, async () => {
    for (let i = 0; i < 12; i++) await any(acts)(any(pool), any(lists))
  })
  const syncing = [often, small].map(async one => {
    while (acting) await one.sync()
  })
  await Promise.all(sessions)
  acting = false
  await Promise.all(syncing)
  for (const one of [often, small]) {
    await one.sync()
    await assertEqual(one)
  }
})

test('a change that is committed after later ones were read is told', async () => {
  const { store } = setup.running
  const { id } = await put({ email: fresh(), listId: lists[0], name: 'Before' })
  const mine = copy()
  await mine.sync()
  await atomically(
    store,
    async tx => {
      await blankPerson(tx, { accountId: setup.accountId, subscriberId: id })
      for (let i = 0; i < 3; i++) {
        await put({ email: fresh(), listId: lists[0] })
        await mine.sync()
      }
    },
    { again: false },
  )
  assert.match(mine.kept.get('subscribers')!.get(String(id))!, /"Before"/)
  await mine.sync()
  await assertEqual(mine)
})

test('what changes behind a page of a pass comes with the next pass', async () => {
  const people: { id: number }[] = []
  for (let i = 0; i < 12; i++) people.push(await put({ email: fresh(), listId: lists[0] }))
  const mine = copy(5)
  let i = 0
  await mine.sync(async () => {
    const { id } = people[i++ % people.length]!
    await setup.call('DELETE', `/subscribers/${id}/lists/${lists[0]}`)
    await setup.call('PATCH', `/subscribers/${id}`, { name: `Changed ${i}` })
  })
  await mine.sync()
  await assertEqual(mine)
})

test('an erased person is told by the id alone, a moved one by both', async () => {
  const { store } = setup.running
  const [gone, moved] = [fresh(), fresh()]
  const ids: number[] = []
  for (const email of [gone, moved]) ids.push((await put({ email, listId: lists[0] })).id)
  const since = new Date(Date.now() - 1000).toISOString()
  await erase(store, setup.accountId, gone)
  await takeOldIds(store, setup.accountId, [{ id: 800_001, emailKey: moved }])
  const { body } = await ask('subscribers', { changedSince: since, limit: 1000 })
  const told = (id: number) => body.items.find((one: Change) => one.id === id)
  const { changed: _, ...erased } = told(ids[0]!)
  assert.deepEqual(erased, { id: ids[0], removed: true, newId: null, subscriber: null })
  assert.deepEqual([told(ids[1]!).removed, told(ids[1]!).newId], [true, 800_001])
  assert.equal(told(800_001).subscriber.email, moved)
  assert.doesNotMatch(JSON.stringify(body), new RegExp(gone))
})

test('an opt-out of an erased person is told without the address', async () => {
  const email = fresh()
  await setup.call('POST', '/opt-outs', { email, reason: 'asked' })
  const mine = copy()
  await mine.sync()
  assert.match(JSON.stringify([...mine.kept.get('opt-outs')!]), new RegExp(email))
  await erase(setup.running.store, setup.accountId, email)
  await mine.sync()
  assert.doesNotMatch(JSON.stringify([...mine.kept.get('opt-outs')!]), new RegExp(email))
  await assertEqual(mine)
})

test('the subscriptions of a removed list are told as removed', async () => {
  const { listId, add } = await listOfPeople(setup)
  const { id } = await add({ email: fresh() })
  const mine = copy()
  await mine.sync()
  assert.ok(mine.kept.get('subscriptions')!.has(`${id} ${listId}`))
  const removed = await setup.call('DELETE', `/lists/${listId}`)
  assert.ok(removed.status < 300, JSON.stringify(removed.body))
  await mine.sync()
  await assertEqual(mine)
})

test('a cursor of other changes, a wrong or an old one, is refused', async () => {
  const { body } = await ask('subscribers', {})
  const old = Date.now() - (CHANGES_KEPT_DAYS + 1) * 86_400_000
  for (const [query, detail] of [
    [{ cursor: 'x' }, /cursor is not valid/],
    [{ cursor: cursorOf(['subscribers', 1e300]) }, /cursor is not valid/],
    [{ cursor: cursorOf(['subscribers', 1, 1, 7, 0, 0, 0]) }, /cursor is not valid/],
    [{ cursor: body.cursor, changedSince: '2026-01-01' }, /not both/],
    [{ cursor: cursorOf(['subscribers', old]) }, /Read all anew/],
    [{ changedSince: new Date(old).toISOString() }, /Read all anew/],
    [{ changedSince: 'yesterday' }, /Write a day/],
  ] as const) {
    const answer = await ask('subscribers', query)
    assert.equal(answer.status, 400, JSON.stringify(query))
    assert.match(answer.body.detail, detail)
  }
  const foreign = await ask('opt-outs', { cursor: body.cursor })
  assert.match(foreign.body.detail, /of other changes/)
})

test('tombstones are kept for longer than a cursor is taken, then trimmed', async () => {
  const count = async () => Number((await rows(COUNT))[0]![0])
  const COUNT =
    'select count(*) from change_tombstones where account_id = $1 and object_id > 70000000'
  await rows(
    `insert into change_tombstones (account_id, kind, object_id, removed_at)
     select $1, 1, 70000000 + n, now() - make_interval(days => $2::int + 20 * n)
     from generate_series(1, 2) n`,
    [CHANGES_KEPT_DAYS],
  )
  assert.equal(await count(), 2)
  await trimChanges(setup.running.store, new AbortController().signal)
  assert.equal(await count(), 1)
})
