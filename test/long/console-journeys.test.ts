/**
 * From an empty folder to a report in Debian's Chromium, against a service of its own and
 * a real SMTP server: by mouse, by keys, by the API.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  goThrough,
  hasNoDefect,
  LAZILY,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { pickPerson } from '../support/console-person-menu.ts'
import {
  addressesIn,
  type CallApi,
  callerOf,
  follow,
  importPeople,
  isMeasured,
  sweep,
} from '../support/console-sending.ts'
import { freePort } from '../support/free-port.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'

const PEOPLE = 1_000
/** To whom a program sends, of whom there need not be many. */
const FEW = 100
const READERS = 10
const BUYER = 'https://127.0.0.1/offer'
const PAUSE = 200

describe('from an empty folder to a report', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let sink: Sink
  let page: Page
  let call: CallApi

  before(async () => {
    sink = await startSink({ keep: 10 * PEOPLE })
    const port = String(await freePort())
    browser = await startConsole({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` })
    page = await browser.signedIn(1440, 'light', '/console')
    call = callerOf(page)
  })
  after(async () => {
    await browser?.stop()
    await sink?.stop()
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const email = () => page.frameLocator('.email-frame iframe')
  const until = async (is: () => Promise<boolean> | boolean) => {
    while (!(await is())) await new Promise(resolve => setTimeout(resolve, PAUSE))
  }
  const finished = (id: number) =>
    until(async () => ((await call('GET', `/sendings/${id}`)) as Stated).state === 'finished')
  const countsUp = async () => {
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
    await page.waitForFunction(
      people =>
        document.querySelector('.hbig b')?.textContent?.replace(/\D/g, '') === String(people),
      PEOPLE,
      LAZILY,
    )
    assert.ok(await page.evaluate(() => 'sameDocument' in globalThis), 'it was loaded again')
  }
  /** Ten people open and follow the offer, and a scanner all links of ten others. */
  const areRead = async (from: number, people = PEOPLE) => {
    const own = sink.messages.slice(from)
    assert.equal(own.length, people)
    // Some want text only, some are not measured.
    const shown = own.filter(isMeasured)
    for (const message of shown.slice(0, READERS)) {
      const { pixel, links } = addressesIn(message)
      const seen = await follow(pixel)
      assert.deepEqual([seen.status, seen.headers.get('content-type')], [200, 'image/gif'])
      const followed = await follow(links[0]!)
      assert.match(followed.headers.get('location')!, /^https:\/\/127\.0\.0\.1\/offer\?pp=/)
    }
    await Promise.all(shown.slice(READERS, 2 * READERS).map(sweep))
  }
  const peopleAndAll = async (press: () => Promise<void>) => {
    // Three of ten in the sample have declined.
    const figures = page.locator('.figs').getByText(/^10 of 700 measured; \d+ \w+ in total$/)
    await figures.nth(1).waitFor()
    await page.getByText(/^Machines are left out/).waitFor()
    await press()
    await page.getByText(/^With machines, hatched/).waitFor()
    assert.ok(
      (await page
        .locator('.figs')
        .getByText(/^\d+ hits on 1,000 delivered$/)
        .count()) === 2,
    )
  }
  /** The way of the Tab key to what is called so. */
  const tabTo = async (name: RegExp) => {
    for (let tabs = 0; tabs < 250; tabs++) {
      await page.keyboard.press('Tab')
      const at = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null
        const label = element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label')
        return (label ?? element?.textContent ?? '').trim()
      })
      if (name.test(at)) return
    }
    assert.fail(`no way by Tab to ${name}`)
  }

  test('by mouse', async () => {
    await page.goto(`${browser.origin}/console`)
    await button('Add the sample').click()
    await button('Remove the sample').waitFor()
    const { listId } = (await call('GET', '/sample')) as { listId: number }
    await finished(1)
    const url = `smtp://127.0.0.1:${sink.port}`
    await call('POST', '/installation/routes', { name: 'relay', url })
    await page.goto(`${browser.origin}/console/newsletters`)
    await page.getByRole('link', { name: 'New newsletter' }).first().click()
    await page.getByRole('radio', { name: /^Blank/ }).check()
    await page.getByLabel('Subject').fill('Bread, {{ name | default: "you" }}')
    await button('Begin with “Blank”').click()
    await page.waitForURL(/\/newsletters\/\d+$/)
    await button('Add Button').click()
    await page.getByLabel('Leads to').fill(BUYER)
    await button('Add Text').click()
    await page.getByRole('textbox', { name: 'Content' }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('The ovens are warm again, ')
    await email().getByText('The ovens are warm again,').waitFor({ state: 'attached' })
    await button('Insert a tag').click()
    await page.getByLabel('If empty, write').fill('friend')
    await page.getByRole('button', { name: /^name/ }).click()
    const { items } = (await call('GET', `/subscribers?listId=${listId}&limit=1`)) as People
    const { name } = items[0]!
    await page.locator('.shown-as button').click()
    await pickPerson(page, items[0]!.email)
    await email().getByText(`The ovens are warm again, ${name}`).waitFor({ state: 'attached' })
    await page.locator('.composer-saved.saved').waitFor()
    await button(/^Audience and time/).click()
    await button('Send to 1,000 people').waitFor()
    await hasNoDefect(page)
    await button('Send to 1,000 people').click()
    await button('Send anyway').click()
    await page.getByText('Until then nothing has left.').waitFor()
    await countsUp()
    await hasNoDefect(page)
    const { rcpts, bytes } = sink.messages[0]!
    assert.match(bytes.toString('latin1'), /The ovens are warm again/)
    assert.equal(rcpts.length, 1)
    await areRead(0)
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    await peopleAndAll(() => button('All hits').click())
    await page.getByText('Read with').waitFor()
    await hasNoDefect(page)
    const row = page.getByRole('row', { name: /offer/ })
    await row.hover()
    await page.locator('.heat.lit').waitFor()
    await page.getByRole('link', { name: 'Recipients' }).click()
    const saved = page.waitForEvent('download')
    await button('Save as CSV').click()
    assert.match((await saved).suggestedFilename(), /\.csv$/)
  })

  test('by keyboard', async () => {
    const from = sink.messages.length
    await goThrough(page, '/console/newsletters')
    await page.getByRole('link', { name: 'New newsletter' }).first().waitFor()
    await tabTo(/^New newsletter/)
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: /^Welcome/ }).waitFor()
    await tabTo(/^Welcome/)
    await page.keyboard.press('ArrowUp')
    await button('Begin with “Blank”').waitFor()
    await tabTo(/^Subject/)
    await page.keyboard.type('Rolls')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/newsletters\/\d+$/)
    await button('Add Button').waitFor()
    await tabTo(/^Add Button/)
    await page.keyboard.press('Enter')
    await page.getByLabel('Leads to').waitFor()
    await tabTo(/^Leads to/)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(BUYER)
    await page.locator('.composer-saved.saved').waitFor()
    await page.locator('body').press('Home')
    await tabTo(/^Audience and time/)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/send/)
    await page.getByText('Who gets it').waitFor()
    await button('Send to 1,000 people').waitFor()
    await tabTo(/^Send to 1,000 people$/)
    await page.keyboard.press('Enter')
    await button('Send anyway').waitFor()
    await tabTo(/^Send anyway$/)
    await page.keyboard.press('Enter')
    await countsUp()
    await areRead(from)
    await tabTo(/^Report$/)
    await page.keyboard.press('Enter')
    await peopleAndAll(async () => {
      await tabTo(/^All hits$/)
      await page.keyboard.press('Enter')
    })
  })

  test('by the API alone', async () => {
    const from = sink.messages.length
    const made = async (method: string, path: string, body?: unknown) =>
      // biome-ignore lint/suspicious/noExplicitAny: as the JSON is
      (await call(method, path, body)) as any
    const list = { name: 'Of a program', fromEmail: 'bread@example.test' }
    const { id: listId } = await made('POST', '/lists', list)
    await importPeople(call, listId, FEW)
    const { id: newsletterId } = await made('POST', '/newsletters/1/copy', { name: 'Copied' })
    const draft = await made('GET', `/newsletters/${newsletterId}/draft`)
    const document = {
      blocks: [
        { id: 'a', type: 'heading', level: 1, html: 'Rye' },
        { id: 'b', type: 'text', html: '<p>Dear {{ name }}</p>' },
        { id: 'c', type: 'button', text: 'The offer', href: BUYER },
      ],
    }
    const content = { ...draft.content, subject: 'Rye', source: { kind: 'blocks', document } }
    await made('PUT', `/newsletters/${newsletterId}/draft`, content)
    const { items } = await made('GET', `/subscribers?listId=${listId}&limit=1`)
    const reader = { subscriberId: items[0].id }
    const { html } = await made('POST', '/newsletters/preview', { content, reader })
    assert.ok(html.includes(`Dear ${items[0].name}`))
    const check = `/newsletters/${newsletterId}/draft/check`
    assert.equal((await made('POST', check, { listId })).wrong, false)
    await made('POST', `/newsletters/${newsletterId}/draft/publish`, {})
    const listIds = [listId]
    const { willGet } = await made('POST', '/audiences', { listIds })
    assert.equal(willGet, FEW)
    const order = { newsletterId, listIds, local: true, holdSeconds: 0 }
    const { id } = await made('POST', '/sendings', order)
    await finished(id)
    await areRead(from, FEW)
    await until(async () => {
      const { figures } = await made('GET', `/sendings/${id}/report`)
      return figures.clicks.people === READERS && figures.clicks.all > READERS
    })
    const { figures } = await made('GET', `/sendings/${id}/report`)
    assert.deepEqual(
      [figures.sent, figures.delivered, figures.opens.people, figures.opens.all],
      [FEW, FEW, READERS, 2 * READERS],
    )
    const { links } = await made('GET', `/sendings/${id}/links`)
    assert.deepEqual([links[0].url, links[0].people], [BUYER, READERS])
    const opened = await made('GET', `/sendings/${id}/recipients?opened=yes&limit=100`)
    assert.equal(opened.items.length, READERS)
  })

  test('has caused no violation of its policy, no error, and asked no other host', () => {
    // Links lead to this machine, and one is half typed.
    const refused = /status of (?:400|409)/
    assert.deepEqual(
      browser.trouble.filter(text => !refused.test(text)),
      [],
    )
  })
})

interface Stated {
  state: string
}

interface People {
  items: { id: number; email: string; name: string }[]
}
