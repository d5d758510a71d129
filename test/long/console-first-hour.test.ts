/** The first hour of a writer of newsletters, in Debian's Chromium: nothing needs a shell. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  ACCOUNT,
  type ConsoleBrowser,
  goThrough,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'

describe('the first hour', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page

  const call = async (method: string, to: string, data?: unknown) => {
    const answer = await page.request.fetch(`${browser.origin}/api/v1${to}`, {
      method,
      headers: { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' },
      ...(data !== undefined && { data: data as Buffer }),
    })
    assert.ok(answer.ok(), `${method} ${to}: ${await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }
  const newsletter = async () => {
    const document = { blocks: [{ id: 't', type: 'text', html: '<p>Sow now</p>' }] }
    const body = {
      name: 'Spring',
      subject: 'Sow now',
      listId: 1,
      source: { kind: 'blocks', document },
    }
    return (await call('POST', '/newsletters', body)).id as number
  }

  before(async () => {
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/lists')
    await call('POST', '/lists', { name: 'Garden', fromEmail: 'post@lindhaga.example' })
  })
  after(() => browser?.stop())

  test('a test email goes to typed addresses, which are offered the next time', async () => {
    const id = await newsletter()
    await goThrough(page, `/console/newsletters/${id}`)
    const dialog = page.getByRole('dialog')
    const open = () => page.getByRole('button', { name: 'Send test', exact: true }).first().click()
    await open()
    const field = dialog.getByLabel('Addresses', { exact: true })
    await field.fill('me@lindhaga.example, nobody ')
    await dialog.getByText('“nobody” is not an email address.').waitFor()
    await hasNoDefectInSchemes(page)
    await dialog.getByRole('button', { name: 'Take out nobody' }).click()
    // Two hundred are refused in words, before anything is sent.
    await field.fill(Array.from({ length: 200 }, (_, i) => `p${i}@kund.example`).join('\n'))
    await dialog.getByText('At most 20 addresses. These are 201.').waitFor()
    await page.keyboard.press('Escape')
    await open()
    await field.fill('me@lindhaga.example')
    await dialog.getByRole('button', { name: 'Send test', exact: true }).click()
    await dialog.getByText('Sent: 1').waitFor()
    await page.keyboard.press('Escape')
    await open()
    await dialog.locator('.chip', { hasText: 'me@lindhaga.example' }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('test groups are made, renamed, removed and put back on their page', async () => {
    await goThrough(page, '/console/test-groups')
    await page.getByRole('button', { name: 'New test group' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Office')
    await dialog.getByLabel('Addresses', { exact: true }).fill('a@x.example;b@x.example')
    await hasNoDefectInSchemes(page)
    await dialog.getByRole('button', { name: 'New test group' }).click()
    await page.getByRole('button', { name: 'Office', exact: true }).click()
    await dialog.getByLabel('Name').fill('The office')
    await dialog.getByRole('button', { name: 'Take out b@x.example' }).click()
    await dialog.getByRole('button', { name: 'Save test group' }).click()
    await page.getByRole('cell', { name: 'a@x.example', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Actions of The office' }).click()
    await page.getByRole('menuitem', { name: 'Remove test group' }).click()
    await page.getByText('There is no test group').waitFor()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByRole('button', { name: 'The office', exact: true }).waitFor()
    assert.deepEqual((await call('GET', '/test-groups')).items, [
      { name: 'The office', emails: ['a@x.example'] },
    ])
  })

  test('a field without a name and a value is shown nowhere', async () => {
    await goThrough(page, '/console/fields')
    await page.getByText('There is no data field yet').waitFor()
    await goThrough(page, '/console/subscribers')
    await page.getByRole('button', { name: 'Columns' }).click()
    const choices = page.getByRole('menu').locator('[aria-checked]')
    await choices.first().waitFor()
    assert.deepEqual(
      (await choices.allTextContents()).filter(text => /^DD/.test(text)),
      [],
    )
    await page.keyboard.press('Escape')
  })

  test('fields are made and typed from within an import, and looked at on their page', async () => {
    await page.goto(`${browser.origin}/console/imports/new`)
    await page.getByLabel('List', { exact: true }).selectOption('Garden')
    const rows = ['E-post;Kund-nr;Köpt', 'a@kund.example;0012;3', 'b@kund.example;0013;många']
    const buffer = Buffer.from(rows.join('\n'))
    const file = { name: 'kunder.csv', mimeType: 'text/csv', buffer }
    await page.getByLabel('Choose a file').setInputFiles(file)
    const dialog = page.getByRole('dialog')
    for (const [heading, kind] of [
      ['Kund-nr', 'Text'],
      ['Köpt', 'Number'],
    ] as const) {
      const target = page.getByLabel(`Goes to: ${heading}`, { exact: true })
      await target.selectOption({ label: 'New field' })
      assert.equal(await dialog.getByLabel('Name').inputValue(), heading)
      await dialog.getByLabel('Holds').selectOption({ label: kind })
      await hasNoDefectInSchemes(page)
      await dialog.getByRole('button', { name: 'New field' }).click()
      await dialog.waitFor({ state: 'detached' })
      await target.locator('option', { hasText: heading }).waitFor({ state: 'attached' })
    }
    await page.getByRole('button', { name: 'Start the import' }).click()
    await page.getByText('Finished').waitFor()
    await goThrough(page, '/console/fields')
    await page.getByRole('button', { name: 'Köpt', exact: true }).click()
    await page.getByText('2 of 2 people have a value.').waitFor()
    await page.getByText('1 person has something that is no number').waitFor()
    const details = page.getByRole('complementary', { name: 'Köpt' })
    await details.getByLabel('Holds').selectOption({ label: 'Choice' })
    await details.getByRole('button', { name: 'Make them choices' }).click()
    await hasNoDefectInSchemes(page)
    await details.getByRole('button', { name: 'Save field' }).click()
    await page.getByText('The field Köpt is saved.').waitFor()
    const { items } = await call('GET', '/fields')
    assert.deepEqual(
      items
        .slice(0, 2)
        .map(({ name, choices }: { name: string; choices: string[] }) => [name, choices]),
      [
        ['Kund-nr', []],
        ['Köpt', ['3', 'många']],
      ],
    )
  })

  test('the check that tells of unsigned emails makes their keys', async () => {
    await page.goto(
      `${browser.origin}/console/newsletters/${await newsletter()}/send?lists=%5B1%5D`,
    )
    await page.getByText('Emails are not signed for lindhaga.example').waitFor()
    await page.getByRole('button', { name: 'Make keys lindhaga.example' }).click()
    await page.locator('.testrow .tag.good').waitFor()
    assert.equal((await call('GET', '/dkim-keys')).items.length > 0, true)
  })

  test('the first account changes its password on its page, and finds how to be a person', async () => {
    await goThrough(page, '/console/own')
    await page.getByRole('link', { name: 'Invite yourself as an owner' }).waitFor()
    await hasNoDefectInSchemes(page)
    const form = page.getByRole('region', { name: 'Change password' })
    await form.getByLabel('Password', { exact: true }).fill(ACCOUNT.ACCOUNT_PASSWORD)
    await form.getByLabel('New password', { exact: true }).fill('tulips in october')
    await form.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The password was changed.').waitFor()
    const body = { username: ACCOUNT.ACCOUNT_USERNAME, password: 'tulips in october' }
    await call('POST', '/session', body)
  })

  test('a role that may not import is told so in its language, and offered no file', async () => {
    const invited = { email: 'writer@lindhaga.example', role: 'writer', mail: false }
    const { link } = await call('POST', '/invitations', invited)
    await call('PUT', '/account/sign-in', { allowed: true })
    const token = link.split('/').at(-1)
    await call('POST', '/invitations/accept', { token, password: 'roses in november' })
    await page.evaluate(() => localStorage.setItem('pennypost-language', 'de'))
    await page.goto(`${browser.origin}/console/imports/new`)
    await page.getByText('Ihre Rolle erlaubt das nicht').waitFor()
    assert.equal(await page.locator('input[type=file]').count(), 0)
  })

  test('nothing was complained of', () => assert.deepEqual(browser.trouble, []))
})
