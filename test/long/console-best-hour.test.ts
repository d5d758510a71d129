/** A sending at the best hour of each in a browser: its plan before, and what is to come of it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStore } from '../../src/db/open-store.ts'
import {
  type ConsoleBrowser,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { type Habit, withHabits } from '../support/habits.ts'

const SHOTS = process.env.SHOTS
const HOUR = 3_600_000
const PEOPLE = 60

describe('the best hour in the console', { skip: missingChromium }, () => {
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

  /** So many people read at each hour from now on, most in four and in nine hours. */
  const readers = (): Habit[] =>
    Array.from({ length: 40 }, (_, i) => {
      const ahead = i < 16 ? 4 : i < 28 ? 9 : i - 26
      const at = Math.floor(Date.now() / HOUR) * HOUR + ahead * HOUR
      return { person: i + 1, opens: [3, 4, 5].map(days => new Date(at - days * 24 * HOUR)) }
    })

  test('is chosen, its plan drawn; the sending says what is to come', async () => {
    const list = { name: 'Friends', fromEmail: 'news@example.com' }
    const { id: listId } = await call('POST', '/lists', list)
    const rows = Array.from({ length: PEOPLE }, (_, i) => ({ email: `p${i}@readers.test` }))
    await call('POST', '/subscribers/batch', { listId, rows })
    const source = { kind: 'html', html: '<p>Hi {{ unsubscribe_url }}</p>' }
    const given = { name: 'Spring', subject: 'Hello', source, listId }
    const { id } = await call('POST', '/newsletters', given)

    await page.goto(`${service.origin}/console/newsletters/${id}/send`)
    const best = page.getByLabel("Each person's best hour")
    await best.check()
    await page.getByText(/^Nobody has been measured often enough yet: everyone gets it/).waitFor()
    await shoot('best-none')

    await service.onStore(async client => {
      const { host, port, user, password, database } = client
      const connection = { host, port, user, password: password as string, database }
      const store = openStore({ connection, connections: 2 })
      const ask = async (text: string, values: unknown[] = []) =>
        (await store.run({ name: '', text, again: true }, values)).rows
      const [[accountId]] = (await ask('select account_id from lists')) as [[string]]
      const ids = await ask('select id from subscribers order by id')
      const habits = readers().map(one => ({ ...one, person: Number(ids[one.person]![0]) }))
      const setup = { store, accountId: Number(accountId), ask, listId }
      await withHabits(setup, new Date(Date.now() - 6 * 24 * HOUR), habits)
      await store.close()
    })
    await page.reload()
    await best.check()
    const said = page.getByText(/^40 people get it at the hour of their own; 20 more at \d\d:00/)
    await said.waitFor()
    const chart = page.getByRole('img', { name: 'Emails by the hour that they are due in' })
    await chart.waitFor()
    const table = page.getByRole('table', { name: 'Emails by the hour that they are due in' })
    const cells = await table.locator('tbody td').allTextContents()
    assert.equal(
      cells.reduce((sum, cell) => sum + Number(cell), 0),
      PEOPLE,
    )
    assert.ok(cells.includes('37'), `17 and the 20 others: ${cells}`)
    assert.equal(await page.getByText('Only a share each day, to warm up').count(), 0)
    assert.ok(await page.locator('.sumr dt').getByText('Ends', { exact: true }).isVisible())
    await shoot('best-send')
    await hasNoDefectInSchemes(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await shoot('best-send-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 360, height: 800 })
    await page.evaluate(() => localStorage.setItem('pennypost-language', 'de'))
    await page.reload()
    await page.getByLabel('Jeder zu seiner besten Stunde').check()
    await page.getByText(/^40 Personen bekommen es zur eigenen Stunde; 20 weitere um/).waitFor()
    await shoot('best-send-narrow-de')
    await page.evaluate(() => localStorage.setItem('pennypost-language', 'en'))
    await page.setViewportSize({ width: 1440, height: 900 })

    // An A/B test takes the choice away.
    await page.reload()
    await best.check()
    await page.getByRole('button', { name: 'Test a second subject' }).click()
    await best.waitFor({ state: 'detached' })

    const order = { newsletterId: id, listIds: [listId], holdSeconds: 0, local: true }
    const sent = await call('POST', '/sendings', { ...order, bestHour: true, zone: 'UTC' })
    await page.goto(`${service.origin}/console/sendings/${sent.id}`)
    await page.getByRole('heading', { name: 'Still to come' }).waitFor()
    await chart.waitFor()
    await shoot('best-live')
    await hasNoDefectInSchemes(page)
    const later = await call('POST', '/sendings', { ...order, bestHour: true, holdSeconds: 3_600 })
    await page.goto(`${service.origin}/console/sendings/${later.id}`)
    await page.getByText('each at their best hour').waitFor()
  })
})
