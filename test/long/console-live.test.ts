/**
 * Live states in Chromium: one stream however many tabs, again after a cut, and without streams
 * pages ask for themselves. A proxy that cuts streams makes nothing stand still.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { type ConsoleBrowser, missingChromium, startConsole } from '../support/console-browser.ts'
import { mixedUpFile } from '../support/console-people.ts'
import { startCuttingProxy } from '../support/cutting-proxy.ts'

describe('live states', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  before(async () => {
    browser = await startConsole()
  })
  after(() => browser?.stop())

  async function call(page: Page, method: string, path: string, data?: unknown) {
    const type = Buffer.isBuffer(data) ? 'application/octet-stream' : 'application/json'
    const answer = await page.request.fetch(`${browser.origin}/api/v1${path}`, {
      method,
      headers: { 'X-Pennypost-Console': '1', 'Content-Type': type },
      ...(data !== undefined && { data }),
    })
    assert.ok(answer.ok(), await answer.text())
    return answer.status() === 204 ? undefined : answer.json()
  }

  test('two tabs share one stream, and see an import that a program starts', async () => {
    const page = await browser.signedIn(1440, 'light', '/console/lists')
    const context = page.context()
    const streams: string[] = []
    context.on('request', request => {
      if (request.url().includes('/v1/live')) streams.push(request.url())
    })
    await call(page, 'POST', '/lists', { name: 'Kunder', fromEmail: 'shop@example.test' })
    const { id } = await call(page, 'POST', '/imports?listId=1&name=k.csv', mixedUpFile(200))
    await page.goto(`${browser.origin}/console/imports/${id}`)
    const other = await context.newPage()
    await other.goto(`${browser.origin}/console/imports/${id}`)
    for (const tab of [page, other]) await tab.getByText('Not started').waitFor()
    // Both have asked for the first state. No more answers come: what follows is by the stream.
    for (const tab of [page, other])
      await tab.evaluate(() => {
        const { fetch } = globalThis
        globalThis.fetch = (input, init) =>
          /imports\/\d+$/.test(String(input)) ? new Promise(() => {}) : fetch(input, init)
      })
    const columns = [...Array(5).fill('-'), 'email', ...Array(14).fill('-')]
    await call(page, 'POST', `/imports/${id}/start`, { columns })
    for (const tab of [page, other]) await tab.getByText('Finished').waitFor()
    assert.ok(streams.length <= 1, 'the tabs have one stream')
    await context.close()
  })

  test('where no stream gets through, the page asks for itself', async () => {
    const page = await browser.signedIn(1440, 'light', '/console/lists')
    await page.context().route('**/api/v1/live**', route => route.abort())
    const { id } = await call(page, 'POST', '/imports?listId=1&name=m.csv', mixedUpFile(200))
    await page.goto(`${browser.origin}/console/imports/${id}`)
    await page.getByRole('button', { name: 'Start the import' }).click()
    await page.getByText('Finished').waitFor()
    await page.context().close()
  })
  test('behind a proxy that cuts streams, the page sees what a program starts', async () => {
    const proxy = await startCuttingProxy(browser.origin, 300)
    try {
      const page = await browser.signedIn(1440, 'light', '/console/lists')
      const { id } = await call(page, 'POST', '/imports?listId=1&name=p.csv', mixedUpFile(200))
      await page.goto(`${proxy.origin}/console/imports/${id}`)
      await page.getByText('Not started').waitFor()
      while (proxy.cuts() < 2) await pause(100)
      const columns = [...Array(5).fill('-'), 'email', ...Array(14).fill('-')]
      await call(page, 'POST', `/imports/${id}/start`, { columns })
      await page.getByText('Finished').waitFor()
      await page.context().close()
    } finally {
      await proxy.stop()
    }
  })
})
