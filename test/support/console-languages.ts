/**
 * What pages of the console say in each language: texts that stay English in another one. Strings
 * of the account's own have a mark in each word; so what is left of a text is the console's.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { goThrough, isShown } from './console-browser.ts'

/** In each word of an account of own data (console-account.ts). */
export const MARK = 'qx'

export const OTHER_LANGUAGES = ['de', 'sv'] as const
export type ConsoleLanguageTag = 'en' | (typeof OTHER_LANGUAGES)[number]

/** None of them is a word of German or Swedish. */
const ENGLISH_WORDS =
  /\b(?:the|and|your|with|this|of|are|has|have|been|from|nobody|yet|is|not|to|you|for|by|only|which|they|that|it|be|can|was not|no longer)\b/i
/** Words that are English and something else besides. */
const ALSO: Record<(typeof OTHER_LANGUAGES)[number], RegExp> = {
  de: /^$/g,
  sv: /\b(?:and|be|for)\b/gi,
}

/** The same in each language, with the reason. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/Confirm your address/g, 'the subject of an email, in the language of its form'],
  [/https?:\/\/\S+|\S+@\S+|\b[\w-]+(?:\.[\w-]+)+\b/g, 'addresses'],
  [/\{\{.*?\}\}|\{%.*?%\}/g, 'tags of emails, which are one language'],
  [/^(?:English|Svenska|Deutsch)$/, 'languages are named in themselves'],
  [/Times New Roman|UTF-16, (?:little|big)-endian/, 'names of a font and of character sets'],
  [/^[A-Z][A-Za-z]+(?:\/[\w+-]+)+$/, 'names of time zones'],
  [/Mozilla\/.*/, 'what a browser says of itself'],
  [/\bv=(?:DKIM1|spf1|DMARC1|TLSRPTv1|STSv1|BIMI1)\b.*/i, 'DNS records, whose keys are random'],
  [/Confirmation of sign-ups|Good to have you here/, 'emails, in the language of the brand'],
  [/\band, or, not\b/, 'the words that conditions are written with'],
]

/** What of a text is neither the account's nor the same in each language. */
const saidIn = (text: string): string =>
  SAME.reduce((left, [same]) => left.replace(same, ' '), text)
    .replaceAll(new RegExp(`\\S*${MARK}\\S*`, 'gi'), ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const wordsIn = (text: string): number =>
  text.match(/(?<![\p{L}\d])\p{L}{2,}(?![\p{L}\d])/gu)?.length ?? 0

/** What a page says: texts, and names that are shown on hover, in empty fields, or read out. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = [document.title]
    const own = 'script, style, noscript, code, pre, textarea, .cm-editor, .react-flow__node'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const around = walker.currentNode.parentElement!
      if (around.closest(own)) continue
      if (around.checkVisibility() || around.closest('option'))
        texts.push(walker.currentNode.nodeValue!)
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription'])
      for (const one of document.querySelectorAll(`[${name}]`)) texts.push(one.getAttribute(name)!)
    return texts
  })

/** Until there is nothing new: numbers and names come in late. */
async function settledTexts(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.querySelector('.skeleton-row') === null)
  const all = new Set<string>()
  // Some pages have a clock, and are never the same.
  for (let round = 0, known = -1; known < all.size && round < 8; round++) {
    known = all.size
    for (const text of await textsOf(page)) all.add(saidIn(text))
    await pause(150)
  }
  return [...all].filter(text => text !== '')
}

/** Opens menus and dialogs of the page, one after the other. */
async function textsBehindButtons(page: Page): Promise<string[]> {
  const found: string[] = []
  const buttons = page.locator('#page button[aria-haspopup]:visible:enabled')
  for (let at = 0; at < Math.min(await buttons.count(), 8); at++) {
    await buttons.nth(at).click()
    const open = page.locator('[role=menu], [role=dialog], [role=listbox]').first()
    await open.waitFor()
    found.push(...(await settledTexts(page)))
    await page.keyboard.press('Escape')
    await open.waitFor({ state: 'hidden' })
  }
  return found
}

/** The texts of each address in a language. */
export async function saidAt(
  page: Page,
  language: ConsoleLanguageTag,
  addresses: readonly string[],
): Promise<Map<string, Set<string>>> {
  await page.evaluate(tag => localStorage.setItem('pennypost-language', tag), language)
  // Of another kind than the first address.
  await page.goto(new URL('/console/fields', page.url()).href)
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
  const said = new Map<string, Set<string>>()
  for (const address of addresses) {
    await goThrough(page, `/console${address}`)
    await isShown(page)
    const texts = await settledTexts(page)
    said.set(address, new Set([...texts, ...(await textsBehindButtons(page))]))
  }
  return said
}

/** Texts of three words that are the same as in English, and those with English words. */
export function leftInEnglish(
  language: (typeof OTHER_LANGUAGES)[number],
  said: ReadonlyMap<string, ReadonlySet<string>>,
  english: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const isEnglish = (text: string) => ENGLISH_WORDS.test(text.replaceAll(ALSO[language], ''))
  return [...said].flatMap(([address, texts]) =>
    [...texts]
      .filter(text => (wordsIn(text) > 2 && english.get(address)!.has(text)) || isEnglish(text))
      .map(text => `${address} ${language}: ${text}`),
  )
}
