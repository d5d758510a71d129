/**
 * Removals in Chromium: the page of an object that was removed is left although nothing is read
 * meanwhile, asks for the object no more, and the list that follows is without it.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type ConsoleBrowser, missingChromium, startConsole } from '../support/console-browser.ts'
import { callerOf } from '../support/console-sending.ts'

type Made = { id: number }

interface Kind {
  /** One that is removed, and a second that stays: a row to wait for. */
  make(call: ReturnType<typeof callerOf>, name: string): Promise<unknown>
  pageOf(made: Made): string
  list: string
  /** Opens the dialog; the button in it has the same name. */
  remove: string
  menu?: string
  /** Nothing is asked: the removal can be undone. */
  undone?: true
}

const KINDS: Record<string, Kind> = {
  list: {
    make: (call, name) => call('POST', '/lists', { name, fromEmail: 'n@shop.test' }),
    pageOf: ({ id }) => `/lists/${id}`,
    list: '/lists',
    remove: 'Remove list',
  },
  form: {
    async make(call, name) {
      const list = (await call('POST', '/lists', { name: 'All', fromEmail: 'n@shop.test' })) as Made
      return call('POST', '/forms', { name, listIds: [list.id] })
    },
    pageOf: ({ id }) => `/forms/${id}`,
    list: '/forms',
    remove: 'Remove the form',
  },
  filter: {
    make: (call, name) => call('POST', '/filters', { name, where: 'name <> "x"' }),
    pageOf: ({ id }) => `/filters/${id}`,
    list: '/filters',
    remove: 'Remove filter',
    undone: true,
  },
  webhook: {
    make: (call, name) => call('POST', '/webhooks', { name, url: 'https://shop.example.com/' }),
    pageOf: () => '/webhooks/one?name=Gone',
    list: '/webhooks',
    remove: 'Remove',
    menu: 'More for Gone',
  },
  source: {
    make: (call, name) => call('POST', '/event-sources', { name, event: 'order' }),
    pageOf: () => '/events/source?name=Gone',
    list: '/events?tab=sources',
    remove: 'Remove source',
  },
  relay: {
    make: (call, name) =>
      call('POST', '/installation/routes', { name, url: 'smtp://relay.example.com:25' }),
    pageOf: () => '/relays/relay?name=Gone',
    list: '/relays',
    remove: 'Remove',
    menu: 'Actions of Gone',
  },
}

describe('removals', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  /** Paths that were refused, as long as one removal is looked at. */
  let refused: string[] = []
  /** Answers to what a page reads wait for it: a page that waits for one stays. */
  let answering = Promise.resolve()

  before(async () => {
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/lists')
    page.setDefaultTimeout(60_000)
    await page.route(/\/api\/v1\//, async route => {
      if (route.request().method() === 'GET') await answering
      await route.continue()
    })
    page.on('response', answer => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
    })
  })
  after(() => browser?.stop())

  for (const [kind, { make, pageOf, list, remove, menu, undone }] of Object.entries(KINDS))
    test(`of a ${kind}`, async () => {
      const call = callerOf(page)
      const made = await make(call, 'Gone')
      await make(call, 'Stays')
      const rows = (name: string) => page.locator('#page table').getByText(name, { exact: true })
      // The list is read, and kept, before.
      await page.goto(`${browser.origin}/console${list}`)
      await rows('Gone').waitFor()
      await page.goto(`${browser.origin}/console${pageOf(made as Made)}`)
      await page.getByRole('heading', { level: 1, name: 'Gone' }).waitFor()
      refused = []
      if (menu) {
        await page.getByRole('button', { name: menu }).click()
        await page.getByRole('menuitem', { name: remove }).click()
      } else if (!undone) await page.getByRole('button', { name: remove }).click()
      const asked = undone ? page : page.getByRole('dialog')
      const act = asked.locator('button:not([aria-disabled])', { hasText: remove }).last()
      await act.waitFor()
      const { promise, resolve: release } = Promise.withResolvers<void>()
      answering = promise
      await act.click()
      await page.waitForURL(`${browser.origin}/console${list}`)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      release()
      await rows('Stays').waitFor()
      await rows('Gone').waitFor({ state: 'detached' })
      assert.deepEqual(refused, [])
    })

  test('on the way back the page says that there is none', async () => {
    const form = (await KINDS.form!.make(callerOf(page), 'Gone')) as Made
    await page.goto(`${browser.origin}/console/forms`)
    await page.getByRole('link', { name: 'Gone' }).click()
    await page.getByRole('button', { name: 'Remove the form' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the form' }).click()
    await page.waitForURL('**/console/forms')
    await page.getByText('Stays').waitFor()
    await page.goBack()
    await page.waitForURL(`**/console/forms/${form.id}`)
    await page.getByText('There is no such form.').waitFor()
    // Its own line about the form that is not there.
    assert.deepEqual(
      browser.trouble.filter(line => !line.includes('404')),
      [],
    )
  })
})
