/**
 * A newsletter of blocks written in Debian's Chromium, against a service of its own: from
 * an empty folder to an email in the sandbox that looks like its preview.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  goThrough,
  hasNoDefect,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { pickPerson } from '../support/console-person-menu.ts'

const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>'

describe('the composer', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let path: string

  const call = async (method: string, to: string, data?: unknown) => {
    const answer = await page.request.fetch(`${browser.origin}/api/v1${to}`, {
      method,
      headers: { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' },
      ...(data !== undefined && { data: data as Buffer }),
    })
    assert.ok(answer.ok(), `${method} ${to}: ${await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }
  const email = (of: Page = page): FrameLocator => of.frameLocator('.email-frame iframe')
  const saved = (of: Page = page) => of.locator('.composer-saved.saved').waitFor()
  const rows = (of: Page = page) => of.locator('.outline [data-row]')

  before(async () => {
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/lists')
    await call('POST', '/lists', { name: 'Garden', fromEmail: 'post@lindhaga.example' })
    for (const [email, name] of [
      ['katharina@kund.example', 'Katharina Meister'],
      ['nobody@kund.example', ''],
    ])
      await call('POST', '/subscribers', { listId: 1, email, name })
    await call('POST', '/test-groups/us/emails', { emails: ['us@lindhaga.example'] })
  })
  after(() => browser?.stop())

  test('makes a newsletter of blocks and changes it by mouse', async () => {
    await page.goto(`${browser.origin}/console/newsletters`)
    await page.getByRole('link', { name: 'New newsletter' }).first().click()
    await page.getByRole('radio', { name: /^Plain letter/ }).check()
    await page.getByLabel('Subject').fill('For {{ name | default: "you" }}')
    await page.getByRole('button', { name: 'Begin with “Plain letter”' }).click()
    await page.waitForURL(/\/newsletters\/\d+$/)
    path = new URL(page.url()).pathname
    await rows().first().waitFor()
    await email().getByText('A few words from us').waitFor()
    // A click in the email writes there.
    await page.locator('.email-pane').click({ position: { x: 120, y: 44 } })
    await page.getByRole('textbox', { name: 'Content' }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Sow now, ')
    // The editor has read what was typed, and where.
    await email().getByText('Sow now,').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Insert a tag' }).click()
    await page.getByLabel('If empty, write').fill('friend')
    await page.getByRole('button', { name: /^name/ }).click()
    await page.locator('.chip-tag').waitFor()
    await page.locator('.shown-as button').click()
    await pickPerson(page, 'katharina')
    await email().getByText('Sow now, Katharina Meister').waitFor({ state: 'attached' })
    await page.locator('.chip-tag', { hasText: 'Katharina Meister' }).waitFor()
    await saved()
  })

  test('is changed by keys only: added, moved, duplicated, removed, undone', async () => {
    const before = await rows().count()
    await page.getByRole('button', { name: 'Add Divider' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(n => document.querySelectorAll('[data-row]').length > n, before)
    const last = await rows().count()
    const row = rows().nth(last - 1)
    const id = await page.locator('.outline-row [data-row][aria-current]').getAttribute('data-row')
    await page.locator(`[data-row="${id}"]`).focus()
    for (let i = 0; i < last; i++) await page.keyboard.press('Alt+ArrowUp')
    await page.waitForFunction(
      moved => document.querySelector('[data-row]')?.getAttribute('data-row') === moved,
      id,
    )
    await page.keyboard.press('Delete')
    await page.waitForFunction(n => document.querySelectorAll('[data-row]').length === n, before)
    await page.keyboard.press('Control+z')
    await page.waitForFunction(n => document.querySelectorAll('[data-row]').length > n, before)
    await page.keyboard.press('Control+Shift+Z')
    await page.waitForFunction(n => document.querySelectorAll('[data-row]').length === n, before)
    await row.waitFor({ state: 'detached' })
    await saved()
  })

  test('hostile text runs nothing, wherever it is written', async () => {
    const id = Number(path.split('/').at(-1))
    const { content } = await call('GET', `/newsletters/${id}/draft`)
    const { blocks } = content.source.document
    const hostile = [
      { id: 'h1', type: 'text', html: HOSTILE },
      { id: 'h2', type: 'heading', level: 2, html: HOSTILE },
      { id: 'h3', type: 'picture', src: 'https://nowhere.example/x.png', alt: HOSTILE },
      { id: 'h4', type: 'button', text: HOSTILE, href: 'https://example.com/' },
      { id: 'h5', type: 'menu', links: [{ text: HOSTILE, href: 'https://example.com/' }] },
      { id: 'h6', type: 'code', html: '<p>code</p>' },
    ]
    await call('PUT', `/newsletters/${id}/draft`, {
      ...content,
      preheader: HOSTILE,
      source: { kind: 'blocks', document: { blocks: [...blocks, ...hostile] } },
    })
    await page.reload()
    await email().getByText('code', { exact: true }).waitFor()
    for (const each of ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']) {
      await page.locator(`[data-row="${each}"]`).click()
      await page.locator('.composer-right .pane-fields').waitFor()
      await hasNoDefect(page, '.composer-right')
    }
    await page.locator('[data-row="h4"]').click()
    await page.getByLabel('Leads to').fill('javascript:alert(1)')
    await page.getByText('A link begins with https://').first().waitFor()
    await page.keyboard.press('Control+z')
    for (const each of ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']) {
      await page.locator(`[data-row="${each}"]`).focus()
      await page.keyboard.press('Delete')
    }
    await saved()
  })

  test('two writers, one of them offline: both are in, and the second is told', async () => {
    const other = await browser.signedIn(1440, 'light', path)
    await email(other).getByText('Sow now').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Email', exact: true }).click()
    await page.getByLabel('Preheader').fill('Written without a connection')
    await page.getByText('No connection: kept in this browser').waitFor()
    await other.getByRole('button', { name: 'Email', exact: true }).click()
    await other.getByLabel('Subject').fill('From the other window')
    await saved(other)
    await page.context().setOffline(false)
    await page.getByText('has changed it, too').waitFor()
    await saved()
    const id = Number(path.split('/').at(-1))
    const { content } = await call('GET', `/newsletters/${id}/draft`)
    assert.equal(content.subject, 'From the other window')
    assert.equal(content.preheader, 'Written without a connection')
    await other.context().close()
    // Alone, too: the email follows what was typed without a connection.
    await page.context().setOffline(true)
    await page.getByLabel('Preheader').fill('And once more without')
    await page.getByText('No connection: kept in this browser').waitFor()
    await page.context().setOffline(false)
    await page.locator('.inbox-lines').getByText('And once more without').waitFor()
    await saved()
    // What the network said meanwhile is no defect of the page.
    browser.trouble.splice(0)
  })

  test('a version is saved, and an earlier one taken again', async () => {
    const others = page.getByText('has changed it, too')
    await page.locator('.meanwhile').getByRole('button', { name: 'Close' }).click()
    await others.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save version' }).click()
    await page.getByText('Version 2 is saved').waitFor()
    assert.equal(await others.count(), 0, 'what one has saved oneself is no change of others')
    await page.getByRole('button', { name: /^Versions/ }).click()
    await page.getByRole('button', { name: /^Version 1/ }).click()
    await page.locator('.difference del', { hasText: 'For {{ name' }).waitFor()
    await page.getByRole('button', { name: 'Take version 1 again' }).click()
    await email().getByText('A few words from us').waitFor()
    await page.keyboard.press('Control+z')
    await email().getByText('Sow now').waitFor()
    await page.getByRole('button', { name: 'Build' }).click()
    await saved()
  })

  test('an invalid draft makes no version and no test email; a newer version is not overwritten', async () => {
    await page.getByRole('button', { name: 'Add Button' }).click()
    await page.getByLabel('Leads to').fill('shop.example/peas')
    await page.keyboard.press('Tab')
    assert.equal(await page.getByLabel('Leads to').inputValue(), 'https://shop.example/peas')
    await page.getByLabel('Leads to').fill('')
    await page.locator('.composer-saved:not(.saved)').waitFor()
    await saved()
    const dialog = page.getByRole('dialog', { name: 'It can not be sent like this' })
    for (const name of ['Save version', 'Audience and time', 'Send test']) {
      await page.getByRole('button', { name, exact: true }).click()
      if (name === 'Send test')
        await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
      await dialog.getByText('No link is given for the button').waitFor()
      await dialog.getByText('Give the address that it leads to, or take it out.').waitFor()
      if (name === 'Save version') await hasNoDefect(page)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Save version' }).click()
    await dialog.getByRole('button', { name: 'Show the block' }).click()
    await page.getByLabel('Leads to').fill('https://shop.example/')
    await saved()
    const at = `/newsletters/${path.split('/').at(-1)}`
    await call('PATCH', at, { preheader: 'From a program' })
    await page.getByRole('button', { name: 'Save version' }).click()
    await page.getByText('There is a newer version').waitFor()
    await page.getByRole('button', { name: 'Save version anyway' }).click()
    await page.getByText('Version 4 is saved').waitFor()
    const { preheader } = (await call('GET', at)) as { preheader: string }
    assert.equal(preheader, 'And once more without')
    browser.trouble.splice(0)
  })

  test('templates and saved blocks have pictures, also where one is chosen', async () => {
    const html = '<h1 data-slot="title">Every month</h1><script>alert(1)</script>'
    await call('POST', '/templates', { name: 'Shop letter', source: { kind: 'html', html } })
    const block = { id: 's', type: 'text', html: '<p>Saved for {{ name }}</p>' }
    await call('POST', '/saved-blocks', { name: 'Shared', blocks: [block] })
    await page.goto(`${browser.origin}/console/templates`)
    const picture = page.frameLocator('.email-picture iframe')
    await picture.getByText('Every month').waitFor()
    await hasNoDefect(page)
    await page.getByRole('button', { name: 'Saved blocks' }).click()
    await picture.getByText('Saved for Ada Example').waitFor()
    await hasNoDefect(page)
    await goThrough(page, '/console/newsletters')
    await page.getByRole('link', { name: 'New newsletter' }).first().waitFor()
    await page.keyboard.press('n')
    await page.getByRole('radio', { name: /^Shop letter/ }).check()
    await page.frameLocator('.begin-form iframe').getByText('Every month').waitFor()
    await hasNoDefect(page)
    await page.getByRole('searchbox', { name: 'Design, template, title' }).fill('survey')
    await page.getByRole('radio', { name: /^Plain letter/ }).waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: /^Survey/ }).waitFor()
  })

  test('the overview: copied, into a folder, into the archive, each taken back', async () => {
    await call('PATCH', `/newsletters/${path.split('/').at(-1)}`, { name: 'Spring letter' })
    await page.goto(`${browser.origin}/console/newsletters`)
    const row = (name: string) => page.locator('table.newsletters tr', { hasText: name })
    const act = async (name: string, action: string) => {
      await page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    }
    // The rows of before are shown until others have come.
    const hasOneRow = () =>
      page.waitForFunction(
        () => document.querySelectorAll('table.newsletters tbody tr').length === 1,
      )
    await act('Spring letter', 'Copy')
    // The copy is what is worked on next.
    await page.waitForURL(/\/newsletters\/\d+$/)
    await page.locator('.canvas-scroll').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    await row('Copy of Spring letter').waitFor()
    await act('Copy of Spring letter', 'Move to folder')
    await page.getByLabel('Folder', { exact: true }).selectOption({ label: 'New folder' })
    await page.getByLabel('Name of the folder').fill('2026')
    await page.keyboard.press('Enter')
    await row('Copy of Spring letter').locator('.in-folder', { hasText: '2026' }).waitFor()
    await page.getByRole('button', { name: /^Folder: / }).click()
    await page.getByRole('menuitem', { name: '2026 (1)' }).click()
    await row('Copy of Spring letter').waitFor()
    await hasOneRow()
    await page.reload()
    await row('Copy of Spring letter').waitFor()
    await hasOneRow()
    await hasNoDefect(page)
    await act('Copy of Spring letter', 'Archive')
    await page.getByText('No newsletter like that').waitFor()
    // The list comes before the toast, whose undo is that of the key.
    await page.getByText('Copy of Spring letter is in the archive now.').waitFor()
    await page.keyboard.press('Control+z')
    await row('Copy of Spring letter').waitFor()
    await act('Copy of Spring letter', 'Archive')
    await page.getByRole('button', { name: /^Folder: / }).click()
    await page.getByRole('menuitem', { name: 'Archive (1)' }).click()
    await row('Copy of Spring letter').waitFor()
    await act('Copy of Spring letter', 'Take out of the archive')
    await page.getByRole('button', { name: 'Show all newsletters' }).click()
    await row('Copy of Spring letter').waitFor()
    await page.getByRole('button', { name: /^Drafts/ }).click()
    await page.waitForURL(/show=draft/)
    await page.getByLabel('Search name and subject').fill('copy of')
    await hasOneRow()
    await page.getByRole('button', { name: 'Calendar' }).click()
    await page.getByText('Nothing goes out this month.').waitFor()
    await hasNoDefect(page)
  })

  test('has caused no violation of its policy, no error, and asked no other host', () => {
    assert.deepEqual(browser.trouble, [])
  })
})
