/** Triggers in the console: written, checked as typed, changed by field, made from a recipe. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  HOSTILE,
  hasNoDefectInSchemes,
  isShown,
  missingChromium,
} from '../support/console-browser.ts'
import {
  api,
  chooseLanguage,
  fieldOf,
  picked,
  shot,
  startTriggerPages,
  type TriggerPages,
  WELCOME,
  written,
} from '../support/console-triggers.ts'

describe('triggers in the console', { skip: missingChromium }, () => {
  let pages: TriggerPages
  before(async () => {
    pages = await startTriggerPages()
  })
  after(() => pages?.stop())
  afterEach(() => pages.close())

  const sourceOf = async (page: Page) => (await api(page, 'GET', '/triggers/1')).source

  test('a new trigger is written, checked as it is typed, and saved paused', async () => {
    const page = await pages.opened(1440, '/console/lists')
    await api(page, 'POST', '/lists', { name: 'The Garden Letter', fromEmail: 'n@shop.test' })
    await api(page, 'POST', '/lists', { name: 'Friends', fromEmail: 'n@shop.test' })
    for (const subject of ['Good to have you', 'First steps', 'Another'])
      await api(page, 'POST', '/newsletters', { subject, name: subject, text: 'x' })
    await page.goto(`${pages.service.origin}/console/triggers`)
    await page.getByText('Nothing goes by itself yet').waitFor()
    await shot(page, 'empty-1440-light')
    await page.getByRole('link', { name: 'New trigger' }).click()
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await written(page, WELCOME.replace('First steps', 'Nobody knows it'))
    await page.getByText('1 mistake').waitFor()
    await page.locator('.step-card.bad', { hasText: 'remind' }).waitFor()
    await shot(page, 'mistake-1440-light')
    await written(page, WELCOME)
    await page.getByText('No mistakes').waitFor()
    await page.locator('.react-flow__node', { hasText: 'First steps' }).waitFor()
    await page.getByRole('button', { name: 'Save as paused' }).click()
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    await page.getByText('Paused', { exact: true }).waitFor()
    assert.equal(await sourceOf(page), WELCOME)
    assert.deepEqual(pages.service.trouble, [])
  })

  test('a mistake is told in the language of the reader, at its step and beside the text', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    const wrong = WELCOME.replace('First steps', 'Nobody knows it')
    for (const [language, label, sentence] of [
      ['de', 'Text des Auslösers', 'Es gibt keinen Newsletter „Nobody knows it“.'],
      ['sv', 'Utlösarens text', 'Det finns inget nyhetsbrev ”Nobody knows it”.'],
    ] as const) {
      await chooseLanguage(page, language)
      await page.goto(`${pages.service.origin}/console/triggers/1`)
      await written(page, wrong, label)
      const findings = page.locator('.trigger-findings')
      await findings.getByText(sentence).waitFor()
      await page.locator('.step-card.bad', { hasText: sentence }).waitFor()
      await shot(page, `mistake-${language}`)
      await page.locator('.react-flow__node[data-id="remind"]').click()
      await page.locator('.trigger-step .note.bad', { hasText: sentence }).waitFor()
    }
    assert.deepEqual(pages.service.trouble, [])
  })

  test('a field of a step is written into the text, byte for byte beside it', async () => {
    const page = await pages.opened(1440, '/console/triggers/1')
    await page.locator('.react-flow__node', { hasText: 'First steps' }).click()
    await picked(page, 'Newsletter', 'Another')
    await page.locator('.react-flow__node', { hasText: 'Another' }).waitFor()
    // By the keyboard alone.
    const waiting = page.locator('.react-flow__node', { hasText: 'Wait until they click' })
    await waiting.focus()
    await page.keyboard.press('Enter')
    await fieldOf(page, 'How many').fill('5')
    await fieldOf(page, 'How many').press('Enter')
    await page.locator('.react-flow__node', { hasText: '5 days at most' }).waitFor()
    await shot(page, 'step-1440-light')
    await page.locator('.react-flow__node', { hasText: 'Joins the list' }).click()
    const pausing = page.getByLabel('People who pause')
    assert.equal(await pausing.inputValue(), 'skip')
    await pausing.selectOption('wait')
    await hasNoDefectInSchemes(page)
    await shot(page, 'pausing-1440-light')
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await page.getByLabel('Text of the trigger').getByText('paused: wait').waitFor()
    await page.getByRole('button', { name: 'Step', exact: true }).click()
    await page.locator('.trigger-save .btn.primary:not([aria-disabled])').click()
    await page.getByText('Version 2 is saved.').waitFor()
    const wanted = WELCOME.replace('First steps ', 'Another ')
      .replace(': 3 days', ': 5 days')
      .replace('start: joined\n', 'start: joined\npaused: wait\n')
    assert.equal(await sourceOf(page), wanted)
    assert.equal(await pausing.inputValue(), 'wait')
    assert.deepEqual(pages.service.trouble, [])
  })

  test('hostile names break no page, and axe finds nothing', async () => {
    const page = await pages.opened(1440, '/console/triggers')
    await api(page, 'PATCH', '/newsletters/1', { name: HOSTILE })
    for (const path of ['/triggers', '/triggers/1', '/triggers/new']) {
      await page.goto(`${pages.service.origin}/console${path}`)
      await isShown(page)
      await hasNoDefectInSchemes(page)
    }
    assert.deepEqual(pages.service.trouble, [])
  })

  test('a recipe is made in two clicks, with its emails', async () => {
    const page = await pages.opened(1440, '/console/triggers')
    await page.locator('.recipes .card').nth(5).waitFor()
    await shot(page, 'recipes-1440-light')
    await hasNoDefectInSchemes(page)
    await page.getByRole('button', { name: 'Use recipe : Cart left behind' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('You left something in your cart').waitFor()
    await shot(page, 'recipe-1440-light')
    await hasNoDefectInSchemes(page)
    await dialog.getByRole('button', { name: 'Make it, paused' }).click()
    await page.getByRole('heading', { name: 'Cart left behind', level: 1 }).waitFor()
    const remind = page.locator('.react-flow__node', { hasText: 'You left something' })
    await remind.click()
    await shot(page, 'cart-1440-light')
    await page.getByRole('link', { name: 'Open the email' }).click()
    await page.locator('.composer').waitFor()
    assert.deepEqual(pages.service.trouble, [])
  })
})
