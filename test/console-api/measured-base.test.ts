/** What rates are of: the people who were measured, in every report, counted or not. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { countSendings } from '../../src/domain/deliveries/count-sendings.ts'
import { linksOf } from '../../src/domain/reports/sendings/clicked-links.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

const PEOPLE = 12

let setup: ApiSetup
let listId: number
before(async () => {
  setup = await apiSetup()
  const list = { name: 'Garden', fromEmail: 'news@example.com' }
  listId = (await made('POST', '/lists', list)).id
  for (let i = 0; i < PEOPLE; i++)
    await made('POST', '/subscribers', { email: `p${i}@gmail.com`, listId })
})
after(() => setup.running.close())

async function made(method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: unknown) {
  const answer = await setup.call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const ask = async (text: string, values: unknown[] = []) =>
  (await setup.running.store.run({ name: '', text, again: false }, values)).rows

/** Delivered to all; of so many the opens, and of so many the clicks were not measured. */
async function sent(opens: number, clicks: number): Promise<number> {
  const { accountId, running } = setup
  const html = '<p>Hello <a href="https://shop.example/">The offer</a></p>'
  const source = { kind: 'html', html }
  const { id: newsletterId } = await made('POST', '/newsletters', { subject: 'News', source })
  const order = { newsletterId, listId, holdSeconds: 0, anyway: true }
  const { id } = await made('POST', '/sendings', order)
  await planSending(running.store, accountId, id, 1e9)
  await ask(
    `update deliveries d set state = 'accepted', next_try_at = null, changed_at = now(),
       opens_unmeasured = nullif(n.place <= $3, false),
       clicks_unmeasured = nullif(n.place <= $4, false)
     from (select id, row_number() over (order by id) as place from deliveries
       where account_id = $1 and source_id = $2) n
     where d.account_id = $1 and d.source_id = $2 and d.id = n.id`,
    [accountId, id, opens, clicks],
  )
  await ask(
    `insert into links (account_id, source_kind, source_id, number, target)
     values ($1, 1, $2, 1, 'https://shop.example/')`,
    [accountId, id],
  )
  // Two people opened and one clicked; three more clicks name nobody.
  await ask(
    `insert into hit_totals (account_id, source_kind, source_id, kind, link, by_all, by_people,
       messages)
     values ($1, 1, $2, 'view', 0, 2, 2, 2), ($1, 1, $2, 'click', 0, 4, 4, 1),
       ($1, 1, $2, 'click', 1, 4, 4, 1)`,
    [accountId, id],
  )
  return id
}

async function counted(id: number): Promise<void> {
  await ask(
    `update sendings set state = 'finished', finished_at = now() - interval '2 hours'
     where id = $1`,
    [id],
  )
  assert.equal(await countSendings(setup.running.store, setup.accountId), 1)
}

/** As each page reads it. */
async function bases(id: number): Promise<unknown[]> {
  const { figures } = await made('GET', `/sendings/${id}/report`)
  const of = (rows: { id: number | string }[]) => rows.find(one => Number(one.id) === id) as never
  const home = of((await made('GET', '/home')).last)
  const overTime = of((await made('GET', '/reports/over-time')).sendings)
  const { outcome }: { outcome: never } = of((await made('GET', '/sendings')).items)
  const board = (await made('GET', '/newsletter-board')).items[0].last
  const provider = (await made('GET', `/sendings/${id}/providers`)).providers[0]
  const all: { measured: unknown }[] = [figures, home, overTime, outcome, board, provider]
  return all.map(({ measured }) => measured)
}

describe('the base of rates', () => {
  for (const [opens, clicks, few] of [
    [0, 0, false],
    [4, 7, false],
    [11, 11, true],
  ] as const)
    test(`with ${opens} and ${clicks} of ${PEOPLE} not measured, is the same everywhere`, async () => {
      const id = await sent(opens, clicks)
      const expected = {
        opens: PEOPLE - opens,
        clicks: PEOPLE - clicks,
        fewOpens: few,
        fewClicks: few,
      }
      for (const base of await bases(id)) assert.deepEqual(base, expected)
      await counted(id)
      for (const base of await bases(id)) assert.deepEqual(base, expected)
      const { figures } = await made('GET', `/sendings/${id}/report`)
      assert.deepEqual([figures.delivered, figures.opens.people], [PEOPLE, 2])
      assert.deepEqual([figures.clicks.people, figures.clicks.byPeople], [1, 4])
      const all = { from: new Date(0), until: new Date(Date.now() + 60_000), url: '' }
      for await (const rows of linksOf(setup.running.store, setup.accountId, all)) {
        const row = rows.find(({ sendingId }) => sendingId === id)
        if (row) assert.equal(row.clickRate, 1 / (PEOPLE - clicks))
      }
    })

  test('is said in a shared report, in which few have no rate', async () => {
    const shown = async (id: number) => {
      const { url } = await made('POST', `/sendings/${id}/links-to-report`, { days: 7 })
      return (await fetch(setup.running.origin + new URL(url).pathname)).text()
    }
    const partly = await shown(await sent(4, 7))
    assert.match(partly, /25%<\/b><span class="soft">2 of 8 measured/)
    assert.match(partly, /20%<\/b><span class="soft">1 of 5 measured/)
    assert.match(await shown(await sent(11, 11)), /–<\/b><span class="soft">only 1 of 12 may be/)
    assert.doesNotMatch(await shown(await sent(0, 0)), /measured/)
  })

  test('of a test that nobody could win is refused before it is sent, unless told otherwise', async () => {
    const html = '<p>Hello <a href="https://shop.example/">The offer</a></p>'
    const source = { kind: 'html', html }
    const { id: newsletterId } = await made('POST', '/newsletters', { subject: 'Two', source })
    const variants = [{ subject: 'Sow now' }, { subject: 'It is time' }]
    const order = {
      newsletterId,
      listId,
      at: '2035-01-01 09:00',
      split: { share: 50, by: 'clicks', waitMinutes: 60, variants },
    }
    const allowed = await made('POST', '/sendings', order)
    await setup.call('PATCH', '/measuring', { clicks: 'none' })
    try {
      const { status, body } = await setup.call('POST', '/sendings', order)
      assert.equal(status, 409)
      assert.match(body.detail, /Only 0 of 12 people are measured/)
      const funnel = await made('POST', '/audiences', { listIds: [listId] })
      const measured = { opens: 12, clicks: 0, fewOpens: false, fewClicks: true }
      assert.deepEqual(funnel.measured, measured)
      const anyway = await made('POST', '/sendings', { ...order, anyway: true })
      assert.notEqual(anyway.id, allowed.id)
    } finally {
      await setup.call('PATCH', '/measuring', { clicks: 'person' })
    }
  })

  test('is not of a person whose opens nobody saw: their history does not say they opened none', async () => {
    const id = await sent(4, 0)
    const people = (await ask('select id from subscribers where account_id = $1 order by id', [
      setup.accountId,
    ])) as [string][]
    const isMeasured = async (place: number) => {
      const { items } = await made('GET', `/subscribers/${people[place]![0]}/emails`)
      return items.find((one: { sendingId: number }) => one.sendingId === id).opensMeasured
    }
    assert.deepEqual([await isMeasured(0), await isMeasured(5)], [false, true])
    await made('PATCH', '/measuring', { opens: 'total' })
    assert.equal(await isMeasured(5), false)
    await made('PATCH', '/measuring', { opens: 'person' })
  })

  test('and all else of a past report stays, whatever is ruled and answered later', async () => {
    const id = await sent(4, 7)
    const told = async () => {
      const pages = ['report', 'hours?hours=720', 'links', 'providers', 'devices']
      const answers = pages.map(page => made('GET', `/sendings/${id}/${page}`))
      return JSON.stringify(await Promise.all(answers))
    }
    const before = await told()
    for (const rule of ['none', 'total', 'person'])
      for (const agreed of ['agreed', 'declined']) {
        await made('PATCH', '/measuring', { opens: rule, clicks: rule })
        const [[subscriberId]] = (await ask(
          'select max(id) from subscribers where account_id = $1',
          [setup.accountId],
        )) as [[string]]
        const said = { opens: agreed, clicks: agreed, words: 'May we?' }
        const at = new Date(Date.now() - 1000).toISOString()
        await made('PUT', `/subscribers/${subscriberId}/measuring`, { ...said, at })
        assert.equal(await told(), before, `${rule}, ${agreed}`)
      }
  })
})
