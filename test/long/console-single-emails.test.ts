/**
 * Single emails in the web console, in Debian's Chromium, against a real SMTP server that defers,
 * refuses and accepts: found by a part of the subject, read try by try, sent again.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  hasNoDefect,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { type CallApi, callerOf } from '../support/console-sending.ts'
import { freePort } from '../support/free-port.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import type { Trick } from '../support/smtp-tricks.ts'
import { until } from '../support/until.ts'

const SHORT = { timeout: 10_000 }
const TO = 'lennart.hallgren@mejl.example'

describe('single emails in the console', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let sink: Sink
  let page: Page
  let call: CallApi

  before(async () => {
    sink = await startSink({ keep: 100 })
    const port = String(await freePort())
    browser = await startConsole({
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    })
    page = await browser.signedIn(1440, 'light', '/console')
    call = callerOf(page)
    await call('POST', '/dkim-keys', { domain: 'shop.test' })
  })
  after(async () => {
    await browser?.stop()
    await sink?.stop()
  })

  const refusing = (reply: string): Trick => ({ at: 'rcpt', do: 'reply', reply, about: TO })

  async function sent(to: string, subject: string): Promise<number> {
    const { recipients } = (await call('POST', '/emails', {
      from: { email: 'till@shop.test', name: 'Lindhaga' },
      to,
      subject,
      html: '<h1>Kursen</h1><p>Vi ses på lördag.</p>',
      identifier: `booking-${subject.length}`,
    })) as { recipients: { id: number }[] }
    return recipients[0]!.id
  }

  /** Its next try is now. */
  const hurry = () =>
    browser.onStore(async client => {
      await client.query(`update deliveries set next_try_at = now() where state = 'deferred'`)
      await client.query('update projects set due = now()')
    })

  /** Waits in the store: the API limits calls. */
  const triedTimes = (id: number, tries: number, state: string) =>
    browser.onStore(client =>
      until(async () => {
        const text = 'select 1 from deliveries where id = $1 and attempts = $2 and state = $3'
        return (await client.query(text, [id, tries, state])).rowCount === 1
      }),
    )

  test('an email is found by a part of its subject, and its tries are read', async () => {
    sink.tell([refusing('451 4.7.1 Greylisted, see you in a minute')])
    const id = await sent(TO, 'Kursen på lördag: tid och plats')
    await sent('ulla@annan.example', 'En rabatt på ljus')
    await triedTimes(id, 1, 'deferred')
    sink.tell([refusing('550 5.7.1 Your host is on our block list')])
    await hurry()
    await triedTimes(id, 2, 'deferred')
    sink.tell([])
    await hurry()
    await triedTimes(id, 3, 'accepted')

    await page.goto(`${browser.origin}/console/emails`)
    await page.getByLabel('Search emails').fill('lord plats')
    const row = page.locator('#page tbody tr')
    await page.locator('#page tbody tr:only-child').waitFor(SHORT)
    await row.getByText(TO).waitFor(SHORT)
    await hasNoDefectInSchemes(page)
    await row.getByRole('link').click(SHORT)
    await page.getByRole('heading', { name: 'Kursen på lördag: tid och plats' }).waitFor(SHORT)
    const tries = page.locator('.tries li')
    await tries.getByText('Try 3: Delivered').waitFor(SHORT)
    const said = await tries.allInnerTexts()
    assert.equal(said.length, 4)
    assert.match(said[1]!, /Try 1: Deferred[\s\S]*451 4\.7\.1 Greylisted/)
    assert.match(said[2]!, /Try 2: Deferred[\s\S]*550 5\.7\.1 Your host is on our block list/)
    assert.match(said[3]!, /Try 3: Delivered[\s\S]*250/)
    await page.frameLocator('iframe').getByText('Vi ses på lördag.').waitFor(SHORT)
    await hasNoDefectInSchemes(page)
    await page.getByRole('button', { name: 'Source and headers' }).click(SHORT)
    await page.locator('.email-plain', { hasText: `To: ${TO}` }).waitFor(SHORT)
    await page.setViewportSize({ width: 390, height: 800 })
    await hasNoDefect(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('it is sent again, once', async () => {
    await page.getByRole('button', { name: 'Send it again' }).click(SHORT)
    await page.getByRole('dialog').getByRole('button', { name: 'Send it again' }).click(SHORT)
    await page.locator('.tries').getByText('Try 1: Delivered').waitFor(SHORT)
    assert.equal(sink.counts.get(TO), 2)
  })

  test('one that waits is cancelled, and goes to none of its recipients', async () => {
    const { recipients } = (await call('POST', '/emails', {
      from: 'till@shop.test',
      to: ['eva@mejl.example', 'per@mejl.example'],
      subject: 'Påminnelse',
      text: 'I morgon.',
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    })) as { recipients: { id: number }[] }
    await page.goto(`${browser.origin}/console/emails/${recipients[0]!.id}`)
    await page.locator('#page').getByText('Waiting').waitFor(SHORT)
    await page.getByRole('button', { name: 'Cancel this email' }).click(SHORT)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This recipient gets nothing').waitFor(SHORT)
    await hasNoDefectInSchemes(page)
    await dialog.getByRole('button', { name: 'Cancel this email' }).click(SHORT)
    await page.getByText('Cancelled: 2 recipients get nothing.').waitFor(SHORT)
    await page.locator('#page').getByText('Withdrawn').waitFor(SHORT)
    await page.getByRole('button', { name: 'Cancel this email' }).waitFor({ state: 'detached' })
    await page.goto(`${browser.origin}/console/emails/${recipients[1]!.id}`)
    await page.locator('#page').getByText('Withdrawn').waitFor(SHORT)
  })

  test('by state and project, and nothing for what is nowhere', async () => {
    await page.goto(`${browser.origin}/console/emails?state=bounced`)
    await page.getByText('No email was found').waitFor(SHORT)
    await page.getByLabel('State').selectOption('delivered', SHORT)
    await page.locator('#page tbody tr:nth-child(3):last-child').waitFor(SHORT)
    await page.getByLabel('Search emails').fill('zz')
    await page.getByText('Type three letters or more.').waitFor(SHORT)
    assert.deepEqual(browser.trouble, [])
  })
})
