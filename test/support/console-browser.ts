/**
 * The web console in Debian's Chromium, against the service in a process of its own. Errors of the
 * browser are collected.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type axe from 'axe-core'
import type { AxeResults } from 'axe-core'
import pg from 'pg'
import { type Browser, chromium, type Page } from 'playwright-core'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { copyStore } from './made-store.ts'
import { PROGRAM, PROGRAM_ENV } from './program.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
/** The smaller of its two files: it is read anew by each document. */
const AXE = join(ROOT, 'node_modules/axe-core/axe.min.js')
/** Without the windows of a desktop: half the processor time of the whole browser. */
export const CHROMIUM = '/usr/bin/chromium-headless-shell'
export const ACCOUNT = { ACCOUNT_USERNAME: 'shop', ACCOUNT_PASSWORD: 'a password' }

/** Why there is no browser here; in .ci/run a failure. */
export const missingChromium = existsSync(CHROMIUM)
  ? undefined
  : `${CHROMIUM} is missing: apt-get install chromium-headless-shell`
if (missingChromium) assert.notEqual(process.env.REQUIRE_ALL, '1', missingChromium)

export const HOSTILE = `<img src=x onerror="alert(1)">${'x'.repeat(150)}`

export interface ConsoleBrowser {
  origin: string
  /** Violations of the policy, errors, requests to other hosts, dialogs. */
  trouble: string[]
  /** A window of its own, with cookies of its own. */
  open(width: number, scheme: 'light' | 'dark', path: string, locale?: string): Promise<Page>
  /** Opens a page of the console, signed in as the account. */
  signedIn(width: number, scheme: 'light' | 'dark', path: string): Promise<Page>
  /** kill -9 of the service, while pages stay open. */
  kill(): Promise<void>
  /** Works on the store of the service, which stays. */
  onStore<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  /** Starts it again at the same address, and waits until it answers. */
  again(): Promise<void>
  stop(): Promise<void>
}

/**
 * On a store that has its schema but no account; `first`: on an empty folder and by `npm start`, as
 * users start it, for two processor seconds more.
 */
export async function startConsole(
  settings: Record<string, string> = {},
  { first = false } = {},
): Promise<ConsoleBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-browser-'))
  if (!first) await copyStore(join(folder, 'data'))
  const env = {
    ...PROGRAM_ENV,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: process.env.HOME,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    ...ACCOUNT,
    ...settings,
  }
  const start = (program: string, args: string[]) =>
    spawn(program, args, {
      cwd: ROOT,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  const startProgram = () => start(process.execPath, [PROGRAM, 'start'])
  let service = first ? start('npm', ['start']) : startProgram()
  const origin = await originOf(service.stdout)
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const trouble: string[] = []
  const open = (width: number, scheme: 'light' | 'dark', path: string, locale = 'en-GB') =>
    openPage(browser, { origin, trouble, width, scheme, path, locale })
  return {
    origin,
    trouble,
    open,
    async signedIn(width, scheme, path) {
      const page = await open(width, scheme, path)
      await signIn(page)
      return page
    },
    async kill() {
      // Its store lives on, and with it the pipe.
      const ended = once(service, 'exit')
      process.kill(-service.pid!, 'SIGKILL')
      await ended
    },
    async onStore(work) {
      const store = await openEmbedded({ dataDir: join(folder, 'data') })
      const client = new pg.Client(store.connection)
      await client.connect()
      try {
        return await work(client)
      } finally {
        await client.end()
        await store.release()
      }
    },
    async again() {
      service = startProgram()
      service.stdout.resume()
      const ready = () =>
        fetch(`${origin}/readyz`).then(
          answer => answer.ok,
          () => false,
        )
      while (!(await ready())) await new Promise(resolve => setTimeout(resolve, 200))
    },
    async stop() {
      await browser.close()
      const ended = once(service, 'close')
      process.kill(-service.pid!, 'SIGINT')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

async function originOf(output: NodeJS.ReadableStream): Promise<string> {
  let said = ''
  output.setEncoding('utf8')
  for await (const chunk of (output as import('node:stream').Readable).iterator({
    destroyOnReturn: false,
  })) {
    said += chunk
    const [, found] = /Web console\s+(http:\S+?)\/console\b/.exec(said) ?? []
    if (found === undefined) continue
    output.resume()
    return found
  }
  throw new Error(`the service did not start: ${said}`)
}

interface PageOptions {
  origin: string
  trouble: string[]
  width: number
  scheme: 'light' | 'dark'
  path: string
  locale: string
}

async function openPage(
  browser: Browser,
  { origin, trouble, width, scheme, path, locale }: PageOptions,
): Promise<Page> {
  const viewport = { width, height: 900 }
  const context = await browser.newContext({
    viewport,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale,
  })
  // Of its pages, also those opened later, and of the calls that tests make beside them.
  context.setDefaultTimeout(300_000)
  const page = await context.newPage()
  page.on('console', message => {
    if (message.type() === 'error') trouble.push(message.text())
  })
  page.on('pageerror', error => trouble.push(error.message))
  page.on('dialog', dialog => trouble.push(`a dialog: ${dialog.message()}`))
  page.on('request', request => {
    if (!/^(blob:)?http/.test(request.url())) return
    if (
      !request
        .url()
        .replace(/^blob:/, '')
        .startsWith(origin)
    )
      trouble.push(`asks ${request.url()}`)
  })
  await page.goto(origin + path)
  return page
}

export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email address or user name').fill(ACCOUNT.ACCOUNT_USERNAME)
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.ACCOUNT_PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('#page h1').waitFor()
}

/**
 * Goes to another kind of page as links do, by the router of the console: half a processor second
 * less than to load it anew. The console reads nothing twice within ten seconds (its query cache):
 * changes that a test has made by the API since are seen on a page loaded anew.
 */
export async function goThrough(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    document.querySelector('#page > *')?.setAttribute('data-former', '')
    history.pushState(null, '', to)
  }, path)
  await page.locator('[data-former]').waitFor({ state: 'detached' })
}

/** How a test waits for long: to look in each picture that is drawn makes the browser draw it. */
export const LAZILY = { polling: 200 }

/** Waits until the page shows its content. */
export const isShown = (page: Page): Promise<void> =>
  page
    .locator(
      '#page :is(table, .empty, .drop, .person, .mapping, .figures, .steps, .stack.wide, .funnel,' +
        ' .email-cards, .picture-card, .canvas-scroll, .sendmain, .live-p, .rep, .form-builder,' +
        ' .flow-canvas .react-flow__node, .step-list, .calendar, .domains)',
    )
    .first()
    .waitFor()

let axeText: string | undefined
const axeSource = () => (axeText ??= readFileSync(AXE, 'utf8'))

/** Those of axe that judge colours, as far as they are on by themselves. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What axe is asked: everything, or only what another colour scheme changes. */
type AxeRules = 'all' | 'colours'

/**
 * A scheme changes colours and nothing else: the content of a page, its names and its layout are
 * those of the other. So all rules are asked of the light page, and of the dark one those of
 * colours.
 */
const LOOKS: { colorScheme: 'light' | 'dark'; rules: AxeRules }[] = [
  { colorScheme: 'light', rules: 'all' },
  { colorScheme: 'dark', rules: 'colours' },
]

/** No defect in the light scheme, nor in the dark one. The page is left in its own. */
export async function hasNoDefectInSchemes(page: Page, within?: string): Promise<void> {
  const own = await page.evaluate(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  for (const { colorScheme, rules } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(() => new Promise(shown => requestAnimationFrame(shown)))
    await hasNoDefect(page, within, rules).catch((error: Error) => {
      throw new Error(`${colorScheme}: ${error.message}`, { cause: error })
    })
  }
  await page.emulateMedia({ colorScheme: own })
}

/** Nothing that axe knows, and nothing that makes the page scroll sideways; or only `within`. */
export async function hasNoDefect(
  page: Page,
  within?: string,
  rules: AxeRules = 'all',
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource())
  const options = {
    resultTypes: ['violations' as const],
    ...(rules === 'colours' && { runOnly: COLOUR_RULES }),
  }
  const look = async (): Promise<AxeResults['violations']> => {
    // Not waited for: Chromium draws nothing while nothing changes, and may keep for minutes what
    // has ended.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish()
    })
    return page.evaluate(
      async ([part, options]) =>
        (await (globalThis as unknown as { axe: typeof axe }).axe.run(part ?? document, options))
          .violations,
      [within, options] as const,
    )
  }
  let found = await look()
  // What is still there a moment later: a button that was being enabled has colours in between.
  if (found.length > 0) {
    await page.waitForTimeout(500)
    found = await look()
  }
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
