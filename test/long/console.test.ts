/**
 * The web console in Debian's Chromium, against the service as users start it: `npm start` on an
 * empty folder. It waits for what must be seen, and measures no time.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  type ConsoleBrowser,
  HOSTILE,
  hasNoDefectInSchemes,
  missingChromium,
  signIn,
  startConsole,
} from '../support/console-browser.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
const MOST_KILOBYTES = 300

describe('the web console', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser

  before(async () => {
    browser = await startConsole({}, { first: true })
  })
  after(() => browser?.stop())

  test('signs in, adds a list of hostile name, finds it by its address, removes it', async () => {
    const page = await browser.signedIn(1440, 'light', '/console/lists')
    await page.getByText('No lists yet').waitFor()
    await page.getByRole('button', { name: 'Add list' }).click()
    await page.getByLabel('Name', { exact: true }).fill(HOSTILE)
    await page.getByLabel('Address of the sender').fill('shop@example.test')
    await page.getByRole('dialog').getByRole('button', { name: 'Add list' }).click()
    await page.getByRole('cell', { name: HOSTILE }).first().waitFor()
    await page.getByLabel('Search lists').fill('nothing like it')
    await page.getByText('No list with “nothing like it”').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('q'), 'nothing like it')
    await page.reload()
    await page.getByText('No list with “nothing like it”').waitFor()
    await page.getByRole('button', { name: 'Show all lists' }).click()
    await page.getByRole('button', { name: 'Actions of <img' }).click()
    await page.getByRole('menuitem', { name: 'Remove list' }).click()
    await page.getByText('Subscriptions on it: 0.').waitFor()
    await page.getByRole('button', { name: 'Remove list' }).click()
    await page.getByText('No lists yet').waitFor()
    await page.context().close()
  })

  for (const [width, scheme] of [
    [360, 'dark'],
    [1440, 'light'],
  ] as const)
    test(`has no defect that axe knows: ${width} pixels, first ${scheme}`, async () => {
      const page = await browser.open(width, scheme, '/console/lists')
      await hasNoDefectInSchemes(page)
      await signIn(page)
      await page.getByRole('button', { name: 'Add list' }).click()
      await page.getByLabel('Name', { exact: true }).fill(HOSTILE)
      await page.getByLabel('Address of the sender').fill('shop@example.test')
      await hasNoDefectInSchemes(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Add list' }).click()
      await page.getByRole('cell', { name: HOSTILE }).first().waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await hasNoDefectInSchemes(page)
      await page.context().close()
    })

  test('has caused no violation of its policy, no error, and asked no other host', () => {
    assert.deepEqual(browser.trouble, [])
  })

  test(`its first page is below ${MOST_KILOBYTES} kB`, () => {
    const assets = join(ROOT, 'dist/console/assets')
    const page = readFileSync(join(ROOT, 'dist/console/index.html'), 'utf8')
    const loaded = readdirSync(assets).filter(
      name => name.endsWith('.br') && page.includes(name.slice(0, -3)),
    )
    assert.ok(loaded.length >= 2)
    const bytes = loaded.reduce((sum, name) => sum + statSync(join(assets, name)).size, 0)
    assert.ok(bytes < MOST_KILOBYTES * 1000, `${bytes} bytes`)
  })
})
