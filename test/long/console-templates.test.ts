/**
 * Templates of blocks in Debian's Chromium: a newsletter becomes one, it is changed, chosen in the
 * gallery, removed and put back; one is built from nothing.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  goThrough,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'

describe('templates of blocks', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page

  const call = async (method: string, to: string, data?: unknown) => {
    const answer = await page.request.fetch(`${browser.origin}/api/v1${to}`, {
      method,
      headers: { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' },
      ...(data !== undefined && { data: data as Buffer }),
    })
    assert.ok(answer.ok(), `${method} ${to}: ${await answer.text()}`)
    return answer.json()
  }
  const card = (name: string) => page.locator('li.email-card', { hasText: name })
  const act = async (name: string, action: string) => {
    await card(name)
      .getByRole('button', { name: `Actions of ${name}` })
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const email = () => page.frameLocator('.composer-canvas .email-frame iframe')

  before(async () => {
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/lists')
    await call('POST', '/lists', { name: 'Garden', fromEmail: 'post@lindhaga.example' })
    const { items } = await call('GET', '/designs')
    const { subject, source } = items[1]
    await call('POST', '/newsletters', { subject, source, name: 'June news' })
  })
  after(() => browser?.stop())

  test('a newsletter becomes one, from where it is written and from the table', async () => {
    await goThrough(page, '/console/newsletters/1')
    await page.locator('.outline [data-row]').first().waitFor()
    await page.getByRole('button', { name: 'Save as template' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Monthly news')
    await dialog.getByLabel('Description').fill('Three stories and what else there is')
    await dialog.getByRole('button', { name: 'Save as template' }).click()
    await page.getByText('Monthly news is among your templates.').waitFor()
    await goThrough(page, '/console/newsletters')
    await page.getByRole('button', { name: 'Actions of June news' }).click()
    await page.getByRole('menuitem', { name: 'Save as template' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save as template' }).click()
    await page.getByText('June news is among your templates.').waitFor()
  })

  test('it is changed in blocks, each save a version, and undone', async () => {
    await goThrough(page, '/console/templates')
    await card('Monthly news').locator('iframe').waitFor()
    await hasNoDefectInSchemes(page)
    await card('Monthly news').getByRole('link').click()
    await email().getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Add Heading' }).click()
    await page.getByText('Not saved yet').waitFor()
    // What is not saved is not left without asking.
    await page.getByRole('link', { name: 'Templates', exact: true }).last().click()
    await page.getByText('Leave without saving?').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save template' }).click()
    await page.getByText('Version 2').waitFor()
    await hasNoDefectInSchemes(page)
    await page.getByRole('button', { name: 'Template', exact: true }).click()
    await page.getByRole('button', { name: 'Take version 1 again' }).click()
    await page.getByText('Version 3').waitFor()
    assert.equal((await call('GET', '/templates/1')).version, 3)
  })

  test('one is built from nothing', async () => {
    await goThrough(page, '/console/templates')
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Short note')
    await page.getByRole('button', { name: 'Add Text', exact: true }).click()
    await email().getByText('Write here.').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Save template' }).click()
    await page.waitForURL(/\/templates\/3$/)
    assert.equal((await call('GET', '/templates/3')).source.document.blocks.length, 1)
  })

  test('the gallery begins a newsletter with it', async () => {
    await goThrough(page, '/console/newsletters/new')
    await page.getByRole('radio', { name: /^Short note/ }).check()
    await page.getByLabel('Subject').fill('A note')
    await page.getByRole('button', { name: 'Begin with “Short note”' }).click()
    await page.waitForURL(/\/newsletters\/\d+$/)
    await email().getByText('Write here.').waitFor()
    await page.locator('.outline [data-row]').first().waitFor()
  })

  test('it is renamed, removed, put back, and says what it has lost', async () => {
    await goThrough(page, '/console/templates')
    await act('June news', 'Name and description')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Summer')
    await dialog.getByRole('button', { name: 'Save name' }).click()
    await card('Summer').waitFor()
    await act('Summer', 'Remove')
    await page.getByText('Summer was removed.').waitFor()
    await page.getByRole('heading', { name: 'Removed' }).waitFor()
    await act('Summer', 'Put back')
    await page.getByText('Summer is back.').waitFor()
    const src = `/m/1-${'a'.repeat(40)}.png`
    const document = { blocks: [{ type: 'picture', id: 'p', src, alt: 'A picture' }] }
    await call('POST', '/templates', { name: 'Lost', source: { kind: 'blocks', document } })
    await page.reload()
    await card('Lost').getByText('One block has lost its picture or content.').waitFor()
    await card('Lost').getByRole('link').click()
    await page.getByRole('button', { name: 'Show the block' }).click()
    await page
      .locator('.composer-right')
      .getByRole('button', { name: 'Picture', exact: true })
      .waitFor()
  })

  test('nothing is complained of, but the picture that is gone', () => {
    const rest = browser.trouble.filter(text => !/404/.test(text))
    assert.deepEqual(rest, [])
  })
})
