/** PastedHtml HTML is cleaned in the browser, under the policy of the console. */
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import type { PastedHtml, PastedPart } from '../../src/console/parts/pasting/pasted.ts'
import {
  CHROMIUM,
  type ConsoleBrowser,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { FRAGMENTS, PASTED } from '../support/console-pasted.ts'
import { callerOf } from '../support/console-sending.ts'
import { until } from '../support/until.ts'

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
  pasting: { cleanPasted(html: string): PastedHtml | undefined }
}

interface Draft {
  content: { source: { document: { blocks: { html: string }[] } } }
}

describe('the composer', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  const rows = () => page.locator('.outline [data-row]')

  const content = () => page.getByRole('textbox', { name: 'Content' })
  const openText = async (html: string): Promise<number> => {
    const block = { id: 'text', type: 'text', html }
    const source = { kind: 'blocks', document: { blocks: [block] } }
    const made = await callerOf(page)('POST', '/newsletters', { subject: 'PastedHtml', source })
    const { id } = made as { id: number }
    await page.goto(`${browser.origin}/console/newsletters/${id}`)
    return id
  }
  const paste = (html: string) =>
    page.evaluate(given => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', given)
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement!.dispatchEvent(paste)
    }, html)

  before(async () => {
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/lists')
    await openText('<p>Replaced</p>')
  })
  after(() => browser?.stop())

  test('makes blocks of pasted headings and tables, and tells of pictures', async () => {
    await rows().first().click()
    await content().click()
    await page.keyboard.press('Control+A')
    await paste(PASTED)
    await page.getByText('A picture was left out.').waitFor()
    const email = page.frameLocator('.email-frame iframe')
    await email.getByRole('heading', { name: 'Peas of the week' }).waitFor()
    await email.getByRole('cell', { name: '29 kr' }).waitFor()
    assert.equal(await email.locator('b, strong').count(), 0)
    assert.equal(await rows().count(), 4)
    await page.locator('.composer-saved.saved').waitFor()
  })

  test('sets a link by Ctrl K, which opens the palette elsewhere', async () => {
    await content().press('Control+k')
    await page.getByRole('textbox', { name: 'Address of the link' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.keyboard.press('Escape')
  })

  test('takes all pasted blocks back at once', async () => {
    await rows().first().focus()
    await page.keyboard.press('Control+z')
    await page.waitForFunction(() => document.querySelectorAll('.outline [data-row]').length === 1)
  })

  test('keeps colours, alignment and quotes, which no tool sets, and copies of its own', async () => {
    const html =
      '<p style="text-align: center">A <span style="color: #7A2E0E">warm <s>cold</s></span></p>' +
      '<blockquote><p>Quoted<sup>1</sup></p></blockquote><p>Peas.'
    const id = await openText(`${html}</p>`)
    await rows().first().click()
    await content().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Now ')
    const beans = (style: string) => `<span ${style}">beans</span>`
    const copied = beans('data-colour="#1B4D3E" style="color: rgb(27, 77, 62)')
    await paste(`<p data-pm-slice="1 1 []">${copied}</p>`)
    const colourOf = (word: string) =>
      content()
        .getByText(word)
        .evaluate(at => getComputedStyle(at).color)
    assert.equal(await colourOf('warm'), 'rgb(122, 46, 14)')
    assert.equal(await colourOf('beans'), 'rgb(27, 77, 62)')
    const wanted = `${html} Now ${beans('style="color: #1B4D3E')}</p>`
    await until(async () => {
      const draft = (await callerOf(page)('GET', `/newsletters/${id}/draft`)) as Draft
      return draft.content.source.document.blocks[0]!.html === wanted
    })
  })

  test('breaks no rule of the policy', () => assert.deepEqual(browser.trouble, []))
})
