/** `pennypost shadow`: the old service and Pennypost behind one host, compared, and the switch. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import type { Store } from '../db/db.ts'
import { atomically } from '../db/db.ts'
import {
  callsOfShadow,
  clearShadowCalls,
  clearShadowDifferences,
  differencesOfShadow,
  findShadow,
  wantShadow,
} from '../domain/shadow/shadow.sql.ts'
import { startShadow } from '../moving/shadow/shadow.ts'
import { listeningOrigin } from '../settings/service-origin.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'
import { callCount, count, interruptible } from './long-work.ts'
import { recogniseErasedHere } from './secret.ts'

interface ShadowCommand extends AccountOption {
  old?: URL
  new?: URL
  host: string
  port: number
  applySends?: boolean
}

export function register(command: Command, context: Context): void {
  withAccount(command)
    .option('--old <url>', 'the address of the old service', address)
    .option('--new <url>', 'the address of Pennypost; otherwise by HOST and PORT', address)
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .option('--port <number>', 'the port to listen on', port, 8090)
    .option('--apply-sends', 'carry out calls that send here too; only where nothing leaves')
    .description(
      'Stand in as the host of programs: the old service answers, Pennypost is compared.',
    )
    .addHelpText(
      'after',
      `
Calls that send emails or SMS are answered by one service only. Everything else is given to the
other one as well, changes only after they were accepted.

Examples:
  $ pennypost shadow --old https://api.old.example --port 8090
  $ pennypost shadow report
  $ pennypost shadow switch
  $ pennypost shadow back`,
    )
    .action((options: ShadowCommand) => listen(context, options))

  withAccount(command.command('report'))
    .option('--clear', 'begin anew afterwards: counts and differences are forgotten')
    .description('Show what differed, by operation and program.')
    .addHelpText('after', '\nExample:\n  $ pennypost shadow report --json')
    .action((options: AccountOption & { clear?: boolean }) => report(context, options))

  withAccount(command.command('switch'))
    .option('--anyway', 'also when calls differed or were missed')
    .description('Let Pennypost answer; the old service gets the changes, for the way back.')
    .addHelpText('after', '\nExample:\n  $ pennypost shadow switch')
    .action((options: AccountOption & { anyway?: boolean }) => change(context, options, 'new'))

  withAccount(command.command('back'))
    .description('Let the old service answer again.')
    .addHelpText('after', '\nExample:\n  $ pennypost shadow back')
    .action((options: AccountOption) => change(context, { ...options, anyway: true }, 'old'))
}

async function listen(context: Context, options: ShadowCommand): Promise<void> {
  const { old } = options
  if (!old) throw new CommandFailed('Say which service answers: --old URL.')
  const config = context.config()
  const { host, port: ownPort } = config.http
  const newUrl = options.new ?? new URL(listeningOrigin(host, ownPort))
  await forAccount(context, options, async (db, account) => {
    await recogniseErasedHere(db, config, account.id)
    const shadow = await startShadow({
      db,
      accountId: account.id,
      username: account.username,
      oldUrl: old,
      newUrl,
      host: options.host,
      port: options.port,
      maxBody: config.http.maxBody,
      journalPath: join(config.store.dataDir, `shadow-${account.id}.journal`),
      applySends: options.applySends ?? false,
      note: sentence => context.progress(sentence),
    }).catch(error => {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      throw new CommandFailed(`Port ${options.port} is in use: choose another with --port.`)
    })
    context.print(
      `Listening on ${listeningOrigin(options.host, shadow.port)}: calls go to ${old.origin}, ` +
        `copies to ${newUrl.origin}.`,
    )
    await interruptible(signal => new Promise(resolve => signal.addEventListener('abort', resolve)))
    await shadow.close()
  })
}

type ShadowState = NonNullable<Awaited<ReturnType<typeof findShadow>>>

async function stateOf(db: Store, accountId: number): Promise<ShadowState> {
  const state = await findShadow(db, { accountId })
  if (!state) throw new CommandFailed('There is no shadow yet: pennypost shadow --old URL')
  return state
}

async function report(
  context: Context,
  options: AccountOption & { clear?: boolean },
): Promise<void> {
  await forAccount(context, options, async (db, { id: accountId }) => {
    const { waiting, listens, answering } = await stateOf(db, accountId)
    const calls = await callsOfShadow(db, { accountId })
    const differences = await differencesOfShadow(db, { accountId })
    if (options.clear)
      await atomically(db, async tx => {
        await clearShadowCalls(tx, { accountId })
        await clearShadowDifferences(tx, { accountId })
      })
    if (options.json) return context.printJson({ answering, listens, waiting, calls, differences })
    for (const row of calls) {
      const facts = [
        callCount(row.calls),
        `${count(row.compared)} compared`,
        ...(row.differing > 0 ? [`${count(row.differing)} DIFFER`] : []),
        ...(row.missed > 0 ? [`${count(row.missed)} MISSED`] : []),
        ...(row.brought > 0 ? [`${count(row.brought)} missed, then brought by migrate`] : []),
        ...(row.leftOut > 0 ? [`${count(row.leftOut)} left out`] : []),
        ...(row.failed > 0 ? [`${count(row.failed)} not answered`] : []),
      ]
      context.print(`${row.operation}, ${row.program}: ${facts.join(', ')}`)
      for (const { operation, program, difference, times, example } of differences)
        if (operation === row.operation && program === row.program)
          context.print(
            `  ${difference} (${count(times)} ${times === 1 ? 'time' : 'times'}` +
              `${example === '' ? '' : `; ${example}`})`,
          )
    }
    const who = answering === 'new' ? 'Pennypost answers' : 'The old service answers'
    const state = listens ? who : 'Nothing listens now'
    const calling = waiting === 0 ? 'no calls' : callCount(waiting)
    context.print(`${state}; ${calling} ${waiting === 1 ? 'waits' : 'wait'}.`)
    if (calls.some(({ missed }) => missed > 0))
      context.print('Changes were missed: run pennypost migrate again, which brings them.')
    else if (calls.length > 0 && waiting === 0 && calls.every(({ differing }) => differing === 0))
      context.print(
        answering === 'new'
          ? 'Nothing differs. The way back: pennypost shadow back'
          : 'Nothing differs: pennypost shadow switch',
      )
  })
}

/** A switch waits for the process that listens, which waits up to 15 s for the last calls. */
const PATIENCE_MILLIS = 40_000

async function change(
  context: Context,
  options: AccountOption & { anyway?: boolean },
  to: 'old' | 'new',
): Promise<void> {
  await forAccount(context, options, async (db, { id: accountId }) => {
    const { listens } = await stateOf(db, accountId)
    if (!listens) throw new CommandFailed('No shadow listens: pennypost shadow --old URL')
    if (!options.anyway) await refuseUnclean(db, accountId)
    await wantShadow(db, { accountId, wanted: to })
    const until = Date.now() + PATIENCE_MILLIS
    let state = await stateOf(db, accountId)
    while (state.answering !== to && state.wanted === to && Date.now() < until) {
      await pause(100)
      state = await stateOf(db, accountId)
    }
    if (state.answering !== to) {
      await wantShadow(db, { accountId, wanted: state.answering })
      throw new CommandFailed(
        state.listens
          ? 'Not switched: calls for the other service are waiting. See pennypost shadow report'
          : 'Not switched: no shadow listens. Start it: pennypost shadow --old URL',
      )
    }
    if (options.json) return context.printJson({ answering: to })
    context.print(
      to === 'new'
        ? 'Pennypost answers. The way back: pennypost shadow back'
        : 'The old service answers again.',
    )
  })
}

async function refuseUnclean(db: Store, accountId: number): Promise<void> {
  const calls = await callsOfShadow(db, { accountId })
  const sum = (of: 'differing' | 'missed') => calls.reduce((total, row) => total + row[of], 0)
  if (sum('differing') + sum('missed') === 0) return
  throw new CommandFailed(
    `${callCount(sum('differing'))} differed, ${callCount(sum('missed'))} missed: see ` +
      'pennypost shadow report. A finished pennypost migrate settles what was missed before it; ' +
      'after a cause was mended begin anew (report --clear), or switch with --anyway.',
  )
}

function address(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('An address that begins with http:// or https:// is wanted.')
  return url
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('A number from 0 to 65535 is wanted.')
  return Number(text)
}
