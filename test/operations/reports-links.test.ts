/**
 * Report operations, section 4.7: GetRoiResults and GetLinkInfoInExcelFormat, in all four bindings.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { trackAnonymously } from '../../src/domain/tracking/tracking.sql.ts'
import { NEWS, reported, SHOP } from '../domain/reports/reported.ts'
import { newAccount } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { columnsOf } from '../support/typed-client/dataset.ts'
import { bindings } from '../support/typed-client/request.ts'

const click = (deliveryId: number, link: number, at = Date.now()) => ({
  kind: 'click' as const,
  deliveryId,
  link,
  at,
})

describe('GetRoiResults', () => {
  test('has each address once in the order of the newsletter, also those that nobody followed', async () => {
    const { call, sending, hit, closure } = await reported()
    await sending({ links: [SHOP, NEWS, SHOP, 'https://nobody.example/'] })
    for (const [delivery, link] of [
      [1, 1],
      [1, 1],
      [1, 3],
      [2, 3],
      [2, 2],
    ] as const)
      await hit(click(delivery, link))
    await hit({ ...click(3, 1), verdict: 'scanner' })
    await closure({ link: 1, value: '0.1', currency: 'SEK' })
    await closure({ link: 1, value: '0.2', currency: 'EUR', count: 2 })
    await closure({ link: 3, value: '99.95', currency: 'SEK' })
    assert.deepEqual(await call.GetRoiResults({ sendingId: 1 }), [
      { url: SHOP, clicks: 4, closures: 4, value: 100.25 },
      { url: NEWS, clicks: 1, closures: 0, value: 0 },
      { url: 'https://nobody.example/', clicks: 0, closures: 0, value: 0 },
    ])
  })

  test('is an empty list for a sending without links, of another account, or that can’t be one', async () => {
    const { sending, send } = await reported()
    await sending({ links: [] })
    const stranger = await reported()
    await stranger.sending({ id: 2 })
    for (const id of ['1', '2', 'x', ''])
      for (const binding of bindings)
        assert.deepEqual(await send('GetRoiResults', { strSendQueueId: id }, binding), [])
  })

  test('refuses wrong credentials', async () => {
    const { as } = await newAccount()
    await assert.rejects(
      as({ password: 'wrong' }).call.GetRoiResults({ sendingId: 1 }),
      refusal('unknown-credentials'),
    )
  })
})

describe('GetLinkInfoInExcelFormat', () => {
  const day = (number: number) => new Date(Date.UTC(2026, 4, number, 11))
  const ALL = { from: day(1), until: day(30) }

  test('tells of one address what became of it in each sending', async () => {
    const { call, sending, hit } = await reported()
    await sending({ id: 5, plannedAt: day(2), planned: 8, newsletterId: 3, name: 'Löv & co' })
    await sending({ id: 2, plannedAt: day(9), planned: 0, links: [SHOP, NEWS, SHOP] })
    await sending({ id: 6, plannedAt: day(9), test: true })
    await sending({ id: 7, plannedAt: day(9), links: [NEWS] })
    const times = [0, 1, 2].map(minutes => new Date(day(3).getTime() + minutes * 60_000))
    await hit({ ...click(1, 1, times[1]!.getTime()), sourceId: 5 })
    await hit({ ...click(1, 1, times[0]!.getTime()), sourceId: 5 })
    await hit({ ...click(2, 1, times[2]!.getTime()), sourceId: 5 })
    await hit({ ...click(9, 2), sourceId: 5 })
    // One person by two links to the same address, another by one of them.
    for (const [delivery, link] of [
      [1, 1],
      [1, 3],
      [2, 3],
    ] as const)
      await hit({ ...click(delivery, link, times[0]!.getTime()), sourceId: 2 })
    const rows = await call.GetLinkInfoInExcelFormat({ ...ALL, url: SHOP })
    assert.deepEqual(rows, [
      {
        url: SHOP,
        newsletterId: 3,
        newsletterName: 'Löv & co',
        sendingId: 5,
        sendTime: day(2),
        recipients: 8,
        clicks: 3,
        uniqueClicks: 2,
        clickRate: 0.25,
        firstClick: times[0],
        lastClick: times[2],
      },
      {
        url: SHOP,
        newsletterId: 7,
        newsletterName: 'May',
        sendingId: 2,
        sendTime: day(9),
        recipients: 0,
        clicks: 3,
        uniqueClicks: 2,
        clickRate: null,
        firstClick: times[0],
        lastClick: times[0],
      },
    ])
    assert.deepEqual(
      columnsOf(rows).map(({ name, type }) => `${name} ${type.slice(3)}`),
      [
        'Url string',
        'NewsletterId int',
        'NewsletterName string',
        'SendQueueId long',
        'SendTime dateTime',
        'Recipients int',
        'Clicks int',
        'UniqueClicks int',
        'ClickRate double',
        'FirstClick dateTime',
        'LastClick dateTime',
      ],
    )
  })

  test('takes the address as people write it, or none for all of them', async () => {
    const { call, sending } = await reported()
    await sending({ plannedAt: day(2) })
    for (const url of ['https://shop.example', ' https://SHOP.example/ '])
      assert.deepEqual(
        (await call.GetLinkInfoInExcelFormat({ ...ALL, url })).map(row => row.url),
        [SHOP],
      )
    assert.deepEqual(
      (await call.GetLinkInfoInExcelFormat({ ...ALL, url: '' })).map(row => row.url),
      [SHOP, NEWS],
    )
    assert.deepEqual(
      await call.GetLinkInfoInExcelFormat({ ...ALL, url: 'https://shop.example/other' }),
      [],
    )
    assert.deepEqual(await call.GetLinkInfoInExcelFormat({ ...ALL, url: 'x'.repeat(5000) }), [])
  })

  test('has the sendings of the interval, both ends included; the last 30 days without one', async () => {
    const { call, sending } = await reported()
    await sending({ id: 1, plannedAt: day(2) })
    await sending({ id: 2, plannedAt: day(4) })
    await sending({ id: 3, plannedAt: new Date() })
    const ids = async (from?: Date, until?: Date) =>
      (await call.GetLinkInfoInExcelFormat({ from, until, url: SHOP })).map(row => row.sendingId)
    assert.deepEqual(await ids(day(2), day(4)), [1, 2])
    assert.deepEqual(await ids(day(3), day(4)), [2])
    assert.deepEqual(await ids(day(4), day(2)), [])
    assert.deepEqual(await ids(), [3])
  })

  test('goes through hundreds of sendings, each once', async () => {
    const { call, sending } = await reported()
    for (let id = 1; id <= 230; id++)
      await sending({ id, plannedAt: day(1 + (id % 3)), links: [SHOP] })
    const rows = await call.GetLinkInfoInExcelFormat({ ...ALL, url: SHOP })
    assert.equal(new Set(rows.map(({ sendingId }) => sendingId)).size, 230)
    assert.equal(rows.length, 230)
  })

  test('does not know how many people clicked in an anonymous sending', async () => {
    const { call, sending, hit, store, accountId, list } = await reported()
    await trackAnonymously(store, { accountId, listId: await list() })
    await sending({ plannedAt: day(2) })
    await hit(click(1, 1))
    const [row] = await call.GetLinkInfoInExcelFormat({ ...ALL, url: SHOP })
    assert.deepEqual([row!.clicks, row!.uniqueClicks, row!.clickRate], [1, null, null])
  })

  test('refuses a bad date, and wrong credentials', async () => {
    const { as, send } = await newAccount()
    for (const binding of bindings) {
      const texts = { strStartTime: 'soon', strEndTime: '', strLinkUrl: SHOP }
      await assert.rejects(send('GetLinkInfoInExcelFormat', texts, binding), refusal('not-valid'))
    }
    await assert.rejects(
      as({ password: 'wrong' }).call.GetLinkInfoInExcelFormat({}),
      refusal('unknown-credentials'),
    )
  })
})
