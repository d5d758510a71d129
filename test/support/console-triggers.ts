/** Pages of triggers in a browser: opened, photographed, asked by the API, and drawn on. */
import type { Locator, Page } from 'playwright-core'
import { type ConsoleBrowser, startConsole } from './console-browser.ts'

const SHOTS = process.env.SHOTS

/** So long any one thing may take to show. */
const MOST_MILLIS = 30_000

/** With comments, and blanks that nobody else would write. */
export const WELCOME = `# Who comes gets two emails.
trigger: Welcome
list: The Garden Letter
zone: Europe/Stockholm
start: joined
steps:
  - step: hello
    send: Good to have you
  - step: looked # three days are enough
    wait for:
      clicked: hello
    within: 3 days
    then: thanks
    else: remind
  - step: remind
    send: First steps   # the short one
    then: end
  - step: thanks
    join: Friends
`

export interface TriggerPages {
  service: ConsoleBrowser
  opened(width: number, path: string, scheme?: 'light' | 'dark'): Promise<Page>
  /** A page that stays open asks again and again, also for a trigger that has ended. */
  close(): Promise<void>
  stop(): Promise<void>
}

export async function startTriggerPages(settings?: Record<string, string>): Promise<TriggerPages> {
  const service = await startConsole(settings)
  const pages: Page[] = []
  return {
    service,
    async opened(width, path, scheme = 'light') {
      const page = await service.signedIn(width, scheme, path)
      pages.push(page)
      page.setDefaultTimeout(MOST_MILLIS)
      return page
    },
    async close() {
      for (const page of pages.splice(0)) await page.context().close()
    },
    stop: () => service.stop(),
  }
}

/** As the page itself calls. */
export const api = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(`/api/v1${path}`, {
        method: method as string,
        headers: { 'X-Pennypost-Console': '1', 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return answer.status === 204 ? undefined : answer.json()
    },
    [method, path, body] as const,
  )

export async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` })
}

export const chooseLanguage = (page: Page, language: string): Promise<void> =>
  page.evaluate(chosen => localStorage.setItem('pennypost-language', chosen), language)

export const plusOf = (page: Page, after: string, way = ''): Locator => {
  const name = `Add a step after “${after}”${way === '' ? '' : `: ${way}`}`
  return page.getByRole('button', { name, exact: true })
}

export const nodeOf = (page: Page, key: string): Locator =>
  page.locator(`.react-flow__node[data-id="${key}"]`)

export const fieldOf = (page: Page, label: string): Locator =>
  page.locator('.trigger-step').getByLabel(label, { exact: true })

/** As people do: marked, and pasted over. */
export async function written(
  page: Page,
  text: string,
  label = 'Text of the trigger',
): Promise<void> {
  const editor = page.getByLabel(label)
  await editor.press('Control+a')
  await editor.evaluate((place, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const options = { clipboardData, bubbles: true, cancelable: true }
    place.dispatchEvent(new ClipboardEvent('paste', options))
  }, text)
}

/** The button that saves, once the text is checked. */
export const saveButton = (page: Page): Locator =>
  page.locator('.trigger-save .btn.primary:not([aria-disabled])')

/** The field that opens a search: a list, an email, a field. */
export const pickerOf = (page: Page, label: string): Locator =>
  page.locator('.trigger-step').getByRole('button', { name: new RegExp(`^${label}: `) })

/** Searches for a name, and takes the one that has it. */
export async function picked(page: Page, label: string, name: string): Promise<void> {
  await pickerOf(page, label).click()
  await page.getByRole('combobox', { name: 'Search by name' }).fill(name)
  await page.getByRole('option', { name, exact: false }).first().click()
  await pickerOf(page, label).filter({ hasText: name }).waitFor()
}
