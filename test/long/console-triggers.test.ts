/** Triggers in the console: listed, drawn, changed by field and by text, paused, ended. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  HOSTILE,
  hasNoDefectInSchemes,
  isShown,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'

const SHOTS = process.env.SHOTS

const WELCOME = `# Who comes gets two emails.
trigger: Welcome
list: The Garden Letter
zone: Europe/Stockholm
start: joined
steps:
  - step: hello
    send: Good to have you
  - step: looked # three days are enough
    wait for:
      clicked: hello
    within: 3 days
    then: thanks
    else: remind
  - step: remind
    send: First steps   # the short one
    then: end
  - step: thanks
    join: Friends
`

describe('triggers in the console', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  before(async () => {
    service = await startConsole()
  })
  after(() => service?.stop())
  // A page that stays open asks again and again, also for a trigger that has ended.
  const pages: Page[] = []
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close()
  })

  async function opened(width: number, path: string): Promise<Page> {
    const page = await service.signedIn(width, 'light', path)
    pages.push(page)
    page.setDefaultTimeout(10_000)
    return page
  }

  async function api(page: Page, method: string, path: string, body?: unknown) {
    return page.evaluate(
      async ([method, path, body]) => {
        const answer = await fetch(`/api/v1${path}`, {
          method: method as string,
          headers: { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        return answer.status === 204 ? undefined : answer.json()
      },
      [method, path, body] as const,
    )
  }

  async function shot(page: Page, name: string) {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` })
  }

  /** As people do: marked, and pasted over. */
  async function written(page: Page, text: string, label = 'Text of the trigger') {
    const editor = page.getByLabel(label)
    await editor.press('Control+a')
    await editor.evaluate((place, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      const options = { clipboardData, bubbles: true, cancelable: true }
      place.dispatchEvent(new ClipboardEvent('paste', options))
    }, text)
  }

  const sourceOf = async (page: Page) => (await api(page, 'GET', '/triggers/1')).source

  test('a new trigger is written, checked as it is typed, and saved paused', async () => {
    const page = await opened(1440, '/console/lists')
    await api(page, 'POST', '/lists', { name: 'The Garden Letter', fromEmail: 'n@shop.test' })
    await api(page, 'POST', '/lists', { name: 'Friends', fromEmail: 'n@shop.test' })
    for (const subject of ['Good to have you', 'First steps', 'Another'])
      await api(page, 'POST', '/newsletters', { subject, name: subject, text: 'x' })
    await page.goto(`${service.origin}/console/triggers`)
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
    assert.deepEqual(service.trouble, [])
  })

  test('a mistake is told in the language of the reader, at its step and beside the text', async () => {
    const page = await opened(1440, '/console/triggers/1')
    const wrong = WELCOME.replace('First steps', 'Nobody knows it')
    for (const [language, label, sentence] of [
      ['de', 'Text des Auslösers', 'Es gibt keinen Newsletter „Nobody knows it“.'],
      ['sv', 'Utlösarens text', 'Det finns inget nyhetsbrev ”Nobody knows it”.'],
    ] as const) {
      await page.evaluate(
        chosen => localStorage.setItem('pennypost-language', chosen),
        language as string,
      )
      await page.goto(`${service.origin}/console/triggers/1`)
      await written(page, wrong, label)
      const findings = page.locator('.trigger-findings')
      await findings.getByText(sentence).waitFor()
      await page.locator('.step-card.bad', { hasText: sentence }).waitFor()
      await shot(page, `mistake-${language}`)
      await page.locator('.react-flow__node[data-id="remind"]').click()
      await page.locator('.trigger-step .note.bad', { hasText: sentence }).waitFor()
    }
    assert.deepEqual(service.trouble, [])
  })

  test('a field of a step is written into the text, byte for byte beside it', async () => {
    const page = await opened(1440, '/console/triggers/1')
    await page.locator('.react-flow__node', { hasText: 'First steps' }).click()
    await page.getByLabel('Newsletter').selectOption({ label: 'Another' })
    await page.locator('.react-flow__node', { hasText: 'Another' }).waitFor()
    // By the keyboard alone.
    const waiting = page.locator('.react-flow__node', { hasText: 'Wait until they click' })
    await waiting.focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('At most').fill('5 days')
    await page.getByLabel('At most').press('Enter')
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
    assert.deepEqual(service.trouble, [])
  })

  test('people are counted at their step, and asked about before a new version', async () => {
    const page = await opened(1440, '/console/triggers/1')
    await service.onStore(async client => {
      await client.query(`insert into trigger_entries (account_id, trigger_id, subscriber_id, entry,
          version, cause_at, subscribed_at, step, due_at)
        select account_id, id, i, 1, 2, now(), now(), 'looked', now() + interval '1 day'
        from triggers, generate_series(1001, 1031) i where id = 1`)
      await client.query(`insert into trigger_passages (account_id, trigger_id, subscriber_id,
          entry, number, version, step, way, at, reason)
        select account_id, id, i, 1, 1, 2, 'hello', 'next', now(), '' from triggers,
          generate_series(1001, 1031) i where id = 1`)
    })
    await page.reload()
    await page.getByText('31 here now').waitFor()
    await page.getByText('31 inside, 31 started, 0 finished').waitFor()
    await shot(page, 'canvas-1440-light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(page, 'canvas-1440-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: 'Versions' }).click()
    const first = page.locator('.facts > div', { hasText: 'version 1' })
    await first.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('button', { name: 'Take the text of version 1' }).click()
    await page.locator('.react-flow__node', { hasText: '3 days at most' }).waitFor()
    await page.locator('.trigger-save .btn.primary:not([aria-disabled])').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('31 people are inside').waitFor()
    await hasNoDefectInSchemes(page)
    await dialog.getByLabel('They go on by the new version').check()
    await shot(page, 'fates-1440-light')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Version 3 is saved.').waitFor()
    await page.getByText('31 here now').waitFor()
    assert.equal(await sourceOf(page), WELCOME)
    assert.deepEqual(service.trouble, [])
  })

  test('a person is walked through, and nothing is sent', async () => {
    const page = await opened(1440, '/console/triggers/1')
    await api(page, 'POST', '/subscribers', { listId: 1, email: 'ada@readers.test' })
    await page.getByRole('button', { name: 'Walk', exact: true }).click()
    await page.getByLabel('Their address').fill('ada@readers.test')
    await page.locator('.walk-waits input').check()
    await page.getByRole('button', { name: 'Walk them through' }).click()
    await page.getByText('1 email. went all the way').waitFor()
    assert.equal(await page.locator('.step-walked').count(), 3)
    await shot(page, 'walk-1440-light')
    await hasNoDefectInSchemes(page)
    assert.deepEqual(service.trouble, [])
  })

  test('why steps were passed, and how runs ended, in the language of the reader', async () => {
    const page = await opened(1440, '/console/triggers/1')
    await service.onStore(async client => {
      await client.query(`update trigger_passages set reason = case subscriber_id when 1001
          then '{"code":"passed-matches","values":{"filter":3}}' else 'as it was said before' end`)
      await client.query(`insert into trigger_entries (account_id, trigger_id, subscriber_id, entry,
          version, cause_at, subscribed_at, step, ended_at, ending)
        select account_id, id, 2001, 1, 2, now(), now(), 'looked', now(),
          'step old is not there any more' from triggers where id = 1`)
    })
    for (const [language, walk, address, act, assumed, ends, ending, matches] of [
      [
        'de',
        'Probe',
        'Ihre Adresse',
        'Durchgehen',
        'Angenommen: Es geschieht nicht in 3 Tagen.',
        'Ausgänge',
        'Den Schritt „old“ gibt es nicht mehr.',
        'Filter 3 trifft zu.',
      ],
      [
        'sv',
        'Prova',
        'Personens adress',
        'Gå igenom',
        'Antaget: det händer inte inom 3 dagar.',
        'Slut',
        'Steget ”old” finns inte längre.',
        'Filter 3 stämmer.',
      ],
    ] as const) {
      await page.evaluate(
        chosen => localStorage.setItem('pennypost-language', chosen),
        language as string,
      )
      await page.goto(`${service.origin}/console/triggers/1`)
      await page.getByRole('button', { name: walk, exact: true }).click()
      await page.getByLabel(address).fill('ada@readers.test')
      await page.getByRole('button', { name: act, exact: true }).click()
      await page.locator('.walk-steps').getByText(assumed).waitFor()
      await shot(page, `walk-${language}`)
      await page.getByRole('button', { name: ends, exact: true }).click()
      await page.locator('.facts').getByText(ending).waitFor()
      await page.locator('.walk-steps').getByText(matches).waitFor()
      await page.locator('.walk-steps').getByText('as it was said before').first().waitFor()
      await hasNoDefectInSchemes(page)
      await shot(page, `passages-${language}`)
    }
    assert.deepEqual(service.trouble, [])
  })

  test('narrow, its steps stand one below another', async () => {
    const page = await opened(390, '/console/triggers/1')
    await page.locator('.step-list').getByText('31 here now').waitFor()
    await shot(page, 'canvas-390-light')
    await hasNoDefectInSchemes(page)
    await page.goto(`${service.origin}/console/triggers`)
    await isShown(page)
    await shot(page, 'list-390-light')
    assert.deepEqual(service.trouble, [])
  })

  test('hostile names break no page, and axe finds nothing', async () => {
    const page = await opened(1440, '/console/triggers')
    await api(page, 'PATCH', '/newsletters/1', { name: HOSTILE })
    for (const path of ['/triggers', '/triggers/1', '/triggers/new']) {
      await page.goto(`${service.origin}/console${path}`)
      await isShown(page)
      await hasNoDefectInSchemes(page)
    }
    assert.deepEqual(service.trouble, [])
  })

  test('in Swedish and German, started and ended', async () => {
    const page = await opened(1440, '/console/triggers')
    for (const [language, held] of [
      ['sv', '31 här nu'],
      ['de', '31 gerade hier'],
    ] as const) {
      await page.evaluate(
        chosen => localStorage.setItem('pennypost-language', chosen),
        language as string,
      )
      await page.goto(`${service.origin}/console/triggers/1`)
      await page.getByText(held).waitFor()
      await shot(page, `canvas-1440-${language}`)
    }
    await page.evaluate(() => localStorage.setItem('pennypost-language', 'en'))
    await page.goto(`${service.origin}/console/triggers`)
    await page.getByRole('button', { name: 'Start: Welcome' }).click()
    await page.getByText('Running', { exact: true }).waitFor()
    await shot(page, 'list-1440-light')
    await page.getByRole('button', { name: 'Pause: Welcome' }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Welcome' }).click()
    await page.getByRole('button', { name: 'End trigger' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End trigger' }).click()
    await page.getByText('Nothing goes by itself yet').waitFor()
    assert.deepEqual(service.trouble, [])
  })

  test('a recipe is made in two clicks, with its emails', async () => {
    const page = await opened(1440, '/console/triggers')
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
    assert.deepEqual(service.trouble, [])
  })
})
