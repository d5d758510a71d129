/**
 * How an email looks in the composer and when it has arrived, in Debian's Chromium: the modes of
 * the preview, the HTML that a real SMTP server got beside the preview, and hostile files.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { Transformer } from '@napi-rs/image'
import { load } from 'cheerio'
import type { Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import {
  type ConsoleBrowser,
  hasNoDefect,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { pickPerson } from '../support/console-person-menu.ts'
import { type CallApi, callerOf } from '../support/console-sending.ts'
import { freePort } from '../support/free-port.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'

const WITH_NAME = 'katharina@kund.example'
const WITHOUT = 'nobody@kund.example'
const DRAWN = '<p style="margin:0;padding:8px 24px;color:#a33000">Drawn by hand</p>'

/** A picture with something to see in each corner. */
async function drawing(height = 240): Promise<Buffer> {
  const width = 600
  const pixels = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at++)
    pixels.set([at % 256, (at / width) | 0, (at >> 4) % 256, 255], at * 4)
  return Buffer.from(await Transformer.fromRgbaPixels(pixels, width, height).png())
}

/** A PNG that says any size, with few bytes. */
function vast(width: number, height: number): Buffer {
  const head = Buffer.from(
    '89504e470d0a1a0a0000000d494844520000000000000000080600000000000000',
    'hex',
  )
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return Buffer.concat([head, Buffer.alloc(200)])
}

/** Every kind of block. */
const everyBlock = (src: string, savedId: number) => [
  { id: 'picture', type: 'picture', src, alt: 'Seedlings', radius: 8 },
  { id: 'heading', type: 'heading', level: 1, html: 'Sow now, {{ name | default: "friend" }}' },
  {
    id: 'text',
    type: 'text',
    background: '#E9EFDF',
    padding: [16, 24, 16, 24],
    html: '<p>Peas <strong>and</strong> <a href="https://shop.test/peas">beans</a></p><ul><li>Kale</li></ul>',
  },
  { id: 'button', type: 'button', text: 'To the seeds', href: 'https://shop.test/seeds' },
  {
    id: 'columns',
    type: 'columns',
    columns: [
      { width: 60, blocks: [{ id: 'left', type: 'text', html: '<p>Left</p>' }] },
      { blocks: [{ id: 'right', type: 'picture', src, alt: '' }] },
    ],
  },
  { id: 'divider', type: 'divider', thickness: 2 },
  { id: 'space', type: 'space', height: 24 },
  { id: 'menu', type: 'menu', links: [{ text: 'Seeds', href: 'https://shop.test/s' }] },
  { id: 'social', type: 'social', links: [{ name: 'Mastodon', href: 'https://social.test/' }] },
  { id: 'quote', type: 'quote', html: '<p>Never such peas</p>', source: 'Anna' },
  { id: 'list', type: 'list', items: ['Sow', '<strong>Water</strong>'], marks: 'checks' },
  {
    id: 'product',
    type: 'product',
    src,
    alt: '',
    name: 'A can',
    html: '<p>Four litres</p>',
    price: '24 €',
    before: '30 €',
    button: 'Buy',
    href: 'https://shop.test/can',
    beside: true,
  },
  { id: 'video', type: 'video', src, alt: 'How to sow', href: 'https://video.test/1' },
  { id: 'code', type: 'code', html: DRAWN },
  { id: 'saved', type: 'saved', savedId },
]

/** The share of the values of pixels that differ visibly between two pictures of one size. */
async function differing(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map(png => new Transformer(png).rawPixels()))
  assert.equal(a!.length, b!.length, 'the pictures have different sizes')
  const apart = a!.reduce((sum, value, at) => sum + (Math.abs(value - b![at]!) > 24 ? 1 : 0), 0)
  return apart / a!.length
}

describe('an email in the composer and as received', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let sink: Sink
  let page: Page
  let call: CallApi
  let id: number

  before(async () => {
    sink = await startSink()
    const port = String(await freePort())
    browser = await startConsole({
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    })
    page = await browser.signedIn(1440, 'light', '/console/lists')
    call = callerOf(page)
    await call('POST', '/lists', { name: 'Garden', fromEmail: 'post@shop.test' })
    for (const [email, name] of [
      [WITH_NAME, 'Katharina Meister'],
      [WITHOUT, ''],
    ])
      await call('POST', '/subscribers', { listId: 1, email, name })
    const { src } = await made<{ src: string }>('/media?name=drawing.png&alt=', await drawing())
    const block = { id: 's', type: 'text', html: '<p>Saved for {{ name }}</p>' }
    const { id: savedId } = await made('/saved-blocks', { name: 'Shared', blocks: [block] })
    const source = { kind: 'blocks', document: { blocks: everyBlock(src, savedId) } }
    const head = { subject: 'Sow now', preheader: 'Peas and beans', listId: 1 }
    id = (await made('/newsletters', { ...head, source })).id
  })
  after(async () => {
    await browser?.stop()
    await sink?.stop()
  })

  const made = async <Made = { id: number }>(path: string, body: unknown): Promise<Made> =>
    (await call('POST', path, body)) as Made
  const email = (of: Page = page) => of.frameLocator('.email-frame iframe')
  const mode = (name: string, of: Page = page) =>
    of.locator('.canvas-bar').getByRole('button', { name, exact: true }).click()
  const shownAs = async (of: Page, address: string) => {
    await of.locator('.shown-as button').click()
    await pickPerson(of, address)
  }

  for (const [width, scheme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const)
    test(`the modes of the preview, ${width} pixels wide, first ${scheme}`, async () => {
      const of = await browser.signedIn(width, scheme, `/console/newsletters/${id}`)
      await email(of).getByText('Drawn by hand').waitFor()
      await shownAs(of, WITHOUT)
      await email(of).getByText('Sow now, friend').waitFor()
      await shownAs(of, WITH_NAME)
      await email(of).getByText('Sow now, Katharina Meister').waitFor()
      await hasNoDefectInSchemes(of)
      await mode('Phone', of)
      const wide = Number.parseInt(
        await of.locator('.email-frame').evaluate(frame => frame.style.width),
        10,
      )
      assert.ok(wide > 300 && wide <= 375, String(wide))
      await mode('Dark', of)
      await of.getByText('Dark by rules that the email has itself').waitFor()
      await mode('Without pictures', of)
      await email(of).locator('img[alt="Seedlings"]:not([src])').waitFor()
      await hasNoDefectInSchemes(of)
      await mode('Plain text', of)
      await of.locator('.text-part', { hasText: 'Sow now, Katharina Meister' }).waitFor()
      await hasNoDefectInSchemes(of)
      await shownAs(of, WITHOUT)
      await of.locator('.text-part', { hasText: 'Sow now, friend' }).waitFor()
      await mode('Wide', of)
      await email(of).getByText('Sow now, friend').waitFor()
      await mode('Without pictures', of)
      await email(of).locator('img[alt="Seedlings"][src]').waitFor()
      await hasNoDefectInSchemes(of)
      await of.context().close()
    })

  test('the received email looks like its preview, and is valid in two parsers', async t => {
    await page.setViewportSize({ width: 1440, height: 3_000 })
    await page.goto(`${browser.origin}/console/newsletters/${id}`)
    await email().getByText('Drawn by hand').waitFor()
    await shownAs(page, WITH_NAME)
    await email().getByText('Saved for Katharina Meister').waitFor()
    await page.waitForFunction(() =>
      [...document.querySelectorAll('iframe')].every(frame =>
        [...frame.contentDocument!.images].every(one => one.complete && one.naturalWidth > 0),
      ),
    )
    const frame = page.locator('.email-frame iframe')
    const preview = await frame.screenshot()
    const { width, height } = (await frame.boundingBox())!
    await page.setViewportSize({ width: 1440, height: 900 })

    await call('POST', '/sendings', {
      newsletterId: id,
      listIds: [1],
      local: true,
      anyway: true,
      holdSeconds: 0,
    })
    const received = () => sink.messages.find(({ rcpts }) => rcpts.join().includes(WITH_NAME))
    while (!received()) await new Promise(resolve => setTimeout(resolve, 100))
    const { html } = await PostalMime.parse(received()!.bytes)
    assert.ok(html)
    assert.doesNotMatch(html, /<script|javascript:|data-block|\son\w+=/i)

    const reader = await page.context().newPage()
    await reader.setViewportSize({ width: Math.round(width), height: Math.round(height) })
    await reader.setContent(html, { waitUntil: 'load' })
    const apart = await differing(preview, await reader.screenshot())
    await reader.setContent(html.replace('Sow now, K', 'Sow later, K'), { waitUntil: 'load' })
    assert.ok((await differing(preview, await reader.screenshot())) > 0, 'a word is not seen')
    await reader.close()
    t.diagnostic(`${(apart * 100).toFixed(3)} % of the pixels differ`)
    assert.ok(apart < 0.002, `${apart} of the pixels differ`)

    const said: string[] = []
    load(html, { onParseError: ({ code, startLine }) => said.push(`${code} in line ${startLine}`) })
    assert.deepEqual(said, [])
    const lint = spawnSync('xmllint', ['--html', '--noout', '--nonet', '-'], { input: html })
    if (lint.error) return t.skip('xmllint is not installed')
    assert.equal(lint.stderr.toString(), '')
  })

  test('fonts of others, and an email as high as its window', async () => {
    const mjml =
      '<mjml><mj-head><mj-font name="Ubuntu" href="https://fonts.test/u" /></mj-head><mj-body>' +
      '<mj-section><mj-column><mj-text font-family="Ubuntu">In MJML</mj-text></mj-column>' +
      '</mj-section></mj-body></mjml>'
    const html =
      '<html><head><style>@import "https://fonts.test/i"; p { color: red } @import</style></head>' +
      '<body style="padding:20px"><p style="min-height:100vh">In HTML</p></body></html>'
    const head = { subject: 'Of others', listId: 1 }
    const inMjml = await made('/newsletters', { ...head, source: { kind: 'mjml', mjml } })
    const inHtml = await made('/newsletters', {
      ...head,
      source: { kind: 'html', html },
      inlined: false,
    })
    await page.goto(`${browser.origin}/console/newsletters/${inMjml.id}`)
    await email().getByText('In MJML').waitFor()
    await mode('Plain text')
    await page.locator('.text-part', { hasText: 'In MJML' }).waitFor()
    await page.goto(`${browser.origin}/console/newsletters/${inHtml.id}`)
    await email().getByText('In HTML').waitFor()
    const frame = page.locator('.email-frame iframe')
    const heights = new Set<number>()
    for (let at = 0; at < 5; at++) {
      await page.evaluate(() => new Promise(shown => requestAnimationFrame(shown)))
      heights.add(await frame.evaluate(({ clientHeight }) => clientHeight))
    }
    assert.ok(
      [...heights].every(height => height < 2_000),
      [...heights].join(),
    )
    await mode('Dark')
    await page.getByText('Recoloured, as some programs do').waitFor()
  })

  test('files that are no pictures are refused in words; a hostile name is text', async () => {
    await page.goto(`${browser.origin}/console/media`)
    const name = '<img src=x onerror="alert(1)">.png'
    const take = (bytes: Buffer | string) =>
      page
        .locator('.drop input[type=file]')
        .setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from(bytes) })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const cases: [Buffer | string, RegExp][] = [
      [svg, /This is an SVG, which mail programs do not show/],
      ['%PDF-1.7\n%', /This is a PDF/],
      [vast(30_000, 30_000), /30000 × 30000 pixels/],
      [Buffer.alloc(11_000_000), /That is too large/],
    ]
    for (const [bytes, says] of cases) {
      await take(bytes)
      await page.locator('.drop').getByText(says).waitFor()
    }
    // Refused they are, as the browser says of each.
    const refused = browser.trouble.splice(0)
    assert.ok(
      refused.every(said => /status of 4\d\d/.test(said)),
      refused.join(),
    )
    await take(await drawing(61))
    await page.locator('.picture-details').waitFor()
    await page.getByLabel('Name').and(page.locator('input')).first().waitFor()
    await page.locator('.picture-card', { hasText: '<img src=x' }).waitFor()
    await hasNoDefect(page)
  })

  test('an email is in frames that run nothing', async () => {
    const frame = await page.request.get(`${browser.origin}/console/email-frame`)
    const policy = frame.headers()['content-security-policy'] ?? ''
    assert.match(policy, /^sandbox allow-same-origin; default-src 'none';/)
    assert.doesNotMatch(policy, /script/)
    await page.goto(`${browser.origin}/console/newsletters/${id}`)
    await email().getByText('Drawn by hand').waitFor()
    const sandboxes = await page
      .locator('iframe')
      .evaluateAll(frames => frames.map(one => one.getAttribute('sandbox')))
    assert.deepEqual(sandboxes, ['allow-same-origin'])
  })

  test('a tag without values is named, with its place', async () => {
    const at = `/newsletters/${id}/draft`
    const { content } = (await call('GET', at)) as { content: Record<string, unknown> }
    const block = { id: 'x', type: 'text', html: '<p>Hello {{ nickname }}</p>' }
    await call('PUT', at, {
      ...content,
      source: { kind: 'blocks', document: { blocks: [block] } },
    })
    await page.goto(`${browser.origin}/console/newsletters/${id}`)
    await page.locator('.composer-canvas').getByText('There is no "nickname"').waitFor()
    await page.getByRole('button', { name: /^Checks/ }).click()
    await page.locator('.check-list').getByText('There is no "nickname"').waitFor()
    await page.locator('.check-list').getByRole('button', { name: 'Show the block' }).click()
    await page.locator('.composer-right .pane-fields').waitFor()
    browser.trouble.splice(0)
  })

  test('nothing has run, and no other host was asked', () => {
    assert.deepEqual(browser.trouble, [])
  })
})
