/**
 * Every block and every design as emails in Chromium, wide and narrow, light and dark: axe finds
 * nothing, and nothing is wider than the window.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type axe from 'axe-core'
import { type Browser, chromium } from 'playwright-core'
import { type Brand, FIRST_BRAND } from '../../src/domain/brand/brand.ts'
import { checkDocument, cleanDocument } from '../../src/domain/newsletters/blocks/check-document.ts'
import { type AnyBlock, BlockDocument } from '../../src/domain/newsletters/blocks/document.ts'
import { blocksToMjml } from '../../src/domain/newsletters/blocks/to-mjml.ts'
import { DESIGNS, designOf } from '../../src/domain/newsletters/designs/designs.ts'
import { addressOfOwnPicture, ownPicture } from '../../src/domain/newsletters/pictures/pictures.ts'
import { prepareHtml } from '../../src/mail/template/prepare.ts'
import { CHROMIUM, missingChromium } from '../support/console-browser.ts'

const AXE = resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js')
const ORIGIN = 'http://email.test'
const LINK = 'https://shop.test/'
const src = addressOfOwnPicture('can')

const EVERY: AnyBlock[] = [
  { type: 'picture', id: 'p', src, alt: 'A can', href: LINK },
  { type: 'heading', id: 'h', level: 1, html: 'News' },
  {
    type: 'text',
    id: 't',
    html: `<p>Go <a href="${LINK}">to the shop</a>, <span style="color: #a00018">now</span></p>`,
  },
  { type: 'text', id: 'tint', html: `<p><a href="${LINK}">On tint</a></p>`, background: '#E5F0E9' },
  {
    type: 'text',
    id: 'band',
    html: `<p>On a band <a href="${LINK}">with a link</a></p>`,
    background: '#2F5D47',
    colour: '#FFFFFF',
  },
  { type: 'button', id: 'b', text: 'Buy', href: LINK },
  { type: 'button', id: 'b2', text: 'Answer', href: LINK, fill: '#EAF0EC', colour: '#24302A' },
  { type: 'quote', id: 'q', html: '<p>Never such peas</p>', source: 'Anna' },
  { type: 'list', id: 'l', items: ['One', `<a href="${LINK}">Two</a>`], marks: 'checks' },
  {
    type: 'product',
    id: 'pr',
    src,
    alt: '',
    name: 'A can',
    html: '<p>Four litres</p>',
    price: '24 €',
    before: '30 €',
    button: 'To the can',
    href: LINK,
    beside: true,
  },
  { type: 'video', id: 'v', src, alt: 'How to sow', href: LINK },
  { type: 'feed', id: 'f1', most: 2, picture: 'beside', words: 20, dates: true },
  { type: 'feed', id: 'f2', most: 2, picture: 'above', words: 20, background: '#E5F0E9' },
  { type: 'divider', id: 'd' },
  { type: 'space', id: 's', height: 20 },
  { type: 'menu', id: 'm', links: [{ text: 'Seeds', href: LINK }] },
  {
    type: 'social',
    id: 'so',
    links: ['Facebook', 'Instagram', 'Mastodon', 'RSS'].map(name => ({ name, href: LINK })),
  },
  { type: 'code', id: 'c', html: '<table role="presentation"><tr><td>Raw</td></tr></table>' },
  {
    type: 'columns',
    id: 'co',
    background: '#F6E7D7',
    columns: [
      { width: 34, blocks: [{ type: 'heading', id: 'c1', level: 2, html: 'Left' }] },
      { background: '#FFFFFF', blocks: [{ type: 'text', id: 'c2', html: '<p>Right</p>' }] },
    ],
  },
]

/** As it is at first, and one with a dark paper, for which colours of blocks are others. */
const BRANDS: Record<string, Brand> = {
  first: { ...FIRST_BRAND, sender: { ...FIRST_BRAND.sender, name: 'Lindhaga' }, address: 'Lund' },
  dark: {
    ...FIRST_BRAND,
    sender: { ...FIRST_BRAND.sender, name: 'Lindhaga' },
    colours: {
      background: '#101414',
      paper: '#1B2022',
      text: '#F2F2EE',
      muted: '#B4BAB8',
      accent: '#F2C14E',
      onAccent: '#1B1B1B',
    },
  },
}

describe('emails can be read by all', { skip: missingChromium }, () => {
  let browser: Browser
  before(async () => {
    const args = ['--no-sandbox', '--disable-gpu']
    browser = await chromium.launch({ executablePath: CHROMIUM, args })
  })
  after(() => browser?.close())

  for (const [name, brand] of Object.entries(BRANDS)) {
    const every = EVERY.filter(({ id }) => name === 'first' || !/^t$|tint|band|b2|co|f2/.test(id))
    test(`every block, brand ${name}`, () => isReadable({ blocks: every }, brand))
  }
  for (const design of DESIGNS)
    test(`the design ${design}`, () =>
      isReadable(designOf(design, BRANDS.first!).blocks, BRANDS.first!))

  async function isReadable(given: unknown, brand: Brand): Promise<void> {
    const written = cleanDocument(BlockDocument.parse(given))
    checkDocument(written, new Map())
    const mjml = blocksToMjml(written, brand, { title: 'News' })
    const html = await prepareHtml({ kind: 'mjml', source: mjml }, new Map(), 1)
    // An item as all are, both with its picture and without.
    const item = { title: 'An item', picture: src, date: '30 November 2026', text: 'Its words' }
    const sent = html
      .replace(
        /\{\{ item\.(title|picture|date|text)[^}]*\}\}/g,
        (_, part: keyof typeof item) => item[part],
      )
      .replace(/\{%[^%]*%\}/g, '')
      .replace(/\{\{[^}]*\}\}/g, LINK)
    const defects: string[] = []
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [600, 360]) {
        const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
        await page.route('**/*', route => {
          const [, hash] = /\/m\/0-([0-9a-f]{40})/.exec(route.request().url()) ?? []
          const body = hash === undefined ? sent : ownPicture(hash)
          const contentType = hash === undefined ? 'text/html' : 'image/png'
          return body ? route.fulfill({ body, contentType }) : route.abort()
        })
        await page.goto(ORIGIN)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > width) defects.push(`${width}: as wide as ${wide}`)
        await page.evaluate(readFileSync(AXE, 'utf8'))
        // An email is an article: the landmarks are those of the program that shows it.
        const { violations } = await page.evaluate(() =>
          (window as unknown as { axe: typeof axe }).axe.run({
            rules: { region: { enabled: false }, 'landmark-one-main': { enabled: false } },
          }),
        )
        for (const { id, nodes } of violations)
          defects.push(`${width} ${colorScheme} ${id}: ${nodes[0]?.html.slice(0, 200)}`)
        await page.close()
      }
    assert.deepEqual(defects, [])
  }
})
