/**
 * The calls of the pages for sending, watching and understanding: audience, progress, report, home.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { runBulkJob } from '../../src/domain/bulk-jobs/run-job.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import type { Hit } from '../../src/domain/tracking/hit.ts'
import { newBatch, recordBatch } from '../../src/domain/tracking/record-hit.ts'
import { type ApiClient, type ApiSetup, apiSetup, PASSWORD } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
before(async () => {
  setup = await apiSetup()
  call = setup.call
})
after(() => setup.running.close())

async function made(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body?.detail}`)
  return answer.body
}

const ask = async (text: string, values: unknown[] = []) =>
  (await setup.running.store.run({ name: '', text, again: false }, values)).rows

const list = (name: string) => made('POST', '/lists', { name, fromEmail: 'news@example.com' })

describe('the pages of a sending', () => {
  test('home, funnel, progress, report, recipients', async () => {
    const { id: listId } = await list('Garden')
    for (const name of ['a', 'b', 'c'])
      await made('POST', '/subscribers', { email: `${name}@gmail.com`, listId })
    const funnel = await made('POST', '/audiences', { listIds: [listId] })
    assert.equal(funnel.willGet, 3)
    const { id: newsletterId } = await made('POST', '/newsletters', {
      subject: 'News',
      preheader: 'For {{ DD1 | default: "friends" }}',
      source: {
        kind: 'html',
        html: '<p>Dear {{ DD1 | default: "friend" }}, <a href="https://example.com/x">x</a></p>',
      },
    })
    const preview = await made('GET', `/newsletters/${newsletterId}/preview?links=plain`)
    assert.equal(preview.preheader, 'For friends')
    const sent = await made('POST', '/sendings', { newsletterId, listId, holdSeconds: 0 })
    const at = `/sendings/${sent.id}`
    assert.deepEqual((await made('GET', `${at}/recipients`)).items, [])
    const { accountId, running } = setup
    const planned = await planSending(running.store, accountId, sent.id, 1e9)
    assert.equal(planned?.planned, funnel.willGet)
    await ask("update deliveries set state = 'accepted', next_try_at = null, changed_at = now()")
    const progress = await made('GET', `${at}/progress`)
    assert.deepEqual([progress.all, progress.done, progress.providers[0].name], [3, 3, 'Gmail'])
    const { figures } = await made('GET', `${at}/report`)
    assert.deepEqual([figures.sent, figures.delivered], [3, 3])
    assert.deepEqual((await made('GET', `${at}/hours`)).hours, [])
    assert.deepEqual((await made('GET', `${at}/links`)).links, [])
    await ask(
      `insert into hit_hours (account_id, source_kind, source_id, hour, kind, link, messages)
       values ($1, 1, $2, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC', 'view',
         0, 2)`,
      [accountId, sent.id],
    )
    await ask(
      `insert into email_departures (account_id, sending_id, subscriber_id, everything)
       select $1, $2, min(id), true from subscribers where account_id = $1
       on conflict do nothing`,
      [accountId, sent.id],
    )
    const overTime = await made('GET', '/reports/over-time?zone=Asia/Kolkata')
    assert.deepEqual(
      overTime.sendings.map((one: { id: number; emails: number; left: number }) => [
        one.id,
        one.emails,
        one.left,
      ]),
      [[sent.id, 3, 1]],
    )
    assert.deepEqual([overTime.mean.emails, overTime.sources], [3, []])
    // Midnight of UTC is half past five there.
    const day = new Date().getUTCDay() || 7
    assert.deepEqual(overTime.hours, [{ day, hour: 5, people: 2 }])
    assert.deepEqual((await made('GET', '/reports/over-time?listId=999')).sendings, [])
    assert.equal((await call('GET', '/reports/over-time?zone=Mars')).status, 400)
    await ask('delete from hit_hours where account_id = $1', [accountId])
    await ask('delete from email_departures where account_id = $1', [accountId])
    assert.equal((await made('GET', `${at}/providers`)).providers[0].counts.accepted, 3)
    const { html } = await made('GET', `${at}/email`)
    assert.match(html, /<a data-link="1" href="https:\/\/example.com\/x">/)
    assert.match(html, /Dear friend,/)
    const page = await made('GET', `${at}/recipients?opened=no&state=accepted&limit=2`)
    assert.deepEqual([page.items.length, page.items[0].email], [2, 'a@gmail.com'])
    const rest = await made('GET', `${at}/recipients?opened=no&limit=2&after=${page.next}`)
    assert.deepEqual([rest.items.length, rest.next], [1, null])
    const found = await made('GET', `${at}/recipients?email=${encodeURIComponent(' A@Gmail')}`)
    assert.deepEqual(
      found.items.map(({ email }: { email: string }) => email),
      ['a@gmail.com'],
    )
    assert.deepEqual((await made('GET', `${at}/recipients?email=%25`)).items, [])
    assert.equal((await made('GET', `/reports/sendings?ids=${sent.id}`)).items.length, 1)
    const people = await ask('select id from deliveries where source_id = $1', [sent.id])
    const hits = people.map(
      ([deliveryId], at): Hit => ({
        accountId,
        id: 100 + at,
        kind: 'view',
        source: 'sending',
        sourceId: sent.id,
        deliveryId: Number(deliveryId),
        link: 0,
        at: Date.now(),
        network: '',
        reason: '',
        agent: ['Safari, iPhone', 'Safari, iPhone', 'Gmail mail'][at]!,
        verdict: 'person',
      }),
    )
    const outcome = async () => {
      const { measured, ...rest } = (await made('GET', '/sendings')).items[0].outcome
      assert.deepEqual(measured, { opens: 3, clicks: 3, fewOpens: false, fewClicks: false })
      return rest
    }
    assert.deepEqual(await outcome(), { emails: 3, opened: 0, clicked: 0, bounced: 0 })
    await recordBatch(running.store, newBatch(accountId, hits))
    assert.deepEqual((await made('GET', `${at}/devices`)).devices, [
      { device: 'phone', program: 'Safari', system: 'iPhone', opens: 2, clicks: 0 },
      { device: 'unknown', program: 'Gmail mail', system: '', opens: 1, clicks: 0 },
    ])
    assert.equal((await outcome()).opened, 3)
    await ask(
      `insert into email_departures (account_id, sending_id, subscriber_id, everything)
       select $1, $2, id, false from deliveries where source_id = $2`,
      [accountId, sent.id],
    )
    await ask(
      `update subscriptions set unsubscribed_at = now(), unsubscribe_reason = 'Too many'
       where subscriber_id = $1`,
      [people[0]![0]],
    )
    assert.deepEqual((await made('GET', `${at}/reasons`)).reasons, [
      { reason: '', people: 2 },
      { reason: 'Too many', people: 1 },
    ])
    const home = await made('GET', '/home')
    assert.deepEqual([home.running.length, home.growth.subscribers], [1, 2])
    assert.deepEqual(home.health.failedCalls, { failures: 0, last: null, said: null })
  })

  test('calls of programs that fail are counted, also with a wrong password', async () => {
    for (const password of ['no', 'no', PASSWORD]) {
      const query = { strUsername: 'Shop', strPassword: password, strMailingListId: '999999' }
      const { origin } = setup.running
      const path = `/externalapiservice.asmx/DeleteMailingList?${new URLSearchParams(query)}`
      await fetch(origin + path)
    }
    const failed = async () => (await made('GET', '/home')).health.failedCalls
    for (let at = 0; at < 100 && (await failed()).failures < 3; at++)
      await new Promise(resolve => setTimeout(resolve, 200))
    const { failures, last, said } = await failed()
    assert.ok(failures >= 3, `${failures} failures`)
    assert.ok(Date.now() - Date.parse(last) < 600_000)
    assert.match(said, /^DeleteMailingList/)
  })

  test('a sending is held, undone, counted before, and far more people are typed', async () => {
    const [{ id: listId }, { id: other }] = [await list('Kitchen'), await list('Guests')]
    await ask(
      `insert into subscribers (account_id, id, email, email_key, fields)
       select $1, i, 'k' || i || '@x.test', 'k' || i || '@x.test', array['Europe/Stockholm']
       from generate_series(1000, 1400) i`,
      [setup.accountId],
    )
    const put = 'insert into subscriptions (account_id, subscriber_id, list_id) select $1, i, $2 '
    await ask(`${put} from generate_series(1000, 1004) i`, [setup.accountId, listId])
    await ask(`${put} from generate_series(1003, 1400) i`, [setup.accountId, other])
    const { id: newsletterId } = await made('POST', '/newsletters', { subject: 'N', text: 'x' })
    const first = await made('POST', '/sendings', { newsletterId, listId })
    assert.ok(new Date(first.undoUntil).getTime() - Date.now() > 20_000)
    await made('POST', `/sendings/${first.id}/undo`)
    const { state, standstill } = await made('GET', `/sendings/${first.id}/progress`)
    assert.deepEqual([state, standstill], ['cancelled', null])
    assert.equal((await call('POST', `/sendings/${first.id}/undo`)).status, 409)
    const { accountId, running } = setup
    const small = await made('POST', '/sendings', { newsletterId, listId, holdSeconds: 0 })
    await planSending(running.store, accountId, small.id, 1e9)
    const once = { newsletterId, listIds: [listId, other] }
    const anew = (await made('POST', '/audiences', { ...once, zoneField: 1 })).leftOut.at(-1)
    assert.deepEqual(anew, { reason: 'got-it', people: 5 })
    const order = { ...once, repeat: true }
    const refused = await call('POST', '/sendings', order)
    assert.deepEqual([refused.status, refused.body.reason], [409, 'far-more-people'])
    assert.match(refused.body.detail, /401 people would get it; .* usually reach 5/)
    const wrong = await call('POST', '/sendings', { ...order, expected: 41 })
    assert.match(wrong.body.detail, /401 people would get it, not 41/)
    const body = { listIds: [listId, other], zoneField: 1 }
    const funnel = await made('POST', '/audiences', body)
    assert.deepEqual(
      [funnel.farMore, funnel.usual, funnel.leftOut],
      [true, 5, [{ reason: 'repeated', people: 2 }]],
    )
    assert.deepEqual(funnel.zones, [{ zone: 'Europe/Stockholm', people: 401 }])
    const variants = [{ subject: 'A' }, { subject: 'B' }]
    const split = { share: 50, by: 'opens', waitMinutes: 60, variants }
    const { id } = await made('POST', '/sendings', { ...order, expected: 401, split })
    const live = await made('GET', `/sendings/${id}/progress`)
    assert.deepEqual(
      live.split.samples.map(({ subject }: { subject: string }) => subject),
      ['A', 'B'],
    )
    const { test } = await made('GET', `/sendings/${id}/ab-test`)
    assert.deepEqual([test.best, test.clear, test.winner], [0, false, null])
    assert.equal((await call('POST', `/sendings/${id}/winner`, { variant: 1 })).status, 409)
    await made('PUT', `/sendings/${id}/rate`, { perMinute: 120 })
    const listed = (await made('GET', '/sendings')).items.map((row: { id: number }) => row.id)
    assert.ok(listed.includes(id) && !listed.includes(live.split.samples[0].sendingId))
    const bad = { ...order, expected: 401, split, sharePerDay: 10 }
    assert.match((await call('POST', '/sendings', bad)).body.detail, /Choose one/)
    await made('POST', `/sendings/${id}/undo`)
  })

  test('recipients by any filter are exported, and put on a list', async () => {
    const [{ id: listId }, { id: target }] = [await list('Recipients'), await list('Bounced')]
    for (const name of ['p', 'q', 'r'])
      await made('POST', '/subscribers', { email: `${name}@Web.de`, listId })
    const { id: newsletterId } = await made('POST', '/newsletters', { subject: 'N', text: 'x' })
    const { id } = await made('POST', '/sendings', { newsletterId, listId, holdSeconds: 0 })
    await planSending(setup.running.store, setup.accountId, id, 1e9)
    await ask(
      "update deliveries set state = 'bounced', reply = '550 5.1.1 User unknown', " +
        "next_try_at = null, changed_at = now() where source_id = $1 and email like 'q@%'",
      [id],
    )
    const at = `/sendings/${id}/recipients`
    const items = async (query: string) =>
      (await made('GET', `${at}?${query}`)).items.map(({ email }: { email: string }) => email[0])
    assert.deepEqual(await items('state=bounced,failed'), ['q'])
    assert.deepEqual(await items('reply=user+UNKNOWN'), ['q'])
    assert.deepEqual(await items('domain=web.de&state=planned'), ['p', 'r'])
    assert.deepEqual(await items('provider=gmx'), ['p', 'q', 'r'])
    assert.deepEqual(await items('provider=nobody'), [])
    assert.deepEqual(await items('clicked=yes'), [])
    const file = await made('GET', `${at}/export?state=bounced`)
    assert.match(file, /"q@Web.de";.*550 5.1.1 User unknown/)
    const { said } = await made('GET', `/sendings/${id}/progress`)
    assert.deepEqual([said[0].meaning, said[0].emails], ['bad-mailbox', 1])
    const recipients = { sendingId: id, state: 'bounced' }
    const job = await made('POST', '/bulk-jobs', {
      action: { do: 'join', listId: target },
      recipients,
    })
    assert.equal(job.total, 1)
    const lease = { jobId: job.id, worker: randomUUID(), leaseMillis: 60_000 }
    await runBulkJob(setup.running.store, { accountId: setup.accountId, ...lease })
    const { items: joined } = await made('GET', `/subscribers?listId=${target}`)
    assert.deepEqual(
      joined.map(({ email }: { email: string }) => email),
      ['q@Web.de'],
    )
    const both = { action: { do: 'join', listId: target }, recipients, everybody: true }
    assert.equal((await call('POST', '/bulk-jobs', both)).status, 400)
  })
})
