/**
 * The web console in Debian's Chromium, against the service as users start it: `npm start` on an
 * empty folder. It waits for what must be seen, and measures no time.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import axe, { type AxeResults } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'

const root = resolve(import.meta.dirname, '..', '..')
const CHROMIUM = '/usr/bin/chromium'
const missing = existsSync(CHROMIUM) ? undefined : `${CHROMIUM} is missing`
if (missing) assert.notEqual(process.env.REQUIRE_ALL, '1', missing)

const HOSTILE = `<img src=x onerror="alert(1)">${'x'.repeat(150)}`
const MOST_KILOBYTES = 300

describe('the web console', { skip: missing }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-browser-'))
  const service = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: process.env.HOME,
      ...{ DATA_DIR: join(folder, 'data'), PORT: '0' },
      ...{ ACCOUNT_USERNAME: 'shop', ACCOUNT_PASSWORD: 'a password' },
    },
  })
  let origin: string
  let browser: Browser
  /** Violations of the policy, errors, requests to other hosts, dialogs. */
  const trouble: string[] = []

  before(async () => {
    let said = ''
    for await (const chunk of service.stdout.setEncoding('utf8').iterator({
      destroyOnReturn: false,
    })) {
      said += chunk
      const [, found] = /later: (http:\S+)\/console\)/.exec(said) ?? []
      if (found === undefined) continue
      origin = found
      break
    }
    service.stdout.resume()
    assert.ok(origin, said)
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  })
  after(async () => {
    await browser?.close()
    const ended = once(service, 'close')
    process.kill(-service.pid!, 'SIGINT')
    await ended
    rmSync(folder, { recursive: true })
  })

  async function open(width: number, colorScheme: 'light' | 'dark', path: string): Promise<Page> {
    const viewport = { width, height: 900 }
    const context = await browser.newContext({ viewport, colorScheme, locale: 'en-GB' })
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    page.on('console', message => {
      if (message.type() === 'error') trouble.push(message.text())
    })
    page.on('pageerror', error => trouble.push(error.message))
    page.on('dialog', dialog => trouble.push(`a dialog: ${dialog.message()}`))
    page.on('request', request => {
      if (!request.url().startsWith(origin)) trouble.push(`asks ${request.url()}`)
    })
    await page.goto(origin + path)
    return page
  }

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('E-mail address or user name').fill('shop')
    await page.getByLabel('Password', { exact: true }).fill('a password')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor()
  }

  async function hasNoDefect(page: Page): Promise<void> {
    await page.waitForFunction(() => document.getAnimations().length === 0)
    await page.evaluate(axe.source)
    const found: AxeResults['violations'] = await page.evaluate(
      async () => (await (globalThis as unknown as { axe: typeof axe }).axe.run()).violations,
    )
    assert.deepEqual(
      found.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      [],
    )
    const [content, view] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ])
    assert.ok(content! <= view!, `${content} wide in ${view}`)
  }

  test('signs in, adds a list of hostile name, finds it by its address, removes it', async () => {
    const page = await open(1440, 'light', '/console')
    await signIn(page)
    await page.getByText('No lists yet').waitFor()
    await page.getByRole('button', { name: 'Add list' }).click()
    await page.getByLabel('Name', { exact: true }).fill(HOSTILE)
    await page.getByLabel('Address of the sender').fill('shop@example.test')
    await page.getByRole('dialog').getByRole('button', { name: 'Add list' }).click()
    await page.getByRole('cell', { name: HOSTILE }).first().waitFor()
    await page.getByLabel('Search lists').fill('nothing like it')
    await page.getByText('No list with “nothing like it”').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('q'), 'nothing like it')
    await page.reload()
    await page.getByText('No list with “nothing like it”').waitFor()
    await page.getByRole('button', { name: 'Show all lists' }).click()
    await page.getByRole('button', { name: 'Actions of <img' }).click()
    await page.getByRole('menuitem', { name: 'Remove list' }).click()
    await page.getByText('Subscriptions on it: 0.').waitFor()
    await page.getByRole('button', { name: 'Remove list' }).click()
    await page.getByText('No lists yet').waitFor()
    await page.context().close()
  })

  for (const width of [360, 1440])
    for (const scheme of ['light', 'dark'] as const)
      test(`has no defect that axe knows: ${width} pixels, ${scheme}`, async () => {
        const page = await open(width, scheme, '/console/lists')
        await hasNoDefect(page)
        await signIn(page)
        await page.getByRole('button', { name: 'Add list' }).click()
        await page.getByLabel('Name', { exact: true }).fill(HOSTILE)
        await page.getByLabel('Address of the sender').fill('shop@example.test')
        await hasNoDefect(page)
        await page.getByRole('dialog').getByRole('button', { name: 'Add list' }).click()
        await page.getByRole('cell', { name: HOSTILE }).first().waitFor()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await hasNoDefect(page)
        await page.context().close()
      })

  test('has caused no violation of its policy, no error, and asked no other host', () => {
    assert.deepEqual(trouble, [])
  })

  test(`its first page is below ${MOST_KILOBYTES} kB`, () => {
    const assets = join(root, 'dist/console/assets')
    const page = readFileSync(join(root, 'dist/console/index.html'), 'utf8')
    const loaded = readdirSync(assets).filter(name => name.endsWith('.br'))
    assert.ok(loaded.length >= 2 && loaded.some(name => page.includes(name.slice(0, -3))))
    const bytes = loaded.reduce((sum, name) => sum + statSync(join(assets, name)).size, 0)
    assert.ok(bytes < MOST_KILOBYTES * 1000, `${bytes} bytes`)
  })
})
