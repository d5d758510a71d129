/** Operations beyond the specification on objects of the account: their answers and refusals. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addNamedFilter } from '../../src/domain/filters/save-filter.ts'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { erase } from '../../src/domain/privacy/erase.ts'
import { exportPerson } from '../../src/domain/privacy/export-person.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { addCredits } from '../../src/domain/sms/credits/credits.ts'
import { optOutOfSms } from '../../src/domain/sms/opt-outs.ts'
import { unsubscribePerson } from '../../src/domain/subscribers/person-consent.ts'
import { newAccount, newAddress, type TestAccount } from '../support/account.ts'
import { refusal } from '../support/client.ts'

const draft = {
  name: 'Spring',
  subject: 'News',
  preheader: '',
  source: { kind: 'html' as const, html: '<p>Hello</p>' },
  text: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
  listId: null,
}

const ask = ({ service, account }: TestAccount, text: string, ...more: unknown[]) =>
  service.store.withClient(
    async client => (await client.query(text, [account.id, ...more])).rows as object[],
  )

/** With these credentials every operation is refused. */
const refused = (own: TestAccount) => own.as({ password: 'another' }).call

describe('SendSmsWithSenderName', () => {
  const sms = { senderName: 'The Shop', countryCode: '46', phone: '0701740610', message: 'Hej' }

  test('sends to one number under the name, and answers cost and balance', async () => {
    const own = await newAccount()
    const { store } = own.service
    await addCredits(store, own.account.id, '10', '')
    let left = 10
    await own.inEveryBinding(async ({ SendSmsWithSenderName }) => {
      left -= 2
      const sent = await SendSmsWithSenderName({ ...sms, message: 'x'.repeat(161) })
      assert.deepEqual(sent, { creditCost: '2', totalCredits: String(left) })
    })
    const rows = await ask(
      own,
      `select m.sender, m.list_id, d.id::int, d.number, d.state from sms_messages m
       join sms_deliveries d on d.account_id = m.account_id and d.message_id = m.id
       where m.account_id = $1`,
    )
    const row = { sender: 'The Shop', list_id: null, id: 0, number: '+46701740610' }
    assert.deepEqual(rows, Array(4).fill({ ...row, state: 'planned' }))
  })

  test('costs nothing where the number opted out; refuses what can not be sent', async () => {
    const own = await newAccount()
    const { store } = own.service
    await addCredits(store, own.account.id, '10', '')
    await optOutOfSms(store, own.account.id, '+46701740611', '')
    await own.inEveryBinding(async ({ SendSmsWithSenderName }) => {
      assert.deepEqual(await SendSmsWithSenderName({ ...sms, phone: '0701740611' }), {
        creditCost: '0',
        totalCredits: '10',
      })
      for (const wrong of [
        { senderName: 'longer than eleven' },
        { senderName: 'Åsa' },
        { phone: '' },
        { phone: '12' },
        { phone: '08-465 004 00' },
        { countryCode: '' },
        { countryCode: '4'.repeat(5_000) },
        { message: ' ' },
      ])
        await assert.rejects(SendSmsWithSenderName({ ...sms, ...wrong }), refusal('not-valid'))
    })
  })

  test('is among the data of the person with that number, and leaves with them', async () => {
    const own = await newAccount()
    const { store } = own.service
    const accountId = own.account.id
    await addCredits(store, accountId, '10', '')
    const email = newAddress()
    await own.call.InsertSubscriber({ listId: await own.list(), email, ...sms })
    await own.call.SendSmsWithSenderName(sms)
    assert.match(JSON.stringify(await exportPerson(store, own.account, email)), /"Hej"/)
    await erase(store, accountId, email)
    const rows = await ask(own, 'select number from sms_deliveries where account_id = $1')
    assert.deepEqual(rows, [{ number: null }])
  })
})

describe('GetFilters', () => {
  test('answers the filters of the account, and of no other', async () => {
    const own = await newAccount()
    const { store } = own.service
    assert.deepEqual([...(await own.call.GetFilters())], [])
    const id = await addNamedFilter(store, own.account.id, 'Åsas', 'DD1 = "Lund"')
    await addNamedFilter(store, (await newAccount()).account.id, 'Other', 'DD1 = "x"')
    const rows = await own.call.GetFilters()
    assert.deepEqual(
      rows.map(({ id, name }) => [id, name]),
      [[id, 'Åsas']],
    )
    assert.ok(rows[0]!.created instanceof Date)
    await assert.rejects(refused(own).GetFilters(), refusal('unknown-credentials'))
  })
})

describe('GetDetailedNewsletters', () => {
  test('answers the details of those made in the interval, as GetNewsletterDetails', async () => {
    const own = await newAccount()
    const { store } = own.service
    const ids: number[] = []
    for (let at = 0; at < 12; at++)
      ids.push(await addDraft(store, own.account.id, { ...draft, name: `N${at}` }))
    await ask(
      own,
      `update newsletters set created_at = '2026-01-31T23:30:00+01:00'
       where account_id = $1 and id = $2`,
      ids[0],
    )
    const old = await own.call.GetDetailedNewsletters({
      from: new Date('2026-01-31T00:00:00+01:00'),
      until: new Date('2026-02-01T00:00:00+01:00'),
    })
    assert.deepEqual(
      old.map(({ id }) => id),
      [ids[0]],
    )
    const recent = await own.call.GetDetailedNewsletters()
    assert.deepEqual(
      recent.map(({ id }) => id),
      ids.slice(1),
    )
    assert.deepEqual(
      { ...recent[0] },
      { ...(await own.call.GetNewsletterDetails({ newsletterId: ids[1]! }))[0] },
    )
    await assert.rejects(refused(own).GetDetailedNewsletters(), refusal('unknown-credentials'))
  })
})

describe('GetBounces', () => {
  test('answers bounces with category and reason, the newest first, without complaints', async () => {
    const own = await newAccount()
    await ask(
      own,
      `insert into bounces (account_id, id, email, kind, class, rule, identity, received_at, reply)
       select $1, n, 'b' || n || '@x.test', kind, 'bad-mailbox', 'r', '',
         now() - make_interval(mins => n), case when n <> 2 then '550 no' end
       from (values (1, 'hard'), (2, 'soft'), (3, 'complaint'), (4, 'blocked')) as b (n, kind)`,
    )
    const rows = await own.call.GetBounces()
    assert.deepEqual(
      rows.map(({ id, email, category, reason }) => [id, email, category, reason]),
      [
        [1, 'b1@x.test', 'Hard', '550 no'],
        [2, 'b2@x.test', 'Soft', 'bad-mailbox'],
        [4, 'b4@x.test', 'Blocked', '550 no'],
      ],
    )
    await assert.rejects(refused(own).GetBounces(), refusal('unknown-credentials'))
  })
})

describe('DeleteNewsletter', () => {
  test('removes one that nothing needs: 1; refuses an unknown one and one in use', async () => {
    const own = await newAccount()
    const { store } = own.service
    const listId = await own.list()
    await own.inEveryBinding(async ({ DeleteNewsletter }) => {
      const newsletterId = await addDraft(store, own.account.id, draft)
      assert.equal(await DeleteNewsletter({ newsletterId }), 1)
      assert.equal(await DeleteNewsletter({ newsletterId }), -3)
      const used = await addDraft(store, own.account.id, draft)
      const due = { dueAt: new Date(Date.now() + 3_600_000), zone: '+01:00' }
      await makeSending(store, own.account.id, { newsletterId: used, listId, ...due })
      assert.equal(await DeleteNewsletter({ newsletterId: used }), -5)
      assert.equal((await own.call.GetNewsletterDetails({ newsletterId: used })).length, 1)
    })
  })
})

describe('DeleteSendqueueItem', () => {
  test('cancels a sending: 1; 0 when it has ended, and refuses an unknown one', async () => {
    const own = await newAccount()
    const { store } = own.service
    const newsletterId = await addDraft(store, own.account.id, draft)
    const listId = await own.list()
    await own.inEveryBinding(async ({ DeleteSendqueueItem }) => {
      const due = { dueAt: new Date(Date.now() + 3_600_000), zone: '+01:00' }
      const sendingId = await makeSending(store, own.account.id, { newsletterId, listId, ...due })
      assert.equal(await DeleteSendqueueItem({ sendingId }), 1)
      const [row] = await ask(
        own,
        'select state from sendings where account_id = $1 and id = $2',
        sendingId,
      )
      assert.deepEqual(row, { state: 'cancelled' })
      assert.equal(await DeleteSendqueueItem({ sendingId }), 1, 'a lost answer is asked for again')
      await ask(
        own,
        "update sendings set state = 'finished' where account_id = $1 and id = $2",
        sendingId,
      )
      assert.equal(await DeleteSendqueueItem({ sendingId }), 0)
      assert.equal(await DeleteSendqueueItem({ sendingId: 9_999 }), -3)
    })
  })
})

describe('EmptyMailingListById', () => {
  test('takes all off the list, answers how many, and keeps what people said', async () => {
    const own = await newAccount()
    const { store } = own.service
    const other = await own.newList()
    await own.inEveryBinding(async ({ EmptyMailingListById }) => {
      const listId = await own.newList()
      const emails = [newAddress(), newAddress(), newAddress()]
      const ids: number[] = []
      for (const email of emails) ids.push(await own.call.InsertSubscriber({ listId, email }))
      await own.call.InsertSubscriber({ listId: other, email: emails[0]! })
      await unsubscribePerson(store, own.account.id, ids[2]!, listId, 'page')
      assert.equal(await EmptyMailingListById({ listId }), 2)
      assert.equal(await EmptyMailingListById({ listId }), 0)
      assert.equal(await EmptyMailingListById({ listId: 999 }), -3)
      assert.deepEqual([...(await own.call.GetSubscribers({ listId }))], [])
      const kept = await ask(
        own,
        'select subscriber_id::int from subscriptions where account_id = $1 and list_id = $2',
        listId,
      )
      assert.deepEqual(kept, [{ subscriber_id: ids[2] }])
    })
    assert.equal((await own.call.GetSubscribers({ listId: other })).length, 4)
  })

  test('more than are taken off at a time', async () => {
    const own = await newAccount()
    const listId = await own.list()
    await ask(
      own,
      `with people as (
         insert into subscribers (account_id, id, email, email_key)
         select $1, n, 'm' || n || '@x.test', 'm' || n || '@x.test'
         from generate_series(1001, 5100) n returning id)
       insert into subscriptions (account_id, subscriber_id, list_id)
       select $1, id, $2 from people`,
      listId,
    )
    assert.equal((await own.call.GetSubscribers({ listId })).length, 4_100)
    assert.equal(await own.call.EmptyMailingListById({ listId }), 4_100)
    assert.equal((await own.call.GetSubscribers({ listId })).length, 0)
  })
})
