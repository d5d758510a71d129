/**
 * Each page of the console, its menus and dialogs, in each language: none leaves a text in English.
 * Sentences of the service are in no catalogue, so only the pages can show it.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { fillAccount, REFUSED, RELAY_REPLY } from '../support/console-account.ts'
import { keepBatch } from '../support/console-batch.ts'
import { type ConsoleBrowser, missingChromium, startConsole } from '../support/console-browser.ts'
import { leftInEnglish, MARK, OTHER_LANGUAGES, saidAt } from '../support/console-languages.ts'
import { pageAddresses } from '../support/console-pages.ts'
import { callerOf } from '../support/console-sending.ts'
import { freePort } from '../support/free-port.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'

/** Beside those of each route. */
const MORE = ['/imports/2', '/triggers/1', '/newsletters/1', '/newsletters?month=2030-05']
const ADDRESSES = [...pageAddresses, ...MORE]

describe('languages of the console', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let sink: Sink
  let page: Page
  let english: Map<string, Set<string>>

  before(async () => {
    const about = `<${REFUSED}>`
    sink = await startSink({ tricks: [{ at: 'rcpt', do: 'reply', reply: RELAY_REPLY, about }] })
    const port = String(await freePort())
    browser = await startConsole({
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      SIGN_UP_MX: 'no',
    })
    page = await browser.signedIn(1440, 'light', '/console/lists')
    page.setDefaultTimeout(60_000)
    await fillAccount(callerOf(page), sink)
    await keepBatch(browser, `${MARK}orders`, `${MARK}nobody`)
  })
  after(async () => {
    await browser?.stop()
    await sink?.stop()
  })

  test('each page says something in English', async () => {
    english = await saidAt(page, 'en', ADDRESSES)
    for (const [address, texts] of english) assert.ok(texts.size > 10, address)
  })

  for (const language of OTHER_LANGUAGES)
    test(`no page has left a text in English: ${language}`, async () => {
      const said = await saidAt(page, language, ADDRESSES)
      assert.deepEqual(leftInEnglish(language, said, english), [])
    })
})
