/**
 * The page of deliverability in Chromium, with a server as the relay: a provider that asks for less
 * is named with its words and one thing to do, and its answers are read day by day.
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
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

type Counts = Record<'deferred' | 'refused', number>

describe('the page of deliverability', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let relay: Sink

  before(async () => {
    const busy = '451 4.7.650 Server busy, try again p7@gmail.com [S77719]'
    relay = await startSink({
      tricks: [
        { at: 'rcpt', do: 'reply', reply: busy, about: 'p7@gmail.com' },
        { at: 'rcpt', do: 'reply', reply: '550 5.1.1 no such user', about: 'p8@' },
      ],
    })
    browser = await startConsole({ SMTP_URL: `smtp://127.0.0.1:${relay.port}` })
    page = await browser.signedIn(1440, 'light', '/console/deliverability')
    page.setDefaultTimeout(20_000)
  })
  after(async () => {
    await browser?.stop()
    await relay?.stop()
  })

  const post = async (path: string, data: object) => {
    const headers = { 'X-Pennypost-Console': '1' }
    const answer = await page.request.post(`${browser.origin}/api/v1${path}`, { headers, data })
    assert.ok(answer.ok(), `${path}: ${await answer.text()}`)
    return await answer.json()
  }

  test('begins empty, and says when it is not', async () => {
    await page.getByText('No provider was asked yet').waitFor()
    await hasNoDefectInSchemes(page)
  })

  test('names a provider that asks for less, with its words and what to do', async () => {
    const list = await post('/lists', { name: 'Readers', fromEmail: 'news@example.test' })
    const rows = Array.from({ length: 12 }, (_, i) => ({
      email: `p${i}@${i < 9 ? 'gmail.com' : 'firm.test'}`,
    }))
    await post('/subscribers/batch', { listId: list.id, rows })
    const newsletter = await post('/newsletters', {
      subject: 'News',
      text: 'Hello {{ unsubscribe_url }}',
    })
    await post('/sendings', {
      newsletterId: newsletter.id,
      listId: list.id,
      local: true,
      holdSeconds: 0,
    })
    await until(async () => {
      const answer = await page.request.get(`${browser.origin}/api/v1/providers`)
      const items = (await answer.json()).items as { provider: string; total: Counts }[]
      const gmail = items.find(({ provider }) => provider === 'Gmail')?.total
      return gmail !== undefined && gmail.deferred > 0 && gmail.refused > 0
    })
    await page.reload()
    const finding = page.getByRole('listitem').filter({ hasText: 'Gmail has asked for fewer' })
    await finding.getByText('451 4.7.650 Server busy, try again').waitFor()
    await finding.getByText('Wait: emails go there more slowly by themselves').waitFor()
    await hasNoDefectInSchemes(page)
    await finding.getByRole('button', { name: 'Show its answers' }).click()
    const replies = page.getByRole('region', { name: 'Gmail, 30 days' })
    await replies.getByText('550 5.1.1 no such user').waitFor()
    assert.equal(await page.getByText('p7@').count(), 0)
  })

  test('shows one day of a provider', async () => {
    await page.getByRole('button', { name: 'Wrong address' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Gmail' })
    await row.getByRole('cell').getByRole('button').last().click()
    await page.getByRole('button', { name: 'Whole month' }).waitFor()
    await hasNoDefectInSchemes(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Whole month' }).waitFor({ state: 'detached' })
  })
})
