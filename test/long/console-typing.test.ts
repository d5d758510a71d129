/**
 * Typed input, in Chromium: kept when the connection is cut, when the page is loaded again and when
 * two edit one list; and hostile input is only text.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { keepBatch } from '../support/console-batch.ts'
import {
  ACCOUNT,
  type ConsoleBrowser,
  goThrough,
  hasNoDefect,
  isShown,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import {
  blocksHaveNoDefect,
  everyRouteHasAnAddress,
  hasNoDefectIn,
  pageGroups,
  staysInItsWidth,
} from '../support/console-pages.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'

const SCRIPT = '<script>alert(1)</script><img src=x onerror="alert(2)">'
const RIGHT_TO_LEFT = '\u202eعبد الرحمن.exe'
const TEMPLATE = '<p data-slot="body">Nothing new.</p><a href="{{ unsubscribe_url }}">Leave</a>'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const hostile = (most: number): string =>
  `${SCRIPT}${RIGHT_TO_LEFT}{{7*7}}${'W'.repeat(250)}${'م'.repeat(250)}`.slice(0, most)

/** Those whose fields no other test looks at. */
const otherBlocks = (savedId: number, src: string) => [
  {
    id: 'columns',
    type: 'columns',
    columns: [{ blocks: [] }, { blocks: [{ id: 'in', type: 'text', html: '<p>In it</p>' }] }],
  },
  { id: 'divider', type: 'divider' },
  { id: 'space', type: 'space', height: 24 },
  {
    id: 'social',
    type: 'social',
    links: [{ name: hostile(50), href: 'https://social.test/' }],
  },
  {
    id: 'quote',
    type: 'quote',
    html: `<p>${'W'.repeat(500)}</p>`,
    source: hostile(300).replace('{{7*7}}', ''),
  },
  { id: 'list', type: 'list', items: ['W'.repeat(500), 'Two'] },
  {
    id: 'product',
    type: 'product',
    src: '',
    alt: '',
    name: hostile(300).replace('{{7*7}}', ''),
    html: '<p>What it is</p>',
    price: '24 €',
    button: 'Buy',
    href: 'https://shop.test/',
  },
  { id: 'video', type: 'video', src, alt: '', href: 'https://video.test/' },
  { id: 'feed', type: 'feed', most: 5, picture: 'beside', words: 30 },
  { id: 'saved', type: 'saved', savedId },
]

/** What a relay says to everybody. */
const REPLY = `550 5.1.1 no such user ${hostile(400)}`
const REFUSES = { at: 'rcpt', do: 'reply', reply: REPLY } as const

describe('what is typed', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let relay: Sink
  let page: Page

  const api = async (method: string, path: string, data?: unknown) => {
    const answer = await page.request.fetch(`${browser.origin}/api/v1${path}`, {
      method,
      headers: {
        'X-Pennypost-Console': '1',
        'Content-Type': Buffer.isBuffer(data) ? 'application/octet-stream' : 'application/json',
        'User-Agent': `${SCRIPT}${'U'.repeat(300)}`,
      },
      ...(data !== undefined && { data }),
    })
    assert.ok(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }

  /** A key presses what is on the page: there is nothing to press before. */
  const pressKey = async (key: string) => {
    await page.locator(`#page [data-key="${key}"]`).first().waitFor()
    await page.keyboard.press(key)
  }

  before(async () => {
    relay = await startSink({ keep: 0, tricks: [REFUSES] })
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/lists')
  })
  after(async () => {
    await browser?.stop()
    await relay?.stop()
  })

  test('stays when the connection is cut and the page loaded again, and is saved', async () => {
    await pressKey('n')
    await page.getByLabel('Name', { exact: true }).fill('Typed before the cut')
    await page.getByLabel('Address of the sender').fill('shop@example.test')
    await page.context().setOffline(true)
    await page.getByText('Not connected').waitFor()
    await page.getByLabel('Description').fill('typed without a connection')
    await page.context().setOffline(false)
    await page.reload()
    const description = page.getByLabel('Description')
    await description.waitFor()
    assert.equal(await description.inputValue(), 'typed without a connection')
    await page.context().setOffline(true)
    await page.getByText('Not connected').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Add list' }).click()
    await page.context().setOffline(false)
    await page.getByRole('cell', { name: 'Typed before the cut' }).first().waitFor()
    const { items } = await api('GET', '/lists')
    assert.deepEqual(
      items.map((list: { description: string }) => list.description),
      ['typed without a connection'],
    )
  })

  test('two edit one list without loss, and the change is undone by Ctrl Z', async () => {
    await page.goto(`${browser.origin}/console/lists/1`)
    await page.getByRole('heading', { name: 'Typed before the cut' }).waitFor()
    await pressKey('e')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Named here')
    await api('PATCH', '/lists/1', { description: 'described there' })
    await dialog.getByRole('button', { name: 'Save list' }).click()
    await dialog.getByText('Somebody has changed this meanwhile').waitFor()
    await dialog.getByRole('button', { name: 'Take over their changes' }).click()
    await dialog.getByText('Somebody has changed').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Save list' }).click()
    await page.getByRole('heading', { name: 'Named here' }).waitFor()
    const list = await api('GET', '/lists/1')
    assert.deepEqual([list.name, list.description], ['Named here', 'described there'])
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await page.getByRole('heading', { name: 'Typed before the cut' }).waitFor()
  })

  test('hostile text of people, files and programs is only text', async () => {
    await api('PATCH', '/lists/1', { name: hostile(200), description: hostile(600) })
    await api('PATCH', '/fields/1', { name: hostile(50) })
    const person = { listId: 1, email: 'ada@example.test', name: hostile(100) }
    await api('POST', '/subscribers', { ...person, fields: { DD1: hostile(255) } })
    await api('POST', '/filters', {
      name: hostile(100),
      where: `name contains "${'W'.repeat(300)}"`,
    })
    await api('POST', '/opt-outs', { email: 'bob@example.test', reason: hostile(255) })
    const bounced = Buffer.from('no-one@example.test\n')
    await api('POST', `/suppressions/import?reason=${encodeURIComponent(hostile(255))}`, bounced)
    const file = `${hostile(150)}.csv`
    const rows = Buffer.from(`E-post;Namn\nc@example.test;${hostile(100)}\n${hostile(600)};x\n`)
    await api('POST', `/imports?listId=1&name=${encodeURIComponent(file)}`, rows)
    await api('POST', '/api-keys', { name: hostile(100), rights: ['read'] })
    await api('POST', '/invitations', { email: 'eva@example.test', role: 'viewer' })
    await api('POST', '/event-sources', { name: 'qxshop', event: 'order' })
    await api('POST', '/webhooks', { name: 'qxhook', url: 'https://example.com/hook' })
    await api('POST', '/sms/to-number', { number: '+46701740605', text: 'A – test' })
    await api('POST', '/templates', {
      name: hostile(200),
      source: { kind: 'html', html: TEMPLATE },
    })
    const { sendingId } = await api('POST', '/sample')
    while ((await api('GET', `/sendings/${sendingId}`)).state !== 'finished')
      await new Promise(resolve => setTimeout(resolve, 200))
    // Links of emails lead to the port that the service has chosen itself.
    const read = async (path: string) =>
      (await page.request.get(`${browser.origin}/sandbox${path}`)).text()
    const [, message] = /"\/sandbox\/(\d+)"/.exec(await read(''))!
    assert.ok((await read(`/${message}/message.eml`)).includes(`<${browser.origin}/u/`))
    await programsSay()
    const long = { id: 'a', type: 'text', html: `<p>${'W'.repeat(500)}</p>` }
    const shared = { name: hostile(100), blocks: [{ ...long, id: 's' }] }
    const { id: savedId } = await api('POST', '/saved-blocks', shared)
    const picture = `/media?name=${encodeURIComponent(hostile(80))}&alt=x`
    const { src } = await api('POST', picture, PIXEL)
    const document = { blocks: [long, ...otherBlocks(savedId, src)] }
    const source = { kind: 'blocks', document }
    // A tag that there is not would be refused.
    const subject = hostile(500).replace('{{7*7}}', '')
    const fromName = hostile(200).replace('{{7*7}}', '')
    await api('POST', '/newsletters', { subject, fromName, listId: 1, source })
    const proposal = { newsletterId: 2, listIds: [1], note: hostile(500) }
    await api('POST', '/proposals/sendings', proposal)
    // Its confirmation email is a newsletter, too.
    const labels = [`name=${hostile(200)}`]
    await api('POST', '/forms', { name: hostile(150), listIds: [1], asked: ['name', 'DD1'] })
    const texts = { title: hostile(150), intro: hostile(600), consent: hostile(600), labels }
    await api('PATCH', '/forms/1/words/en', texts)
    await api('POST', '/sign-ups', { formId: 1, email: 'eve@example.test', name: hostile(100) })
    const project = { name: hostile(100), newsletterId: 1, fromEmail: 'till@example.test' }
    await api('POST', '/projects', project)
    await api('POST', '/emails', {
      project: '1',
      to: { email: 'bob@example.test', name: hostile(200) },
      subject: hostile(500),
      text: hostile(300),
      identifier: 'x'.repeat(100),
    })
    await keepBatch(browser, hostile(150), hostile(2_000))
    const sending = await refusedSending()
    // What was read before it all is forgotten, for all tests below.
    await page.reload()
    for (const path of ['', '/report', '/recipients']) {
      await goThrough(page, `/console/sendings/${sending.id}${path}`)
      await isShown(page)
      await hasNoDefect(page)
    }
  })

  /** A sending whose relay refuses all, after one that arrived: reports compare. */
  async function refusedSending(): Promise<{ id: number }> {
    const send = async (): Promise<{ id: number }> => {
      const order = { newsletterId: 2, listIds: [1], local: true, anyway: true, holdSeconds: 0 }
      const sending = await api('POST', '/sendings', { repeat: true, ...order })
      while ((await api('GET', `/sendings/${sending.id}`)).state !== 'finished')
        await new Promise(resolve => setTimeout(resolve, 200))
      return sending
    }
    let sending = await send()
    const url = `smtp://127.0.0.1:${relay.port}`
    await api('POST', '/installation/routes', { name: 'Relay', url })
    // The worker sees the new relay within some seconds.
    while (relay.seen.connections === 0) sending = await send()
    const { items } = await api('GET', `/sendings/${sending.id}/recipients?state=bounced`)
    const plain = (text: string) => text.replaceAll(RIGHT_TO_LEFT[0]!, '').replace(/\s+/g, ' ')
    assert.ok(items.length > 0)
    for (const { reply } of items) assert.equal(plain(reply), plain(REPLY))
    return sending
  }

  /** Strings of a program of old, and the name of a browser: read back as they came. */
  async function programsSay() {
    const strings = {
      strUsername: ACCOUNT.ACCOUNT_USERNAME,
      strPassword: ACCOUNT.ACCOUNT_PASSWORD,
      strMailingListID: '1',
      strEmail: 'program@example.test',
      strName: hostile(100),
      strCountryCode: '',
      strPhoneNumber: '',
      strFormat: 'HTML',
    }
    const form = new URLSearchParams(strings)
    const called = await page.request.fetch(
      `${browser.origin}/externalapiservice.asmx/InsertSubscriber?${form}`,
    )
    const [, id] = />(\d+)<\/long>/.exec(await called.text()) ?? []
    assert.equal((await api('GET', `/subscribers/${id}`)).name, hostile(100))
    const agent = `${SCRIPT}${'U'.repeat(300)}`
    const signedIn = await fetch(`${browser.origin}/api/v1/session`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Pennypost-Console': '1',
        'User-Agent': agent,
      },
      body: JSON.stringify({
        username: ACCOUNT.ACCOUNT_USERNAME,
        password: ACCOUNT.ACCOUNT_PASSWORD,
      }),
    })
    assert.equal(signedIn.status, 201)
    const sessions = (await api('GET', '/sessions')).items
    assert.ok(
      sessions.some((one: { userAgent: string }) => one.userAgent.startsWith(SCRIPT)),
      'sessions',
    )
  }

  test('every page of the console is looked at by axe', everyRouteHasAnAddress)

  for (const group of pageGroups)
    test(`axe finds nothing, light and dark, narrow and wide: ${group}`, () =>
      hasNoDefectIn(group, page))

  for (const language of ['de', 'sv'])
    test(`no page scrolls sideways: ${language}`, () => staysInItsWidth(page, language))

  test('axe finds nothing in the fields of blocks', () =>
    blocksHaveNoDefect(
      page,
      `${browser.origin}/console/newsletters/2`,
      otherBlocks(0, '').map(({ id }) => id),
    ))

  test('has the buttons of a page above its content, however wide the window', async () => {
    const wide = await browser.signedIn(3840, 'light', '/console/lists/1')
    const buttons = wide.locator('.head .acts')
    await wide.locator('.figures').waitFor()
    const ends = async (place: ReturnType<Page['locator']>) => {
      const box = await place.boundingBox()
      return Math.round(box!.x + box!.width)
    }
    // The page has a margin of 28 pixels.
    assert.equal(await ends(buttons), (await ends(wide.locator('.page'))) - 28)
    assert.ok((await ends(buttons)) < 2_200)
    await wide.context().close()
  })

  test('shows its keys, and goes through rows by them', async () => {
    await page.goto(`${browser.origin}/console/subscribers`)
    await page.locator('tr[aria-rowindex]').first().waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Choose the row').waitFor()
    await hasNoDefect(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByText('Three facts').waitFor()
  })

  test('has caused no violation of its policy, no error, and asked no other host', () => {
    const expected = /status of 412|ERR_INTERNET_DISCONNECTED/
    assert.deepEqual(
      browser.trouble.filter(line => !expected.test(line)),
      [],
    )
  })
})
