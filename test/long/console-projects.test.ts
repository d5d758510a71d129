/**
 * Projects and files of single emails in the web console, in Debian's Chromium, against a real SMTP
 * server that refuses and goes away: a file with rejects, what failed of it sent again, once.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { fileOf } from '../support/batches.ts'
import {
  ACCOUNT,
  type ConsoleBrowser,
  hasNoDefect,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { type CallApi, callerOf } from '../support/console-sending.ts'
import { type FileServer, fileServer, whole } from '../support/file-server.ts'
import { freePort } from '../support/free-port.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const SHORT = { timeout: 10_000 }
const ROWS = [
  ...Array.from({ length: 6 }, (_, n) => ({ Email: `good${n}@order.example`, DD1: String(n) })),
  { Email: 'refused@order.example' },
  { Email: 'hangs1@order.example' },
  { Email: 'hangs2@order.example' },
  { Email: 'nobody' },
  { Email: 'late@order.example', SendTime: '2026-02-30 25:00' },
]

describe('projects and files in the console', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let sink: Sink
  let files: FileServer
  let page: Page
  let call: CallApi
  let guid: string

  before(async () => {
    files = await fileServer()
    sink = await startSink({
      keep: 100,
      tricks: [
        { at: 'rcpt', do: 'reply', reply: '550 5.1.1 unknown', about: 'refused' },
        { at: 'rcpt', do: 'reply', reply: '451 4.3.0 not today', about: 'hangs' },
      ],
    })
    const port = String(await freePort())
    browser = await startConsole({
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      FETCH_ALLOW: '127.0.0.1',
    })
    page = await browser.signedIn(1440, 'light', '/console')
    call = callerOf(page)
    const source = { kind: 'html', html: '<p>Tack</p>' }
    const newsletter = (await call('POST', '/newsletters', {
      name: 'Receipt',
      subject: 'Order {{ DD1 }}',
      source,
    })) as { id: number }
    const project = (await call('POST', '/projects', {
      name: 'Delivery notice',
      newsletterId: newsletter.id,
      fromEmail: 'till@shop.example',
    })) as { guid: string }
    guid = project.guid
  })
  after(async () => {
    await browser?.stop()
    await sink?.stop()
    await files?.close()
  })

  /** As a program does. */
  async function nameFile(): Promise<void> {
    const url = files.serve('/orders-1.xml', whole(fileOf(ROWS)))
    const answer = await page.request.post(
      `${browser.origin}/externalapiservice.asmx/InsertTransactionFromFile`,
      {
        form: {
          strUsername: ACCOUNT.ACCOUNT_USERNAME,
          strPassword: ACCOUNT.ACCOUNT_PASSWORD,
          strProjectGuid: guid,
          strFileUrl: url,
          strFormat: 'HTML',
        },
      },
    )
    assert.equal(answer.status(), 200, await answer.text())
  }

  const inState = (state: string, emails: number) =>
    browser.onStore(client =>
      until(async () => {
        const text = 'select 1 from deliveries where source_kind = 3 and state = $1'
        return (await client.query(text, [state])).rowCount === emails
      }),
    )

  test('a file with its rejected rows, in words and as a file', async () => {
    await nameFile()
    await inState('accepted', 6)
    await inState('deferred', 2)
    await page.goto(`${browser.origin}/console/emails`)
    await page.getByRole('button', { name: 'Files' }).click(SHORT)
    await page.locator('#page tbody tr', { hasText: 'orders-1.xml' }).waitFor(SHORT)
    await hasNoDefectInSchemes(page)
    await page.getByRole('link', { name: 'orders-1.xml' }).click(SHORT)
    await page.getByText('6 delivered, 2 deferred, 1 bounced').waitFor(SHORT)
    const rejects = page.locator('#page tbody tr')
    await page.locator('#page tbody tr:nth-child(2):last-child').waitFor(SHORT)
    assert.match((await rejects.allInnerTexts()).join('|'), /no valid address.*no valid send time/s)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a file' }).click(SHORT)
    const text = await readFile(await (await saved).path(), 'utf8')
    assert.match(text, /^\ufeffline,reason,row\r\n"12","address",.*nobody.*\r\n"13","send-time",/s)
    await hasNoDefectInSchemes(page)
    await page.setViewportSize({ width: 360, height: 800 })
    await hasNoDefect(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('what failed is said before, and sent again once', async () => {
    // As after 72 hours.
    await browser.onStore(client =>
      client.query(
        `update deliveries set state = 'failed', next_try_at = null, reason = 'Tried for 72 hours.'
         where state = 'deferred'`,
      ),
    )
    sink.tell([])
    await page.reload()
    const open = page.getByRole('button', { name: 'Send again what failed' })
    await open.click(SHORT)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 failed').waitFor(SHORT)
    await hasNoDefectInSchemes(page)
    assert.equal(sink.counts.get('hangs1@order.example') ?? 0, 0)
    const send = dialog.getByRole('button', { name: 'Send 2 again' })
    await send.dblclick(SHORT)
    await page.getByText('2 emails are sent again.').waitFor(SHORT)
    await page.getByText('8 delivered, 1 bounced').waitFor(SHORT)
    await open.waitFor({ ...SHORT, state: 'detached' })
    for (const email of ['hangs1@order.example', 'hangs2@order.example'])
      assert.equal(sink.counts.get(email), 1)
    assert.equal(sink.counts.get('refused@order.example') ?? 0, 0)
  })

  test('projects with what became of their emails, one with its versions, paused and resumed', async () => {
    await page.getByRole('link', { name: 'Delivery notice' }).click(SHORT)
    await page.getByText('8 delivered, 1 bounced').waitFor(SHORT)
    await page.getByText('Newsletter 1, version 1').waitFor(SHORT)
    await hasNoDefectInSchemes(page)
    await page.getByRole('button', { name: 'Pause' }).click(SHORT)
    await page.locator('.badge', { hasText: 'Paused' }).waitFor(SHORT)
    await page.getByRole('button', { name: 'Resume' }).click(SHORT)
    await page.locator('.badge', { hasText: 'Running' }).waitFor(SHORT)
    await page.getByRole('button', { name: 'Test an email' }).click(SHORT)
    await page.getByRole('dialog').getByRole('textbox').first().fill('me@shop.example')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Projects', exact: true }).click(SHORT)
    const row = page.locator('#page tbody tr', { hasText: 'Delivery notice' })
    await row.locator('td.hide-s', { hasText: '8 delivered, 1 bounced' }).waitFor(SHORT)
    await row.getByText('of 8 measured').first().waitFor(SHORT)
    await hasNoDefectInSchemes(page)
    await page.getByRole('link', { name: 'Delivery notice' }).click(SHORT)
    await page.getByRole('link', { name: 'Its emails' }).click(SHORT)
    await page.locator('#page tbody tr:nth-child(9):last-child').waitFor(SHORT)
    assert.deepEqual(browser.trouble, [])
  })
})
