/**
 * Pages of customers that post to the form address of a former service, only the host changed:
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { chromium, type Page } from 'playwright-core'
import { type ApiClient, apiClient } from '../console-api/api-setup.ts'
import {
  ACCOUNT,
  type ConsoleBrowser,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const PAGES = new URL('./fixtures/', import.meta.url)
const FORMER_ID = '3f2504e04f8911d39a0c0305e82c3301'
const SHOTS = process.env.SHOTS

describe('old form pages in a browser', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  let call: ApiClient
  let sink: Awaited<ReturnType<typeof startSink>>
  let browser: Awaited<ReturnType<typeof chromium.launch>>
  let lists: { id: number; name: string }[] = []
  let host = ''
  const site = createServer((req, res) => {
    res.setHeader('Content-Type', 'text/html')
    if (req.url === '/thanks') res.end('<!doctype html><title>Thanks</title><h1>Welcome</h1>')
    else res.end(pageOf(req.url!.slice(1)))
  })

  function pageOf(file: string): string {
    const { origin } = service
    return readFileSync(new URL(file, PAGES), 'utf8')
      .replace('http://mail.former.example', origin)
      .replaceAll('FORM"', `${FORMER_ID}"`)
      .replace('FORM&', `${FORMER_ID}&`)
      .replace('THANKS', `http://${host}/thanks`)
      .replaceAll('LIST1', String(lists[0]!.id))
      .replaceAll('LIST2', String(lists[1]!.id))
  }

  before(async () => {
    sink = await startSink({ keep: 50 })
    service = await startConsole({ SMTP_URL: `smtp://127.0.0.1:${sink.port}`, SIGN_UP_MX: 'no' })
    const visitor = apiClient(service.origin, { 'X-Pennypost-Console': '1' })
    const { ACCOUNT_USERNAME: username, ACCOUNT_PASSWORD: password } = ACCOUNT
    const { headers } = await visitor('POST', '/session', { username, password })
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    call = apiClient(service.origin, { cookie, 'X-Pennypost-Console': '1' })
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
    await new Promise<void>(listening => site.listen(0, '127.0.0.1', listening))
    host = `127.0.0.1:${(site.address() as AddressInfo).port}`
    const made = async (path: string, body: unknown) => {
      const answer = await call('POST', path, body)
      assert.ok(answer.status < 300, JSON.stringify(answer.body))
      return answer.body
    }
    const fromEmail = 'news@shop.test'
    lists = [
      await made('/lists', { name: 'News', fromEmail }),
      await made('/lists', { name: 'Courses', fromEmail }),
    ]
    await call('PUT', '/fields/3', { name: 'Town', type: 'text' })
    await made('/forms', {
      name: 'Old pages',
      listIds: lists.map(({ id }) => id),
      listsChosen: true,
      asked: ['name', 'DD3'],
      hosts: [host],
      formerId: FORMER_ID,
    })
  })
  after(async () => {
    await browser?.close()
    site.close()
    await service?.stop()
    await sink?.stop()
  })

  async function opened(file: string): Promise<Page> {
    const context = await browser.newContext()
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    await page.goto(`http://${host}/${file}`)
    return page
  }

  const NAMES = ['News', 'Courses']
  const listsOf: Record<string, string[]> = {
    '1-table.html': ['News'],
    '2-boxes.html': ['Courses'],
    '3-latin.html': ['News'],
    '4-redirect.html': ['Courses'],
    '5-script.html': NAMES,
    '6-multipart.html': NAMES,
  }
  assert.deepEqual(
    readdirSync(PAGES).filter(file => !/leave/.test(file)),
    Object.keys(listsOf),
  )

  const personOf = async (email: string) => {
    const { items } = (await call('GET', `/subscribers?q=${encodeURIComponent(email)}`)).body
    return items.length === 0 ? undefined : (await call('GET', `/subscribers/${items[0].id}`)).body
  }
  const isOn = ({ listIds: on }: { listIds: number[] }) =>
    on.map(listId => lists.find(({ id }) => id === listId)!.name)

  for (const [file, wanted] of Object.entries(listsOf))
    test(`${file}: signed up, confirmed, with the right fields`, async () => {
      const email = `p${file[0]}@readers.test`
      const page = await opened(file)
      await page.fill('[name=pf_Email]', email)
      await page.fill('[name=pf_SubscriberName]', 'Åsa Öst')
      const town = page.locator('[name=pf_Demographicfield3]')
      if ((await town.evaluate(field => field.tagName)) === 'SELECT')
        await town.selectOption('Lund')
      else await town.fill('Lund')
      if (file.startsWith('2')) await page.check('[name=pf_MailinglistName2]')
      await page.click('[type=submit], [type=image], button, a.button')
      if (file.startsWith('4')) {
        await page.waitForURL(`http://${host}/thanks`)
        await page.locator('h1', { hasText: 'Welcome' }).waitFor()
      } else await page.locator('h1', { hasText: 'Look into your mailbox' }).waitFor()
      assert.equal(await personOf(email), undefined, 'whatever the page says of single opt-in')
      const got = await until(() => sink.messages.find(({ rcpts }) => rcpts.join().includes(email)))
      const [link = ''] =
        /http:\/\/\S+\/o\/[\w.]+/.exec(got.bytes.toString().replaceAll('=\r\n', '')) ?? []
      await page.goto(link)
      await page.click('button')
      await page.locator('h1', { hasText: 'You are on the list' }).waitFor()
      const person = await personOf(email)
      assert.equal(person.name, 'Åsa Öst')
      assert.deepEqual(person.fields, { DD3: 'Lund' })
      assert.deepEqual(isOn(person).toSorted(), wanted.toSorted())
      await page.context().close()
    })

  test('7-leave.html: a page with a button, and only then off the list', async () => {
    const page = await opened('7-leave.html')
    await page.fill('[name=pf_Email]', 'p6@readers.test')
    await page.click('[type=submit]')
    await page.locator('h1', { hasText: 'Unsubscribe' }).waitFor()
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/leave.png` })
    assert.deepEqual(isOn(await personOf('p6@readers.test')).toSorted(), NAMES.toSorted())
    await page.click('button')
    await page.locator('h1', { hasText: 'Done' }).waitFor()
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/left.png` })
    await until(async () => isOn(await personOf('p6@readers.test')).join() === 'News')
    await page.context().close()
  })
})
