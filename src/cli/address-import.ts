/** Runs an import of a file of addresses: progress, rejected rows, the result. */
import type { Command } from 'commander'
import type { Store } from '../db/db.ts'
import { detailed } from '../domain/details/details.ts'
import type {
  AddressCounts,
  AddressProgress,
  RejectedAddress,
} from '../domain/files/import-addresses.ts'
import type { AddressRow } from '../domain/files/read-addresses.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'
import { detailText, rejectText } from './language.ts'
import { count, interruptible, rowCount } from './long-work.ts'
import { progressBar } from './progress-bar.ts'
import { openRejects, type RejectsFile } from './rejects-file.ts'
import { withFile } from './standard-input.ts'

export interface AddressImportOptions extends AccountOption {
  reason?: string
  rejects?: string
  sheet?: string
}

/** Imports the rows into one account. */
type ImportRows<Step extends AddressProgress> = (
  db: Store,
  accountId: number,
  rows: AsyncIterable<AddressRow[]>,
) => AsyncIterable<Step>

/** The output of an import beside its invalid rows. */
interface ImportResult<Step extends AddressProgress> {
  json(last: Step): object
  lines(last: Step): string[]
}

export const rowsOf = ({ read, added, alreadyThere, notValid }: AddressProgress['counts']) => ({
  read,
  added,
  other: alreadyThere,
  wrong: notValid,
})

export const ADDED: ImportResult<AddressProgress> = {
  json: ({ counts }) => counts,
  lines: ({ counts }) => [detailText(detailed('rows-added', rowsOf(counts)))],
}

/** Maximum number of invalid rows shown. */
const SHOWN = 20

/** Describes the file in the help of each such command. */
export const ADDRESS_FILE =
  'The file is in UTF-8, UTF-16 or windows-1252. A first row without an @ is taken for a header, ' +
  'which may name\nthe column of the addresses; otherwise it is the one that holds them. It is ' +
  'idempotent: after an interruption, run it\nagain with the same file. Exit code 1: no address ' +
  'of it could be used.'

/** Adds `import <file>`, with the options of such an import. */
export const withAddressFile = (group: Command): Command =>
  withAccount(group.command('import'))
    .argument(
      '<file>',
      'the addresses: one a line, or a column of a CSV or Excel file; - reads standard input',
    )
    // As the table would make it: help needs no rules of imports.
    .option('--reason <reason>', 'the reason, shown in the list')
    .option('--sheet <name>', 'of an Excel file; otherwise the first visible one that has rows')
    .option('--rejects <file>', 'write the rows that are not valid to a CSV file')

export async function importAddressFile<Step extends AddressProgress>(
  context: Context,
  file: string,
  options: AddressImportOptions,
  importRows: ImportRows<Step>,
  result: ImportResult<Step> = ADDED,
): Promise<void> {
  const { last, first } = await withFile(file, async (path, bytes) => {
    const rejects = options.rejects === undefined ? undefined : await openRejects(options.rejects)
    const source = { file, path, bytes }
    return read(context, options, source, rejects, importRows).finally(() => rejects?.close())
  })
  const { counts } = last
  if (options.json) context.printJson({ ...result.json(last), rejects: first })
  else printResult(context, options, result.lines(last), { counts, first })
  if (counts.read === 0) throw new CommandFailed(`There are no addresses in ${named(file)}.`)
  if (last.addresses === 0)
    throw new CommandFailed(
      `Nothing of ${named(file)} could be used: ${rowCount(counts.read)}, and none with an address.`,
    )
}

const named = (file: string): string => (file === '-' ? 'standard input' : file)

function printResult(
  context: Context,
  options: AddressImportOptions,
  lines: readonly string[],
  { counts, first }: { counts: AddressCounts; first: readonly RejectedAddress[] },
): void {
  for (const line of lines) context.print(line)
  for (const { line, code, reason, raw } of first)
    context.print(
      `  line ${line}: ${rejectText(code, reason)}: ${JSON.stringify(raw.slice(0, 80))}`,
    )
  if (counts.notValid > first.length)
    context.print(
      `  and ${count(counts.notValid - first.length)} ` +
        `more${options.rejects === undefined ? ': --rejects FILE keeps all' : ''}`,
    )
  if (options.rejects !== undefined)
    context.print(`The rows that are not valid are in ${options.rejects}.`)
}

interface Source {
  file: string
  path: string
  bytes: number
}

async function read<Step extends AddressProgress>(
  context: Context,
  options: AddressImportOptions,
  { file, path, bytes }: Source,
  rejects: RejectsFile | undefined,
  importRows: ImportRows<Step>,
): Promise<{ last: Step; first: RejectedAddress[] }> {
  // Help needs none of them.
  const { readAddresses } = await import('../domain/files/read-addresses.ts')
  const { UnreadableFile } = await import('../domain/files/read-rows.ts')
  const { recogniseErasedHere } = await import('./secret.ts')
  const bar = progressBar()
  let counts: AddressCounts = { read: 0, added: 0, alreadyThere: 0, notValid: 0 }
  const first: RejectedAddress[] = []
  let done = 0
  const onRead = (more: number) => {
    done += more
  }
  const rows = readAddresses(path, { sheet: options.sheet, onRead })
  const work = (stopping: AbortSignal) =>
    forAccount(context, options, async (db, { id }) => {
      await recogniseErasedHere(db, context.config(), id)
      let last: Step | undefined
      for await (const step of importRows(db, id, rows)) {
        last = step
        counts = step.counts
        if (first.length < SHOWN) first.push(...step.rejects.slice(0, SHOWN - first.length))
        await rejects?.write(
          step.rejects.map(row => ({ ...row, reason: rejectText(row.code, row.reason) })),
        )
        const part = done > 0 && bytes > 0 ? Math.min(1, done / bytes) : undefined
        bar.show({ part, rows: counts.read, also: [`${count(counts.notValid)} not valid`] })
        if (stopping.aborted)
          throw new CommandFailed(detailText(detailed('rows-stopped', { rows: counts.read })))
      }
      return { last: last!, first }
    })
  return interruptible(work)
    .catch(error => {
      if (!(error instanceof UnreadableFile)) throw error
      const before =
        counts.read === 0
          ? 'Nothing was changed.'
          : detailText(detailed('rows-before', { rows: counts.read }))
      throw new CommandFailed(
        `${file} can't be read to its end. ${detailText(error.why)} ${before}`,
        {
          cause: error,
        },
      )
    })
    .finally(bar.end)
}
