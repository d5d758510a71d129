/** The names of blocks in the HTML of a preview, which emails don't have. */
import { attributeOf, scanHtml } from '../../../mail/html/scan.ts'

const NAMED = /(?:^|\s)pp-block-([\w-]+)/
/** Also within the comments that Outlook reads. */
const NAMES = /\s?pp-block-[\w-]{1,60}/g

/** Classes become attributes: `data-block="b7"`. */
export function namedBlocks(html: string): string {
  let made = ''
  let at = 0
  for (const token of scanHtml(html)) {
    if (token.type !== 'open') continue
    const given = attributeOf(token, 'class')
    const id = NAMED.exec(given?.value ?? '')?.[1]
    if (!given || id === undefined) continue
    made += html.slice(at, given.start) + given.value.replace(NAMES, '')
    made += `${html.slice(given.end, given.end + given.quote.length)} data-block="${id}"`
    at = given.end + given.quote.length
  }
  return (made + html.slice(at)).replace(NAMES, '')
}

/** The same HTML without the names: as it is sent. */
export const unnamedBlocks = (html: string): string =>
  html.replace(NAMES, '').replaceAll(' class=""', '')

/** The block that a place of the HTML stands in; null if in none. */
export function blockAt(html: string): (at: number) => string | null {
  const opened: { start: number; id: string }[] = []
  for (const token of scanHtml(html)) {
    if (token.type !== 'open') continue
    const id = NAMED.exec(attributeOf(token, 'class')?.value ?? '')?.[1]
    if (id !== undefined) opened.push({ start: token.start, id })
  }
  return at => opened.findLast(({ start }) => start <= at)?.id ?? null
}
