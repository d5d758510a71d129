/**
 * The digest of a blog, from its recipe to the mailbox, in Chromium: made in two clicks, tried in
 * the editor and the composer, started, and three emails of 20 items in three weeks.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  hasNoDefect,
  hasNoDefectInSchemes,
  isShown,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { posts, rss } from '../support/feeds.ts'
import { type FileServer, fileServer, whole } from '../support/file-server.ts'
import { type Sink, type SunkMessage, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const SHOTS = process.env.SHOTS
const PEOPLE = ['ada@readers.test', 'bo@readers.test']
/** Of the picture that the site of the blog serves. */
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#7a9"/></svg>'

/** The HTML part of an email in quoted-printable. */
function htmlOf({ bytes }: SunkMessage): string {
  const [, part = ''] = bytes.toString('latin1').split(/Content-Type: text\/html[\s\S]*?\r\n\r\n/)
  const [body = ''] = part.split(/\r\n--/)
  const plain = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(plain, 'latin1').toString()
}

const titlesIn = (html: string): string[] =>
  [...html.matchAll(/<h2[^>]*><a [^>]*>([^<]*)<\/a>/g)].map(([, title]) => title!)

describe('a feed in the console', { skip: missingChromium }, () => {
  let service: ConsoleBrowser
  let site: FileServer
  let sink: Sink
  let page: Page
  let newest = 5
  before(async () => {
    sink = await startSink({ keep: 100 })
    site = await fileServer()
    service = await startConsole({
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      FETCH_ALLOW: '127.0.0.1',
    })
    site.serve('/feed.xml', (request, response) => whole(rss(posts(1, newest)))(request, response))
    page = await service.signedIn(1440, 'light', '/console/lists')
    page.setDefaultTimeout(15_000)
    await api('POST', '/lists', { name: 'Readers', fromEmail: 'news@garden.test' })
    for (const email of PEOPLE) await api('POST', '/subscribers', { listId: 1, email })
  })
  after(async () => {
    await service?.stop()
    await sink?.stop()
    await site?.close()
  })

  async function api(method: string, path: string, body?: unknown) {
    const answer = await page.request.fetch(`${service.origin}/api/v1${path}`, {
      method,
      headers: { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' },
      ...(body !== undefined && { data: body }),
    })
    assert.ok(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }

  async function shot(name: string) {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` })
  }

  /** The moment of the next look comes, and the service has looked. */
  async function weekLater(looks: number) {
    await service.onStore(store => store.query('update trigger_feeds set due_at = now()'))
    await until(() => site.count('/feed.xml') >= looks)
  }

  const tries = () => page.getByRole('button', { name: 'Try now' })

  test('the recipe is made in two clicks, with the address of the feed', async () => {
    await page.goto(`${service.origin}/console/triggers`)
    await page.getByRole('button', { name: 'Use recipe : From the blog' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address of the feed').fill(site.url('/feed.xml'))
    await dialog.getByText('New on the blog', { exact: true }).waitFor()
    await shot('feed-recipe')
    await hasNoDefect(page)
    await dialog.getByRole('button', { name: 'Make it, paused' }).click()
    await page.getByRole('heading', { name: 'From the blog', level: 1 }).waitFor()
    assert.equal(site.count('/feed.xml'), 0)
  })

  test('its start has fields, is tried, and says why a feed can not be read', async () => {
    await page.locator('.step-card', { hasText: 'New items of' }).click()
    await page.getByLabel('Address of the feed').waitFor()
    await tries().click()
    await page.getByText('Nothing is new: no email would go out now.').waitFor()
    await page.getByText('The trigger has not read this feed yet').waitFor()
    assert.equal(await page.locator('.tried-feed li').count(), 5)
    await shot('feed-start')
    await page.getByRole('button', { name: 'Thu', exact: true }).click()
    await page.getByLabel('At', { exact: true }).fill('09:30')
    await page.getByLabel('Items in the first email').fill('2')
    await page.getByLabel('Address of the feed').focus()
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await page.getByText('No mistakes').waitFor()
    const text = page.getByLabel('Text of the trigger')
    await until(async () => /first: 2/.test((await text.textContent()) ?? ''))
    assert.match((await text.textContent())!, /at: "Monday, Thursday 09:30"/)
    await page.getByRole('button', { name: 'Step', exact: true }).click()
    await page.locator('.step-card', { hasText: 'New items of' }).click()
    await tries().click()
    await page.getByText('2 items would be in the next email.').waitFor()
    assert.equal(await page.locator('.tried-fresh').count(), 2)
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByLabel('Address of the feed').fill('http://10.0.0.1/feed')
    await tries().click()
    await page.locator('.note.bad', { hasText: '10.0.0.1' }).waitFor()
    await shot('feed-wrong')
    await hasNoDefectInSchemes(page)
    await page.getByRole('button', { name: 'Discard changes' }).click()
  })

  test('the composer shows the block with examples, then with the items of the feed', async () => {
    await page.locator('.step-card', { hasText: 'New on the blog' }).click()
    await page.getByRole('link', { name: 'Open the email' }).click()
    const email = page.frameLocator('.composer-canvas iframe')
    await email.getByText('Title of item 10', { exact: true }).waitFor()
    await shot('feed-composer')
    await page.locator('[data-row]', { hasText: 'Feed items' }).click()
    await page.getByRole('button', { name: 'Above', exact: true }).click()
    await page.getByLabel('Items at most').fill('3')
    await email.getByText('Title of item 4', { exact: true }).waitFor({ state: 'detached' })
    await page.getByLabel('Address of the feed').fill(site.url('/feed.xml'))
    await tries().click()
    await email.getByText('Post 5', { exact: true }).waitFor()
    await email.getByText('About number 5 & more.').waitFor()
    await shot('feed-composer-tried')
    await hasNoDefectInSchemes(page)
    await page.getByRole('button', { name: 'Show examples' }).click()
    await email.getByText('Title of item 1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await email.getByText('Title of item 10', { exact: true }).waitFor()
    // It is sent by a trigger with a feed: there is nothing to warn of.
    await page.getByRole('button', { name: /^Checks/ }).click()
    await page.getByText('Nothing stands against sending.').waitFor()
    assert.equal(await page.getByText('no trigger that starts by a feed').count(), 0)
  })

  test('a test email has examples; it begins with no item of the feed', async () => {
    await api('POST', '/sendings/tests', {
      newsletterId: 1,
      emails: ['me@garden.test'],
      local: true,
    })
    await until(() => sink.counts.get('me@garden.test') === 1)
    const [email] = sink.messages.splice(0)
    assert.equal(titlesIn(htmlOf(email!)).length, 10)
    assert.equal(titlesIn(htmlOf(email!))[0], 'Title of item 1')
    sink.counts.clear()
    sink.seen.messages = 0
  })

  test('20 items in three weeks are three emails, with pictures and texts', async () => {
    await page.goto(`${service.origin}/console/triggers/1`)
    const before = site.count('/feed.xml')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send anyway' }).click()
    const begun = async () => (await api('GET', '/triggers/1/feed')).look?.begun === true
    await until(begun)
    for (const [week, count] of [7, 7, 6].entries()) {
      newest += count
      await weekLater(before + 2 + week)
      await until(() => sink.seen.messages === (week + 1) * PEOPLE.length)
    }
    await weekLater(before + 5)
    const quiet = async () => (await api('GET', '/triggers/1/feed')).look?.fresh === 0
    await until(quiet)
    assert.deepEqual(
      [...sink.counts].sort(),
      PEOPLE.map(email => [email, 3]),
    )
    const mine = sink.messages.filter(({ rcpts }) => rcpts[0]!.includes(PEOPLE[0]!))
    const numbers = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, i) => `Post ${from - i}`)
    assert.deepEqual(
      mine.map(one => titlesIn(htmlOf(one))),
      [numbers(12, 6), numbers(19, 13), numbers(25, 20)],
    )
    for (const one of mine) {
      const html = htmlOf(one)
      const [first] = titlesIn(html)
      const subject = /^Subject: (.*)\r$/m.exec(one.bytes.toString('latin1'))?.[1]
      assert.equal(subject, `New on the blog: ${first}`)
      const number = /\d+/.exec(first!)![0]
      assert.ok(html.includes(`src="https://blog.example/${number}.jpg"`))
      assert.match(html, new RegExp(`About number ${number} &amp; more\\.`))
    }
    await page.reload()
    await page.locator('.step-card', { hasText: 'New items of' }).click()
    await page.getByText('Last read').waitFor()
    newest++
    await tries().click()
    await page.getByText('1 item would be in the next email.').waitFor()
    await shot('feed-running')
    await page.setViewportSize({ width: 360, height: 800 })
    await shot('feed-running-360')
    await hasNoDefect(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await isShown(page)
    // Pictures of other hosts, and the question whether links may lead to this machine.
    const trouble = service.trouble.filter(one => !/blog\.example|409 \(Conflict\)/.test(one))
    assert.deepEqual(trouble, [])
  })

  test('the email is read at each width, in the light and in the dark', async () => {
    const html = htmlOf(sink.messages[0]!)
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [600, 360]) {
        const reader = await page
          .context()
          .browser()!
          .newPage({
            viewport: { width, height: 900 },
            colorScheme: scheme,
          })
        await reader.route('https://blog.example/**', route =>
          route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
        )
        await reader.route(/^https?:\/\/(?!blog\.example)/, route => route.abort())
        await reader.setContent(html)
        const widths = await reader.evaluate(() => [
          document.documentElement.scrollWidth,
          ...[...document.querySelectorAll('h2 a')].map(one => one.getBoundingClientRect().right),
        ])
        assert.ok(Math.max(...widths) <= width, `${scheme} ${width}: ${widths.join(' ')}`)
        const loaded = await reader.evaluate(
          () => [...document.images].filter(one => one.naturalWidth > 100).length,
        )
        assert.equal(loaded, 7)
        if (SHOTS)
          await reader.screenshot({
            path: `${SHOTS}/feed-email-${width}-${scheme}.png`,
            fullPage: true,
          })
        await reader.close()
      }
  })
})
