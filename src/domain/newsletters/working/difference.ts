/** The diff of two states of a newsletter: values, blocks, lines of its source. */
import { type LineChange, lineChanges } from '../../../lib/line-changes.ts'
import { type AnyBlock, allBlocks } from '../blocks/document.ts'
import type { DocumentLanguages } from '../blocks/document-languages.ts'
import type { NewsletterContent } from '../content/content.ts'
import { markupOf } from '../content/source.ts'

export interface BlockChange {
  id: string
  type: string
  change: 'added' | 'removed' | 'changed' | 'moved'
  before: AnyBlock | null
  after: AnyBlock | null
}

export interface Difference {
  values: { name: string; before: string; after: string }[]
  blocks: BlockChange[]
  lines: LineChange[]
}

const VALUES = [
  ...(['name', 'subject', 'preheader', 'fromName', 'fromEmail', 'replyTo', 'listId'] as const),
  ...(['inlined', 'text'] as const),
]
const MOST_SHOWN = 2000

export function differenceOf(before: NewsletterContent, after: NewsletterContent): Difference {
  const values = VALUES.flatMap(name => valueChange(name, before[name], after[name]))
  const [old, now] = [before.source, after.source]
  if (old.kind === 'blocks' && now.kind === 'blocks') {
    for (const name of ['header', 'footer'] as const)
      values.push(...valueChange(name, old.document[name] ?? true, now.document[name] ?? true))
    values.push(...languageChanges(old.document.languages, now.document.languages))
    const blocks = blockChanges(old.document.blocks, now.document.blocks)
    return { values, blocks, lines: [] }
  }
  values.push(...valueChange('kind', old.kind, now.kind))
  if (old.kind === 'template' && now.kind === 'template') {
    values.push(...valueChange('template', old.templateId, now.templateId))
    values.push(...valueChange('template version', old.version, now.version))
    for (const name of new Set([...Object.keys(old.slots), ...Object.keys(now.slots)]))
      values.push(...valueChange(`slot ${name}`, old.slots[name], now.slots[name]))
    return { values, blocks: [], lines: [] }
  }
  return { values, blocks: [], lines: lineChanges(textOf(old), textOf(now)) }
}

/** Each further language as one value. */
function languageChanges(
  before: DocumentLanguages | undefined,
  after: DocumentLanguages | undefined,
): Difference['values'] {
  const order = (of: DocumentLanguages | undefined) => of && [of.base, ...of.fallback].join(', ')
  const shown = (of: DocumentLanguages | undefined, language: string) => {
    const found = of?.versions.find(one => one.language === language)
    const { madeFrom: _, ...shown } = found ?? {}
    return found && JSON.stringify(shown, null, 1)
  }
  const named = [before, after].flatMap(of => of?.versions.map(one => one.language) ?? [])
  return [
    ...valueChange('languages', order(before), order(after)),
    ...[...new Set(named)].flatMap(language =>
      valueChange(`language ${language}`, shown(before, language), shown(after, language)),
    ),
  ]
}

function valueChange(name: string, before: unknown, after: unknown): Difference['values'] {
  if (before === after) return []
  const shown = (value: unknown) => String(value ?? '').slice(0, MOST_SHOWN)
  return [{ name, before: shown(before), after: shown(after) }]
}

function textOf(source: NewsletterContent['source']): string {
  if (source.kind === 'html' || source.kind === 'mjml') return markupOf(source)
  return JSON.stringify(source.kind === 'blocks' ? source.document : source.slots, null, 1)
}

function blockChanges(before: AnyBlock[], after: AnyBlock[]): BlockChange[] {
  const [old, now] = [placed(before), placed(after)]
  const changes: BlockChange[] = []
  for (const [id, { block, own, under }] of now) {
    const known = old.get(id)
    const { type } = block
    if (!known) changes.push({ id, type, change: 'added', before: null, after: block })
    else if (known.own !== own)
      changes.push({ id, type, change: 'changed', before: known.block, after: block })
    else if (known.under !== under)
      changes.push({ id, type, change: 'moved', before: block, after: block })
  }
  for (const [id, { block }] of old)
    if (!now.has(id))
      changes.push({ id, type: block.type, change: 'removed', before: block, after: null })
  // Of those that stand in both, the fewest that moved.
  const kept = [...now.keys()].filter(id => old.has(id))
  const order = new Map([...old.keys()].map((id, place) => [id, place]))
  const still = new Set(rising(kept.map(id => order.get(id)!)).map(place => kept[place]))
  for (const id of kept)
    if (!still.has(id) && !changes.some(change => change.id === id)) {
      const { block } = now.get(id)!
      changes.push({ id, type: block.type, change: 'moved', before: block, after: block })
    }
  return changes
}

/** By id: the block, its own content without nested blocks, and the columns it stands in. */
function placed(blocks: AnyBlock[]) {
  const places = new Map<string, { block: AnyBlock; own: string; under: string }>()
  const under = new Map<AnyBlock, string>()
  for (const block of blocks)
    if (block.type === 'columns')
      block.columns.forEach((column, i) => {
        for (const one of column.blocks) under.set(one, `${block.id} ${i}`)
      })
  for (const block of allBlocks({ blocks })) {
    const own =
      block.type === 'columns'
        ? { ...block, columns: block.columns.map(column => ({ ...column, blocks: [] })) }
        : block
    places.set(block.id, { block, own: JSON.stringify(own), under: under.get(block) ?? '' })
  }
  return places
}

/** The places of a longest rising subsequence. */
function rising(numbers: number[]): number[] {
  const ends: number[] = []
  const before: number[] = []
  numbers.forEach((number, place) => {
    let length = ends.findIndex(end => numbers[end]! >= number)
    if (length < 0) length = ends.length
    before[place] = length === 0 ? -1 : ends[length - 1]!
    ends[length] = place
  })
  const places: number[] = []
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place]!) places.unshift(place)
  return places
}
