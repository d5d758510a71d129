/**
 * Pictures of every page of the web console, wide and narrow, light and dark, in docs/screens:
 * `npm run screenshots`. They are of the service as users start it, with some people in it.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { missingChromium, startConsole } from '../test/support/console-browser.ts'
import { mixedUpFile } from '../test/support/console-people.ts'

const OUT = process.env.SCREENS ?? resolve(import.meta.dirname, '..', 'docs', 'screens')
const WIDTHS = { wide: 1440, narrow: 390 }
const ROWS = 2_000

const PAGES: Record<string, string> = {
  home: '',
  members: '/members',
  keys: '/keys',
  audit: '/audit',
  own: '/own',
  lists: '/lists',
  list: '/lists/1',
  subscribers: '/subscribers',
  person: '/subscribers/7',
  filters: '/filters',
  filter: '/filters/1',
  imports: '/imports',
  'import-new': '/imports/new',
  'import-mapping': '/imports/2',
  'import-done': '/imports/1',
  'opt-outs': '/opt-outs',
  suppression: '/suppression',
  newsletters: '/newsletters',
  composer: '/newsletters/2',
  send: '/newsletters/2/send',
  sendings: '/sendings',
  sending: '/sendings/1',
  report: '/sendings/1/report',
  recipients: '/sendings/1/recipients',
  media: '/media',
  brand: '/brand',
  templates: '/templates',
}

const WELCOME = {
  subject: 'Sow now, {{ name | default: "friend" }}',
  listId: 1,
  blocks: {
    blocks: [
      { id: 'a', type: 'heading', level: 1, html: 'The beds are warm' },
      { id: 'b', type: 'text', html: '<p>Dear {{ name }}, carrots and peas can go out now.</p>' },
      { id: 'c', type: 'button', text: 'See the seeds', href: 'https://lindhaga.example/seeds' },
      { id: 'd', type: 'divider' },
      { id: 'e', type: 'text', html: '<p>Until next month!</p>' },
    ],
  },
}

if (missingChromium) {
  console.error(`${missingChromium}: apt-get install chromium`)
  process.exit(1)
}

const browser = await startConsole()
try {
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  await fill(await browser.signedIn(1440, 'light', '/console/lists'))
  for (const [width, pixels] of Object.entries(WIDTHS))
    for (const scheme of ['light', 'dark'] as const) {
      const page = await browser.open(pixels, scheme, '/console')
      const take = (name: string) =>
        page.screenshot({ path: join(OUT, `${name}-${width}-${scheme}.png`) })
      await page.getByLabel('Password', { exact: true }).waitFor()
      await take('sign-in')
      await page.context().close()
      const inside = await browser.signedIn(pixels, scheme, '/console')
      for (const [name, path] of Object.entries(PAGES)) {
        await inside.goto(`${browser.origin}/console${path}`)
        await inside.locator('#page').waitFor()
        await inside.waitForTimeout(1500)
        const file = join(OUT, `${name}-${width}-${scheme}.png`)
        await inside.screenshot({ path: file })
      }
      await inside.context().close()
    }
} finally {
  await browser.stop()
}

async function fill(page: Page): Promise<void> {
  const call = async (method: string, path: string, data?: unknown, type = 'application/json') => {
    const answer = await page.request.fetch(`${browser.origin}/api/v1${path}`, {
      method,
      headers: { 'X-Pennypost-Console': '1', 'Content-Type': type },
      ...(data !== undefined && { data: data as Buffer }),
    })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }
  const invite = async (email: string, name: string, role: string) => {
    const { link } = await call('POST', '/invitations', { email, role })
    const token = link.split('/').at(-1)
    const person = { token, name, password: 'a long secret', language: 'en' }
    // A browser would be signed in by it.
    const answer = await fetch(`${browser.origin}/api/v1/invitations/accept`, {
      ...{ method: 'POST', body: JSON.stringify(person) },
      headers: { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' },
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  for (const [name, description] of [
    ['Trädgårdsbrevet', 'Every first Tuesday'],
    ['Gartenbrief', 'In German'],
    ['Greenhouse owners', ''],
  ])
    await call('POST', '/lists', { name, description, fromEmail: 'post@lindhaga.example' })
  const names = { 1: 'Customer no.', 2: 'Town', 3: 'Last order', 4: 'Note' }
  for (const [number, name] of Object.entries(names))
    await call('PATCH', `/fields/${number}`, { name })
  const columns = ['DD1', 'DD2', '-', 'name', 'DD3', 'email', '-', '-', ...Array(12).fill('-')]
  for (const name of ['kunder.csv', 'butik-kunder.csv'])
    await call(
      'POST',
      `/imports?listId=1&name=${name}`,
      mixedUpFile(ROWS),
      'application/octet-stream',
    )
  await call('POST', '/imports/1/start', { columns })
  while ((await call('GET', '/imports/1')).state !== 'completed') await page.waitForTimeout(200)
  await call('POST', '/filters', {
    name: 'From Malmö, bought lately',
    where: 'DD2 = "Malmö" and DD3 begins with "2026-0" and (name contains "Öberg" or on list 1)',
  })
  await call('POST', '/api-keys', { name: 'Webshop', rights: ['read', 'people'] })
  await call('POST', '/dkim-keys', { domain: 'lindhaga.example' })
  await call('PUT', '/account/sign-in', { allowed: true })
  await invite('elin@lindhaga.example', 'Elin Sandberg', 'owner')
  await invite('jonas@lindhaga.example', 'Jonas Öberg', 'writer')
  await call('POST', '/invitations', { email: 'byra@reklam.example', role: 'viewer' })
  await call('POST', '/opt-outs', { email: 'kund12@firma12.example', reason: 'by telephone' })
  const { sendingId } = await call('POST', '/sample')
  await call('POST', '/newsletters', WELCOME)
  while ((await call('GET', `/sendings/${sendingId}`)).state !== 'finished')
    await page.waitForTimeout(200)
  await call('POST', '/bulk-jobs', { action: { do: 'join', list: 3 }, filter: 1 })
  await page.context().close()
}
