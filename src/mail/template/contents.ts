/**
 * Takes the contents of texts, buttons and tables out of MJML, which passes them on as they are:
 * who types in a text changes its content only, and the MJML of everything else need not be
 * converted again.
 */
import { scanHtml } from '../html/scan.ts'

export interface WithoutContents {
  /** With a mark for each content, and as many lines as before. */
  text: string
  /** Puts the contents in the places of their marks. */
  restore(html: string): string
}

const HOLDERS = /^mj-(?:text|button|table)$/
/** Unicode noncharacters; `protect` has removed those of the source. */
const MARKS = /\ufdd2(\d+)\ufdd3/g

/** `text`: MJML whose elements are closed in order. */
export function withoutContents(text: string): WithoutContents {
  const contents: string[] = []
  let left = ''
  let at = 0
  let from = -1
  for (const token of scanHtml(text)) {
    if (token.type !== 'open' && token.type !== 'close') continue
    if (!HOLDERS.test(token.name)) continue
    if (token.type === 'open') from = text[token.end - 2] === '/' ? -1 : token.end
    else if (from >= 0) {
      const content = text.slice(from, token.start)
      const trimmed = content.trim()
      if (trimmed !== '' && !/<\/?mj/i.test(trimmed)) {
        const lines = '\n'.repeat(content.split('\n').length - 1)
        left += `${text.slice(at, from)}\ufdd2${contents.push(trimmed) - 1}\ufdd3${lines}`
        at = token.start
      }
      from = -1
    }
  }
  return {
    text: left + text.slice(at),
    restore: html => html.replace(MARKS, (_, n) => contents[Number(n)] ?? ''),
  }
}
