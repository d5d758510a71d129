/**
 * `pennypost batch ...`: files of transactions submitted by programs: their state and rejected
 * rows.
 */
import type { Command } from 'commander'
import { type BatchAnswer, batches } from '../actions/transactions/batches.ts'
import {
  type BatchRejectReason,
  batchRejectReasons,
} from '../domain/transactions/batches/batch-rows.ts'
import { batchRejects } from '../domain/transactions/batches/batches.ts'
import { size } from '../lib/size.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { causesText, rejectText } from './language.ts'
import { count } from './long-work.ts'
import { queuedAgain } from './queued-again.ts'
import { printRejects, writeRejects } from './rejects-file.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, batches, {
    'batch list': {
      examples: ['batch list --json'],
      text({ items }, { print }) {
        if (items.length === 0)
          return print('There are no batches yet. Programs make them: InsertTransactionFromFile.')
        print(
          `${'Guid'.padEnd(36)}  ${'State'.padEnd(9)}  ${'Queued'.padStart(11)}  ` +
            `${'Rejected'.padStart(9)}  ${'Made'.padEnd(19)}  Project`,
        )
        for (const { guid, state, queued, rejected, created, project } of items)
          print(
            `${guid}  ${state.padEnd(9)}  ${count(queued).padStart(11)}  ` +
              `${count(rejected).padStart(9)}  ${created.slice(0, 19)}  ${project}`,
          )
      },
    },
    'batch show': {
      notes: 'The first 100,000 rejected rows of a batch are kept; the rest is only counted.',
      examples: ['batch show 8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f --rejects rejected.csv'],
      options: command =>
        command.option(
          '--rejects <file>',
          'write its rejected rows to a CSV file: line, reason, the row as it was',
        ),
      async beside({ id }, { here: { db, account }, options }) {
        if (options.rejects === undefined) return {}
        const rows = batchRejects(db, account.id, id)
        return { rejectsWritten: await writeRejects(String(options.rejects), rows, sentenceOf) }
      },
      text(batch, { print, options: { rejects } }) {
        for (const line of lines(batch)) print(line)
        const { rejected, rejectsWritten: written } = batch as typeof batch & Beside
        if (written !== undefined) printRejects(context, String(rejects), { rejected, written })
      },
    },
    'batch emails': {
      examples: ['batch emails 8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f'],
      text({ emails }, { print }) {
        if (emails === null)
          return print('It is not known: the file was read by an earlier version of the service.')
        for (const [state, number] of Object.entries(emails))
          print(`${count(number).padStart(12)}  ${state}`)
      },
    },
    'batch retry': {
      examples: ['batch retry 8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f --states uncertain'],
      text: queuedAgain,
    },
  })
}

interface Beside {
  rejectsWritten?: number
}

const sentenceOf = (reason: string): string =>
  rejectText(reason, batchRejectReasons[reason as BatchRejectReason] ?? reason)

function lines(batch: BatchAnswer): string[] {
  const { guid, project, source, state, created, started, finished, fileLength, trouble, causes } =
    batch
  const row = (title: string, value: string) => `${`${title}:`.padEnd(14)}${value}`
  const lines = [
    row('Batch', guid),
    row('Project', project),
    row('File', source),
    row('State', state),
  ]
  if (trouble !== null)
    lines.push(row(state === 'failed' ? 'Why' : 'Waits', causesText(trouble, causes)))
  lines.push(row('Made', created))
  if (started !== null) lines.push(row('Begun', started))
  if (finished !== null) lines.push(row('Ended', finished))
  if (fileLength !== null) lines.push(row('Size', size(fileLength)))
  lines.push(row('Rows', count(batch.rows)))
  const { queued, repeated, rejected, rejectedBy, ignored } = batch
  const line = (number: number, what: string) =>
    number > 0 && lines.push(`  ${count(number).padStart(12)}  ${what}`)
  line(queued, 'transactions with their emails')
  line(repeated, 'repeat an earlier one: nothing was sent')
  line(rejected, 'rejected:')
  for (const [reason, number] of Object.entries(rejectedBy).sort(([, a], [, b]) => b - a))
    lines.push(`  ${count(number).padStart(14)}  ${sentenceOf(reason)}`)
  line(ignored, 'elements that mean nothing here')
  return lines
}
