/** The HTML of an email in the page of its frame: scheme, pictures, nothing of other hosts. */
import {
  allIn,
  drop,
  dropAttribute,
  headOf,
  newElement,
  parsed,
  replaceBlocks,
  replaceContents,
  rootOf,
  sheetsOf,
} from './frame-page.ts'

export interface FilledPage {
  page: Document
  /** All of it but the body, and how it is shown. */
  look: string
  /** For dark programs. */
  hasDarkRules: boolean
}

/** Puts the HTML into the page, or only the blocks that differ from the last one. */
export function fillPage(
  page: Document,
  html: string,
  { dark, withoutPictures }: { dark: boolean; withoutPictures: boolean },
  last: FilledPage | undefined,
): FilledPage {
  const fresh = parsed(page, html)
  // They would not run, and the browser would complain of each.
  for (const script of allIn(fresh, 'script')) drop(script)
  dropForeignStyles(fresh)
  if (withoutPictures) dropPictures(fresh)
  const attributes = [...rootOf(fresh).attributes].map(({ name, value }) => [name, value])
  const look = JSON.stringify([dark, withoutPictures, attributes, headOf(fresh).innerHTML])
  if (last?.page === page && last.look === look && replaceBlocks(page, fresh)) return last
  const root = rootOf(page)
  for (const { name } of [...root.attributes]) root.removeAttribute(name)
  for (const { name, value } of [...rootOf(fresh).attributes]) root.setAttribute(name, value)
  replaceContents(page, fresh)
  const hasDarkRules = chooseScheme(page, dark)
  if (dark && !hasDarkRules) {
    const style = newElement(page, 'style')
    style.textContent =
      'html{filter:invert(1) hue-rotate(180deg);background:#fff}' +
      'img[src],video{filter:invert(1) hue-rotate(180deg)}'
    headOf(page).append(style)
  }
  return { page, look, hasDarkRules }
}

/** Fonts and styles of other hosts: the policy keeps them out, and few programs ask for them. */
function dropForeignStyles(page: Document): void {
  for (const link of allIn(page, 'link')) drop(link)
  for (const style of allIn(page, 'style')) {
    const [before = '', ...imports] = style.textContent.split('@import')
    if (imports.length === 0) continue
    const after = imports.map(text => text.slice(text.indexOf(';') + 1 || text.length))
    style.textContent = before + after.join('')
  }
}

function dropPictures(page: Document): void {
  for (const picture of allIn(page, 'img, source'))
    for (const name of ['src', 'srcset']) dropAttribute(picture, name)
  for (const element of allIn(page, '[background]')) dropAttribute(element, 'background')
  const style = newElement(page, 'style')
  style.textContent = '*{background-image:none!important}'
  headOf(page).append(style)
}

/** Rules for a scheme hold as chosen here, not as the system of the reader has it. */
function chooseScheme(page: Document, dark: boolean): boolean {
  let found = false
  rootOf(page).style.setProperty('color-scheme', dark ? 'dark' : 'light', 'important')
  for (const sheet of sheetsOf(page))
    for (const rule of sheet.cssRules) {
      if (!(rule.constructor.name === 'CSSMediaRule')) continue
      const { media } = rule as CSSMediaRule
      const [, scheme] = /prefers-color-scheme:\s*(dark|light)/.exec(media.mediaText) ?? []
      if (scheme === undefined) continue
      found ||= scheme === 'dark'
      media.mediaText = (scheme === 'dark') === dark ? 'all' : 'not all'
    }
  return found
}
