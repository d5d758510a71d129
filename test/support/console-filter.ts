/**
 * The builder of filters, used as a user would: rules, a group, and the text of the condition both
 * ways.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { hasNoDefect } from './console-browser.ts'

/** How many match the words as they are now, once they are counted. */
const counted = (page: Page): Promise<string | null> =>
  page.locator('[role=status][aria-busy=false] .big-number b').textContent()

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
  const left = await counted(page)
  await hasNoDefect(page)
  // The other way round: the text becomes rules, a mistake is reported at its place.
  await words.fill(`${built} and not email ends`)
  await page.getByText(/^Not understood from character \d+ of line 1 on\.$/).waitFor()
  await words.fill(`${built} and not email ends with ".test"`)
  await rules.nth(2).getByRole('button', { name: 'not', pressed: true }).waitFor()
  assert.equal(await rule(3).getByLabel('Comparison').inputValue(), 'ends')
  await rules.nth(2).locator('meter').waitFor()
  assert.equal(await counted(page), left)
  await rules.nth(2).getByRole('button', { name: 'Remove the rule' }).click()
  assert.equal(await words.inputValue(), built)
}

/** Rules about what people did, a day from the calendar, and the same in words in the list. */
export async function buildBehaviour(page: Page): Promise<void> {
  const words = page.getByLabel('In words')
  await page.getByRole('link', { name: 'Sleepers' }).click()
  const rule = (at: number) => page.getByRole('group', { name: 'Rule' }).nth(at)
  await rule(2).waitFor()
  assert.equal(await rule(0).getByLabel('Rule').inputValue(), 'unopened')
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Sleepers')
  await rule(0).getByLabel('Days').fill('ninety')
  await page.getByText('A whole number of days.').waitFor()
  await rule(0).getByLabel('Days').fill('60')
  await rule(2).getByLabel('Comparison').selectOption('joined since')
  await rule(2).getByLabel('Day', { exact: true }).fill('2026-01-31')
  assert.equal(
    await words.inputValue(),
    'unopened within 60 days and unclicked within 90 days and not joined since 2026-01-31',
  )
  await page.locator('.rules > li').nth(2).locator('meter').waitFor()
  await hasNoDefect(page)
  await page.getByRole('button', { name: 'Save filter' }).click()
  const row = page.getByRole('row', { name: 'Sleepers' })
  const said = 'got emails in the last 60 days and opened none and got emails in the last 90 days'
  await row.getByText(said).last().waitFor()
  await row.getByRole('link', { name: '0', exact: true }).waitFor()
  await row.getByText('Not used yet.').waitFor()
  await hasNoDefect(page)
}

/** The file of a saved filter; words that are not saved have none. */
export async function exportFilter(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: 'Export' })
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()])
  const [head, ...lines] = readFileSync(await saved.path(), 'utf8')
    .trim()
    .split('\n')
  assert.match(head!, /DD2/)
  const matching = await counted(page)
  assert.equal(lines.length.toLocaleString('en-US'), matching)
  assert.ok(lines.every(line => line.includes('Malmö')))
  await hasNoDefect(page)
  await page.getByLabel('In words').fill('DD2 is empty')
  await link.waitFor({ state: 'detached' })
}
