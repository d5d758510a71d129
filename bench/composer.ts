/**
 * From a keystroke in the composer to the letter on the screen, and to the email that shows it, in
 * Debian's Chromium, at 60 blocks; beside the same HTML put into a frame of the same page, which is
 * what the browser alone takes.
 */
import { existsSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { openSession } from '../src/domain/accounts/session.ts'
import type { Context } from './driving.ts'
import { Figures, quantiles, type Result, ratio, type Series } from './figures.ts'
import { onNewDatabase, startWeb } from './own-database.ts'
import { sized } from './smoke.ts'

const CHROMIUM = '/usr/bin/chromium-headless-shell'
const BLOCKS = sized(60, 6)
const KEYS = sized(100, 3)
const MOST_MILLIS = 150
const KEYSTROKE = 'keystroke to preview, p95'
const MOST_LETTER_MILLIS = 50
const LETTER = 'keystroke to screen, p95'

const blocks = Array.from({ length: BLOCKS }, (_, at) => {
  const id = `b${at}`
  if (at % 3 === 0) return { id, type: 'heading', level: 2, html: `Heading ${at}` }
  if (at % 3 === 2) return { id, type: 'button', text: `To ${at}`, href: 'https://shop.test/' }
  const words = 'words of a paragraph that fills some lines of the email '.repeat(4)
  return { id, type: 'text', html: `<p>Dear {{ name }}, <strong>${at}</strong> ${words}</p>` }
})

/** In the page: as text, for it knows the DOM, which Node.js does not. */
const PREPARE = `{
  const emailOf = frame => frame.contentDocument.querySelector('[data-block="b1"]')
  const shownIn = () => document.querySelector('.email-frame iframe')
  let from = 0
  addEventListener('keydown', () => { from = performance.now() }, { capture: true })
  window.keystroke = mark => new Promise(done => {
    let letter
    const look = () => {
      const millis = performance.now() - from
      // The frame that begins now shows it.
      if (document.querySelector('.ProseMirror').textContent.includes(mark)) letter ??= millis
      if (emailOf(shownIn())?.textContent.includes(mark)) done([letter, millis])
      else requestAnimationFrame(look)
    }
    look()
  })
  window.replaced = async () => {
    const html = shownIn().contentDocument.documentElement.innerHTML
    const frame = document.createElement('iframe')
    frame.src = '/console/email-frame'
    frame.sandbox = 'allow-same-origin'
    frame.style.cssText = 'position:fixed;top:0;left:0;width:640px;height:800px'
    document.body.append(frame)
    await new Promise(loaded => { frame.onload = loaded })
    const from = performance.now()
    frame.contentDocument.documentElement.innerHTML = html
    frame.getBoundingClientRect()
    await new Promise(shown => requestAnimationFrame(shown))
    const millis = performance.now() - from
    frame.remove()
    return millis
  }
}`

export async function composerBench(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  if (existsSync(CHROMIUM)) await onNewDatabase(context, bench => measured(context, bench, figures))
  else context.log(`${CHROMIUM} is missing: apt-get install chromium-headless-shell`)
  const most = (millis: number): Series => ({
    name: `${millis} ms`,
    unit: 'ms',
    runs: figures.get(KEYSTROKE, 'ms').runs.map(() => millis),
  })
  const within = (name: string, millis: number) =>
    ratio(`${name} / ${millis} ms`, figures.get(name, 'ms'), most(millis), { most: 1 })
  return {
    name: 'composer',
    about:
      `${KEYS} keystrokes in a text of a newsletter of ${BLOCKS} blocks, in Chromium, until the ` +
      'letter is on the screen and the preview shows it; and the HTML of that preview put into a frame directly.',
    series: figures.series,
    ratios: [within(KEYSTROKE, MOST_MILLIS), within(LETTER, MOST_LETTER_MILLIS)],
  }
}

async function measured(
  { runs, noteLoad, quietly, log }: Context,
  bench: Parameters<typeof startWeb>[0],
  figures: Figures,
): Promise<void> {
  const web = await startWeb(bench)
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    const origin = `http://127.0.0.1:${web.port}`
    const session = await openSession(bench.store, bench.accountId)
    const browsing = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await browsing.addCookies([{ name: 'pennypost_session', value: session, url: origin }])
    const page = await browsing.newPage()
    page.setDefaultTimeout(120_000)
    const made = await page.request.post(`${origin}/api/v1/newsletters`, {
      headers: { 'X-Pennypost-Console': '1' },
      data: { subject: 'Sixty blocks', source: { kind: 'blocks', document: { blocks } } },
    })
    const { id } = (await made.json()) as { id: number }
    for (let run = 0; run < runs; run++) {
      noteLoad()
      await page.goto(`${origin}/console/newsletters/${id}`)
      const { direct, letters, keys } = await quietly(() => measuredOnce(page))
      const [directMiddle, directLate] = quantiles(direct, [0.5, 0.95])
      const [middle, late] = quantiles(keys, [0.5, 0.95])
      const [letterMiddle, letterLate] = quantiles(letters, [0.5, 0.95])
      figures.add('the same HTML put into a frame, p50', 'ms', directMiddle!)
      figures.add('the same HTML put into a frame, p95', 'ms', directLate!)
      figures.add('keystroke to screen, p50', 'ms', letterMiddle!)
      figures.add(LETTER, 'ms', letterLate!)
      figures.add('keystroke to preview, p50', 'ms', middle!)
      figures.add(KEYSTROKE, 'ms', late!)
      log(`run ${run + 1}`)
    }
  } finally {
    await browser.close()
    await web.stop()
  }
}

async function measuredOnce(page: Page): Promise<Record<'direct' | 'letters' | 'keys', number[]>> {
  await page.frameLocator('.email-frame iframe').getByText('Heading 0').waitFor()
  await page.locator('[data-row="b1"]').click()
  await page.locator('.ProseMirror').click()
  await page.keyboard.press('Control+Home')
  await page.evaluate(PREPARE)
  const direct: number[] = []
  const letters: number[] = []
  const keys: number[] = []
  let mark = ''
  for (let at = 0; at < KEYS; at++) {
    direct.push(await page.evaluate<number>('replaced()'))
    const key = 'abcdefghij'[at % 10]!
    mark += key
    const shown = page.evaluate<[number, number]>(`keystroke(${JSON.stringify(mark)})`)
    await page.keyboard.press(key)
    const [letter, preview] = await shown
    letters.push(letter)
    keys.push(preview)
    // As a person types; without a pause, a call would wait for the one before.
    await page.waitForTimeout(100)
  }
  return { direct, letters, keys }
}
