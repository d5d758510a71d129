/**
 * What an assistant proposes, in a browser: with the client of the protocol's SDK and a key that
 * may not send, nothing leaves until a member releases it. Then each gets it once, also when the
 * service is killed in between.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { freePort } from '../support/free-port.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
type Json = any

const PEOPLE = 60
/** Of each round of releases that are killed. */
const ROUNDS = 6

describe('proposals in the console', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let sink: Sink
  let page: Page
  let client: Client

  const call = async (method: string, path: string, data?: unknown): Promise<Json> => {
    const answer = await page.request.fetch(`${browser.origin}/api/v1${path}`, {
      method,
      headers: { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' },
      ...(data !== undefined && { data: data as Buffer }),
    })
    assert.ok(answer.ok(), `${method} ${path}: ${answer.ok() ? '' : await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }
  const tool = async (name: string, values: object): Promise<Json> => {
    const answer = await client.callTool({ name, arguments: { ...values } })
    const [{ text = '' } = {}] = answer.content as { text?: string }[]
    assert.notEqual(answer.isError, true, text)
    return JSON.parse(text.slice(text.indexOf('\n\n')))
  }
  const visit = (path: string) => page.goto(`${browser.origin}/console${path}`)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const shot = async (name: string) => {
    const folder = process.env.SHOTS
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
  }

  before(async () => {
    sink = await startSink()
    const port = String(await freePort())
    browser = await startConsole({
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    })
    page = await browser.signedIn(1440, 'light', '/console/lists')
    page.setDefaultTimeout(60_000)
    await call('POST', '/lists', { name: 'Garden letter', fromEmail: 'post@lindhaga.test' })
    const rows = Array.from({ length: PEOPLE }, (_, i) => ({
      email: `${i % 2 === 0 ? 'even' : 'odd'}${i}@readers.test`,
      name: `Reader ${i}`,
    }))
    await call('POST', '/subscribers/batch', { listId: 1, rows })
    await call('PATCH', '/fields/1', { name: 'Season' })
    const rights = ['read', 'content', 'people']
    const { token } = await call('POST', '/api-keys', { name: 'Elin’s assistant', rights })
    client = new Client({ name: 'a test', version: '1.0.0' })
    const requestInit = { headers: { Authorization: `Bearer ${token}` } }
    const address = new URL('/mcp', browser.origin)
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit }))
  })
  after(async () => {
    await client?.close()
    await browser?.stop()
    await sink?.stop()
  })

  test('there are none at first', async () => {
    await visit('/proposals')
    await page.getByText('No proposals').waitFor()
    await hasNoDefectInSchemes(page)
  })

  test('a sending waits, is looked at, changed meanwhile, and released', async () => {
    const html = '<h1>March in the garden</h1><p><a href="https://127.0.0.1/a">Course</a></p>'
    const made = await tool('make_newsletter', {
      subject: 'It is spring',
      source: { kind: 'html', html: `${html}<a href="{{ unsubscribe_url }}">Leave</a>` },
      listId: 1,
    })
    const where = "email begins with 'even'"
    const filter = await tool('make_filter', { name: 'Even ones', where })
    const { id } = await tool('propose_sending', {
      newsletterId: made.id,
      listIds: [1],
      filterIds: [filter.id],
      note: 'You asked for the spring letter to everybody who reads, before the weekend.',
    })
    await visit('')
    await page.getByRole('link', { name: /^Show A proposal of an assistant waits/ }).click()
    await page.getByRole('link', { name: 'Send “It is spring”' }).click()
    await page.getByRole('heading', { name: 'Who gets it' }).waitFor()
    await page.getByText('Proposed by Elin’s assistant').waitFor()
    await button(`Release: send to ${PEOPLE / 2} people`).waitFor()
    await page.getByRole('heading', { name: 'What the check found' }).waitFor()
    await page.getByText('Sender:').waitFor()
    await page.frameLocator('.email-frame iframe').getByText('March in the garden').waitFor()
    await hasNoDefectInSchemes(page)
    await shot('proposal')
    assert.equal(sink.seen.messages, 0)
    assert.deepEqual((await call('GET', '/sendings')).items, [])

    await call('PATCH', `/newsletters/${made.id}`, { subject: 'March in the garden' })
    // As it was seen, before the page has heard of the change or after.
    await button(/^Release/).click()
    await page.getByRole('dialog').or(page.getByText('Something has changed')).first().waitFor()
    await page.getByText('Something has changed since it was proposed.').waitFor()
    if ((await page.getByRole('dialog').count()) === 0) await button(/^Release/).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('cell', { name: 'March in the garden' }).waitFor()
    await hasNoDefectInSchemes(page)
    await shot('proposal-changed')
    assert.deepEqual((await call('GET', '/sendings')).items, [])
    await dialog.getByRole('button', { name: /^Release/ }).click()
    await button('Send anyway').click()
    await page.getByText('Released by the account').waitFor()
    const [sending, ...others] = (await call('GET', '/sendings')).items
    assert.deepEqual([others, sending.subject], [[], 'March in the garden'])

    // It is held: nothing has left.
    assert.equal(sink.seen.messages, 0)
    await browser.kill()
    await browser.again()
    await until(async () => (await call('GET', `/sendings/${sending.id}`)).state === 'finished')
    assert.deepEqual(
      [...sink.counts].sort(),
      Array.from({ length: PEOPLE / 2 }, (_, i) => [`even${2 * i}@readers.test`, 1]).sort(),
    )
    const { state, resultId } = await tool('proposal', { proposalId: id })
    assert.deepEqual([state, resultId], ['released', sending.id])
  })

  test('a change is shown with people, and refused with words', async () => {
    const action = { do: 'set', field: 1, value: 'spring' }
    const { id } = await tool('propose_bulk_change', { action, listId: 1 })
    await visit(`/proposals/${id}`)
    await page.getByRole('heading', { name: /Set the field “Season” to “spring”/ }).waitFor()
    await page.getByRole('heading', { name: 'Some of them' }).waitFor()
    await hasNoDefectInSchemes(page)
    await shot('proposal-change')
    await page.setViewportSize({ width: 360, height: 900 })
    await hasNoDefectInSchemes(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot('proposal-change-narrow-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await button('Refuse').click()
    await page.getByLabel('Why').fill('Not all of them.')
    await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
    await page.getByText('Refused by the account').waitFor()
    const { state, words } = await tool('proposal', { proposalId: id })
    assert.deepEqual([state, words], ['refused', 'Not all of them.'])
    assert.deepEqual((await call('GET', '/bulk-jobs')).items, [])
  })

  test('a release that is killed leaves a sending and a release, or neither', async () => {
    await page.goto('about:blank')
    const killed = { before: 0, after: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      const before = (await call('GET', '/sendings')).items.length
      const { id } = await call('POST', '/proposals/sendings', {
        newsletterId: 1,
        listIds: [1],
        repeat: true,
        at: `2099-01-0${round + 1} 09:00`,
      })
      const release = () =>
        call('POST', `/proposals/${id}/release`, { expected: PEOPLE, local: true })
      const answer = release().catch(() => undefined)
      // In later rounds later: once its transaction has begun, and once it has ended.
      await browser.onStore(async store => {
        const seen = async () =>
          (
            await store.query(
              round % 2 === 0
                ? "select from pg_stat_activity where query like '%frozen%' or state <> 'idle'"
                : "select from proposals where id = $1 and state = 'released'",
              round % 2 === 0 ? [] : [id],
            )
          ).rowCount
        await until(async () => ((await seen()) ?? 0) > 0)
      })
      await browser.kill()
      await answer
      await browser.again()
      const { state } = await call('GET', `/proposals/${id}`)
      const made = (await call('GET', '/sendings')).items.length - before
      assert.equal(made, state === 'released' ? 1 : 0)
      killed[state === 'released' ? 'after' : 'before']++
      if (state === 'open') await release()
      assert.equal((await call('GET', '/sendings')).items.length, before + 1)
    }
    assert.ok(killed.after > 0, JSON.stringify(killed))
  })

  test('nothing was wrong in the browser', () => {
    const down = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE|409 \(Conflict\)|400 \(/
    assert.deepEqual(
      browser.trouble.filter(line => !down.test(line)),
      [],
    )
  })
})
