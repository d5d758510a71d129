/** Imports as text: progress, results, and a list of all. */

import type { ImportAnswer } from '../actions/imports/imports.ts'
import type { DryRun, ShownRow } from '../domain/imports/apply/dry-run.ts'
import { isByConsent, rejectReasons } from '../domain/imports/apply/reject-reasons.ts'
import type { ImportCounts } from '../domain/imports/running.ts'
import { size } from '../lib/size.ts'
import { causesText, rejectText } from './language.ts'
import { count, rowCount } from './long-work.ts'

const stateOf = ({ state, undone }: ImportAnswer): string => (undone === null ? state : 'undone')

const sourceOf = ({ url, name }: ImportAnswer): string => url ?? (name || 'sent with the call')

const row = (title: string, value: string | number): string => `${`${title}:`.padEnd(14)}${value}`

export function importLines(progress: ImportAnswer): string[] {
  const { id, listId, created, started, finished, trouble, causes, fileLength } = progress
  const { rows, rejected, undone } = progress
  const lines = [
    row(`Import ${id}`, sourceOf(progress)),
    row('List', listId ?? 'none'),
    row('State', stateOf(progress)),
    row('Made', created),
  ]
  if (started !== null) lines.push(row('Begun', started))
  if (finished !== null) lines.push(row('Ended', finished))
  if (undone !== null) lines.push(row('Undone', undone))
  if (fileLength !== null) lines.push(row('File', size(fileLength)))
  if (trouble !== null) lines.push(row('Trouble', causesText(trouble, causes)))
  lines.push(row('Rows', count(rows)), ...countLines(progress))
  if (rejected > 0)
    lines.push(`To see the rejected rows: pennypost import show ${id} --rejects FILE`)
  return lines
}

/** Common to an import and a dry run. */
function countLines(counts: ImportCounts): string[] {
  const { inserted, updated, unchanged, repeated, subscribed, rejected, rejectedBy, ignored } =
    counts
  const lines: string[] = []
  const line = (number: number, what: string) =>
    number > 0 && lines.push(`  ${count(number).padStart(12)}  ${what}`)
  line(inserted, 'new subscribers')
  line(updated, 'known subscribers, changed')
  line(unchanged, 'known subscribers, unchanged')
  line(repeated, 'further rows of the same address')
  const reasons = Object.entries(rejectedBy).sort(([, a], [, b]) => b - a)
  const because = (some: [string, number][]) =>
    some.map(
      ([reason, number]) =>
        `  ${count(number).padStart(14)}  ` +
        rejectText(reason, rejectReasons[reason as keyof typeof rejectReasons] ?? reason),
    )
  const [left, wrong] = [true, false].map(of => reasons.filter(([one]) => isByConsent(one) === of))
  const away = left!.reduce((sum, [, number]) => sum + number, 0)
  line(away, 'kept off the list, which is remembered:')
  lines.push(...because(left!))
  line(rejected - away, 'rejected:')
  lines.push(...because(wrong!))
  line(ignored, 'elements that mean nothing here')
  lines.push(`  ${count(subscribed).padStart(12)}  put on the list`)
  return lines
}

export function listLines(imports: ImportAnswer[]): string[] {
  const header =
    `${'Id'.padStart(6)}  ${'List'.padStart(6)}  ${'State'.padEnd(9)}  ${'Rows'.padStart(11)} ` +
    ` ${'Rejected'.padStart(9)}  ${'Made'.padEnd(19)}  File`
  return [
    header,
    ...imports.map(one => {
      const numbers = `${count(one.rows).padStart(11)}  ${count(one.rejected).padStart(9)}`
      const made = one.created.slice(0, 19)
      return (
        `${String(one.id).padStart(6)}  ${String(one.listId).padStart(6)}  ` +
        `${stateOf(one).padEnd(9)}  ${numbers}  ${made}  ${sourceOf(one)}`
      )
    }),
  ]
}

export function dryRunLines({ read, counts, first }: DryRun): string[] {
  if (read === 0) return ['The file holds no rows.']
  return [
    'The first rows, as they are understood:',
    ...table(first),
    '',
    `${rowCount(read)}. An import would find:`,
    ...countLines(counts),
  ]
}

/** Only filled fields are shown, up to this width: a row has more fields than fit on a line. */
const WIDEST = 28

function table(rows: ShownRow[]): string[] {
  const fields = rows.reduce((most, { fields: one }) => Math.max(most, lastFilled(one)), 0)
  const titles = [
    'Line',
    'Address',
    'Name',
    'Format',
    ...Array.from({ length: fields }, (_, i) => `DD${i + 1}`),
  ]
  const cells = rows.map(one => [
    String(one.line),
    ...(one.reason === undefined
      ? [
          one.email,
          one.name,
          one.format || 'HTML',
          ...Array.from({ length: fields }, (_, i) => one.fields[i] ?? ''),
        ]
      : [`rejected: ${rejectText(one.reason, one.reason)}`, shortened(one.raw)]
    ).map(shortened),
  ])
  const widths = titles.map((title, i) =>
    Math.max(title.length, ...cells.map(line => (line.length > 3 ? (line[i] ?? '').length : 0))),
  )
  const laid = (line: string[]) =>
    `  ${line.map((text, i) => text.padEnd(widths[i]!)).join('  ')}`.trimEnd()
  return [laid(titles), ...cells.map(laid)]
}

const lastFilled = (fields: readonly (string | null)[]): number =>
  fields.findLastIndex(value => value !== null && value !== '') + 1

function shortened(text: string): string {
  const line = text.trim().replace(/[\p{C}\s]+/gu, ' ')
  return line.length > WIDEST ? `${line.slice(0, WIDEST - 3)}...` : line
}
