/**
 * `pennypost batch ...`: files of transactions submitted by programs: their state and rejected
 * rows.
 */

import type { Command } from 'commander'
import { STATES } from '../domain/imports/progress.ts'
import {
  type BatchRejectReason,
  batchRejectReasons,
} from '../domain/transactions/batches/batch-rows.ts'
import {
  type BatchProgress,
  batchProgress,
  batchRejects,
  batchSource,
  listBatches,
} from '../domain/transactions/batches/batches.ts'
import { formatInstant } from '../lib/instant.ts'
import { size } from '../lib/size.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { withLimit } from './arguments.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'
import { printRejects, writeRejects } from './rejects-file.ts'

export function register(batch: Command, context: Context): void {
  withLimit(withAccount(batch.command('list')), 50)
    .description('List the batches, the newest first.')
    .addHelpText('after', '\nExample:\n  $ pennypost batch list --json')
    .action((options: AccountOption & { limit: number }) => list(context, options))

  withAccount(
    batch
      .command('show')
      .argument('<batch>', 'which batch: the GUID returned to the program, or its number'),
  )
    .option(
      '--rejects <file>',
      'write its rejected rows to a CSV file: line, reason, the row as it was',
    )
    .description('Show the state of a batch and the results of its rows.')
    .addHelpText(
      'after',
      '\nThe first 100,000 rejected rows of a batch are kept; the rest is only counted.\n\n' +
        'Example:\n  $ pennypost batch show 8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f --rejects ' +
        'rejected.csv',
    )
    .action((which: string, options: AccountOption & { rejects?: string }) =>
      show(context, which, options),
    )
}

const stateOf = ({ state }: BatchProgress): string => STATES[state as 0 | 1 | 2 | 3]

async function list(context: Context, options: AccountOption & { limit: number }): Promise<void> {
  const batches = await forAccount(context, options, (db, { id }) =>
    listBatches(db, id, Math.min(options.limit, 100_000)),
  )
  if (options.json) return context.printJson(batches.map(facts))
  if (batches.length === 0)
    return context.print('There are no batches yet. Programs make them: InsertTransactionFromFile.')
  context.print(
    `${'Guid'.padEnd(36)}  ${'State'.padEnd(9)}  ${'Queued'.padStart(11)}  ` +
      `${'Rejected'.padStart(9)}  ${'Made'.padEnd(19)}  Project`,
  )
  for (const one of batches)
    context.print(
      `${one.guid}  ${stateOf(one).padEnd(9)}  ${count(one.queued).padStart(11)}  ` +
        `${count(one.rejected).padStart(9)}  ${formatInstant(one.created).slice(0, 19)}  ` +
        `${one.project}`,
    )
}

async function show(
  context: Context,
  which: string,
  options: AccountOption & { rejects?: string },
): Promise<void> {
  const { progress, written } = await forAccount(
    context,
    options,
    async (db, { id: accountId }) => {
      const found = await batchProgress(db, accountId, which)
      if (options.rejects === undefined) return { progress: found, written: 0 }
      const written = await writeRejects(
        options.rejects,
        batchRejects(db, accountId, found.id),
        sentenceOf,
      )
      return { progress: found, written }
    },
  )
  if (options.json)
    return context.printJson({
      ...facts(progress),
      ...(options.rejects !== undefined && { rejectsWritten: written }),
    })
  for (const line of lines(progress)) context.print(line)
  if (options.rejects === undefined) return
  printRejects(context, options.rejects, { rejected: progress.rejected, written })
}

const sentenceOf = (reason: string): string =>
  batchRejectReasons[reason as BatchRejectReason] ?? reason

function lines(progress: BatchProgress): string[] {
  const { guid, project, created, started, finished, fileLength, trouble, position } = progress
  const row = (title: string, value: string) => `${`${title}:`.padEnd(14)}${value}`
  const lines = [
    row('Batch', guid),
    row('Project', project),
    row('File', batchSource(progress)),
    row('State', stateOf(progress)),
  ]
  if (trouble !== null) lines.push(row(progress.state === 3 ? 'Why' : 'Waits', trouble))
  lines.push(row('Made', formatInstant(created)))
  if (started !== null) lines.push(row('Begun', formatInstant(started)))
  if (finished !== null) lines.push(row('Ended', formatInstant(finished)))
  if (fileLength !== null) lines.push(row('Size', size(fileLength)))
  lines.push(row('Rows', count(position)))
  const { queued, repeated, rejected, rejectedBy, ignored } = progress
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

/** The JSON output. */
function facts(progress: BatchProgress) {
  const {
    guid,
    id,
    projectId,
    project,
    format,
    created,
    started,
    finished,
    trouble,
    fileLength,
    position,
  } = progress
  const { queued, repeated, rejected, rejectedBy, ignored } = progress
  const moment = (text: string | null) => text && formatInstant(text)
  return {
    ...{
      guid,
      id,
      projectId,
      project,
      source: batchSource(progress),
      format,
      state: stateOf(progress),
      trouble,
    },
    ...{
      created: formatInstant(created),
      started: moment(started),
      finished: moment(finished),
      fileLength,
      rows: position,
    },
    ...{ queued, repeated, rejected, rejectedBy, ignored },
  }
}
