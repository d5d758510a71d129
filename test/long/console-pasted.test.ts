/** Pasted HTML is cleaned in the browser, under the policy of the console. */
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import type { Pasted, PastedPart } from '../../src/console/parts/pasting/pasted.ts'
import { CHROMIUM, missingChromium } from '../support/console-browser.ts'
import { FRAGMENTS } from '../support/console-pasted.ts'

const SOURCE = resolve(import.meta.dirname, '../../src/console/parts/pasting/pasted.ts')
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'nonce-x'"

/** A table is written by its cells. */
function shown(part: PastedPart): string {
  if (part.kind === 'heading') return `[heading ${part.level}] ${part.html}`
  if (part.kind === 'text') return `[text] ${part.html}`
  const rows = [...part.html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<(t[hd]) [^>]*>(.*?)<\/t[hd]>/gs)]
      .map(([, tag, html]) => `${tag} ${html}`)
      .join(' | '),
  )
  return `[table] ${rows.join(' / ')}`
}

describe('pasted HTML', { skip: missingChromium }, () => {
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  before(async () => {
    const bundle = await rolldown({ input: SOURCE })
    const { output } = await bundle.generate({ format: 'iife', name: 'pasting' })
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    page = await browser.newPage()
    page.on('console', message => complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(String(error)))
    const head = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`
    await page.setContent(`${head}<script>${output[0].code};window.pasting = pasting</script>`)
  })
  after(() => browser.close())

  const cleaned = (html: string) =>
    page.evaluate(given => (globalThis as unknown as Clean).pasting.cleanPasted(given), html)

  for (const { from, html, wanted, pictures = 0 } of FRAGMENTS)
    test(from, async () => {
      const found = await cleaned(html)
      assert.deepEqual(found?.parts.map(shown), wanted)
      assert.equal(found?.pictures, pictures)
    })

  test('of 5 MB without pictures is left to its plain text', async () => {
    assert.equal(await cleaned(`<p>${'word '.repeat(1_000_000)}</p>`), undefined)
  })

  test('breaks no rule of the policy', () => assert.deepEqual(complaints, []))
})

interface Clean {
  pasting: { cleanPasted(html: string): Pasted | undefined }
}
