/** Whether a page of the console that is read in German says anything in English. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { de } from '../../src/console/languages/de/index.ts'
import { en } from '../../src/console/languages/en/index.ts'

/** Sentences of the service are in no catalogue. None of these words is German. */
const ENGLISH_WORDS = /\b(?:the|and|your|with|this|of|are|has|been|from|nobody|yet)\b/

/** Strings of a catalogue; those that are made of values are functions. */
function stringsOf(texts: unknown, found = new Set<string>()): Set<string> {
  if (typeof texts === 'string') found.add(texts.trim())
  else if (typeof texts === 'object' && texts !== null)
    for (const one of Object.values(texts)) stringsOf(one, found)
  return found
}

const german = stringsOf(de)
const english = [...stringsOf(en)].filter(text => !german.has(text))

/** Visible texts and names; not what emails say, in frames and where their source is written. */
const shownIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const around = walker.currentNode.parentElement!
      if (around.closest('script, style, noscript, code, pre, textarea')) continue
      if (around.checkVisibility() || around.closest('option'))
        texts.push(walker.currentNode.nodeValue!.trim())
    }
    for (const one of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder'])
        texts.push(one.getAttribute(name) ?? '')
    return texts.filter(text => text !== '')
  })

/** Fails with the English texts. */
export async function saysOnlyGerman(page: Page): Promise<void> {
  const known = new Set(english)
  const found = (await shownIn(page)).filter(text => known.has(text) || ENGLISH_WORDS.test(text))
  assert.deepEqual(found, [], `on ${page.url()}`)
}
