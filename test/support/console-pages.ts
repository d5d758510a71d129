/** Every page of the console, looked at by axe: narrow and wide, light and dark. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { goThrough, hasNoDefectInSchemes, isShown } from './console-browser.ts'

const CONSOLE = resolve(import.meta.dirname, '..', '..', 'src', 'console')
const ROUTES = readdirSync(CONSOLE)
  .filter(name => name.endsWith('routes.tsx'))
  .map(file => resolve(CONSOLE, file))

/** An address of each route, of things that a test has made; as the side bar groups them. */
const ADDRESSES: Record<string, Record<string, string>> = {
  people: {
    '/lists': '/lists',
    '/lists/$id': '/lists/1',
    '/subscribers': '/subscribers',
    '/subscribers/$id': '/subscribers/1?among=%7B%7D',
    '/subscribers/$id/proofs': '/subscribers/1/proofs',
    '/filters': '/filters',
    '/filters/$id': '/filters/1',
    '/fields': '/fields',
    '/forms': '/forms',
    '/preferences': '/preferences',
    '/measuring': '/measuring',
    '/utm': '/utm',
    '/quiet-hours': '/quiet-hours',
    '/forms/$id': '/forms/1',
    '/forms/$id/sign-ups': '/forms/1/sign-ups',
  },
  files: {
    '/imports': '/imports',
    '/imports/new': '/imports/new',
    '/imports/$id': '/imports/1',
    '/opt-outs': '/opt-outs',
    '/suppression': '/suppression',
  },
  run: {
    '/': '/',
    '/members': '/members',
    '/keys': '/keys',
    '/integrations': '/integrations?program=1',
    '/webhooks': '/webhooks',
    '/webhooks/one': '/webhooks/one?name=qxhook',
    '/hosts': '/hosts',
    '/relays': '/relays',
    '/relays/relay': '/relays/relay?name=qxsecond',
    '/route-rules': '/route-rules',
    '/mailboxes': '/mailboxes',
    '/system': '/system',
    '/audit': '/audit',
    '/own': '/own',
    '/connect': '/connect',
    '/proposals': '/proposals',
    '/proposals/$id': '/proposals/1',
  },
  create: {
    '/newsletters': '/newsletters',
    '/newsletters/new': '/newsletters/new',
    '/newsletters/$id': '/newsletters/2',
    '/media': '/media',
    '/brand': '/brand',
    '/test-groups': '/test-groups',
    '/templates': '/templates',
    '/templates/$id': '/templates/1',
    '/events': '/events?tab=sources',
    '/events/source': '/events/source?name=qxshop',
    '/sms': '/sms?tab=credits',
    '/sms/new': '/sms/new',
    '/sms/$id': '/sms/1',
    '/emails': '/emails',
    '/emails/$id': '/emails/1',
    '/emails/projects': '/emails/projects?days=7',
    '/emails/projects/$id': '/emails/projects/1',
    '/emails/files': '/emails/files',
    '/emails/files/$id': '/emails/files/1',
    '/triggers': '/triggers',
    '/triggers/$id': '/triggers/new',
  },
  sendings: {
    '/newsletters/$id/send': '/newsletters/2/send',
    '/sendings': '/sendings',
    '/reports': '/reports',
    '/deliverability': '/deliverability',
    '/seed-tests': '/seed-tests',
    '/domains': '/domains',
    '/domain-reports': '/domain-reports',
    '/sendings/$id': '/sendings/1',
    '/sendings/$id/report': '/sendings/1/report',
    '/sendings/$id/recipients': '/sendings/1/recipients',
  },
}

export const pageGroups = Object.keys(ADDRESSES)
export const pageAddresses = Object.values(ADDRESSES).flatMap(group => Object.values(group))

/** A route without an address here would not be looked at. */
export function everyRouteHasAnAddress(): void {
  const text = ROUTES.map(file => readFileSync(file, 'utf8')).join('\n')
  const routes = [...text.matchAll(/^ {2}path: '(.+)',$/gm)]
  const known = Object.values(ADDRESSES).flatMap(group => Object.keys(group))
  assert.deepEqual(routes.map(([, path]) => path).sort(), known.sort())
}

/** Each page is shown once, and then seen at each width in each scheme. */
export async function hasNoDefectIn(group: string, page: Page): Promise<void> {
  const before = page.viewportSize()!
  const defects: string[] = []
  for (const address of Object.values(ADDRESSES[group]!)) {
    await goThrough(page, `/console${address}`)
    await isShown(page).catch(({ message }: Error) => defects.push(`${address}: ${message}`))
    await lookedAt(page, address, defects)
  }
  await page.setViewportSize(before)
  assert.deepEqual(defects, [])
}

/** Long words of a language, and hostile ones of others, make no page scroll sideways. */
export async function staysInItsWidth(page: Page, language: string): Promise<void> {
  const before = page.viewportSize()!
  const wide: string[] = []
  await page.setViewportSize({ width: 360, height: 900 })
  await page.evaluate(tag => localStorage.setItem('pennypost-language', tag), language)
  // Of another kind than the first address.
  await page.goto(new URL('/console/fields', page.url()).href)
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
  for (const address of pageAddresses) {
    await goThrough(page, `/console${address}`)
    await isShown(page)
    // A page that is still being laid out may be wider for a moment.
    const fits = () => document.documentElement.scrollWidth <= window.innerWidth
    const staysWide = await page.waitForFunction(fits, undefined, { timeout: 10_000 }).then(
      () => false,
      () => true,
    )
    if (!staysWide) continue
    const content = await page.evaluate(() => document.documentElement.scrollWidth)
    wide.push(`${address}: ${content} pixels wide in a window of 360`)
  }
  await page.evaluate(() => localStorage.removeItem('pennypost-language'))
  await page.setViewportSize(before)
  assert.deepEqual(wide, [])
}

async function lookedAt(
  page: Page,
  what: string,
  defects: string[],
  within?: string,
): Promise<void> {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await hasNoDefectInSchemes(page, within).catch(({ message }: Error) =>
      defects.push(`${what} ${width} ${message}`),
    )
  }
}

/** What there is to say of each kind of block, whose ids are their kinds. */
export async function blocksHaveNoDefect(
  page: Page,
  composer: string,
  kinds: readonly string[],
): Promise<void> {
  const before = page.viewportSize()!
  const defects: string[] = []
  await page.goto(composer)
  for (const kind of kinds) {
    await page.setViewportSize(before)
    await page.locator(`[data-row="${kind}"]`).click()
    await page.locator('.composer-right > .plain-set').waitFor()
    await lookedAt(page, kind, defects, '.composer-right')
  }
  await page.setViewportSize(before)
  assert.deepEqual(defects, [])
}
