/**
 * The paragraphs, list items, headings and tables of a pasted document, in order: from the HTML
 * that Word, Outlook, Google Docs, spreadsheets and web pages put on the clipboard.
 */
import { type Marks, marksOf, NO_MARKS, stylesOf } from './marks.ts'
import { type TextRun, tidied } from './runs.ts'

export type Level = 1 | 2 | 3

export type Flow =
  | { kind: 'paragraph'; runs: TextRun[] }
  | { kind: 'item'; ordered: boolean; depth: number; runs: TextRun[] }
  | { kind: 'heading'; level: Level; runs: TextRun[] }
  | { kind: 'table'; rows: TextRun[][][]; headed: boolean }

export interface Flows {
  flows: Flow[]
  /** Pictures that were left out. */
  pictures: number
}

type Place =
  | { kind: 'paragraph' }
  | { kind: 'heading'; level: Level }
  | { kind: 'item'; ordered: boolean; depth: number; begun: boolean }

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const SKIPPED = names(
  'script style title meta link head noscript template svg math object iframe input select ' +
    'textarea button audio video',
)
const BLOCKS = names(
  'p div section article header footer main aside nav figure figcaption blockquote pre address ' +
    'dl dt dd center form fieldset tr',
)
/** More text is not taken over. */
const MOST_TEXT = 200_000

export function flowsOf(root: Element): Flows {
  const flows: Flow[] = []
  let pictures = 0
  let taken = 0
  let runs: TextRun[] = []
  let place: Place = { kind: 'paragraph' }

  /** Ends the paragraph that is being read. */
  function flush(): void {
    const tidy = tidied(runs)
    runs = []
    if (tidy.length === 0) return
    if (place.kind !== 'item') {
      flows.push({ ...place, runs: tidy })
      return
    }
    const last = flows.at(-1)
    // A second paragraph of an item goes on below the first.
    if (place.begun && last?.kind === 'item') last.runs.push({ ...NO_MARKS, text: '\n' }, ...tidy)
    else flows.push({ kind: 'item', ordered: place.ordered, depth: place.depth, runs: tidy })
    place.begun = true
  }

  function within(next: Place, element: Element, marks: Marks): void {
    flush()
    const outer = place
    place = next
    children(element, marks)
    flush()
    place = outer
  }

  function children(element: Element, marks: Marks): void {
    for (const child of element.childNodes) {
      if (child.nodeType === 3) text(child.nodeValue ?? '', marks)
      else if (child.nodeType === 1) visit(child as Element, marks)
    }
  }

  function text(value: string, marks: Marks): void {
    if (taken >= MOST_TEXT) return
    const part = value.slice(0, MOST_TEXT - taken)
    taken += part.length
    runs.push({ ...marks, text: part })
  }

  function visit(element: Element, around: Marks): void {
    const tag = element.localName
    if (SKIPPED.has(tag) || isHidden(element)) return
    const marks = marksOf(element, around)
    const own = placeOf(element)
    if (tag === 'br') runs.push({ ...around, text: '\n' })
    else if (tag === 'img') pictures += isSeen(element) ? 1 : 0
    else if (tag === 'table') table(element, marks)
    else if (own) within(own, element, marks)
    else if (tag === 'ul' || tag === 'ol' || (BLOCKS.has(tag) && place.kind !== 'paragraph'))
      apart(element, marks)
    else if (BLOCKS.has(tag)) within({ kind: 'paragraph' }, element, marks)
    else children(element, marks)
  }

  /** Not in one line with what is before and after it. */
  function apart(element: Element, marks: Marks): void {
    flush()
    children(element, marks)
    flush()
  }

  function table(element: Element, marks: Marks): void {
    const own = [...element.querySelectorAll('tr')].filter(row => row.closest('table') === element)
    const cells = own.map(row =>
      [...row.children].filter(({ localName }) => localName === 'td' || localName === 'th'),
    )
    const isLayout =
      element.getAttribute('role') === 'presentation' ||
      element.querySelector('table') !== null ||
      cells.every(row => row.length < 2)
    flush()
    if (isLayout) {
      for (const row of cells)
        for (const cell of row) within({ kind: 'paragraph' }, cell, marksOf(cell, marks))
      return
    }
    const rows = cells.map(row => row.map(cell => cellRuns(cell, marks)))
    const headed =
      cells[0]?.every(
        (cell, i) => cell.localName === 'th' || rows[0]![i]!.every(run => run.bold),
      ) ?? false
    flows.push({ kind: 'table', rows, headed })
  }

  function cellRuns(cell: Element, marks: Marks): TextRun[] {
    const inside = flowsOf(cell)
    pictures += inside.pictures
    const lines = inside.flows.flatMap(flow => (flow.kind === 'table' ? [] : [flow.runs]))
    const isBold = marksOf(cell, marks).bold
    return lines.flatMap((line, i) => [
      ...(i === 0 ? [] : [{ ...NO_MARKS, text: '\n' }]),
      ...line.map(run => ({ ...run, bold: run.bold || isBold })),
    ])
  }

  children(root, NO_MARKS)
  flush()
  return { flows, pictures }
}

function isHidden(element: Element): boolean {
  const style = stylesOf(element)
  // The bullets and numbers that Word writes out before an item.
  if (style.get('mso-list') === 'ignore') return true
  return style.get('display') === 'none' || style.get('mso-hide') === 'all'
}

/** Not a pixel that counts opens. */
const isSeen = (picture: Element): boolean =>
  !['width', 'height'].some(side => ['0', '1'].includes(picture.getAttribute(side) ?? ''))

function headingLevel(element: Element): Level | undefined {
  const byTag = /^h([1-6])$/.exec(element.localName)?.[1]
  const name = element.getAttribute('class') ?? ''
  const byClass = /^Mso(?:Heading([1-9])|(Title))/.exec(name)
  const byRole =
    element.getAttribute('role') === 'heading' ? element.getAttribute('aria-level') : null
  const found = byTag ?? (byClass ? (byClass[1] ?? '1') : byRole)
  return found == null ? undefined : (Math.min(3, Math.max(1, Number(found) || 2)) as Level)
}

/** Of elements that begin a heading or an item of a list. */
function placeOf(element: Element): Place | undefined {
  const level = headingLevel(element)
  if (level !== undefined) return { kind: 'heading', level }
  return element.localName === 'li' ? itemPlace(element.parentElement) : wordItem(element)
}

const MOST_DEPTH = 3

function itemPlace(parent: Element | null): Place {
  let depth = 0
  for (let list = parent; list !== null; list = list.parentElement)
    if (list.localName === 'ul' || list.localName === 'ol') depth++
  return {
    kind: 'item',
    ordered: parent?.localName === 'ol',
    depth: Math.min(MOST_DEPTH, Math.max(1, depth)),
    begun: false,
  }
}

/** Word has no lists but paragraphs of a list, with its level in a style. */
function wordItem(element: Element): Place | undefined {
  const list = stylesOf(element).get('mso-list')
  const level = /\blevel(\d)/.exec(list ?? '')?.[1]
  if (element.localName !== 'p' || level === undefined) return undefined
  const marker = [...element.querySelectorAll('[data-style]')].find(
    one => stylesOf(one).get('mso-list') === 'ignore',
  )
  const ordered = /^[\s\u00a0]*(?:\d{1,3}|[a-z]{1,4})[.)]/i.test(marker?.textContent ?? '')
  return { kind: 'item', ordered, depth: Math.min(MOST_DEPTH, Number(level)), begun: false }
}
