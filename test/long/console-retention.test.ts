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
    page.setDefaultTimeout(20_000)
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

  test('tells the same mail programs, to the letter, when its opens are counts alone', async () => {
    const call = callerOf(page)
    const list = { name: 'Orchard', fromEmail: 'post@shop.test' }
    const { id: listId } = (await call('POST', '/lists', list)) as { id: number }
    await importPeople(call, listId, PEOPLE)
    const newsletterId = await addNewsletter(call, 'Autumn', listId)
    const order = { newsletterId, listId, holdSeconds: 0, anyway: true }
    const { id } = (await call('POST', '/sendings', order)) as { id: number }
    const finished = async () => {
      while (((await call('GET', `/sendings/${id}`)) as Known).state !== 'finished')
        await new Promise(resolve => setTimeout(resolve, 200))
    }
    await finished()
    // Opened with four programs, in a month that is longer ago than hits are kept.
    const age = "interval '40 months'"
    await browser.onStore(async client => {
      await client.query(
        `insert into hits (account_id, source_kind, source_id, kind, at, id, delivery_id, link,
           verdict, reason, agent)
         select account_id, 1, source_id, 'view', now() - ${age}, 1000000 + id, id, 0, 'person', '',
           (array['Safari, iPhone', 'Gmail mail', 'Firefox, Windows', 'Thunderbird, Linux'])
             [1 + id % 4]
         from deliveries where source_kind = 1 and source_id = $1`,
        [id],
      )
      await client.query(
        `insert into hit_totals (account_id, source_kind, source_id, kind, link, by_all, by_people,
           messages)
         select account_id, 1, source_id, 'view', 0, count(*), count(*), count(*) from deliveries
         where source_kind = 1 and source_id = $1 group by account_id, source_id`,
        [id],
      )
    })
    const hits = () =>
      browser.onStore(async client => {
        const { rows } = await client.query('select 1 from hits where source_id = $1', [id])
        return rows.length
      })
    assert.equal(await hits(), PEOPLE)
    const devices = () => call('GET', `/sendings/${id}/devices`)
    const shown = async () => {
      await page.goto(`${browser.origin}/console/sendings/${id}/report`)
      const section = page.locator('section[aria-labelledby="devices"]')
      await section.getByText('Thunderbird').waitFor()
      return section.textContent()
    }
    const before = { devices: await devices(), text: await shown() }
    await page.goto('about:blank')
    await browser.kill()
    await browser.again()
    while ((await hits()) > 0) await new Promise(resolve => setTimeout(resolve, 200))
    await page.goto(`${browser.origin}/console`)
    assert.deepEqual({ devices: await devices(), text: await shown() }, before)
  })
})
