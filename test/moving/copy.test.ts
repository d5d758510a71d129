/** The copy of an account, from another one of the service: passes, with changes in between. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { suppressedPart } from '../../src/domain/bounces/suppression/suppressed.ts'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { saveNewTemplate } from '../../src/domain/templates/save-template.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { newAccount, personUnsubscribes, type TestAccount } from '../support/account.ts'
import { copyInto, differencesOf, peopleOf } from './setup.ts'

let from: TestAccount
let to: TestAccount
let lists: number[]
let guid: string

const copy = () =>
  copyInto(to, {
    url: new URL(from.service.url),
    username: from.account.username,
    password: from.account.password,
  })

const person = (n: number) => ({
  email: `p${n}@example.test`,
  name: `Pål ${n} & "Å"`,
  format: 'html' as const,
  countryCode: '46',
  phone: `70${n}`,
  fieldNames: 'DD1;DD25',
  fieldValues: `Lund ${n};<x>`,
})

before(async () => {
  from = await newAccount()
  to = await newAccount()
  const { store } = from.service
  lists = [await from.newList('Kunder'), await from.newList('News & more')]
  for (let n = 0; n < 230; n++)
    await from.call.InsertSubscriberWithDemData({ ...person(n), listId: lists[n % 2]! })
  for (const n of [4, 6])
    await from.call.MoveSubscriberToOptOutAll({ ...person(n), reason: 'asked by phone' })
  await from.call.MoveSubscriberToOptOutAll({ email: 'never@example.test', reason: 'complained' })
  await personUnsubscribes(from, person(8).email)
  const draft = {
    name: 'Receipt',
    subject: 'Your order',
    preheader: '',
    source: { kind: 'html' as const, html: '<p>Åsa {{ name }}</p>' },
    text: '',
    fromName: 'Shop',
    fromEmail: 'shop@example.test',
    replyTo: '',
  }
  const id = await addDraft(store, from.account.id, { ...draft, listId: lists[0] }, { id: 77 })
  await addDraft(store, from.account.id, { ...draft, name: 'Two', listId: null }, { id: 2 })
  const template = {
    name: 'Plain',
    description: 'd',
    source: { kind: 'html' as const, html: '<p>x</p>' },
  }
  await saveNewTemplate(store, from.account.id, template, { id: 5 })
  const facts = {
    name: 'Orders',
    newsletterId: id,
    fromName: '',
    fromEmail: '',
    replyTo: '',
    routeId: null,
    marketing: false,
    repeats: '24h' as const,
    retentionDays: null,
    versions: [],
  }
  await store.withClient(client =>
    client.query(
      `insert into bounces (account_id, id, email, kind, class, rule, identity, received_at)
       select $1, n, 'p' || n || '@example.test', kind, 'bad-mailbox', 'r', '', '2026-01-02'
       from (values (40, 'hard'), (41, 'soft'), (42, 'complaint')) as b (n, kind)`,
      [from.account.id],
    ),
  )
  guid = (await makeProject(store, from.account.id, facts)).guid
})

const equalPeople = async () => {
  for (const listId of lists)
    assert.deepEqual(await peopleOf(to, listId), await peopleOf(from, listId))
  const optOuts = async (account: TestAccount) =>
    (await account.call.GetOptOutAll())
      .map(({ id: _, subscriberId, ...rest }) => ({ ...rest, subscriberId }))
      .sort((a, b) => (a.email! < b.email! ? -1 : 1))
  assert.deepEqual(await optOuts(to), await optOuts(from))
}

describe('a copy', () => {
  test('brings everything with its ids, values and times', async () => {
    const state = await copy()
    assert.deepEqual(differencesOf(state), [])
    await equalPeople()
    const { subscribers, lists: read, projects, newsletters, templates } = state.counts
    assert.deepEqual([subscribers!.read, subscribers!.here, subscribers!.added], [227, 227, 227])
    assert.deepEqual([read!.read, read!.added, read!.here], [2, 2, 2])
    assert.deepEqual([projects!.added, newsletters!.added, templates!.added], [1, 2, 1])
    assert.deepEqual(
      (await to.call.GetTransactionProjects()).map(row => [row.projectGuid, row.newsletterId]),
      [[guid, 77]],
    )
    const suppressed = await suppressedPart(to.service.store, to.account.id, { most: 10 })
    assert.deepEqual(
      suppressed.map(({ email, reason }) => [email, reason]),
      [[person(40).email, 'bad-mailbox']],
    )
    const { bounces } = state.counts
    assert.deepEqual([bounces!.read, bounces!.added, bounces!.here], [2, 1, 1])
    const [newsletter] = await to.call.GetNewsletterDetails({ newsletterId: 77 })
    assert.equal(newsletter!.html, '<p>Åsa {{ name }}</p>')
    assert.deepEqual(
      (await to.call.GetActiveTemplates()).map(({ id, name }) => [id, name]),
      [[5, 'Plain']],
    )
  })

  test('again brings only changes, and removes people who have left', async () => {
    await from.call.DeleteSubscription({ email: person(10).email, listId: lists[0]! })
    await personUnsubscribes(from, person(11).email)
    await from.call.MoveSubscriberToOptOutAll({ email: person(12).email, reason: 'left' })
    await from.call.InsertSubscriberWithDemData({ ...person(1000), listId: lists[1]! })
    await from.call.InsertSubscriberWithDemData({
      ...person(20),
      fieldValues: ';new',
      name: 'Other',
      listId: lists[0]!,
    })
    // A new list, of somebody who is known.
    lists.push(await from.newList('Third'))
    await from.call.InsertSubscription({ email: person(20).email, listId: lists[2]! })
    const { id: deleted } = (await from.call.GetSubscriberDetails({ email: person(32).email }))[0]!
    await from.call.DeleteSubscriber({ email: person(32).email })
    const state = await copy()
    const { counts, pass } = state
    const named = 'subscribers: no longer there, kept here: pennypost subscriber erase ADDRESS'
    assert.deepEqual([pass, differencesOf(state)], [2, [`${named}: ${deleted}`]])
    await equalPeople()
    const { added, changed, removed } = counts.subscribers!
    // Who opted out has left by that already.
    assert.deepEqual([added, changed, removed], [2, 1, 3])
    assert.deepEqual([counts.lists!.added, counts.lists!.changed], [1, 0])
    const third = await copy()
    const kinds = Object.entries(third.counts)
    assert.ok(kinds.every(([, one]) => one.added + one.changed + one.removed === 0))
  })

  test('resubscribes no one who has opted out or unsubscribed here, and says so', async () => {
    await to.call.MoveSubscriberToOptOutAll({ email: person(30).email })
    await personUnsubscribes(to, person(31).email)
    await to.call.InsertSubscriber({ ...person(5000), listId: lists[0]! })
    const known = await from.call.InsertSubscriber({ ...person(6000), listId: lists[0]! })
    const other = await to.call.InsertSubscriber({ ...person(6000), listId: lists[1]! })
    const state = await copy()
    const of = (await peopleOf(from, lists[0]!)).size
    assert.equal((await peopleOf(to, lists[0]!)).size, of)
    const found = differencesOf(state).map(text => text.replace(/\d+/g, 'N'))
    assert.deepEqual(found.sort(), [
      'subscribers: on the list only here: N, list N',
      'subscribers: on the list only here: N, list N',
      'subscribers: opted out here: N, list N',
      'subscribers: unsubscribed here: N, list N',
    ])
    assert.notEqual(known, other)
    // Here only by address: the id of the former service counts.
    assert.ok((await peopleOf(to, lists[0]!)).has(known))
    assert.ok((await peopleOf(to, lists[1]!)).has(known))
    assert.ok(!JSON.stringify(state).includes('example.test'))
  })

  test('continues above the highest id that it brought', async () => {
    const highest = Math.max(...(await peopleOf(from, lists[0]!)).keys())
    const id = await to.call.InsertSubscriber({ ...person(7000), listId: lists[0]! })
    assert.ok(id > highest)
    assert.ok((await to.newList()) > lists[2]!)
  })

  test('while programs add and change people on both sides, has each once', async () => {
    const listId = lists[1]!
    const calls = Array.from({ length: 60 }, async (_, n) => {
      const one = { ...person(8000 + n), listId }
      // Here first, with an id of here; or there alone.
      if (n % 2 === 0) await to.call.InsertSubscriberWithDemData(one)
      await from.call.InsertSubscriberWithDemData({ ...one, name: 'There' })
    })
    // Either of the two may be first; the other one is refused.
    const copies = await Promise.allSettled([copy(), copy()])
    await Promise.all(calls)
    assert.ok(copies.some(({ status }) => status === 'fulfilled'))
    await copy()
    const added = async (account: TestAccount) =>
      [...(await peopleOf(account, listId))]
        .map(([id, facts]) => ({ id, ...(facts as { email: string; name: string }) }))
        .filter(({ email }) => /^p80\d\d@/.test(email))
        .map(({ id, email, name }) => `${email} ${id} ${name}`)
        .sort()
    const there = await added(from)
    assert.equal(there.length, 60)
    assert.deepEqual(await added(to), there)
  })
})
