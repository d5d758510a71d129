/**
 * Cleaning of pasted HTML, before the editor parses it: what an email can show is kept, and all of
 * the rest is dropped. Inline styles are read as text, since the policy of the page blocks them.
 */
import { type Flow, flowsOf, type Level } from './flow.ts'
import { htmlOfRuns, type TextRun } from './runs.ts'

export type PastedPart =
  | { kind: 'text'; html: string }
  | { kind: 'heading'; level: Level; html: string }
  /** A table of its own. */
  | { kind: 'table'; html: string }

export interface PastedHtml {
  parts: PastedPart[]
  /** Pictures that were left out. */
  pictures: number
}

/** Characters: looked through for embedded pictures, and parsed. */
const MOST_GIVEN = 64_000_000
const MOST_PARSED = 4_000_000

/** Undefined: too long; its plain text is taken instead. */
export function cleanPasted(html: string): PastedHtml | undefined {
  if (html.length > MOST_GIVEN) return undefined
  const short = html.replace(/data:image\/[^"'\s<>)]+/g, '')
  if (short.length > MOST_PARSED) return undefined
  const inert = withoutSheets(short).replace(/<[a-z][^<>]*>/gi, tag =>
    tag.replace(/\sstyle=/gi, ' data-style='),
  )
  const { flows, pictures } = flowsOf(new DOMParser().parseFromString(inert, 'text/html').body)
  return { parts: partsOf(flows), pictures }
}

/** Without its style sheets; one without an end goes to the end. */
function withoutSheets(html: string): string {
  const lower = html.toLowerCase()
  let kept = ''
  for (let at = 0; ; ) {
    const begin = lower.indexOf('<style', at)
    if (begin < 0) return kept + html.slice(at)
    kept += html.slice(at, begin)
    const end = lower.indexOf('</style>', begin)
    if (end < 0) return kept
    at = end + '</style>'.length
  }
}

type Item = Extract<Flow, { kind: 'item' }>

function partsOf(flows: readonly Flow[]): PastedPart[] {
  const parts: PastedPart[] = []
  const addText = (html: string) => {
    const last = parts.at(-1)
    if (last?.kind === 'text') last.html += html
    else parts.push({ kind: 'text', html })
  }
  for (let at = 0; at < flows.length; at++) {
    const flow = flows[at]!
    if (flow.kind === 'paragraph') addText(`<p>${htmlOfRuns(flow.runs)}</p>`)
    else if (flow.kind === 'heading')
      parts.push({ kind: 'heading', level: flow.level, html: htmlOfRuns(flow.runs, true) })
    else if (flow.kind === 'table') parts.push({ kind: 'table', html: tableHtml(flow) })
    else {
      const end = flows.findIndex((one, i) => i > at && one.kind !== 'item')
      const items = flows.slice(at, end < 0 ? flows.length : end) as Item[]
      addText(listsHtml(items))
      at += items.length - 1
    }
  }
  return parts
}

/** Items that follow each other: a change from bullets to numbers at the top is another list. */
function listsHtml(items: readonly Item[]): string {
  let html = ''
  for (let at = 0; at < items.length; ) {
    const { ordered, depth } = items[at]!
    let own = ''
    while (at < items.length && items[at]!.depth >= depth) {
      const item = items[at]!
      if (item.depth === depth && item.ordered !== ordered) break
      let next = at + 1
      while (next < items.length && items[next]!.depth > depth) next++
      const below = listsHtml(items.slice(at + 1, next))
      own += `<li><p>${htmlOfRuns(item.runs)}</p>${below}</li>`
      at = next
    }
    html += ordered ? `<ol>${own}</ol>` : `<ul>${own}</ul>`
  }
  return html
}

const CELL = 'padding:8px;border-bottom:1px solid #D9D5C8;text-align:left;vertical-align:top'
const TABLE = 'width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse"'

function tableHtml({ rows, headed }: Extract<Flow, { kind: 'table' }>): string {
  const row = (cells: readonly TextRun[][], tag: 'td' | 'th') => {
    const all = cells.map(runs => {
      const html = htmlOfRuns(runs, tag === 'th')
      return `<${tag} style="${CELL}">${html}</${tag}>`
    })
    return `<tr>${all.join('')}</tr>`
  }
  const body = rows.map((cells, i) => row(cells, headed && i === 0 ? 'th' : 'td')).join('\n')
  return `<table ${TABLE}>\n${body}\n</table>`
}
