/**
 * Webhooks in Chromium, with a receiver on this machine: added, tried, its log read, a failure
 * told, events sent again, paused, and removed. What can't be a webhook is refused with what to do.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { callerOf } from '../support/console-sending.ts'
import { until } from '../support/until.ts'
import { webhookReceiver } from '../support/webhook-receiver.ts'

/** From then on events of a new webhook are recorded. */
const BEGINS_AFTER_MILLIS = 10_000

describe('webhooks', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let receiver: Awaited<ReturnType<typeof webhookReceiver>>
  let begins = 0

  before(async () => {
    receiver = await webhookReceiver()
    browser = await startConsole({ FETCH_ALLOW: '127.0.0.1' })
    page = await browser.signedIn(1440, 'light', '/console/webhooks')
    page.setDefaultTimeout(60_000)
  })
  after(async () => {
    await browser?.stop()
    await receiver?.close()
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const refusal = () => dialog().getByRole('alert')
  const join = (email: string) =>
    callerOf(page)('POST', '/subscribers', { listId: 1, email }) as Promise<{ id: number }>
  async function fill(name: string, url: string): Promise<void> {
    await dialog().getByLabel('Name').fill(name)
    await dialog().getByLabel('Address').fill(url)
    await dialog().getByRole('button', { name: 'Add a webhook' }).click()
  }

  test('begins empty; what can be no webhook is refused with what to do', async () => {
    await page.getByText('Tell a program of yours what happens').waitFor()
    await hasNoDefectInSchemes(page)
    await button('Add a webhook').click()
    await fill('shop', 'ftp://shop.example.com/hooks')
    await refusal().getByText('only http: and https: can').waitFor()
    await fill('shop', 'shop')
    await refusal().getByText('is not an address like https://shop.example.com/hooks').waitFor()
    await fill('shop', 'http://169.254.169.254/latest/meta-data')
    await refusal().getByText('where clouds keep the keys of their machines').waitFor()
    await refusal().getByText('can allow the host or its network').waitFor()
    await fill('shop', 'http://10.0.0.1/hook')
    await refusal().getByText('an address of a private network').waitFor()
    // The fields take no more; a program that sends it is refused.
    await dialog().getByLabel('Address').fill('x'.repeat(100_000))
    assert.equal((await dialog().getByLabel('Address').inputValue()).length, 2000)
    for (const body of [
      { name: 'shop', url: `https://shop.example.com/${'x'.repeat(100_000)}` },
      { name: 'x'.repeat(100_000), url: 'https://shop.example.com/' },
      { name: 'shop', url: 'https://shop.example.com/', events: ['x'.repeat(100_000)] },
      { name: 'shop', url: 'https://shop.example.com/', events: [] },
    ]) {
      const answer = await page.request.post(`${browser.origin}/api/v1/webhooks`, {
        headers: { 'X-Pennypost-Console': '1' },
        data: body,
      })
      assert.equal(answer.status(), 400)
    }
    await dialog().getByRole('checkbox', { name: 'bounced' }).waitFor()
    await hasNoDefectInSchemes(page)
  })

  test('is added; its secret is shown once, in two forms, and signs what is posted', async () => {
    await fill('shop', receiver.url)
    const secrets = dialog().locator('code')
    await secrets.first().waitFor()
    const [plain, text] = (await secrets.allTextContents()) as [string, string]
    assert.equal(Buffer.from(text.slice('whsec_'.length), 'base64').toString(), plain)
    await hasNoDefectInSchemes(page)
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    begins = Date.now() + BEGINS_AFTER_MILLIS
    const row = page.getByRole('row', { name: /shop/ })
    await row.getByText('active').waitFor()
    await row.getByText('All events').waitFor()
    await row.getByText('none yet').waitFor()
    assert.equal(await page.getByText(plain).count(), 0)
    const { items } = (await callerOf(page)('GET', '/webhooks')) as {
      items: { keys: { id: string }[] }[]
    }
    await row.getByText(items[0]!.keys[0]!.id).waitFor()
    await hasNoDefectInSchemes(page)
  })

  test('a test event is taken, or told why not', async () => {
    await page.getByRole('link', { name: 'shop' }).click()
    await button('Send a test event').click()
    await page.getByText(/The test event was accepted: 204 No Content, after \d+ ms/).waitFor()
    assert.equal(receiver.received.at(-1)!.event.event, 'test')
    receiver.answerWith(response => void response.writeHead(500).end())
    await button('Send a test event').click()
    await page.getByText(/was not accepted: 500 Internal Server Error/).waitFor()
    await page.getByText('Let the program answer with 200').waitFor()
    await hasNoDefectInSchemes(page)
  })

  test('its log has tries, outcome, duration and answer; a failure is seen', async () => {
    await callerOf(page)('POST', '/lists', { name: 'Garden', fromEmail: 'post@shop.test' })
    await until(async () => Date.now() > begins)
    await join('ada@example.test')
    const row = page.getByRole('row', { name: /joined/ })
    await row.getByText('failed').waitFor()
    await row.getByText('500 Internal Server Error').last().waitFor()
    await row.getByText(/^[\d,]+ ms$/).waitFor()
    await page
      .getByText(/failing since/)
      .first()
      .waitFor()
    await page.getByText(/the oldest for/).waitFor()
    await hasNoDefectInSchemes(page)
    receiver.answerWith(response => void response.writeHead(204).end())
    await row.getByRole('button', { name: /Actions of event/ }).click()
    await page.getByRole('menuitem', { name: 'Send again' }).click()
    await row.getByText('delivered').waitFor()
    await row.getByText('204 No Content').last().waitFor()
    await page.getByLabel('State').selectOption('dead')
    await page.getByText('No event is like this').waitFor()
    await page.getByLabel('State').selectOption('sent')
    await row.waitFor()
  })

  test('a body is shown as it would be posted', async () => {
    const row = page.getByRole('row', { name: /joined/ })
    await row.getByRole('button', { name: /Actions of event/ }).click()
    await page.getByRole('menuitem', { name: 'Show the body' }).click()
    await dialog().getByText('"email": "ada@example.test"').waitFor()
    assert.deepEqual(
      JSON.parse((await dialog().locator('pre').textContent())!),
      receiver.received.at(-1)!.event,
    )
    await hasNoDefectInSchemes(page)
    await page.keyboard.press('Escape')
  })

  test('paused, it keeps its events; resumed, they go', async () => {
    await button('Pause').click()
    await dialog().getByLabel('Reason').fill('the shop moves')
    await dialog().getByRole('button', { name: 'Pause' }).click()
    await page.getByText('the shop moves').first().waitFor()
    const before = receiver.received.length
    await join('bob@example.test')
    await page.getByLabel('State').selectOption('waiting')
    await page
      .getByRole('row', { name: /joined/ })
      .getByText('waiting')
      .waitFor()
    assert.equal(receiver.received.length, before)
    await button('Resume').click()
    await receiver.until(before + 1)
    await button('Pause').waitFor()
    await page.getByLabel('State').selectOption('')
  })

  test('all since a moment are sent again, and first it says how many', async () => {
    await until(async () => {
      const at = '/webhooks/shop/events?state=waiting'
      const { items } = (await callerOf(page)('GET', at)) as { items: unknown[] }
      return items.length === 0
    })
    await button('Send again since …').click()
    await dialog().getByText('There is no such event.').waitFor()
    await dialog()
      .getByLabel(/Also those that were delivered/)
      .check()
    await dialog().getByText('They are 2 events.').waitFor()
    await dialog().getByLabel('From').fill('2099-01-01T00:00')
    await dialog().getByText('There is no such event.').waitFor()
    await dialog().getByLabel('From').fill('2020-01-01T00:00')
    await dialog().getByText('They are 2 events.').waitFor()
    const before = receiver.received.length
    await dialog().getByRole('button', { name: 'Send again' }).click()
    await page.getByText('2 events are sent again.').waitFor()
    await receiver.until(before + 2)
    assert.deepEqual(
      new Set(receiver.received.slice(before).map(({ event }) => event.subscriber.email)),
      new Set(['ada@example.test', 'bob@example.test']),
    )
  })

  test('it is changed and removed, and fits a narrow window', async () => {
    await page.setViewportSize({ width: 360, height: 900 })
    await hasNoDefectInSchemes(page)
    await button('Change').click()
    await dialog().getByLabel('opened').uncheck()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await page.getByText('shop was saved.').waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await button('More for shop').click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await dialog().getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Tell a program of yours what happens').waitFor()
    await page.goto(`${browser.origin}/console/webhooks/one?name=shop`)
    await page.getByText('There is no such webhook').waitFor()
    // The browser's lines about the refusals above.
    assert.deepEqual(
      browser.trouble.filter(line => !/40[0139]/.test(line)),
      [],
    )
  })
})
