/**
 * One truth of consent: for each way in which a person may leave or be lost, the page of the
 * person, the table, filters, who left, the audience of a sending and home say the same.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { DepartureAnswer } from '../../src/actions/subscribers/departures.ts'
import type { SubscriberDetailAnswer } from '../../src/actions/subscribers/subscribers.ts'
import { erase } from '../../src/domain/privacy/erase.ts'
import { unsubscribePerson } from '../../src/domain/subscribers/person-consent.ts'
import { type ImportWorker, startImportWorker } from '../support/imports.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-standings-'))
let setup: ApiSetup
let worker: ImportWorker
before(async () => {
  setup = await apiSetup({ DATA_DIR: dataDir })
  worker = await startImportWorker(setup.running.store)
  for (const name of ['Garden', 'Offers'])
    await made('POST', '/lists', { name, fromEmail: 'news@example.com' })
})
after(async () => {
  await worker.stop()
  await setup.running.close()
  rmSync(dataDir, { recursive: true, force: true })
})

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
async function made<Body = any>(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await setup.call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body?.detail}`)
  return answer.body
}

const add = async (email: string, listId = 1) =>
  (await made<SubscriberDetailAnswer>('POST', '/subscribers', { listId, email })).id

const sql = (text: string, id: number) =>
  setup.running.store.run({ name: '', text, again: false }, [setup.accountId, id])

async function imported(csv: string): Promise<string> {
  const { id } = await made('POST', '/imports?listId=1&name=a.csv', Buffer.from(csv))
  const { columns } = await made('GET', `/imports/${id}/inspection`)
  await made('POST', `/imports/${id}/start`, { columns })
  for (;;) {
    const { state } = await made('GET', `/imports/${id}`)
    if (state === 'completed') return `/imports/${id}`
    assert.notEqual(state, 'failed')
    await pause(50)
  }
}

const table = async () =>
  (await made<{ items: SubscriberDetailAnswer[] }>('GET', '/subscribers?limit=100')).items
const idOf = async (email: string) => (await table()).find(one => one.email === email)?.id
const leftByFilter = async (where: string): Promise<string[]> =>
  (await made('POST', '/filters/try', { where })).samples.map((one: { email: string }) => one.email)
const whoLeft = async (query = '') =>
  (await made<{ items: DepartureAnswer[] }>('GET', `/departures${query}`)).items
/** Where counting takes long, the last count comes first. */
async function getsEmails(): Promise<number> {
  for (;;) {
    const { growth } = await made('GET', '/home')
    if (!growth.counting) return growth.subscribers
    await pause(50)
  }
}
const daysOfList = async () => (await made('GET', '/lists/1/days')).days
const audience = async (listId: number) =>
  (await made('POST', '/audiences', { listIds: [listId] })).willGet

interface Case {
  /** Makes the person so; returns nothing. */
  become(email: string): Promise<unknown>
  standing: SubscriberDetailAnswer['standing']
  /** What the row of who left says: from where, how; undefined: there is none. */
  left?: [from: string, source: string, reason: string]
}

const CASES: Record<string, Case> = {
  'on a list': { become: email => add(email), standing: 'reachable' },
  'left by the link in an email': {
    async become(email) {
      const { store } = setup.running
      const id = await add(email)
      await unsubscribePerson(store, setup.accountId, id, 1, 'page', 'Too many')
    },
    standing: 'unsubscribed',
    left: ['Garden', 'page', 'Too many'],
  },
  'left by a file': {
    become: email =>
      imported(`Email;Unsubscribed\n${email};2025-03-01\nother-of-the-file@x.test;\n`),
    standing: 'unsubscribed',
    left: ['Garden', 'file', ''],
  },
  'left one of two lists': {
    async become(email) {
      const id = await add(email)
      await add(email, 2)
      await unsubscribePerson(setup.running.store, setup.accountId, id, 2, 'one-click')
    },
    standing: 'reachable',
    left: ['Offers', 'one-click', ''],
  },
  'taken off by a program': {
    async become(email) {
      const id = await add(email)
      await made('DELETE', `/subscribers/${id}/lists/1`)
    },
    standing: 'on-no-list',
  },
  'opted out of everything by a member': {
    async become(email) {
      await add(email)
      await made('POST', '/opt-outs', { email, reason: 'By telephone' })
    },
    standing: 'opted-out',
    left: ['', '', 'By telephone'],
  },
  bounced: {
    async become(email) {
      const id = await add(email)
      await sql(
        "update subscribers set undeliverable_since = now(), undeliverable_reason = 'x' " +
          'where account_id = $1 and id = $2',
        id,
      )
    },
    standing: 'undeliverable',
  },
  complained: {
    async become(email) {
      const id = await add(email)
      await unsubscribePerson(setup.running.store, setup.accountId, id, 1, 'complaint')
      await sql(
        'update subscribers set complained_at = now() where account_id = $1 and id = $2',
        id,
      )
    },
    standing: 'complained',
    left: ['Garden', 'complaint', ''],
  },
}

for (const [name, { become, standing, left }] of Object.entries(CASES))
  test(`every place says the same of somebody ${name}`, async () => {
    const email = `${name.replace(/ /g, '-')}@x.test`
    const before = { people: await getsEmails(), audience: await audience(1) }
    await become(email)
    const id = (await idOf(email))!
    const person = await made<SubscriberDetailAnswer>('GET', `/subscribers/${id}`)
    assert.equal(person.standing, standing)
    assert.equal((await table()).find(one => one.id === id)!.standing, standing)
    assert.equal(person.left !== null, left !== undefined && standing !== 'opted-out')
    const [row] = (await whoLeft()).filter(one => one.subscriberId === id)
    assert.deepEqual(row && [row.listName, row.source, row.reason], left)
    assert.equal(row?.everything ?? false, standing === 'opted-out')
    assert.equal((await leftByFilter('left')).includes(email), left !== undefined)
    const gained = name === 'left by a file' ? 1 : 0
    const isReachable = standing === 'reachable' ? 1 : 0
    assert.equal(await getsEmails(), before.people + gained + isReachable)
    assert.equal(await audience(1), before.audience + gained + isReachable)
  })

test('of one list and of a few days', async () => {
  const offers = await whoLeft('?listId=2')
  assert.deepEqual(
    offers.map(one => [one.email, one.listId]),
    [['left-one-of-two-lists@x.test', 2]],
  )
  assert.deepEqual(await leftByFilter('left list 2'), ['left-one-of-two-lists@x.test'])
  const recent = await leftByFilter('left within 30 days')
  assert.ok(recent.includes('left-by-the-link-in-an-email@x.test'))
  assert.ok(!recent.includes('left-by-a-file@x.test'), 'that was in 2025')
  assert.match(
    (await setup.call('POST', '/filters/try', { where: 'left list 9' })).body.detail,
    /9/,
  )
})

test('page by page, each once, the newest first', async () => {
  const seen: string[] = []
  let after = ''
  do {
    const page = await made('GET', `/departures?limit=2${after}`)
    for (const { subscriberId, listId, at } of page.items)
      seen.push(`${at} ${subscriberId} ${listId}`)
    after = page.next === null ? '' : `&after=${page.next}`
  } while (after !== '')
  assert.equal(seen.length, (await whoLeft('?limit=100')).length)
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(
    seen.map(one => one.slice(0, 10)),
    seen
      .map(one => one.slice(0, 10))
      .toSorted()
      .reverse(),
  )
})

test('an import that is undone keeps who left, as such, and nobody else', async () => {
  const people = await getsEmails()
  const growth = await daysOfList()
  const at = await imported(
    'Email;Unsubscribed\nundone-left@x.test;2025-03-01\nundone-joined@x.test;\n',
  )
  assert.equal(await getsEmails(), people + 1)
  assert.notDeepEqual(await daysOfList(), growth)
  await made('POST', `${at}/undo`)
  assert.deepEqual(await daysOfList(), growth, 'nobody joined by it, and nobody left')
  assert.equal(await idOf('undone-joined@x.test'), undefined)
  const kept = (await table()).find(one => one.email === 'undone-left@x.test')!
  assert.equal(kept.standing, 'unsubscribed')
  assert.equal(await getsEmails(), people)
})

test('who is erased is nowhere', async () => {
  const email = 'left-by-the-link-in-an-email@x.test'
  const id = await idOf(email)
  assert.ok(id)
  await erase(setup.running.store, setup.accountId, email)
  assert.equal(await idOf(email), undefined)
  assert.ok(!(await whoLeft('?limit=100')).some(one => one.email === email))
  assert.ok(!(await leftByFilter('left')).includes(email))
})
