/**
 * The page of mailboxes in Chromium: one whose server takes access tokens only is added by its
 * fields, tested step by step, fetched from by the workers, and its trouble is told; one by POP3
 * fails at its step.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { startTokenEndpoint, type TokenEndpoint } from '../support/token-endpoint.ts'
import { startTokenImap } from '../support/token-imap.ts'

const BOUNCE = 'Subject: Undelivered\r\n\r\n550 5.1.1 no such user\r\n'

describe('the page of mailboxes', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let endpoint: TokenEndpoint
  let imap: Awaited<ReturnType<typeof startTokenImap>>
  let forgets = false

  before(async () => {
    endpoint = await startTokenEndpoint(3600)
    imap = await startTokenImap(token => !forgets && endpoint.takes(token), BOUNCE)
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/mailboxes')
    page.setDefaultTimeout(30_000)
  })
  after(async () => {
    await browser?.stop()
    imap?.stop()
    await endpoint?.stop()
  })

  const dialog = () => page.getByRole('dialog')
  const closed = () => dialog().waitFor({ state: 'detached' })
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  const choose = async (of: string, item: string) => {
    await row(of).getByRole('button').click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const step = (name: string, state: string) =>
    dialog()
      .getByRole('listitem')
      .filter({ hasText: `${name}: ${state}` })
      .waitFor()

  test('begins empty, and refuses what is no server', async () => {
    await page.getByText('No mailbox yet').waitFor()
    await hasNoDefectInSchemes(page)
    await page.getByRole('button', { name: 'Add a mailbox' }).click()
    await dialog().getByLabel('Server').fill('no server/at all')
    await dialog().getByLabel('User name').fill('news')
    await dialog().getByLabel('Password', { exact: true }).fill('a/secret@1')
    await dialog().getByRole('button', { name: 'Add a mailbox' }).click()
    await dialog().getByRole('alert').waitFor()
    await hasNoDefectInSchemes(page)
  })

  test('one that takes tokens only is added, tested and read', async () => {
    await dialog().getByLabel('Server').fill('127.0.0.1')
    await dialog().getByLabel('Encryption').selectOption('none')
    await dialog().getByLabel('Port').fill(String(imap.port))
    await dialog().getByLabel('User name').fill('news@example.test')
    await dialog().getByLabel('Log-in by').selectOption('token')
    await dialog().getByLabel('Service').selectOption('other')
    await dialog().getByLabel('Address of the token endpoint').fill(endpoint.url)
    await dialog().getByLabel('Client ID').fill('shop')
    await dialog().getByLabel('Client secret', { exact: true }).fill('hush & more')
    await dialog().getByLabel('Read every so many seconds').fill('10')
    await dialog().getByRole('button', { name: 'Add a mailbox' }).click()
    await closed()
    await choose('news@example.test', 'Test the connection')
    await dialog()
      .getByText(/^It can be read: 1 messages/)
      .waitFor()
    for (const name of ['Connects', 'Logs in', 'Opens the folder and counts'])
      await step(name, 'passed')
    await dialog().getByText('The connection is not encrypted.').waitFor()
    await hasNoDefectInSchemes(page)
    await page.keyboard.press('Escape')
    await closed()
    // By a worker.
    await row('news@example.test').getByText('Read', { exact: true }).waitFor()
    await row('news@example.test').getByRole('cell', { name: '1', exact: true }).waitFor()
    assert.equal(imap.said.includes('LOGIN'), false)
    assert.equal(endpoint.asked[0]!.get('client_secret'), 'hush & more')
    assert.doesNotMatch(await page.content(), /hush/)
  })

  test('a server that forgets its token is told with cause and remedy', async () => {
    forgets = true
    await row('news@example.test').getByText('Can’t be read').waitFor()
    await row('news@example.test').getByText('the server replies to LOGIN').waitFor()
    await row('news@example.test').getByText('Test it to see at which step').waitFor()
    await choose('news@example.test', 'Test the connection')
    await step('Connects', 'passed')
    await step('Logs in', 'failed')
    await hasNoDefectInSchemes(page)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/mailboxes.png` })
    await page.keyboard.press('Escape')
    await closed()
    forgets = false
    await row('news@example.test').getByText('Read', { exact: true }).waitFor()
  })

  test('one by POP3 fails at its step; another interval, another server', async () => {
    const silent = createServer(socket => socket.end('-ERR closed\r\n')).listen(0, '127.0.0.1')
    await new Promise(resolve => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number }
    await page.getByRole('button', { name: 'Add a mailbox' }).click()
    await dialog().getByLabel('Protocol').selectOption('pop3')
    await dialog().getByLabel('Server').fill('127.0.0.1')
    await dialog().getByLabel('Encryption').selectOption('none')
    await dialog().getByLabel('Port').fill(String(port))
    await dialog().getByLabel('User name').fill('old')
    await dialog().getByLabel('Password', { exact: true }).fill('a/secret@1')
    await dialog().getByLabel('For', { exact: true }).selectOption('own')
    await dialog().getByRole('button', { name: 'Add a mailbox' }).click()
    await closed()
    await row('pop3://old').getByText('for this account').waitFor()
    await choose('pop3://old', 'Test the connection')
    await step('Connects', 'failed')
    await page.keyboard.press('Escape')
    await closed()
    await choose('pop3://old', 'How often it is read')
    await dialog().getByLabel('Read every so many seconds').fill('often')
    await dialog().getByText('Write a number.').waitFor()
    await dialog().getByLabel('Read every so many seconds').fill('7200')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await closed()
    await row('pop3://old')
      .getByText(/every 2\sh/)
      .waitFor()
    await choose('pop3://old', 'Change server or password')
    await dialog().getByLabel('Server').fill('imap.example.test')
    await dialog().getByLabel('User name').fill('new')
    await dialog().getByLabel('Password', { exact: true }).fill('b/secret@2')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await closed()
    await row('imaps://new@imap.example.test:993/INBOX').waitFor()
    assert.doesNotMatch(await page.content(), /secret/)
    await choose('imaps://new', 'Remove')
    await dialog().getByRole('button', { name: 'Remove' }).click()
    await closed()
    await row('imaps://new').waitFor({ state: 'detached' })
    silent.close()
  })
})
