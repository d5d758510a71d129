/** Joins and leaves of a list by day, and lists in the archive. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Store } from '../../src/db/db.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { leaveList } from '../../src/domain/imports/undo.sql.ts'
import { deleteList, makeList } from '../../src/domain/lists/add-list.ts'
import { archiveList, restoreList } from '../../src/domain/lists/archive-list.ts'
import { listDays } from '../../src/domain/lists/list-days.ts'
import { keepMilestones } from '../../src/domain/lists/milestones.ts'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { sendSmsToList } from '../../src/domain/sms/send-sms.ts'
import { subscribe } from '../../src/domain/subscribers/subscribe.ts'
import { removeSubscriptions } from '../../src/domain/subscribers/unsubscribe.ts'
import { temporaryStore } from '../support/database.ts'
import { moved } from '../support/moved.ts'

let store: Store
let drop: () => Promise<void>
let accounts = 0
before(async () => {
  ;({ store, drop } = await temporaryStore())
})
after(() => drop())

/** So close together, and with no margin, every few rows cross a milestone. */
const SPACING = { every: 3, marginSeconds: 0 }

async function newList() {
  const username = `lists-${++accounts}`
  const account = await addAccount(store, { username, password: 'correct horse battery staple' })
  const accountId = account!.id
  const listId = await makeList(store, accountId, {
    name: 'List',
    fromName: 'A',
    fromEmail: 'a@example.test',
    description: '',
    characterSet: '',
  })
  const ask = (text: string, ...values: unknown[]) =>
    store.run({ name: '', text, again: false }, [accountId, ...values])
  const email = (n: number) => `p${n}@example.com`
  const person = { name: '', format: undefined, countryCode: '', phone: '' }
  return {
    accountId,
    listId,
    ask,
    join: async (n: number) =>
      (await subscribe(store, accountId, listId, { ...person, email: email(n) })).id,
    leave: (n: number) =>
      removeSubscriptions(store, accountId, { subscriberId: undefined, email: email(n) }, listId),
    /** As if all so far had happened so many days ago. */
    age: async (days: number) => {
      const earlier = (column: string) => `${column} = ${moved(column, String(-86_400 * days))}`
      await ask(`update subscriptions set ${earlier('subscribed_at')} where account_id = $1`)
      await ask(
        `update list_departures set ${earlier('subscribed_at')}, ${earlier('left_at')}
         where account_id = $1`,
      )
      await ask(`update list_days set day = day - ${days} where account_id = $1`)
    },
    days: async (most = 5) =>
      (await listDays(store, accountId, listId, most)).days.map(({ joined, left }) => [
        joined,
        left,
      ]),
  }
}

describe('the days of a list', () => {
  test('count who joined and who left, also after they are subtracted from the milestones', async () => {
    const { accountId, listId, join, leave, age, days } = await newList()
    for (let n = 1; n <= 8; n++) await join(n)
    await leave(1)
    await age(2)
    await join(9)
    await leave(2)
    await leave(9)
    const expected = [
      [0, 0],
      [0, 0],
      [8, 1],
      [0, 0],
      [1, 2],
    ]
    assert.deepEqual(await days(), expected)
    await keepMilestones(store, accountId, listId, SPACING)
    assert.deepEqual(await days(), expected)
    await optOut(store, accountId, {
      email: 'p3@example.com',
      reason: '',
      listText: '',
      sendingText: '',
    })
    await leave(4)
    assert.deepEqual((await days()).at(-1), [1, 4])
    await keepMilestones(store, accountId, listId, SPACING)
    await keepMilestones(store, accountId, listId, SPACING)
    assert.deepEqual(await days(), [...expected.slice(0, 4), [1, 4]])
    assert.deepEqual(await days(1), [[1, 4]])
  })

  test('that are over are counted once, in spite of later departures', async () => {
    const { accountId, listId, join, leave, age, days, ask } = await newList()
    for (let n = 1; n <= 4; n++) await join(n)
    await age(1)
    assert.deepEqual(await days(2), [
      [4, 0],
      [0, 0],
    ])
    const { rows } = await ask('select sum(settled), count(*) from list_days where account_id = $1')
    assert.deepEqual(rows[0], ['4', '399'])
    await leave(1)
    await leave(2)
    for (let times = 0; times < 2; times++) {
      assert.deepEqual(await days(2), [
        [4, 0],
        [0, 2],
      ])
      await keepMilestones(store, accountId, listId, SPACING)
    }
    assert.deepEqual((await days(90)).slice(-2), [
      [4, 0],
      [0, 2],
    ])
  })

  test('leave out whom an undone import brought, on a settled day too', async () => {
    const { accountId, listId, join, leave, age, days, ask } = await newList()
    const ids = [await join(1), await join(2)]
    await ask('update subscriptions set subscribed_at = now() where account_id = $1')
    await join(3)
    await join(4)
    await leave(4)
    const undo = async (id: number) => {
      const { rows } = await ask(
        'select min(subscribed_at)::text from subscriptions where account_id = $1',
      )
      const subscribedAt = String(rows[0]![0])
      const { left } = await leaveList(store, { accountId, listId, ids: [id], subscribedAt })
      assert.equal(left, 1)
    }
    await undo(ids[0]!)
    await age(1)
    assert.deepEqual((await days()).slice(-2), [
      [3, 1],
      [0, 0],
    ])
    await undo(ids[1]!)
    for (let times = 0; times < 2; times++) {
      assert.deepEqual((await days()).slice(-2), [
        [2, 1],
        [0, 0],
      ])
      await keepMilestones(store, accountId, listId, SPACING)
    }
  })

  test('count who comes back as one who joins', async () => {
    const { join, leave, days } = await newList()
    await join(1)
    await leave(1)
    await join(1)
    assert.deepEqual(await days(1), [[2, 1]])
  })

  test('end with today, begin counting with the list, and go with it', async () => {
    const { accountId, listId, ask } = await newList()
    const { days, countedFrom } = await listDays(store, accountId, listId, 90)
    assert.equal(days.length, 90)
    assert.equal(days.at(-1)!.day, countedFrom)
    await ask('insert into list_days values ($1, $2, now(), 1, 1)', listId)
    await deleteList(store, accountId, listId)
    const { rows } = await ask('select 1 from list_days where account_id = $1')
    assert.deepEqual(rows, [])
    await assert.rejects(listDays(store, accountId, listId, 90), Refusal)
  })
})

describe('an archived list', () => {
  const draft = (listId: number) => ({
    name: 'News',
    subject: 'News',
    preheader: '',
    source: { kind: 'html' as const, html: '<p>x</p>' },
    text: 'x',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    listId,
  })

  test('is not sent to until it is restored', async () => {
    const { accountId, listId } = await newList()
    const newsletterId = await addDraft(store, accountId, draft(listId))
    const send = () =>
      makeSending(store, accountId, {
        newsletterId,
        listId,
        dueAt: new Date(Date.now() + 3_600_000),
        zone: '+01:00',
      })
    await archiveList(store, accountId, listId)
    await assert.rejects(send(), /is archived/)
    await assert.rejects(sendSmsToList(store, accountId, listId, 'Hi'), /is archived/)
    await restoreList(store, accountId, listId)
    await send()
  })

  test('has nothing that is still sent to it', async () => {
    const { accountId, listId } = await newList()
    const newsletterId = await addDraft(store, accountId, draft(listId))
    await makeSending(store, accountId, {
      newsletterId,
      listId,
      dueAt: new Date(Date.now() + 3_600_000),
      zone: '+01:00',
    })
    await assert.rejects(archiveList(store, accountId, listId), /unfinished sendings: 1/)
    await assert.rejects(archiveList(store, accountId, 999), Refusal)
  })
})
