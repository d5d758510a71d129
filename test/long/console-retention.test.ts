/**
 * The pages of a sending whose people were removed, in Debian's Chromium: they say so, keep the
 * numbers, and offer nothing that needs the people.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  hasNoDefect,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { addNewsletter, callerOf, importPeople } from '../support/console-sending.ts'
import { freePort } from '../support/free-port.ts'

const PEOPLE = 40

interface Known {
  state: string
  counts: Record<string, number>
  peopleRemoved: { at: string; months: number } | null
}

describe('a sending whose people were removed', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page

  before(async () => {
    browser = await startConsole({ PORT: String(await freePort()), LEDGER_KEEP_MONTHS: '12' })
    page = await browser.signedIn(1440, 'light', '/console')
  })
  after(() => browser?.stop())

  test('says so on each page, with its numbers, and takes no retry and no resend', async () => {
    const call = callerOf(page)
    const list = { name: 'Garden', fromEmail: 'post@shop.test' }
    const { id: listId } = (await call('POST', '/lists', list)) as { id: number }
    await importPeople(call, listId, PEOPLE)
    const newsletterId = await addNewsletter(call, 'Spring', listId)
    const order = { newsletterId, listId, holdSeconds: 0, anyway: true }
    const { id } = (await call('POST', '/sendings', order)) as { id: number }
    const known = async () => (await call('GET', `/sendings/${id}`)) as Known
    const until = async (is: (sending: Known) => boolean) => {
      while (!is(await known())) await new Promise(resolve => setTimeout(resolve, 200))
    }
    await until(({ state }) => state === 'finished')
    await browser.onStore(client =>
      client.query("update sendings set finished_at = now() - interval '25 months 3 days'"),
    )
    const note = page.getByText('The recipients were removed.')
    const asFile = page.getByRole('button', { name: 'Save as CSV', exact: true })
    const again = page.getByRole('link', { name: 'Send again to who did not open', exact: true })
    await page.goto(`${browser.origin}/console/sendings/${id}/recipients`)
    await asFile.waitFor()
    await page.goto(`${browser.origin}/console/sendings/${id}/report`)
    await again.waitFor()
    assert.equal(await note.count(), 0)
    // Workers look each hour, and at their start.
    await page.goto('about:blank')
    await browser.kill()
    await browser.again()
    await page.goto(`${browser.origin}/console`)
    await until(({ peopleRemoved }) => peopleRemoved !== null)
    const { counts, peopleRemoved } = await known()
    assert.deepEqual([counts, peopleRemoved!.months], [{ accepted: PEOPLE }, 25])

    await page.goto(`${browser.origin}/console/sendings/${id}/recipients`)
    await note.waitFor()
    assert.equal(await page.getByRole('table').count(), 0)
    assert.equal(await asFile.count(), 0)
    await hasNoDefect(page)
    await page.goto(`${browser.origin}/console/sendings/${id}`)
    await page.getByText('25 months after it ended').waitFor()
    await hasNoDefect(page)
    await page.goto(`${browser.origin}/console/sendings/${id}/report`)
    await note.waitFor()
    assert.equal(await again.count(), 0)
    await hasNoDefect(page)
    assert.deepEqual(browser.trouble, [])
  })
})
