/**
 * The pages of unsubscribing and measuring in a browser: from the choice to the way back, by axe,
 * narrow and wide, light and dark, in brands with a logo and in an ugly one; and the plain pages.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { keepBrand } from '../../src/domain/brand/brand.sql.ts'
import { FIRST_BRAND } from '../../src/domain/brand/brand.ts'
import { newReader } from '../recipient/setup.ts'
import { CHROMIUM, hasNoDefectInSchemes, missingChromium } from '../support/console-browser.ts'

const SHOTS = process.env.SHOTS
const WIDTHS = [1440, 390]
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="48">' +
  '<rect width="160" height="48" rx="8" fill="#7a3b12"/></svg>'
const NAMED = { name: 'Green House Ltd', email: '', replyTo: '' }

/** The last one would be refused: only a store that was changed by hand has it. */
const BRANDS: Record<string, Partial<typeof FIRST_BRAND>> = {
  first: {},
  logo: {
    logo: { src: 'https://cdn.test/logo.svg', alt: 'Green House', width: 160, href: '' },
    colours: { ...FIRST_BRAND.colours, background: '#fbf3ec', accent: '#b4551b' },
    sender: NAMED,
    address: 'Green House Ltd, Garden Row 4, Malmö',
    links: { imprint: 'https://shop.example/about', privacy: 'https://shop.example/privacy' },
  },
  ugly: {
    colours: {
      background: '#00FF00',
      paper: '#33EE22',
      text: '#FF00FF',
      muted: '#FF66FF',
      accent: '#00FFFF',
      onAccent: '#00FF88',
    },
    sender: NAMED,
  },
}

describe('pages of unsubscribing', { skip: missingChromium }, () => {
  let browser: Awaited<ReturnType<typeof chromium.launch>>
  before(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM })
  })
  after(() => browser?.close())

  async function contextOf(width: number): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'de-DE' })
    context.setDefaultTimeout(10_000)
    await context.route('https://cdn.test/**', route =>
      route.fulfill({ contentType: 'image/svg+xml', body: LOGO }),
    )
    return context
  }

  async function isFine(page: Page, name: string): Promise<void> {
    for (const colorScheme of SHOTS ? (['dark', 'light'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}.png`, fullPage: true })
    }
    await hasNoDefectInSchemes(page)
  }

  for (const [name, brand] of Object.entries(BRANDS))
    for (const width of WIDTHS)
      test(`in the brand "${name}", ${width} pixels wide`, async () => {
        const reader = await newReader({ listName: 'Saat und Pflanzen' })
        const accountId = reader.account.id
        const whole = JSON.stringify({ ...FIRST_BRAND, ...brand })
        await keepBrand(reader.service.store, { accountId, brand: whole })
        const context = await contextOf(width)
        const page = await context.newPage()
        const problems: string[] = []
        page.on('console', message => problems.push(message.text()))
        const at = `${name}-${width}`
        await page.goto(`${reader.origin}/u/${reader.tokens.unsubscribe}`)
        await isFine(page, `${at}-choice`)
        assert.equal(await page.locator('input[name=reason]').isVisible(), false)
        await page.check('[value=everything]')
        await page.fill('input[name=reason]', 'Zu viele')
        await isFine(page, `${at}-everything`)
        await page.check('[value=list]')
        await page.click('main button')
        await page.waitForSelector('[value=back]', { state: 'attached' })
        await page.click('summary')
        await isFine(page, `${at}-done`)
        await page.click('form:has([value=back]) button')
        await page.waitForSelector('form', { state: 'detached' })
        await isFine(page, `${at}-back`)
        await page.goto(`${reader.origin}/s/${reader.tokens.preferences}`)
        await isFine(page, `${at}-measuring`)
        await page.click('form:has([value=no]) button')
        await page.waitForSelector('form:has([value=no])', { state: 'detached' })
        await isFine(page, `${at}-unmeasured`)
        assert.deepEqual(problems, [], 'nothing is refused by the policy')
        await context.close()
      })

  test('of a link that leads nowhere', async () => {
    const { origin } = await newReader()
    for (const width of WIDTHS) {
      const context = await contextOf(width)
      const page = await context.newPage()
      await page.goto(`${origin}/u/nothing`)
      await isFine(page, `unknown-${width}`)
      const size = await page.$eval('h1', heading => getComputedStyle(heading).fontSize)
      assert.ok(Number.parseFloat(size) > 20, `the style counts: ${size}`)
      await context.close()
    }
  })
})
