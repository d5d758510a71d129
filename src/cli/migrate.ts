/** `pennypost migrate`: copies an account from a former service, as often as wanted. */
import { type Command, InvalidArgumentError } from 'commander'
import { forgetWholeMove, MOVE_KINDS, type MoveState, stateOfMove } from '../domain/moves/move.ts'
import { addressOf } from '../domain/moves/people.sql.ts'
import { countOldAccount, type DryCount } from '../moving/copy/dry-run.ts'
import type { CopyProgress } from '../moving/copy/job.ts'
import { runCopy } from '../moving/copy/run-copy.ts'
import { type OldService, openOldService } from '../moving/old-service/old-service.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { number } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'
import { count, interruptible } from './long-work.ts'
import { type ProgressBar, progressBar } from './progress-bar.ts'
import { recogniseErasedHere } from './secret.ts'

interface MigrateOptions extends AccountOption {
  from?: URL
  username?: string
  namespace?: string
  rate: number
  pageSize: number
  patience: number
  newsletters: number[]
  dryRun?: boolean
}

export function register(command: Command, context: Context): void {
  withAccount(command)
    .option('--from <url>', 'the address of the old service, with /externalapiservice.asmx', oldUrl)
    .option('--username <name>', 'the user name there')
    .option('--namespace <uri>', 'its XML namespace; otherwise that of its description')
    .option('--rate <number>', 'calls of the old service per second, at most', rate, 10)
    .option('--page-size <number>', 'subscribers per call', pageSize, 1000)
    .option('--patience <minutes>', 'how long one call is tried while it is away', number, 120)
    .option(
      '--newsletters <ids>',
      'ids of newsletters to copy beside those of projects: 1-200,350',
      idRanges,
      [],
    )
    .option('--dry-run', 'only count what is there')
    .description('Copy an account from a former service, with its ids. Run it again for changes.')
    .addHelpText(
      'after',
      `
The password there is read from OLD_PASSWORD, or asked for. Only operations that read are called
there. A copy that was stopped goes on where it stopped; one that was finished reads everything
again, and brings only what differs.

Examples:
  $ pennypost migrate --from https://api.old.example/externalapiservice.asmx --username shop --dry-run
  $ pennypost migrate --from https://api.old.example/externalapiservice.asmx --username shop
  $ pennypost migrate show`,
    )
    .action((options: MigrateOptions) => migrateAccount(context, options))

  withAccount(command.command('show'))
    .description('Show the last copy: old, here, and what differs, with ten samples of each.')
    .addHelpText('after', '\nExample:\n  $ pennypost migrate show --json')
    .action((options: AccountOption) => show(context, options))

  withAccount(command.command('forget'))
    .description('Forget the state of the copy. What was copied stays.')
    .addHelpText('after', '\nExample:\n  $ pennypost migrate forget')
    .action((options: AccountOption) => forget(context, options))
}

async function migrateAccount(context: Context, options: MigrateOptions): Promise<void> {
  const { from, username } = options
  if (!from || !username) throw new CommandFailed('Say where from: --from URL and --username NAME.')
  const config = context.config()
  const password =
    config.moving.oldPassword ??
    (await context.readPassword(`Password of ${username} at ${from.host}: `))
  if (password === '') throw new CommandFailed('No password was given.')
  await interruptible(async signal => {
    const bar = progressBar()
    let old: OldService | undefined
    const opening = {
      url: from,
      username,
      password,
      ...(options.namespace !== undefined && { namespace: options.namespace }),
      rate: options.rate,
      idleMillis: 120_000,
      patienceMillis: options.patience * 60_000,
      pauseMillis: 1000,
      signal,
      note: (sentence: string) => context.progress(sentence),
    }
    try {
      old = await openOldService(opening)
      if (options.namespace !== undefined) context.progress(WITHOUT_DESCRIPTION)
      if (options.dryRun) return await dryRun(context, options, old)
      await copy(context, options, old, { bar, signal, url: from.href, username })
    } catch (error) {
      if (!signal.aborted) throw error
      throw new CommandFailed('Stopped. Run the command again: it goes on where it stopped.')
    } finally {
      bar.end()
      old?.close()
    }
  })
}

const WITHOUT_DESCRIPTION =
  'With --namespace the description of the old service is not read: bounces, and newsletters ' +
  'beside those of projects and --newsletters, are not copied.'

interface Running {
  bar: ProgressBar
  signal: AbortSignal
  url: string
  username: string
}

async function copy(
  context: Context,
  options: MigrateOptions,
  old: OldService,
  { bar, signal, url, username }: Running,
): Promise<void> {
  const { hardDays, ...rules } = context.config().bounces
  await forAccount(context, options, async (db, account) => {
    await recogniseErasedHere(db, context.config(), account.id)
    await runCopy({
      db,
      accountId: account.id,
      username: account.username,
      old,
      url,
      signal,
      oldUsername: username,
      pageSize: options.pageSize,
      newsletterIds: options.newsletters,
      suppression: { rules, hardDays },
      show: progress => bar.show(stepOf(progress)),
    })
    bar.end()
    await report(context, options, (await stateOfMove(db, account.id))!, id =>
      addressOf(db, { accountId: account.id, subscriberId: id }),
    )
  })
}

const stepOf = ({ kind, rows, of, list }: CopyProgress) => ({
  part: of === undefined || of === 0 ? undefined : Math.min(1, rows / of),
  rows,
  also: [list === undefined ? kind : `${kind} of ${list}`],
})

async function dryRun(context: Context, options: MigrateOptions, old: OldService): Promise<void> {
  const counts = await countOldAccount(old, options.newsletters, options.pageSize)
  if (options.json) return context.printJson(counts)
  context.print(
    table([['', 'Old'], ...counts.map(({ kind, rows }: DryCount) => [kind, shown(rows)])]),
  )
  context.print('Nothing was copied.')
}

const shown = (rows: number | undefined): string => (rows === undefined ? '?' : count(rows))

async function show(context: Context, options: AccountOption): Promise<void> {
  await forAccount(context, options, async (db, { id: accountId }) => {
    const state = await stateOfMove(db, accountId)
    if (!state) throw new CommandFailed('Nothing was copied into this account yet.')
    await report(context, options, state, subscriberId =>
      addressOf(db, { accountId, subscriberId }),
    )
  })
}

async function report(
  context: Context,
  options: AccountOption,
  state: MoveState,
  personOf: (id: number) => Promise<{ email: string } | undefined>,
): Promise<void> {
  if (options.json) return context.printJson(state)
  const kinds = MOVE_KINDS.flatMap(kind => {
    const counts = state.counts[kind]
    return counts ? [{ kind, counts }] : []
  })
  const rows = kinds.map(({ kind, counts }) => [
    kind,
    ...[
      counts.read,
      counts.here,
      counts.added,
      counts.changed,
      counts.removed,
      counts.different,
    ].map(count),
  ])
  context.print(table([['', 'Old', 'Here', 'Added', 'Changed', 'Removed', 'Different'], ...rows]))
  let heading = ''
  for (const { kind, difference, record } of state.differences) {
    if (heading !== `${kind}: ${difference}`) {
      heading = `${kind}: ${difference}`
      context.print(heading)
    }
    const id = kind === 'subscribers' ? Number(/^\d+/.exec(record)?.[0]) : 0
    const person = id > 0 ? await personOf(id) : undefined
    context.print(`  ${record}${person ? `  ${person.email}` : ''}`)
  }
  context.print(
    'People on no list are not read by a copy. To bring them with their ids: pennypost import ' +
      'FILE --list ID --columns id,email,name',
  )
  context.print(
    state.finished !== null
      ? `Pass ${state.pass} of the copy from ${state.oldUrl} is finished.`
      : `Pass ${state.pass} of the copy from ${state.oldUrl} ` +
          `${state.running ? 'is running' : 'was stopped; run it again to go on'}.`,
  )
}

async function forget(context: Context, options: AccountOption): Promise<void> {
  const forgotten = await forAccount(context, options, (db, { id }) => forgetWholeMove(db, id))
  if (options.json) return context.printJson({ forgotten })
  context.print(forgotten ? 'The copy is forgotten.' : 'There is no copy to forget.')
}

/** Columns of numbers, right-aligned; the first is text. */
function table(rows: string[][]): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map(row => row[i]!.length)))
  const line = (row: string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')
  return rows.map(line).join('\n')
}

function oldUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('An address that begins with http:// or https:// is wanted.')
  if (url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('The address must not have a password: it is asked for.')
  return url
}

function rate(text: string): number {
  const perSecond = number(text)
  if (perSecond <= 0 || perSecond > 1000)
    throw new InvalidArgumentError('A number above 0, up to 1000, is wanted.')
  return perSecond
}

function pageSize(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > 5000)
    throw new InvalidArgumentError('A number from 1 to 5000 is wanted.')
  return Number(text)
}

const MOST_IDS = 100_000

function idRanges(text: string): number[] {
  const ids: number[] = []
  for (const part of text.slice(0, 10_000).split(',')) {
    const [, from, to = from] = /^\s*(\d{1,9})(?:-(\d{1,9}))?\s*$/.exec(part) ?? []
    if (from === undefined) throw new InvalidArgumentError('Ids are wanted: 1-200,350.')
    for (let id = Number(from); id <= Number(to); id++) {
      ids.push(id)
      if (ids.length > MOST_IDS)
        throw new InvalidArgumentError(`At most ${MOST_IDS} ids are asked for.`)
    }
  }
  return ids
}
