/** Pasted text of one paragraph: pieces with equal marks, and how they are written as HTML. */
import type { Marks } from './marks.ts'

/** A line break is the text `\n`. */
export interface TextRun extends Marks {
  text: string
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const sameMarks = (one: Marks, other: Marks): boolean =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.underline === other.underline &&
  one.href === other.href

/** Blanks collapse across pieces, as a browser shows them; none is left at the ends of lines. */
export function tidied(runs: readonly TextRun[]): TextRun[] {
  const kept: TextRun[] = []
  let before = '\n'
  for (const { text, ...marks } of runs) {
    let shown =
      text === '\n' ? text : text.replace(/[ \t\r\n\f\u00a0]{2,}/g, ' ').replace(/[\t\r\n\f]/g, ' ')
    if (/[ \n]$/.test(before) && text !== '\n') shown = shown.replace(/^[ \u00a0]+/, '')
    if (shown === '') continue
    before = shown
    const last = kept.at(-1)
    if (shown === '\n' && last) last.text = last.text.trimEnd()
    if (last && last.text !== '\n' && shown !== '\n' && sameMarks(last, marks)) last.text += shown
    else kept.push({ text: shown, ...marks })
  }
  while (kept.length > 0 && kept.at(-1)!.text.trim() === '') kept.pop()
  while (kept.length > 0 && kept[0]!.text.trim() === '') kept.shift()
  const last = kept.at(-1)
  if (last) last.text = last.text.trimEnd()
  return kept
}

/** `inHeading`: all of a heading is bold. */
export const htmlOfRuns = (runs: readonly TextRun[], inHeading = false): string =>
  runs
    .map(({ text, bold, italic, underline, href }) => {
      if (text === '\n') return '<br>'
      let html = escaped(text)
      if (underline) html = `<u>${html}</u>`
      if (italic) html = `<em>${html}</em>`
      if (bold && !inHeading) html = `<strong>${html}</strong>`
      return href === undefined
        ? html
        : `<a href="${escaped(href).replaceAll('"', '&quot;')}">${html}</a>`
    })
    .join('')
