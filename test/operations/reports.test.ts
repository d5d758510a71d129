/**
 * Report operations, section 4.7: views and clicks of a sending, in all four bindings. Links and
 * values are in reports-links.test.ts.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { editField } from '../../src/domain/demographics/change-field.ts'
import { addressHashing } from '../../src/domain/keys/address-hash.ts'
import { erase } from '../../src/domain/privacy/erase.ts'
import { trackAnonymously } from '../../src/domain/tracking/tracking.sql.ts'
import { NEWS, reported, SHOP } from '../domain/reports/reported.ts'
import { newAccount, newAddress } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { columnsOf } from '../support/typed-client/dataset.ts'
import { bindings } from '../support/typed-client/request.ts'

const NOON = Date.UTC(2026, 4, 4, 11)
const MINUTE = 60_000
const at = (minutes: number) => new Date(NOON + minutes * MINUTE)

/**
 * Two people: Ada opens and clicks twice, Åsa only clicks. A scanner and a prefetch are in between.
 */
async function twoPeople() {
  const made = await reported()
  await made.sending()
  const [ada, asa] = [newAddress(), newAddress()]
  const adaId = await made.person(ada, 'Ada & Co', 'London')
  const asaId = await made.person(asa, 'Åsa', '')
  await made.hit({ deliveryId: adaId, at: NOON })
  await made.hit({ deliveryId: adaId, kind: 'click', link: 1, at: NOON + MINUTE })
  await made.hit({
    deliveryId: asaId,
    at: NOON + MINUTE,
    verdict: 'privacy prefetch',
    reason: 'prefetch',
  })
  await made.hit({
    deliveryId: asaId,
    kind: 'click',
    link: 2,
    at: NOON + 2 * MINUTE,
    verdict: 'scanner',
    reason: 'agent',
  })
  await made.hit({ deliveryId: asaId, kind: 'click', link: 2, at: NOON + 3 * MINUTE })
  await made.hit({
    deliveryId: adaId,
    at: NOON + 4 * MINUTE,
    verdict: 'image proxy',
    reason: 'gmail',
  })
  await made.hit({ deliveryId: adaId, kind: 'click', link: 2, at: NOON + 5 * MINUTE })
  const [people, none] = [
    {
      ada: { subscriberId: adaId, email: ada, name: 'Ada & Co' },
      asa: { subscriberId: asaId, email: asa, name: 'Åsa' },
    },
    { fieldValue: null },
  ]
  return { ...made, adaId, asaId, ...people, none }
}

describe('GetReportViews', () => {
  test('has the views of people in the order of their times, a click without one among them', async () => {
    const { call, ada, asa } = await twoPeople()
    const rows = await call.GetReportViews({ sendingId: 1 })
    assert.deepEqual(rows, [
      { ...ada, viewed: at(0) },
      { ...asa, viewed: at(3) },
      { ...ada, viewed: at(4) },
    ])
    assert.deepEqual(
      columnsOf(rows).map(({ name, type }) => `${name} ${type}`),
      ['SubscriberId xs:long', 'Email xs:string', 'Name xs:string', 'ViewTime xs:dateTime'],
    )
  })

  test('is empty with the same columns for a sending that nobody opened, is not there, is another account’s, or can’t be one', async () => {
    const { sending, send } = await reported()
    await sending({ id: 2 })
    const stranger = await twoPeople()
    await stranger.hit({ sourceId: 3 })
    for (const id of ['2', '1', '999999999999999999999', 'x', '', '-1', "1' or '1'='1"])
      for (const binding of bindings) {
        const rows = (await send('GetReportViews', { strSendQueueId: id }, binding)) as object[]
        assert.deepEqual(rows, [], `${id} over ${binding}`)
        assert.equal(columnsOf(rows).length, 4)
      }
  })

  test('names nobody in an anonymous sending, also where hits came before it was made so, nor who was erased', async () => {
    const { call, store, accountId, list, hit, ada, asa } = await twoPeople()
    addressHashing(store)
    await erase(store, accountId, asa.email)
    const nobody = { subscriberId: null, email: null, name: null }
    assert.deepEqual(await call.GetReportViews({ sendingId: 1 }), [
      { ...ada, viewed: at(0) },
      { ...nobody, viewed: at(3) },
      { ...ada, viewed: at(4) },
    ])
    await trackAnonymously(store, { accountId, listId: await list() })
    await hit({ deliveryId: ada.subscriberId, kind: 'click', link: 1, at: NOON + 9 * MINUTE })
    assert.deepEqual(
      await call.GetReportViews({ sendingId: 1 }),
      [at(0), at(3), at(4)].map(viewed => ({ ...nobody, viewed })),
    )
    const clicks = await call.GetReportClicksByDateInterval({
      sendingId: 1,
      from: at(0),
      until: at(9),
      field: 'DD3',
    })
    assert.equal(clicks.length, 4)
    for (const { clicked: _, url, ...rest } of clicks) {
      assert.ok(url === SHOP || url === NEWS)
      assert.deepEqual(rest, { ...nobody, fieldValue: null })
    }
  })

  test('refuses wrong credentials', async () => {
    const { as } = await newAccount()
    await assert.rejects(
      as({ password: 'wrong' }).call.GetReportViews({ sendingId: 1 }),
      refusal('unknown-credentials'),
    )
  })
})

describe('GetReportViewsByDateInterval', () => {
  test('holds both ends, and a date alone as the end means the whole day', async () => {
    const { call, send, ada, asa, none } = await twoPeople()
    assert.deepEqual(
      await call.GetReportViewsByDateInterval({ sendingId: 1, from: at(0), until: at(3) }),
      [
        { ...ada, ...none, viewed: at(0) },
        { ...asa, ...none, viewed: at(3) },
      ],
    )
    const texts = (datIntervalFrom: string, datIntervalTo: string) => ({
      strSendQueueId: '1',
      datIntervalFrom,
      datIntervalTo,
      ddField: '',
    })
    for (const binding of bindings) {
      const count = async (from: string, to: string) =>
        ((await send('GetReportViewsByDateInterval', texts(from, to), binding)) as unknown[]).length
      assert.equal(await count('2026-05-04', '2026-05-04'), 3)
      assert.equal(await count('2026-05-04T12:00:00', '2026-05-04T12:00:00'), 1, 'at +01:00')
      assert.equal(await count('2026-05-04T12:00:01', '2026-05-04T12:03:59'), 1)
      assert.equal(await count('2026-05-05', '2026-05-04'), 0, 'from after to')
      assert.equal(await count('1926-01-01', '2026-12-31'), 3, 'a hundred years')
      assert.equal(await count('0001-01-01', '9999-12-31'), 3, 'all the time there is')
      assert.equal(
        await count('0001-01-01T00:00:00Z', '9999-12-31T23:59:59.9999999Z'),
        3,
        'what .NET has for it',
      )
      await assert.rejects(count('2026-02-30', '2026-12-31'), refusal('not-valid'))
      await assert.rejects(count('', 'yesterday'), refusal('not-valid'))
    }
  })

  test('without bounds it is the last 30 days', async () => {
    const { call, sending, hit } = await reported()
    await sending()
    const day = 86_400_000
    for (const ago of [31 * day, 29 * day, 1000]) await hit({ at: Date.now() - ago })
    assert.equal((await call.GetReportViewsByDateInterval({ sendingId: 1 })).length, 2)
    assert.equal((await call.GetReportViews({ sendingId: 1 })).length, 3)
  })

  test('has a column of the name that the caller gives the field', async () => {
    const { call, store, accountId } = await twoPeople()
    await editField(store, accountId, 3, { name: 'Home town' })
    await editField(store, accountId, 4, { name: 'Email' })
    const ask = (field: string) =>
      call.GetReportViewsByDateInterval({ sendingId: 1, from: at(0), until: at(9), field })
    for (const [field, column] of [
      ['DD3', 'DD3'],
      ['dd03', 'dd03'],
      ['3', '3'],
      ['Home town', 'Home town'],
      ['home TOWN', 'home TOWN'],
      ['email', 'email_1'],
    ] as const) {
      const rows = await ask(field)
      assert.equal(columnsOf(rows).at(-1)!.name, column)
      assert.deepEqual(
        rows.map(({ fieldValue }) => fieldValue),
        column === 'email_1' ? [null, null, null] : ['London', null, 'London'],
      )
    }
    for (const none of ['', '  ']) assert.equal(columnsOf(await ask(none)).length, 4)
  })

  test('refuses a field that is not there, whatever the sending', async () => {
    const { call, sending } = await reported()
    await sending()
    for (const sendingId of [1, 2])
      for (const field of ['DD101', 'DD0', '0', 'Town', 'DD5;DD6', `${'0'.repeat(400)}5`, '<b>'])
        await assert.rejects(
          call.GetReportViewsByDateInterval({ sendingId, field }),
          refusal('no-such-field'),
        )
  })
})

describe('GetReportClicksByDateInterval', () => {
  test('has the clicks of people with the address as it stands in the newsletter', async () => {
    const { call, ada, asa } = await twoPeople()
    const rows = await call.GetReportClicksByDateInterval({
      sendingId: 1,
      from: at(0),
      until: at(5),
      field: 'DD3',
    })
    assert.deepEqual(rows, [
      { ...ada, url: SHOP, clicked: at(1), fieldValue: 'London' },
      { ...asa, url: NEWS, clicked: at(3), fieldValue: null },
      { ...ada, url: NEWS, clicked: at(5), fieldValue: 'London' },
    ])
    assert.deepEqual(
      columnsOf(rows).map(({ name }) => name),
      ['SubscriberId', 'Email', 'Name', 'Url', 'ClickTime', 'DD3'],
    )
    assert.equal(
      (await call.GetReportClicksByDateInterval({ sendingId: 1, from: at(0), until: at(4) }))
        .length,
      2,
    )
  })

  test('is empty for what is not there, and refuses an unknown field and a bad date', async () => {
    const { call, send } = await newAccount()
    assert.deepEqual(await call.GetReportClicksByDateInterval({ sendingId: 1 }), [])
    await assert.rejects(
      call.GetReportClicksByDateInterval({ sendingId: 1, field: 'x' }),
      refusal('no-such-field'),
    )
    for (const binding of bindings) {
      const texts = {
        strSendQueueId: '1',
        datIntervalFrom: '2026-13-01',
        datIntervalTo: '',
        ddField: '',
      }
      await assert.rejects(
        send('GetReportClicksByDateInterval', texts, binding),
        refusal('not-valid'),
      )
    }
  })

  test('thousands of clicks come once each, in order, many at one moment', async () => {
    const { call, sending, hit, store, accountId } = await reported()
    await sending()
    await hit({ kind: 'click', link: 1, at: NOON })
    assert.equal(
      (await call.GetReportClicksByDateInterval({ sendingId: 1, from: at(0), until: at(1) }))
        .length,
      1,
    )
    // More than two parts, with the ends of parts in the middle of a moment.
    await store.withClient(client =>
      client.query(
        `insert into hits (account_id, source_kind, source_id, kind, at, id, delivery_id, link, \
verdict, reason)
         select account_id, source_kind, source_id, kind, at + (n / 700) * interval '1 second', \
id + n, delivery_id, 1 + n % 2,
           case when n % 5 = 0 then 'scanner' else 'person' end, reason
         from hits, generate_series(1, 12000) n where account_id = $1 and kind = 'click'`,
        [accountId],
      ),
    )
    const rows = await call.GetReportClicksByDateInterval({
      sendingId: 1,
      from: at(0),
      until: at(1),
    })
    assert.equal(rows.length, 9601)
    assert.ok(
      rows.every(({ clicked }, index) => index === 0 || clicked >= rows[index - 1]!.clicked),
    )
    assert.equal(rows.filter(({ url }) => url === NEWS).length, 4800)
  })
})
