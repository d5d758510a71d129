/** A file with consents, imported as a user would; its people, one after the other. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { goThrough, hasNoDefect } from './console-browser.ts'

const FILE =
  'email,consent date,consent source\n' +
  'eins@agreed.test,2026-03-04,form at the fair\nzwei@agreed.test,2026-03-05,by telephone\n'
const PROOFS: Record<string, [string, string]> = {
  'eins@agreed.test': ['Mar 2026', 'form at the fair'],
  'zwei@agreed.test': ['Mar 2026', 'by telephone'],
}

type Api = (method: string, path: string, data?: unknown) => Promise<{ id: number }>

export async function goThroughConsents(page: Page, api: Api): Promise<void> {
  const list = (await api('POST', '/lists', { name: 'Agreed', fromEmail: 'shop@example.test' })).id
  await importConsents(page, list, api)
  await goThrough(page, `/console/subscribers?list=${list}`)
  const shown = page.locator('tr[aria-rowindex] a')
  await shown.nth(1).waitFor()
  const [first = '', second = ''] = await shown.allTextContents()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: first }).waitFor()
  await page.getByRole('button', { name: 'Next person', disabled: false }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: second }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: first }).waitFor()
  const [day, source] = PROOFS[first]!
  const happened = page.locator('.timeline > li')
  await happened.filter({ hasText: 'agreed.csv' }).waitFor()
  await page.getByRole('button', { name: 'Consent', exact: true }).click()
  await happened.filter({ hasText: 'agreed.csv' }).waitFor({ state: 'detached' })
  const agreed = await happened.filter({ hasText: `Proof: ${source}` }).textContent()
  assert.match(agreed!, new RegExp(`${day}.*Agreed to Agreed`))
  await hasNoDefect(page)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export all data' }).click(),
  ])
  assert.ok(readFileSync(await saved.path(), 'utf8').includes(source))
  await page.locator('.head').getByRole('link', { name: 'Subscribers' }).click()
  await shown.nth(1).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('list'), String(list))
}

async function importConsents(page: Page, list: number, api: Api): Promise<void> {
  const path = `/imports?listId=${list}&name=agreed.csv`
  const { id } = await api('POST', path, Buffer.from(FILE))
  await goThrough(page, `/console/imports/${id}`)
  const target = page.getByLabel('Goes to: consent date', { exact: true })
  // A field is made from within the import, named as its column.
  await target.selectOption({ label: 'New field' })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'New field' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { items } = (await api('GET', '/fields')) as unknown as {
    items: { field: string; name: string }[]
  }
  const made = items.find(({ name }) => name === 'consent date')!.field
  await target.locator(`option[value="${made}"]`).waitFor({ state: 'attached' })
  // The selection stays when the page is loaded again.
  await page.reload()
  // The names of fields are read beside the file.
  await target.locator(`option[value="${made}"]`).waitFor({ state: 'attached' })
  assert.equal(await target.inputValue(), made)
  await target.selectOption('consent-date')
  await page.getByLabel('Goes to: consent source', { exact: true }).selectOption('consent-source')
  await page.getByRole('button', { name: 'Start the import' }).click()
  await page.getByText('Finished').waitFor()
}
