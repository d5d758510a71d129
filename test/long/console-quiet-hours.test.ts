/** Quiet hours in a browser: set for the account and a list; said before a sending and in it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'

const SHOTS = process.env.SHOTS

describe('quiet hours in the console', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  let page: Page
  before(async () => {
    service = await startConsole({})
    page = await service.signedIn(1440, 'light', '/console/lists')
    page.setDefaultTimeout(10_000)
  })
  after(() => service?.stop())

  async function call(method: string, to: string, data?: unknown) {
    const answer = await page.request.fetch(`${service.origin}/api/v1${to}`, {
      method,
      headers: { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' },
      ...(data !== undefined && { data: data as Buffer }),
    })
    assert.ok(answer.ok(), `${method} ${to}: ${await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }

  const shoot = async (name: string) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true })
  }
  const save = (of: Page) => of.getByRole('button', { name: 'Save quiet hours' })

  /** `22:30` of so many minutes from now, in UTC. */
  const clock = (minutes: number): string =>
    new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)

  test('are set, seen, undone; the page before a sending says who waits', async () => {
    const [from, until] = [clock(-120), clock(120)]
    const list = { name: 'Friends', fromEmail: 'news@example.com' }
    const { id: listId } = await call('POST', '/lists', list)
    await call('POST', '/subscribers', { listId, email: 'ada@readers.test' })
    const source = { kind: 'html', html: '<p>Hi {{ unsubscribe_url }}</p>' }
    const given = { name: 'Spring', subject: 'Hello', source, listId }
    const { id } = await call('POST', '/newsletters', given)

    await page.goto(`${service.origin}/console/quiet-hours`)
    await page.getByLabel('When nothing is sent').selectOption('hours')
    await page.getByLabel('From', { exact: true }).fill(from)
    await page.getByLabel('Until', { exact: true }).fill(until)
    await page.getByLabel('Zone of people whose own is not known').selectOption('UTC')
    await save(page).click()
    await page.getByText(`Nothing from ${from} to ${until}, UTC`).waitFor()
    await shoot('quiet-hours')
    await hasNoDefectInSchemes(page)

    await page.goto(`${service.origin}/console/newsletters/${id}/send`)
    const wait = page.getByText(/^1 person has quiet hours then/)
    await wait.waitFor()
    await shoot('quiet-send')
    await page.getByLabel('Also in quiet hours').check()
    await wait.waitFor({ state: 'detached' })

    await page.goto(`${service.origin}/console/quiet-hours`)
    await page.getByLabel('For', { exact: true }).selectOption('Friends')
    await page.getByLabel('When nothing is sent').selectOption('any')
    await save(page).click()
    await page.locator('dl.facts dt').getByText('Friends').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('dl.facts dt').getByText('Friends').waitFor({ state: 'detached' })

    const order = { newsletterId: id, listIds: [listId], holdSeconds: 0, local: true }
    const sent = await call('POST', '/sendings', order)
    await page.goto(`${service.origin}/console/sendings/${sent.id}`)
    await page.getByText(/^1 email waits for its time/).waitFor()
    await shoot('quiet-live')
  })
})
