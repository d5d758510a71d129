/** `pennypost optout import`: adds the addresses of a file to the opt-out list. */
import type { Command } from 'commander'
import { UnreadableFile } from '../domain/files/read-rows.ts'
import {
  importOptOuts,
  type OptOutCounts,
  type RejectedOptOut,
} from '../domain/opt-outs/import-opt-outs.ts'
import { readAddresses } from '../domain/opt-outs/read-addresses.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'
import { count, interruptible } from './long-work.ts'
import { progressBar } from './progress-bar.ts'
import { openRejects, type RejectsFile } from './rejects-file.ts'
import { recogniseErasedHere } from './secret.ts'
import { withFile } from './standard-input.ts'

interface ImportOptions extends AccountOption {
  reason?: string
  rejects?: string
}

/** Maximum number of invalid rows shown. */
const SHOWN = 20

export function registerImport(optout: Command, context: Context): void {
  withAccount(optout.command('import'))
    .argument(
      '<file>',
      'the addresses: one a line, or the first column of a CSV or Excel file; - reads ' +
        'standard input',
    )
    .option('--reason <text>', 'the reason, shown in the list')
    .option('--rejects <file>', 'write the rows that hold no address to a CSV file')
    .description('Opt out all addresses of a file. Those on the list already keep their record.')
    .addHelpText(
      'after',
      `
The file is in UTF-8, UTF-16 or windows-1252. A first row without an @ is taken for a header. \
It is idempotent: after
an interruption, run it again with the same file.

Examples:
  $ pennypost optout import unsubscribed.csv --reason "from the former system"
  $ pennypost optout import - --rejects wrong.csv < addresses.txt`,
    )
    .action((file: string, options: ImportOptions) => run(context, file, options))
}

async function run(context: Context, file: string, options: ImportOptions): Promise<void> {
  const { counts, first } = await withFile(file, async (path, bytes) => {
    const rejects = options.rejects === undefined ? undefined : await openRejects(options.rejects)
    return read(context, options, { file, path, bytes }, rejects).finally(() => rejects?.close())
  })
  if (options.json) return context.printJson({ ...counts, rejects: first })
  context.print(
    `${count(counts.read)} rows: ${count(counts.added)} added, ` +
      `${count(counts.alreadyThere)} already there, ${count(counts.notValid)} not valid.`,
  )
  for (const { line, reason, raw } of first)
    context.print(`  line ${line}: ${reason}: ${JSON.stringify(raw.slice(0, 80))}`)
  if (counts.notValid > first.length)
    context.print(
      `  and ${count(counts.notValid - first.length)} ` +
        `more${options.rejects === undefined ? ': --rejects FILE keeps all' : ''}`,
    )
  if (options.rejects !== undefined)
    context.print(`The rows that are not valid are in ${options.rejects}.`)
  if (counts.read === 0) context.print('There are no addresses in it.')
}

interface Source {
  file: string
  path: string
  bytes: number
}

function read(
  context: Context,
  options: ImportOptions,
  { file, path, bytes }: Source,
  rejects: RejectsFile | undefined,
) {
  const bar = progressBar()
  let counts: OptOutCounts = { read: 0, added: 0, alreadyThere: 0, notValid: 0 }
  const first: RejectedOptOut[] = []
  let done = 0
  const rows = readAddresses(path, more => {
    done += more
  })
  const work = (stopping: AbortSignal) =>
    forAccount(context, options, async (db, { id }) => {
      await recogniseErasedHere(db, context.config(), id)
      for await (const step of importOptOuts(db, id, rows, options.reason ?? '')) {
        counts = step.counts
        if (first.length < SHOWN) first.push(...step.rejects.slice(0, SHOWN - first.length))
        await rejects?.write(step.rejects)
        const part = done > 0 && bytes > 0 ? Math.min(1, done / bytes) : undefined
        bar.show({ part, rows: counts.read, also: [`${count(counts.notValid)} not valid`] })
        if (stopping.aborted)
          throw new CommandFailed(
            `Stopped after ${count(counts.read)} rows; those are done. To do the rest, ` +
              'begin again with the same file.',
          )
      }
      return { counts, first }
    })
  return interruptible(work)
    .catch(error => {
      if (!(error instanceof UnreadableFile)) throw error
      const before =
        counts.read === 0
          ? 'Nothing was opted out.'
          : `${count(counts.added)} addresses before that were added.`
      throw new CommandFailed(`${file} can't be read to its end. ${error.message} ${before}`, {
        cause: error,
      })
    })
    .finally(bar.end)
}
