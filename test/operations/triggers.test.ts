/**
 * Trigger operations, section 4.7: triggers of an account, and what happened to their emails, in
 * all four bindings.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { keepLinks } from '../../src/domain/tracking/keep-links.ts'
import { addNewTrigger } from '../../src/domain/triggers/save-trigger.ts'
import { createTriggerWork } from '../../src/workers/triggers.ts'
import { hitIn, NEWS, SHOP } from '../domain/reports/reported.ts'
import { newAccount, newAddress } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { bindings } from '../support/typed-client/request.ts'

const NOON = Date.UTC(2026, 4, 4, 11)
const MINUTE = 60_000
const at = (minutes: number) => new Date(NOON + minutes * MINUTE)
const always = { from: new Date('2000-01-01T00:00:00Z'), until: new Date('2100-01-01T00:00:00Z') }

/** A trigger of one email, sent to Ada and Åsa. */
async function walked() {
  const made = await newAccount()
  const { account, call, service } = made
  const { store } = service
  const listId = await made.list()
  const newsletterId = await addDraft(store, account.id, {
    name: 'Hello',
    subject: 'Hello',
    preheader: '',
    source: { kind: 'html' as const, html: '<p>Hello</p>' },
    text: '',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    listId: null,
  })
  const source =
    `trigger: Welcome\nlist: ${listId}\nstart: joined\nsteps:\n  - step: hello\n` +
    `    send: ${newsletterId}\n`
  const { id: triggerId } = await addNewTrigger(store, account.id, source)
  const work = createTriggerWork({
    db: store,
    log: () => {},
    report: error => assert.fail(String(error)),
  })
  const [ada, asa] = [newAddress(), newAddress()]
  const person = (email: string, name: string) =>
    call.InsertSubscriber({ listId, email, name, format: 'html' })
  const ids = { ada: await person(ada, 'Ada & Co'), asa: await person(asa, 'Åsa') }
  work.resetIntervals()
  await work.step()
  const rows = await store.withClient(
    async client =>
      (await client.query('select id from trigger_messages where account_id = $1', [account.id]))
        .rows,
  )
  assert.equal(rows.length, 1)
  const messageId = Number(rows[0].id)
  const links = [SHOP, NEWS].map((target, index) => ({ number: index + 1, target }))
  await keepLinks(store, { accountId: account.id, source: 'trigger', sourceId: messageId }, links)
  const hit = (id: number, minutes: number, facts: Partial<Parameters<typeof hitIn>[2]> = {}) =>
    hitIn(store, account.id, {
      source: 'trigger',
      sourceId: messageId,
      deliveryId: id,
      at: NOON + minutes * MINUTE,
      ...facts,
    })
  const people = {
    ada: { email: ada, name: 'Ada & Co', newsletterName: 'Hello', subscriberId: String(ids.ada) },
    asa: { email: asa, name: 'Åsa', newsletterName: 'Hello', subscriberId: String(ids.asa) },
  }
  return { ...made, store, listId, triggerId, messageId, ids, people, hit }
}

describe('GetTriggerIdForAccount', () => {
  test('has each trigger with its list, and none of another account', async () => {
    const { call, triggerId, listId, store, account } = await walked()
    const [trigger, ...others] = await call.GetTriggerIdForAccount({})
    assert.deepEqual(others, [])
    assert.ok(trigger && Math.abs(trigger.created.getTime() - Date.now()) < MINUTE)
    assert.deepEqual(
      { ...trigger, created: undefined },
      { id: triggerId, name: 'Welcome', created: undefined, listId, listName: 'Customers' },
    )
    await store.withClient(client =>
      client.query('update triggers set removed_at = now() where account_id = $1', [account.id]),
    )
    assert.deepEqual(await call.GetTriggerIdForAccount({}), [])
  })

  test('refuses unknown credentials', async () => {
    const { send } = await newAccount()
    for (const binding of bindings)
      await assert.rejects(
        send('GetTriggerIdForAccount', { strPassword: 'wrong' }, binding),
        refusal('unknown-credentials'),
      )
  })
})

describe('GetTriggerViews', () => {
  test('has the views of people in the order of their times; from and to are included', async () => {
    const { call, triggerId, ids, people, hit } = await walked()
    await hit(ids.ada, 0)
    await hit(ids.asa, 1, { verdict: 'scanner', reason: 'agent' })
    await hit(ids.asa, 2, { kind: 'click', link: 2 })
    await hit(ids.ada, 3)
    const views = [
      { ...people.ada, viewed: at(0) },
      { ...people.asa, viewed: at(2) },
      { ...people.ada, viewed: at(3) },
    ]
    assert.deepEqual(await call.GetTriggerViews({ triggerId, ...always }), views)
    assert.deepEqual(
      await call.GetTriggerViews({ triggerId, from: at(2), until: at(3) }),
      views.slice(1),
    )
    assert.deepEqual(await call.GetTriggerViews({ triggerId, from: at(1), until: at(1) }), [])
    assert.deepEqual(await call.GetTriggerViews({ triggerId, from: at(3), until: at(0) }), [])
    assert.deepEqual(await call.GetTriggerViews({ triggerId: triggerId + 1, ...always }), [])
  })

  test('names no erased person, and no one of an anonymous list', async () => {
    const { call, triggerId, ids, people, hit, store, account, listId } = await walked()
    await hit(ids.ada, 0)
    await hit(ids.asa, 1)
    await store.withClient(client =>
      client.query('delete from subscribers where account_id = $1 and id = $2', [
        account.id,
        ids.ada,
      ]),
    )
    const nobody = { email: null, name: null, subscriberId: null, newsletterName: 'Hello' }
    const views = await call.GetTriggerViews({ triggerId, ...always })
    assert.deepEqual(views, [
      { ...nobody, viewed: at(0) },
      { ...people.asa, viewed: at(1) },
    ])
    await store.withClient(client =>
      client.query('insert into anonymous_lists (account_id, list_id) values ($1, $2)', [
        account.id,
        listId,
      ]),
    )
    await hit(ids.asa, 5)
    const hidden = await call.GetTriggerViews({ triggerId, ...always })
    assert.deepEqual(
      hidden,
      [0, 1, 5].map(minutes => ({ ...nobody, viewed: at(minutes) })),
    )
    // Nor does the store know who it was that came since.
    const rows = await store.withClient(async client => {
      const text =
        'select delivery_id from hits where account_id = $1 and source_kind = 2 and at = $2'
      return (await client.query(text, [account.id, at(5)])).rows
    })
    assert.deepEqual(rows, [{ delivery_id: null }])
  })
})

describe('GetTriggerClicks', () => {
  test('has the clicks of people with the address as written', async () => {
    const { call, triggerId, ids, people, hit } = await walked()
    await hit(ids.ada, 0, { kind: 'click', link: 1 })
    await hit(ids.asa, 1, { kind: 'click', link: 2 })
    await hit(ids.asa, 2, { kind: 'click', link: 1, verdict: 'scanner', reason: 'agent' })
    const clicks = await call.GetTriggerClicks({ triggerId, ...always })
    assert.deepEqual(clicks, [
      { link: SHOP, ...people.ada, clicked: at(0) },
      { link: NEWS, ...people.asa, clicked: at(1) },
    ])
    assert.deepEqual(
      await call.GetTriggerClicks({ triggerId, from: at(1), until: at(9) }),
      clicks.slice(1),
    )
  })
})

describe('GetTriggerBounces', () => {
  test('has what came back, with what the relay said', async () => {
    const { call, triggerId, messageId, ids, people, store, account } = await walked()
    const bounce = (
      id: number,
      subscriber: number,
      kind: string,
      reply: string | null,
      minutes: number,
    ) =>
      store.withClient(client =>
        client.query(
          `insert into bounces (account_id, id, source_kind, source_id, delivery_id, \
subscriber_id, email, kind, class, reply, rule, identity, received_at)
           values ($1, $2, 2, $3, $4, $4, 'x@example.test', $5, 'no such mailbox', $6, 'a rule', \
'token', $7)`,
          [account.id, id, messageId, subscriber, kind, reply, at(minutes)],
        ),
      )
    await bounce(1, ids.ada, 'hard', '550 5.1.1 no such user', 0)
    await bounce(2, ids.asa, 'soft', null, 1)
    await bounce(3, ids.asa, 'complaint', null, 2)
    const bounces = await call.GetTriggerBounces({ triggerId, ...always })
    assert.deepEqual(bounces, [
      { reason: '550 5.1.1 no such user', ...people.ada, bounced: at(0) },
      { reason: 'no such mailbox', ...people.asa, bounced: at(1) },
    ])
    assert.deepEqual(
      await call.GetTriggerBounces({ triggerId, from: at(1), until: at(1) }),
      bounces.slice(1),
    )
  })
})

describe('reports of triggers', () => {
  test('have nothing of another account, and refuse invalid dates and unknown credentials', async () => {
    const { triggerId } = await walked()
    const stranger = await newAccount()
    const texts = { triggerId: String(triggerId), fromDate: '2000-01-01', toDate: '2100-01-01' }
    for (const name of ['GetTriggerViews', 'GetTriggerClicks', 'GetTriggerBounces'] as const) {
      assert.deepEqual(await stranger.call[name]({ triggerId: triggerId + 1000, ...always }), [])
      for (const binding of bindings) {
        await assert.rejects(stranger.send(name, { ...texts, fromDate: 'soon' }, binding))
        await assert.rejects(
          stranger.send(name, { ...texts, strPassword: 'wrong' }, binding),
          refusal('unknown-credentials'),
        )
      }
    }
  })
})
