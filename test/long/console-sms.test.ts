/**
 * The pages of SMS in Chromium, with a real SMPP server as the gateway: an SMS is written, priced
 * and sent, a STOP comes back, and one that is held is sent once there are credits.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { smppServer, type TestServer } from '../sms/server.ts'
import {
  type ConsoleBrowser,
  goThrough,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { until } from '../support/until.ts'

const PEOPLE = ['+46701740605', '+46701740606', '+4915123456789']
const STOPPED = PEOPLE[0]!
/** With a dash of word processors: two segments instead of one. */
const DEAR =
  'Frost tonight – cover what you have sown. Fleece and tunnels 20 % off in the shop until 7. Reply STOP to get no more.'

describe('the pages of SMS', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let gateway: TestServer

  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  async function api(method: string, path: string, data?: unknown): Promise<any> {
    const answer = await page.request.fetch(`${browser.origin}/api/v1${path}`, {
      method,
      headers: { 'X-Pennypost-Console': '1' },
      ...(data === undefined ? {} : { data }),
    })
    assert.ok(answer.ok(), `${method} ${path}: ${await answer.text()}`)
    return answer.status() === 204 ? undefined : await answer.json()
  }

  before(async () => {
    gateway = await smppServer()
    const url = `smpp://user:secret@127.0.0.1:${gateway.port}?window=10&from=Pennypost`
    browser = await startConsole({ SMS_URL: url })
    page = await browser.signedIn(1440, 'light', '/console/sms')
    page.setDefaultTimeout(20_000)
  })
  after(async () => {
    await browser?.stop()
    await gateway?.close()
  })

  const dialog = () => page.getByRole('dialog')
  const shot = async (name: string) => {
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
  }

  test('begins empty, and wants a list', async () => {
    await page.getByText('No SMS yet').waitFor()
    await hasNoDefectInSchemes(page)
    await goThrough(page, '/console/sms/new')
    await page.getByText('There is no list yet. Make one first.').waitFor()
    const { id: listId } = await api('POST', '/lists', {
      name: 'Greenhouse owners',
      fromEmail: 'news@example.test',
    })
    for (const [at, phone] of PEOPLE.entries())
      await api('POST', '/subscribers', { email: `p${at}@example.test`, phone, listId })
    await api('POST', '/subscribers', { email: 'none@example.test', listId })
    await api('POST', '/sms-prices/import', {
      csv: 'prefix;price\n46;0.35\n49;0.75',
      replace: true,
    })
    await api('POST', '/credits', { amount: '10' })
  })

  test('counts segments, and repairs what makes them dear', async () => {
    await page.goto(`${browser.origin}/console/sms/new`)
    await page.getByLabel('To').selectOption({ label: 'Greenhouse owners' })
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.fill(DEAR)
    await page.getByText('2 parts, 117 characters in UCS-2').waitFor()
    // Two segments to three numbers, by two prices; one has no number.
    await page.getByText('2 at 0.35').waitFor()
    await page.getByText('1 at 0.75').waitFor()
    await page.locator('.sms-cost', { hasText: '2.9' }).waitFor()
    await page.getByText('No number').waitFor()
    assert.equal(await page.locator('.sms-cut').count(), 1)
    assert.equal(await page.locator('.sms-behind mark').textContent(), '–')
    await hasNoDefectInSchemes(page)
    await shot('sms-dear')
    await page.getByRole('button', { name: '– U+2013 write -' }).click()
    await page.getByText('1 part, 117 characters in the GSM alphabet').waitFor()
    await page.locator('.sms-cost', { hasText: '1.45' }).waitFor()
    assert.equal(await page.locator('.sms-cut').count(), 0)
  })

  test('keeps emoji whole and the draft in the browser, and takes no more than an SMS', async () => {
    const text = page.getByRole('textbox', { name: 'Text' })
    const written = await text.inputValue()
    await text.fill(`${'ש'.repeat(66)}😀שלום {{ name }}`)
    await page.getByText('An SMS has no tags').waitFor()
    const parts = await page.locator('.sms-bubble > span').allTextContents()
    assert.deepEqual(parts, [`${'ש'.repeat(66)}1 / 2`, '😀שלום {{ name }}'])
    await text.fill('x'.repeat(1600))
    await page.getByText('11 parts are too many: at most 10.').waitFor()
    await text.fill(`${written.slice(0, -1)}\ud83d.`)
    assert.ok((await text.inputValue()).isWellFormed())
    await text.fill(written)
    await page.reload()
    await page.locator('.sms-cost', { hasText: '1.45' }).waitFor()
    assert.equal(await text.inputValue(), written)
  })

  test('sends it, with its number on the button, and shows what came of it', async () => {
    await page.getByRole('button', { name: 'Send 3 SMS' }).click()
    await dialog().getByText('1.45').waitFor()
    await hasNoDefectInSchemes(page)
    await dialog().getByRole('button', { name: 'Send 3 SMS' }).click()
    await until(async () => gateway.submits.length === 3)
    await page.getByText('Finished').waitFor()
    await page.getByRole('row').filter({ hasText: STOPPED }).getByText('Accepted').waitFor()
    await hasNoDefectInSchemes(page)
    await shot('sms-one')
    assert.equal((await api('GET', '/credits')).balance, '8.55')
  })

  test('a receipt arrives, and STOP opts the number out', async () => {
    const [session] = gateway.sessions
    const pdu = gateway.submits.find(one => `+${one.destination_addr}` === STOPPED)!
    session!.deliver_sm({
      source_addr: pdu.destination_addr,
      esm_class: 4,
      short_message: `id:id${gateway.submits.indexOf(pdu) + 1} stat:DELIVRD err:000 text:`,
    })
    await page
      .getByRole('row')
      .filter({ hasText: STOPPED })
      .getByText('Delivered')
      .first()
      .waitFor()
    session!.deliver_sm({ source_addr: STOPPED.slice(1), short_message: 'Stop' })
    await until(async () => (await api('GET', '/sms-opt-outs')).items.length === 1)
    await page.goto(`${browser.origin}/console/sms?tab=replies`)
    await page.getByRole('row').filter({ hasText: STOPPED }).getByText('Opted out').waitFor()
    await page.getByRole('button', { name: 'Opted out', exact: true }).click()
    await page.getByRole('row').filter({ hasText: STOPPED }).getByText('Answered STOP').waitFor()
    await shot('sms-opted-out')
    await page.goto(`${browser.origin}/console/sms`)
    await page.getByLabel('Find a number').fill(STOPPED)
    await page.keyboard.press('Enter')
    await page.getByText('This number is opted out of SMS.').waitFor()
  })

  test('one that is held is sent when credits are added', async () => {
    await api('POST', '/credits', { amount: '-8.5' })
    await page.goto(`${browser.origin}/console/sms/new`)
    await page.getByLabel('To').selectOption({ label: 'Greenhouse owners' })
    await page.getByRole('textbox', { name: 'Text' }).fill('The second one')
    await page.getByText('Opted out of SMS').waitFor()
    await page.getByText('Missing').waitFor()
    await page.getByRole('button', { name: 'Send 2 SMS' }).click()
    await dialog().getByRole('button', { name: 'Send 2 SMS' }).click()
    await page.getByText('Held: 1.05 credits are missing').waitFor()
    await hasNoDefectInSchemes(page)
    await shot('sms-held')
    await page.getByRole('link', { name: 'To the credits' }).click()
    await page.getByText('1 SMS is held, for 1.1 credits in all').waitFor()
    await page.getByLabel('Credits', { exact: true }).fill('5')
    await page.getByLabel('Note').fill('invoice 1042')
    await page.getByRole('button', { name: 'Add credits' }).click()
    await page.getByText('1 held SMS is sent now.').waitFor()
    await until(async () => gateway.submits.length === 5)
    await page.getByText('invoice 1042').waitFor()
    await hasNoDefectInSchemes(page)
    await shot('sms-credits')
    assert.equal((await api('GET', '/credits')).balance, '3.95')
  })

  test('a test goes to one number, and one that is opted out gets none', async () => {
    await page.goto(`${browser.origin}/console/sms/new`)
    await page.getByRole('textbox', { name: 'Text' }).fill('A test')
    await page.getByRole('button', { name: 'Send a test to me' }).click()
    await dialog().getByLabel('Your number').fill(STOPPED)
    await dialog().getByRole('button', { name: 'Send a test to me' }).click()
    await dialog().getByText('Opted out of SMS').waitFor()
    await dialog().getByLabel('Your number').fill(PEOPLE[1]!)
    await dialog().getByRole('button', { name: 'Send a test to me' }).click()
    await dialog().waitFor({ state: 'detached' })
    await until(async () => gateway.submits.length === 6)
    assert.equal(`+${gateway.submits[5]!.destination_addr}`, PEOPLE[1])
  })

  test('the browser had nothing to complain of', () => {
    assert.deepEqual(browser.trouble, [])
  })
})
