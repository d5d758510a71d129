/**
 * Seed tests in Chromium: a newsletter goes by a relay to two addresses of one's own, whose
 * mailboxes are Debian's Dovecot; the page says in which folder each lies, and what the receiver
 * has written about it.
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
import { noDovecot, startDovecot } from '../support/dovecot.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const missing = process.env.REQUIRE_ALL === '1' ? undefined : (missingChromium ?? noDovecot)

describe('seed tests', { skip: missing }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let relay: Sink
  let dovecot: Awaited<ReturnType<typeof startDovecot>>

  before(async () => {
    relay = await startSink()
    dovecot = await startDovecot()
    browser = await startConsole({ SMTP_URL: `smtp://127.0.0.1:${relay.port}` })
    page = await browser.signedIn(1440, 'light', '/console/seed-tests')
    page.setDefaultTimeout(60_000)
  })
  after(async () => {
    await browser?.stop()
    await relay?.stop()
    await dovecot?.stop()
  })

  const api = async (method: string, path: string, data?: object) => {
    const headers = { 'X-Pennypost-Console': '1' }
    const url = `${browser.origin}/api/v1${path}`
    const answer = await page.request.fetch(url, { method, headers, ...(data && { data }) })
    return { status: answer.status(), body: JSON.parse((await answer.text()) || 'null') }
  }
  const made = async (path: string, data: object) => {
    const { status, body } = await api('POST', path, data)
    assert.ok(status < 300, `${path}: ${JSON.stringify(body)}`)
    return body
  }
  const messageTo = (address: string): string => {
    const one = relay.messages.find(({ rcpts }) => rcpts.join().includes(address))
    assert.ok(one, address)
    return one.bytes.toString()
  }

  test('begins empty; a mailbox without folders is refused', async () => {
    await page.getByText('See in which folder emails arrive').waitFor()
    await hasNoDefectInSchemes(page)
    const url = `pop3://inboxer:secret@127.0.0.1:${dovecot.pop3}?tls=no`
    const { status, body } = await api('POST', '/installation/mailboxes', {
      url,
      seedAddress: 'a@seeds.test',
    })
    assert.deepEqual([status, body.code], [400, 'seed-needs-imap'])
    assert.equal((await api('POST', '/seed-tests', { newsletterId: 1 })).body.code, 'seed-none')
  })

  test('says where each email lies, when it came, and how it was judged', async () => {
    for (const user of ['inboxer', 'junker']) {
      dovecot.arrive(user, 'Subject: earlier\n\nof somebody else\n')
      await made('/installation/mailboxes', {
        url: `imap://${user}:secret@127.0.0.1:${dovecot.imap}/?tls=no`,
        seedAddress: `${user}@seeds.test`,
      })
    }
    const list = await made('/lists', { name: 'Readers', fromEmail: 'news@example.test' })
    const letter = { name: 'Spring', subject: 'Spring', text: 'Hello', listId: list.id }
    await made('/newsletters', letter)
    await page.reload()
    await page.getByRole('button', { name: 'Send a seed test' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send a seed test' }).click()
    // The links of this service lead to this machine only.
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await made('/seed-tests', { newsletterId: 1, local: true })
    await page.reload()
    await until(async () => relay.messages.length === 2)
    await page.getByRole('table').getByText('looked for').first().waitFor()
    const received = 'Received: from relay.test by mx.seeds.test with ESMTP; Mon, 30 Nov 2026\r\n'
    const verdict = 'Authentication-Results: mx.seeds.test; spf=pass; dkim=fail; dmarc=pass\r\n'
    dovecot.arrive('inboxer', `${received}${verdict}${messageTo('inboxer@seeds.test')}`)
    dovecot.arriveIn('junker', 'Junk', messageTo('junker@seeds.test'))
    const rowOf = (user: string) => page.getByRole('row', { name: new RegExp(`${user}@`) })
    await rowOf('inboxer').getByText('Inbox', { exact: true }).waitFor({ timeout: 40_000 })
    await rowOf('junker').getByText('Junk', { exact: true }).waitFor({ timeout: 40_000 })
    await rowOf('inboxer').getByText('by mx.seeds.test').last().waitFor()
    const { items } = (await api('GET', '/seed-tests')).body
    const [inboxer, junker] = items[0].emails
    assert.deepEqual([inboxer.spf, inboxer.dkim, inboxer.dmarc], ['pass', 'fail', 'pass'])
    assert.ok(inboxer.delaySeconds >= 0 && inboxer.delaySeconds < 60)
    assert.deepEqual([junker.placement, junker.folder, junker.authserv], ['junk', 'Junk', null])
    await hasNoDefectInSchemes(page)
    await page.setViewportSize({ width: 360, height: 900 })
    await hasNoDefectInSchemes(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    // It was read only, and no bounces are fetched from it.
    assert.ok(dovecot.files('inboxer').every(name => !name.endsWith('S')))
    assert.equal((await api('GET', '/installation/mailboxes')).body.items[0].fetched, 0)
    // The browser's line about the refusal above.
    assert.deepEqual(
      browser.trouble.filter(line => !line.includes('409')),
      [],
    )
  })

  test('a mailbox that can not be read is told', async () => {
    await made('/installation/mailboxes', {
      url: `imap://gone:wrong@127.0.0.1:${dovecot.imap}/?tls=no`,
      seedAddress: 'gone@seeds.test',
    })
    const { id } = await made('/seed-tests', { newsletterId: 1, local: true })
    await until(async () => relay.messages.length === 5)
    const look = async () => {
      const { emails } = await made(`/seed-tests/${id}/look`, {})
      return emails.find(({ address }: { address: string }) => address === 'gone@seeds.test')
    }
    await until(async () => (await look()).trouble !== null)
    await page.reload()
    await page.getByText(/LOGIN/).first().waitFor()
    assert.equal((await api('POST', '/seed-tests/999/look', {})).status, 404)
  })
})
