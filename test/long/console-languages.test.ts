/** A newsletter translated in the composer, in a browser: what is written there is what is sent. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  hasNoDefect,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'

describe('languages in the composer', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let id: number

  const call = async (method: string, to: string, data?: unknown) => {
    const answer = await page.request.fetch(`${browser.origin}/api/v1${to}`, {
      method,
      headers: { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' },
      ...(data !== undefined && { data: data as Buffer }),
    })
    assert.ok(answer.ok(), `${method} ${to}: ${await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }
  const email = () => page.frameLocator('.email-frame iframe')
  const saved = () => page.locator('.composer-saved.saved').waitFor()
  const shot = async (name: string) => {
    const folder = process.env.SHOTS
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
  }

  before(async () => {
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/lists')
    page.setDefaultTimeout(15_000)
    await call('POST', '/lists', { name: 'Garden', fromEmail: 'post@lindhaga.example' })
    const document = {
      blocks: [
        { type: 'heading', id: 'h', level: 1, html: 'Autumn' },
        { type: 'text', id: 't', html: '<p>Leaves fall.</p>' },
      ],
    }
    const source = { kind: 'blocks', document }
    ;({ id } = await call('POST', '/newsletters', { subject: 'Autumn', source }))
  })
  after(() => browser?.stop())

  test('are added, written and counted, and saved beside the base', async () => {
    await page.goto(`${browser.origin}/console/newsletters/${id}`)
    await email().getByText('Leaves fall.').waitFor()
    await page.getByRole('button', { name: 'Language', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Swedish' }).click()
    const bar = page.locator('.language-bar')
    await bar.getByRole('button', { name: 'Swedish 3' }).waitFor()
    await page.getByText('Not translated into Swedish yet.').waitFor()
    await page.getByLabel('Subject').fill('Höst')
    await bar.getByRole('button', { name: 'Swedish 2' }).waitFor()
    await page.locator('[data-row="t"]').click()
    await page.getByRole('textbox', { name: 'Content' }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Löven faller.')
    await email().getByText('Löven faller.').waitFor({ state: 'attached' })
    await bar.getByRole('button', { name: 'Swedish 1' }).waitFor()
    await saved()
    await shot('languages-version')
    await hasNoDefect(page)
    const { content } = await call('GET', `/newsletters/${id}/draft`)
    const { blocks, languages } = content.source.document
    const { madeFrom, ...version } = languages.versions[0]
    assert.deepEqual([Object.keys(madeFrom), languages.versions.length], [['', 't'], 1])
    assert.equal(content.subject, 'Autumn')
    assert.equal(blocks[1].html, '<p>Leaves fall.</p>')
    assert.equal(languages.base, 'en')
    assert.deepEqual(version, {
      language: 'sv',
      subject: 'Höst',
      preheader: '',
      texts: { t: { html: '<p>Löven faller.</p>' } },
    })
    await page.getByRole('button', { name: /^Checks/ }).click()
    await page.getByText('A block is not translated, or not all of it (sv).').waitFor()
    await bar.getByRole('button', { name: 'English' }).click()
    await email().getByText('Leaves fall.').waitFor({ state: 'attached' })
    await bar.getByLabel('Readers of other languages get').selectOption('sv')
    await saved()
    await shot('languages-base')
    const { content: then } = await call('GET', `/newsletters/${id}/draft`)
    assert.deepEqual(then.source.document.languages.fallback, ['sv'])
  })

  test('are marked when the base has changed since, until they are right again', async () => {
    const bar = page.locator('.language-bar')
    const content = page.getByRole('textbox', { name: 'Content' })
    const write = async (text: string) => {
      await content.click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
      await email().getByText(text).waitFor({ state: 'attached' })
    }
    await page.locator('[data-row="t"]').click()
    await write('Leaves fall early.')
    await bar.getByRole('button', { name: 'Swedish 2' }).click()
    await page.locator('[data-row="t"]').click()
    await page.getByText(/^Base text changed on .*, after this was translated\.$/).waitFor()
    await shot('languages-old')
    await hasNoDefect(page)
    await page.getByRole('button', { name: 'The translation is still right' }).click()
    await bar.getByRole('button', { name: 'Swedish 1' }).waitFor()
    await page.getByText(/^Base text changed/).waitFor({ state: 'detached' })
    await bar.getByRole('button', { name: 'English' }).click()
    await page.locator('[data-row="t"]').click()
    await write('Leaves fall late.')
    await bar.getByRole('button', { name: 'Swedish 2' }).click()
    await page.locator('[data-row="t"]').click()
    await write('Löven faller sent.')
    await bar.getByRole('button', { name: 'Swedish 1' }).waitFor()
    await saved()
  })

  test('stand in for one another in an order', async () => {
    const bar = page.locator('.language-bar')
    await page.getByRole('button', { name: 'Language', exact: true }).click()
    await page.getByRole('menuitem', { name: 'German' }).click()
    await bar.getByRole('button', { name: /^German/ }).waitFor()
    await bar.getByRole('button', { name: 'English' }).click()
    await bar.getByLabel('Texts missing there are taken from').selectOption('de')
    await bar.getByLabel('Readers of other languages get').selectOption('de')
    await saved()
    await shot('languages-order')
    await hasNoDefect(page)
    const { content } = await call('GET', `/newsletters/${id}/draft`)
    assert.deepEqual(content.source.document.languages.fallback, ['de'])
    await bar.getByRole('button', { name: /^German/ }).click()
    await bar.getByRole('button', { name: 'Remove German' }).click()
    await bar.getByRole('button', { name: /^German/ }).waitFor({ state: 'detached' })
  })

  test('are tried by copies of the newsletter, not by a subject in one of them', async () => {
    await saved()
    await call('POST', `/newsletters/${id}/draft/publish`, { anyway: true })
    await page.goto(`${browser.origin}/console/newsletters/${id}/send`)
    await page.getByRole('button', { name: /^Test a second subject/ }).click()
    await page.getByText(/^The newsletter is in several languages\. To try/).waitFor()
    const variant = page.getByRole('group', { name: 'Variant A' })
    await variant.getByLabel('Content').waitFor()
    assert.equal(await variant.getByLabel('Subject').count(), 0)
    await shot('languages-variants')
    await page.goto(`${browser.origin}/console/newsletters/${id}`)
    await page
      .locator('.language-bar')
      .getByRole('button', { name: /^Swedish/ })
      .waitFor()
  })

  test('go away as they came', async () => {
    const bar = page.locator('.language-bar')
    await bar.getByRole('button', { name: /^Swedish/ }).click()
    await bar.getByRole('button', { name: 'Remove Swedish' }).click()
    await bar.getByRole('button', { name: /^Swedish/ }).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Z')
    await bar.getByRole('button', { name: 'Swedish 1' }).waitFor()
    await saved()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await bar.waitFor()
    await shot('languages-narrow')
    await hasNoDefect(page)
  })
})
