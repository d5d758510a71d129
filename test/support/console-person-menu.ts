/** The menu of the person whom an email is shown as. */
import type { Locator, Page } from 'playwright-core'

/** Of the open menu. Each entry moves while the list is read: a click waits for the answer. */
export async function pickPerson(within: Page | Locator, words: string): Promise<void> {
  await within.getByLabel('Find a subscriber').fill(words)
  const entries = within.locator('.tag-choice li')
  // The fictional person is always there.
  await entries.filter({ hasNotText: words }).nth(1).waitFor({ state: 'detached' })
  await entries.filter({ hasText: words }).getByRole('button').first().click()
}
