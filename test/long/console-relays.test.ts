/**
 * The page of relays in Chromium, with a real server as the relay: it is added, takes a test email,
 * gets limits, is paused and resumed, warmed up, gets another address, and is removed.
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

describe('the page of relays', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let relay: Sink

  before(async () => {
    relay = await startSink({ keep: 1 })
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/relays')
    page.setDefaultTimeout(20_000)
    // A test email is from the sender of the first list.
    const made = await page.request.post(`${browser.origin}/api/v1/lists`, {
      headers: { 'X-Pennypost-Console': '1' },
      data: { name: 'Readers', fromEmail: 'news@example.test' },
    })
    assert.equal(made.status(), 201)
  })
  after(async () => {
    await browser?.stop()
    await relay?.stop()
  })

  const dialog = () => page.getByRole('dialog')
  const closed = () => dialog().waitFor({ state: 'detached' })
  const row = () => page.getByRole('row').filter({ hasText: 'Ours' })
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions of Ours' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const known = async () => {
    const answer = await page.request.get(`${browser.origin}/api/v1/installation/routes`)
    return (await answer.json()).items[0]
  }

  test('begins empty, and refuses what is no server', async () => {
    await page.getByText('No relay yet').waitFor()
    await hasNoDefectInSchemes(page)
    await page.getByRole('button', { name: 'Add a relay' }).click()
    await dialog().getByLabel('Name', { exact: true }).fill('Ours')
    await dialog().getByLabel('Server').fill('no server/at all')
    await dialog().getByRole('button', { name: 'Add a relay' }).click()
    await dialog().getByRole('alert').waitFor()
    await hasNoDefectInSchemes(page)
  })

  test('adds one that takes a test email', async () => {
    await dialog().getByLabel('Server').fill('127.0.0.1')
    await dialog().getByLabel('Encryption').selectOption('none')
    await dialog().getByLabel('Port').fill(String(relay.port))
    await dialog().getByRole('button', { name: 'Add a relay' }).click()
    await closed()
    await row().getByText('In use').waitFor()
    await choose('Send a test email')
    await dialog().getByLabel('Test email to').fill('me@example.test')
    await dialog().getByRole('button', { name: 'Send a test email' }).click()
    await dialog().getByText('The relay took the email').waitFor()
    assert.equal(relay.seen.messages, 1)
    await page.keyboard.press('Escape')
    await closed()
  })

  test('keeps limits, and says what is no number', async () => {
    await choose('Limits')
    await dialog().getByLabel('Emails a second').fill('many')
    await dialog().getByText('Write a number.').waitFor()
    await dialog().getByLabel('Emails a second').fill('2,5')
    await dialog().getByLabel('Emails a day').fill('5000')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await closed()
    await row().getByText('2.5').waitFor()
    await row().getByText('of 5,000').waitFor()
    const { limits } = await known()
    assert.equal(limits.ratePerSecond, 2.5)
    assert.equal(limits.dailyQuota, 5000)
  })

  test('is paused, resumed, and warmed up', async () => {
    await choose('Pause')
    await row().getByText('Paused', { exact: true }).waitFor()
    assert.equal((await known()).state, 'paused')
    await hasNoDefectInSchemes(page)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/relays.png` })
    await choose('Resume')
    await row().getByText('In use').waitFor()
    await choose('Begin a warm-up')
    await row().getByText('Warming up').waitFor()
    await choose('End the warm-up')
    await row().getByText('Warming up').waitFor({ state: 'detached' })
  })

  test('gets a user and a password, which no page shows', async () => {
    await choose('Change server or password')
    await dialog().getByLabel('Server').fill('relay.example.test')
    await dialog().getByLabel('User name').fill('me@example.test')
    await dialog().getByLabel('Password', { exact: true }).fill('a/secret@1')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await closed()
    await row().getByText('relay.example.test:587').waitFor()
    assert.doesNotMatch(JSON.stringify(await known()), /secret/)
    assert.doesNotMatch(await page.content(), /secret/)
  })

  test('is removed', async () => {
    await choose('Remove')
    await dialog().getByRole('button', { name: 'Remove' }).click()
    await closed()
    await page.getByText('No relay yet').waitFor()
  })
})
