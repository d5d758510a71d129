/**
 * The text part of broken HTML: it has what Chromium shows of it, and nothing else but the
 * addresses of links and the marks of lists.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { chromium } from 'playwright-core'
import { htmlToText } from '../../../src/mail/html/text.ts'

const CHROMIUM = '/usr/bin/chromium-headless-shell'
const missing = existsSync(CHROMIUM)
  ? undefined
  : `${CHROMIUM} is missing: apt-get install chromium-headless-shell`
if (missing) assert.notEqual(process.env.REQUIRE_ALL, '1', missing)

const FILE = join(import.meta.dirname, '../../corpus/html/broken.json')
const corpus: { html: string; shown: string }[] = JSON.parse(readFileSync(FILE, 'utf8'))

/** Without blanks, soft hyphens and what the text part adds. */
const bare = (text: string): string =>
  text.replace(/<https?:[^>]*>|^ *(?:-+|\d+\.) /gm, '').replace(/-{40}|[\s\u00ad\u200b]/g, '')

test('the record is what Chromium shows', { skip: missing }, async () => {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ javaScriptEnabled: false })
    for (const one of corpus) {
      await page.goto(`data:text/html;charset=utf-8,${encodeURIComponent(one.html)}`)
      const shown: string = await page.evaluate('document.body?.innerText ?? ""')
      if (process.env.RECORD === '1') one.shown = shown
      assert.equal(one.shown, shown, one.html)
    }
  } finally {
    await browser.close()
  }
  if (process.env.RECORD === '1') writeFileSync(FILE, `${JSON.stringify(corpus, null, 2)}\n`)
})

for (const { html, shown } of corpus)
  test(html, () => assert.equal(bare(htmlToText(html)), bare(shown)))
