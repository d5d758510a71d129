/**
 * Sources of events in Chromium: one is added, its example tried, its shop posts to it signed and
 * is counted, its secret is rotated, and it is removed.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  goThrough,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'

const SHOTS = process.env.SHOTS
const ORDER = {
  id: 4711,
  total: '49.50',
  billing: { email: 'ada@readers.test', city: 'Kiel' },
  line_items: [{ name: 'Spade', price: 19.5 }],
}

describe('sources of events in the console', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  let page: Page
  before(async () => {
    service = await startConsole({})
    page = await service.signedIn(1440, 'light', '/console/events')
    page.setDefaultTimeout(20_000)
  })
  after(() => service?.stop())

  async function api(method: string, path: string, data?: object) {
    const answer = await page.request.fetch(`${service.origin}/api/v1${path}`, {
      method,
      headers: { 'X-Pennypost-Console': '1' },
      ...(data && { data }),
    })
    assert.ok(answer.ok(), `${method} ${path}: ${await answer.text()}`)
    return await answer.json()
  }
  /** At both widths in the scheme of the page, for who looks at the pages. */
  const shoot = async (name: string, of = page) => {
    if (!SHOTS) return
    for (const width of [1440, 360]) {
      await of.setViewportSize({ width, height: 900 })
      await of.screenshot({ path: `${SHOTS}/${name}-${width}.png`, fullPage: true })
    }
    await of.setViewportSize({ width: 1440, height: 900 })
  }
  const dialog = () => page.getByRole('dialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const shown = { address: '', secret: '' }
  /** As WooCommerce signs. */
  async function post(order: object, secret: string): Promise<string> {
    const body = JSON.stringify(order)
    const signature = createHmac('sha256', secret).update(body).digest('base64')
    const headers = { 'content-type': 'application/json', 'x-wc-webhook-signature': signature }
    const answer = await fetch(shown.address, { method: 'POST', headers, body })
    return `${answer.status} ${((await answer.json()) as { outcome: string }).outcome}`
  }

  test('the empty page leads to one, whose secret is shown once', async () => {
    const { id: listId } = await api('POST', '/lists', { name: 'All', fromEmail: 'n@shop.test' })
    await api('POST', '/subscribers', { listId, email: ORDER.billing.email })
    await page.getByText('No program has posted an event yet').waitFor()
    await shoot('events-none')
    await button('Sources').click()
    await page.getByText('There is no source yet').waitFor()
    await hasNoDefectInSchemes(page)
    await button('Add source').click()
    await dialog().getByLabel('Name', { exact: true }).fill('Shop, orders')
    await dialog().getByLabel('Name of the events').fill('order')
    await shoot('source-add')
    await dialog().getByRole('button', { name: 'Add source' }).click()
    await dialog().getByText('The secret is shown this once').waitFor()
    const [address, secret] = await dialog().locator('code').allTextContents()
    Object.assign(shown, { address, secret })
    await shoot('source-secret')
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByText('Nothing has come yet.').waitFor()
    assert.equal(
      await page.getByLabel('Where the address of the person').inputValue(),
      'billing.email',
    )
    assert.ok(!(await page.content()).includes(shown.secret))
  })

  test('an example is tried, a path of it becomes a value, and undo takes it away', async () => {
    await page.getByLabel('Body in JSON').fill('{"billing": {}}')
    await button('Try it').click()
    await page.getByText('There was no email address where it should be').waitFor()
    await page.getByLabel('Body in JSON').fill(JSON.stringify(ORDER))
    await button('Try it').click()
    await page.getByText('It would be an event:').waitFor()
    await button('Add billing.city to the values').click()
    await page.getByLabel('Where the id stands').fill('id')
    await button('Save').click()
    await page.getByText('The source is saved.').waitFor()
    const values = async () =>
      Object.keys((await api('GET', '/event-sources/Shop,%20orders')).values).sort()
    assert.deepEqual(await values(), ['city', 'items', 'total'])
    await shoot('source-tried')
    await button('Undo').click()
    await page.getByText('The source is as before.').waitFor()
    assert.deepEqual(await values(), ['items', 'total'])
    assert.deepEqual((await api('GET', '/events')).items, [])
  })

  test('its shop posts: counted, refusals by reason, in the list and among the events', async () => {
    assert.equal(await post(ORDER, shown.secret), '200 recorded')
    assert.equal(await post(ORDER, shown.secret), '200 repeated')
    const other = { ...ORDER, billing: { email: 'nobody@readers.test' } }
    assert.equal(await post(other, shown.secret), '200 nobody')
    assert.equal(await post(ORDER, 'not the secret of it'), '401 signature')
    for (const said of [
      'Recorded',
      'Posted again, recorded once',
      'The address is of no subscriber',
      'The signature was wrong',
    ])
      await page.getByText(said, { exact: true }).waitFor()
    await hasNoDefectInSchemes(page)
    await shoot('source')
    await page.getByRole('link', { name: 'Sources' }).click()
    // What the page knew before stands there until it has asked again.
    const counted = page.getByRole('row', { name: /Shop, orders.* order 2 2/ })
    await counted.waitFor()
    await shoot('sources')
    await button('Events').click()
    await page.getByRole('row', { name: /^order/ }).waitFor()
    await shoot('events')
  })

  test('it is paused by keys, its shop asked to try again, and takes events again', async () => {
    await page.goto(`${service.origin}/console/events/source?name=shop%2C%20orders`)
    await button('Pause source').focus()
    await page.keyboard.press('Enter')
    await dialog().getByText('is lost if the shop gives up').waitFor()
    await hasNoDefectInSchemes(page)
    await shoot('source-pause')
    const acts = dialog().locator('.dialog-acts').getByRole('button', { name: 'Pause source' })
    for (let i = 0; i < 5; i++) {
      if (await acts.evaluate(one => one === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.getByText('Paused since').waitFor()
    const next = { ...ORDER, id: 4720 }
    assert.equal(await post(next, shown.secret), '503 paused')
    await hasNoDefectInSchemes(page)
    await shoot('source-paused')
    await page.getByRole('link', { name: 'Sources' }).click()
    await page
      .getByRole('row', { name: /Shop, orders/ })
      .getByText('Paused')
      .waitFor()
    await shoot('sources-paused')
    await page.getByRole('link', { name: 'Shop, orders' }).click()
    await button('Take events again').click()
    await button('Pause source').waitFor()
    assert.equal(await post(next, shown.secret), '200 recorded')
  })

  test('the secret is rotated, and the source removed', async () => {
    await page.goto(`${service.origin}/console/events/source?name=shop%2C%20orders`)
    await button('Make a new secret').click()
    await dialog().getByLabel('The present secret holds for').selectOption('0')
    await dialog().getByRole('button', { name: 'Make a new secret' }).click()
    await dialog().getByText('It is shown this once').waitFor()
    const secret = (await dialog().locator('code').textContent())!
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click()
    const next = { ...ORDER, id: 4712 }
    assert.equal(await post(next, shown.secret), '401 signature')
    assert.equal(await post(next, secret), '200 recorded')
    await button('Remove source').click()
    await dialog().getByRole('button', { name: 'Remove source' }).click()
    await page.getByText('There is no source yet').waitFor()
    assert.equal(await post(next, secret), '404 nothing-here')
    assert.equal((await api('GET', '/events')).items.length, 1)
    await goThrough(page, '/console/events/source?name=Shop')
    await page.getByText('There is no such source.').waitFor()
  })

  test('a member without the right sees the events alone', async () => {
    const invited = { email: 'viewer@members.test', role: 'viewer', masked: false, mail: false }
    const { link } = await api('POST', '/invitations', invited)
    const given = { token: link.split('/').at(-1), password: 'a long secret of mine' }
    const visitor = await service.open(1440, 'light', '/console/')
    const headers = { 'X-Pennypost-Console': '1' }
    const to = `${service.origin}/api/v1/invitations/accept`
    assert.ok((await visitor.request.post(to, { headers, data: given })).ok())
    await visitor.goto(`${service.origin}/console/events?tab=sources`)
    await visitor.getByRole('row', { name: /^order/ }).waitFor()
    assert.equal(await visitor.getByRole('button', { name: 'Sources' }).count(), 0)
  })

  test('there was no trouble in the browser', () => {
    // What the page of an unknown source was answered.
    const own = service.trouble.filter(one => !one.includes('status of 400'))
    assert.deepEqual(own, [])
  })
})
