/** Figures of several runs: medians, spreads and ratios, as text, Markdown and JSON. */

export interface Series {
  name: string
  unit: string
  /** One figure per run. */
  runs: number[]
  note?: string
}

export interface Ratio {
  name: string
  /** One per run: figure and baseline are measured one after the other. */
  runs: number[]
  target?: { least?: number; most?: number; aim?: number }
}

export interface Result {
  name: string
  /** What was measured, in a sentence or two. */
  about: string
  series: Series[]
  ratios: Ratio[]
  /** Load averages of the machine before each run. */
  loads: number[]
}

export function quantiles(values: Float64Array | number[], at: number[]): number[] {
  const sorted = Float64Array.from(values).sort()
  return at.map(
    share => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN,
  )
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const ratio = (name: string, of: Series, to: Series, target?: Ratio['target']): Ratio => ({
  name,
  runs: of.runs.map((figure, run) => figure / to.runs[run]!),
  target,
})

/** Collects the figures of runs by name, in order of first appearance. */
export class Figures {
  readonly series: Series[] = []

  add(name: string, unit: string, figure: number, note?: string): void {
    this.get(name, unit, note).runs.push(figure)
  }

  get(name: string, unit = '', note?: string): Series {
    let found = this.series.find(one => one.name === name)
    if (!found) {
      found = { name, unit, runs: [], note }
      this.series.push(found)
    }
    return found
  }
}

function shown(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (value >= 1000) return Math.round(value).toLocaleString('en-US')
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const spread = (values: number[]): string =>
  `${shown(Math.min(...values))} – ${shown(Math.max(...values))}`

function verdict({ runs, target }: Ratio): string {
  if (!target) return ''
  const value = median(runs)
  const { least, most, aim } = target
  const wanted = least !== undefined ? `≥ ${least}` : `≤ ${most}`
  const met = (least === undefined || value >= least) && (most === undefined || value <= most)
  return `${wanted}${aim === undefined ? '' : `, aim ${aim}`}: ${met ? 'yes' : 'no'}`
}

function rowsOf(result: Result): string[][] {
  const rows = [['', 'unit', 'median', 'min – max', 'wanted']]
  for (const { name, unit, runs, note } of result.series)
    rows.push([name, unit, shown(median(runs)), spread(runs), note ?? ''])
  for (const one of result.ratios)
    rows.push([one.name, 'ratio', shown(median(one.runs)), spread(one.runs), verdict(one)])
  return rows
}

export function asTable(result: Result): string {
  const rows = rowsOf(result)
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  const numeric = new Set([2, 3])
  const lines = rows.map(row =>
    row
      .map((cell, at) => (numeric.has(at) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
      .join('  '),
  )
  return (
    `${result.name}: ${result.about}\n${lines.map(line => `  ${line.trimEnd()}`).join('\n')}\n` +
    `  load average before the runs: ${result.loads.map(load => load.toFixed(1)).join(', ')}\n`
  )
}

export function asMarkdown(result: Result): string {
  const [head, ...rows] = rowsOf(result)
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return (
    `### ${result.name}\n\n${result.about}\n\n${line(head!)}\n|---|---|---:|---:|---|\n` +
    `${rows.map(line).join('\n')}\n\n` +
    `Load average before the runs: ${result.loads.map(load => load.toFixed(1)).join(', ')}.\n`
  )
}
