/**
 * Where the steps of a definition stand in its text, also when it has mistakes: for an editor that
 * marks a mistake at its step, and changes one value while everything else stays byte for byte.
 */
import { type MapPart, readSource, type SourcePart } from './language/definition-source.ts'

export interface OutlineStep {
  key: string
  /** Starting at 1. */
  line: number
  lastLine: number
  /** Of its last value: comments and blank lines may follow until `lastLine`. */
  endLine: number
  /** Values written on one line: `source.slice(from, to)`, with its quotes. */
  texts: OutlineText[]
}

export interface OutlineText {
  word: string
  value: string
  from: number
  to: number
}

/** None if the text is not YAML, or has no steps. */
export function outlineOf(text: string): OutlineStep[] {
  const { part } = readSource(text)
  const steps = part?.kind === 'map' ? entryOf(part, 'steps') : undefined
  if (steps?.kind !== 'list') return []
  const source = text.replace(/^\ufeff/, '')
  const shift = text.length - source.length
  const lineAt = linesIn(source)
  const last = lineAt(source.trimEnd().length)
  return steps.parts.flatMap((step, i) => {
    const key = step.kind === 'map' ? entryOf(step, 'step') : undefined
    if (step.kind !== 'map' || key?.kind !== 'text') return []
    const next = steps.parts[i + 1]
    const line = lineAt(step.at)
    const endLine = lineAt(source.slice(0, endOf(step)).trimEnd().length)
    const texts = shifted(textsIn(step, source), shift)
    const lastLine = next ? lineAt(next.at) - 1 : last
    return [{ key: key.text.trim(), line, lastLine, endLine, texts }]
  })
}

/** The values above the steps: name, list, zone, start. */
export function headOf(text: string): OutlineText[] {
  const { part } = readSource(text)
  if (part?.kind !== 'map') return []
  const source = text.replace(/^\ufeff/, '')
  const entries = part.entries.filter(({ key }) => key !== 'steps')
  return shifted(textsIn({ ...part, entries }, source), text.length - source.length)
}

const shifted = (texts: OutlineText[], by: number): OutlineText[] =>
  texts.map(({ word, value, from, to }) => ({ word, value, from: from + by, to: to + by }))

/** The offset after the last value. */
function endOf(part: SourcePart): number {
  if (part.kind === 'text') return part.end
  const last = part.kind === 'list' ? part.parts.at(-1) : part.entries.at(-1)?.value
  return last ? endOf(last) : part.at
}

const entryOf = (map: MapPart, name: string): SourcePart | undefined =>
  map.entries.find(({ key }) => key === name)?.value

/** Also of `wait for:` with its entries on lines of their own. */
const textsIn = (map: MapPart, source: string): OutlineText[] =>
  map.entries.flatMap(({ key, value }) => {
    if (value.kind === 'map') return textsIn(value, source)
    if (value.kind !== 'text' || source.slice(value.at, value.end).includes('\n')) return []
    return [{ word: key, value: value.text, from: value.at, to: value.end }]
  })

/** The line of an offset, from 1, by bisection: a definition has thousands of offsets. */
function linesIn(source: string): (at: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1))
    starts.push(at + 1)
  return at => {
    let [low, high] = [0, starts.length]
    while (low + 1 < high) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= at) low = middle
      else high = middle
    }
    return low + 1
  }
}
