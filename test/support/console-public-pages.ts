/** What public pages are judged by: six brands, axe, their size and their width. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { FIRST_BRAND } from '../../src/domain/brand/brand.ts'

const AXE = readFileSync(
  resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'),
  'utf8',
)

type Colours = Record<string, string | undefined>

const colours = (...given: string[]) => {
  const [background, paper, text, muted, accent, onAccent] = given
  return { background, paper, text, muted, accent, onAccent }
}

/** The last two would be refused: only a store that was changed by hand has them. */
export const BRANDS: Record<string, Colours> = {
  first: FIRST_BRAND.colours,
  night: colours('#101418', '#1B2127', '#F2F2F2', '#B9C0C7', '#7CC4FF', '#0B1A26'),
  rose: colours('#FFF1F3', '#FFFFFF', '#3A1220', '#7A4A58', '#B0254F', '#FFFFFF'),
  grey: colours('#DDDDDD', '#EEEEEE', '#222222', '#555555', '#444444', '#FFFFFF'),
  'yellow on white': colours('#FFFFFF', '#FFFFFF', '#FFFF00', '#FFFFCC', '#FFFF66', '#FFFFFF'),
  'pink on green': colours('#00FF00', '#33EE22', '#FF00FF', '#FF66FF', '#00FFFF', '#00FF88'),
}

/** A statement, and its values, by which all accounts have a brand in these colours. */
export function brandOfAll(colours: Colours): [string, unknown[]] {
  const links = { imprint: 'https://shop.test/about', privacy: 'https://shop.test/privacy' }
  const brand = { ...FIRST_BRAND, colours, address: 'Garden Ltd, Lund', links }
  const text = `insert into brands (account_id, brand) select id, $1 from accounts
    on conflict (account_id) do update set brand = excluded.brand`
  return [text, [JSON.stringify(brand)]]
}

/** `title`: what it says. Below 30 kB, without findings of axe, no wider than the window. */
export async function isFine(page: Page, title: RegExp | undefined, what: string) {
  if (title) assert.match(await page.content(), title, what)
  assert.ok(Buffer.byteLength(await page.content()) < 30_000, what)
  await page.evaluate(AXE)
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    return (await axe.run()).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
  })
  assert.deepEqual(found, [], what)
  const { wide, room } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    room: window.innerWidth,
  }))
  assert.ok(wide <= room, `${what}: ${wide}`)
}
