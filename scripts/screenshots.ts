/**
 * Screenshots of every page of the web console, wide and narrow, light and dark, in the folder
 * screens: `npm run screenshots`. Those that the docs show are copied to docs/screens. They are of
 * the service as users start it, with some people in it. SCREENS names another folder, and
 * SCREENS_LANGUAGE another language than English (de, sv).
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { missingChromium, startConsole } from '../test/support/console-browser.ts'
import { mixedUpFile } from '../test/support/console-people.ts'
import { addressesIn, follow, isMeasured } from '../test/support/console-sending.ts'

const ROOT = resolve(import.meta.dirname, '..')
const OUT = process.env.SCREENS ?? join(ROOT, 'screens')
const LANGUAGE = process.env.SCREENS_LANGUAGE ?? 'en'
const SHOWN_IN_DOCS = ['composer-wide-light', 'report-wide-light', 'sending-wide-light']
const WIDTHS = { wide: 1440, narrow: 390 }
const ROWS = 2_000

const PAGES: Record<string, string> = {
  home: '',
  members: '/members',
  keys: '/keys',
  audit: '/audit',
  own: '/own',
  hosts: '/hosts',
  relays: '/relays',
  lists: '/lists',
  list: '/lists/1',
  subscribers: '/subscribers',
  person: '/subscribers/7',
  proofs: '/subscribers/7/proofs',
  fields: '/fields',
  forms: '/forms',
  form: '/forms/1',
  'sign-ups': '/forms/1/sign-ups',
  preferences: '/preferences',
  measuring: '/measuring',
  filters: '/filters',
  filter: '/filters/1',
  imports: '/imports',
  'import-new': '/imports/new',
  'import-mapping': '/imports/2',
  'import-done': '/imports/1',
  'opt-outs': '/opt-outs',
  suppression: '/suppression',
  newsletters: '/newsletters',
  calendar: `/newsletters?month=${new Date().toISOString().slice(0, 7)}`,
  designs: '/newsletters/new',
  composer: '/newsletters/2',
  send: '/newsletters/2/send',
  sendings: '/sendings',
  sending: '/sendings/1',
  reports: '/reports',
  report: '/sendings/1/report',
  recipients: '/sendings/1/recipients',
  media: '/media',
  brand: '/brand',
  'test-groups': '/test-groups',
  templates: '/templates',
  template: '/templates/1',
}

const SHOP = 'https://lindhaga.example'

/** Pots on a sill, drawn by a style sheet. */
const GROUND = 'margin:0;background:linear-gradient(#dbe8ea,#b5cba7 75%,#e9dfcb 75%)'
const PICTURE = `<body style="${GROUND}">${[180, 520, 860]
  .map(
    left =>
      `<div style="position:absolute;left:${left + 50}px;top:120px;width:80px;height:240px;` +
      'background:#4f7f3a;border-radius:60% 40% 0 0"></div>' +
      `<div style="position:absolute;left:${left}px;top:350px;width:180px;height:150px;` +
      'background:#b9673b;border-radius:0 0 30px 30px"></div>',
  )
  .join('')}`

const product = (id: string, html: string) => ({
  background: '#EFEADF',
  blocks: [
    { id: `${id}1`, type: 'heading', level: 3, html },
    { id: `${id}2`, type: 'button', text: 'Order', href: `${SHOP}/${id}`, wide: true },
  ],
})

const welcome = (src: string, savedId: number) => ({
  subject: 'Sow now, {{ name | default: "friend" }}',
  preheader: 'Three kinds that begin on the sill',
  listId: 1,
  source: {
    kind: 'blocks',
    document: {
      blocks: [
        { id: 'p', type: 'picture', src, alt: 'Seedlings on a sill', href: SHOP },
        { id: 'a', type: 'heading', level: 1, html: 'The beds are warm, {{ name }}' },
        {
          id: 'b',
          type: 'text',
          html: '<p>Carrots and peas can go out now. Cover them at night.</p>',
        },
        { id: 'c', type: 'button', text: 'See the seeds', href: `${SHOP}/seeds` },
        {
          id: 'd',
          type: 'columns',
          columns: [
            product('tomato', 'Tomato'),
            product('chili', 'Chili'),
            product('basil', 'Basil'),
          ],
        },
        { id: 'e', type: 'saved', savedId },
      ],
    },
  },
})

const TEMPLATE =
  '<!doctype html>\n<html>\n<body>\n  <h1 data-slot="title">News</h1>\n' +
  '  <div data-slot="body"><p>Nothing new.</p></div>\n' +
  '  <p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>\n</body>\n</html>\n'

if (missingChromium) {
  console.error(missingChromium)
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
      await inside.evaluate(
        language => localStorage.setItem('pennypost-language', language),
        LANGUAGE,
      )
      for (const [name, path] of Object.entries(PAGES)) {
        await inside.goto(`${browser.origin}/console${path}`)
        await inside.locator('#page').waitFor()
        await inside.waitForTimeout(1500)
        // On a busy machine, what the page shows is still on its way.
        await inside.waitForFunction(() => document.querySelector('.skeleton-row') === null)
        const file = join(OUT, `${name}-${width}-${scheme}.png`)
        await inside.screenshot({ path: file })
      }
      await inside.context().close()
    }
  for (const name of LANGUAGE === 'en' ? SHOWN_IN_DOCS : [])
    copyFileSync(join(OUT, `${name}.png`), join(ROOT, 'docs', 'screens', `${name}.png`))
} finally {
  await browser.stop()
}

async function drawn(): Promise<Buffer> {
  const page = await browser.open(1200, 'light', '/console')
  await page.setViewportSize({ width: 1200, height: 500 })
  await page.goto('about:blank')
  await page.setContent(PICTURE)
  const picture = await page.screenshot()
  await page.context().close()
  return picture
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
      method: 'POST',
      body: JSON.stringify(person),
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
  await call('POST', '/forms', { name: 'Front page', listIds: [1], asked: ['name'] })
  await call('POST', '/api-keys', { name: 'Webshop', rights: ['read', 'people'] })
  await call('POST', '/dkim-keys', { domain: 'lindhaga.example' })
  await call('PUT', '/account/sign-in', { allowed: true })
  await invite('elin@lindhaga.example', 'Elin Sandberg', 'owner')
  await invite('jonas@lindhaga.example', 'Jonas Öberg', 'writer')
  await call('POST', '/invitations', { email: 'byra@reklam.example', role: 'viewer' })
  await call('POST', '/opt-outs', { email: 'kund12@firma12.example', reason: 'by telephone' })
  const { sendingId } = await call('POST', '/sample')
  const { src } = await call(
    'POST',
    '/media?name=sill.png&alt=Seedlings',
    await drawn(),
    'application/octet-stream',
  )
  const { brand } = await call('GET', '/brand')
  const colours = { ...brand.colours, paper: '#FCFAF4' }
  const address = 'Lindhaga, Storgatan 1, 111 22 Stockholm'
  await call('PUT', '/brand', { ...brand, colours, address })
  const shared = {
    id: 's',
    type: 'text',
    html: '<p>Delivery takes <strong>three days</strong>.</p>',
  }
  const saved = await call('POST', '/saved-blocks', { name: 'Delivery', blocks: [shared] })
  await call('POST', '/newsletters', welcome(src, saved.id))
  await call('PATCH', '/newsletters/2/place', { folder: 'Spring' })
  await call('POST', '/templates', {
    name: 'Shop letter',
    source: { kind: 'html', html: TEMPLATE },
  })
  while ((await call('GET', `/sendings/${sendingId}`)).state !== 'finished')
    await page.waitForTimeout(200)
  await openAndClick(page)
  await call('POST', '/bulk-jobs', { action: { do: 'join', listId: 3 }, filterId: 1 })
  await page.context().close()
}

/** As people do with the emails on the first pages of the sandbox: half open, a sixth clicks. */
async function openAndClick(page: Page): Promise<void> {
  const read = async (path: string) =>
    (await page.request.get(`${browser.origin}/sandbox${path}`)).text()
  const ids = new Set<number>()
  for (let before = ''; ids.size < 300; before = `?before=${Math.min(...ids)}`) {
    const known = ids.size
    for (const [, id] of (await read(before)).matchAll(/"\/sandbox\/(\d+)"/g)) ids.add(Number(id))
    if (ids.size === known) break
  }
  for (const [at, id] of [...ids].entries()) {
    if (at % 2 === 1) continue
    const bytes = Buffer.from(await read(`/${id}/message.eml`))
    // Some want text only, and some declined to be measured.
    if (!isMeasured({ bytes })) continue
    const { pixel, links } = addressesIn({ bytes })
    await follow(pixel)
    if (at % 6 === 0) await follow(links[(at / 6) % links.length]!)
  }
}
