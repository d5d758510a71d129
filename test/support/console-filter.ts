/**
 * The builder of filters, used as a user would: rules, a group, and the text of the condition both
 * ways.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { hasNoDefect } from './console-browser.ts'

export async function buildFilter(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('From Malmö')
  const words = page.getByLabel('In words')
  const rules = page.locator('.rules > li')
  const rule = (at: number) => page.getByRole('group', { name: 'Rule' }).nth(at)
  await page.getByRole('button', { name: 'Add rule' }).click()
  await rules.getByText('not complete').waitFor()
  await rule(0).getByLabel('Rule').selectOption('DD2')
  await rule(0).getByLabel('Value').fill('Malmö')
  await words.and(page.getByText('DD2 contains "Malmö"')).waitFor()
  await rules.first().locator('meter').waitFor()
  await page.getByRole('button', { name: 'Add group' }).click()
  for (const [at, name] of ['Öberg', 'Rossi'].entries()) {
    await rule(at + 1)
      .getByLabel('Rule')
      .selectOption('name')
    await rule(at + 1)
      .getByLabel('Value')
      .fill(name)
  }
  await rules.nth(1).locator('meter').waitFor()
  const built = 'DD2 contains "Malmö" and (name contains "Öberg" or name contains "Rossi")'
  assert.equal(await words.inputValue(), built)
  await page.getByRole('heading', { name: 'Ten of them' }).waitFor()
  const left = await page.locator('.big-number b').textContent()
  await hasNoDefect(page)
  // The other way round: the text becomes rules, a mistake is reported at its place.
  await words.fill(`${built} and not email ends`)
  await page.getByText('column').waitFor()
  await words.fill(`${built} and not email ends with ".test"`)
  await rules.nth(2).getByRole('button', { name: 'not', pressed: true }).waitFor()
  assert.equal(await rule(3).getByLabel('Comparison').inputValue(), 'ends')
  await rules.nth(2).locator('meter').waitFor()
  assert.equal(await page.locator('.big-number b').textContent(), left)
  await rules.nth(2).getByRole('button', { name: 'Remove the rule' }).click()
  assert.equal(await words.inputValue(), built)
}

/** The file of a saved filter; words that are not saved have none. */
export async function exportFilter(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: 'Export' })
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()])
  const [head, ...lines] = readFileSync(await saved.path(), 'utf8')
    .trim()
    .split('\n')
  assert.match(head!, /DD2/)
  const matching = await page.locator('.big-number b').textContent()
  assert.equal(lines.length.toLocaleString('en-US'), matching)
  assert.ok(lines.every(line => line.includes('Malmö')))
  await hasNoDefect(page)
  await page.getByLabel('In words').fill('DD2 is empty')
  await link.waitFor({ state: 'detached' })
}
