/**
 * `pennypost sending ...`: the state of sendings, and pausing, resuming, cancelling and confirming
 * them. `pennypost send` makes them.
 */
import { type Command, InvalidArgumentError } from 'commander'
import type { Store } from '../db/db.ts'
import { hitsOf } from '../domain/reports/hits-of-sending.ts'
import { abTestOf } from '../domain/reports/sendings/ab-results.ts'
import { shownTime } from '../domain/sendings/due-time.ts'
import { sendingProgress } from '../domain/sendings/progress.ts'
import { sendingsOfAccount } from '../domain/sendings/sendings.sql.ts'
import {
  cancelSending,
  pauseSending,
  RETRYABLE,
  resumeSending,
  retrySending,
} from '../domain/sendings/steer-sending.ts'
import { formatInstant } from '../lib/instant.ts'
import { refuseMessagesToNowhere } from '../use-cases/relays/relays.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf, withLimit } from './arguments.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'
import { relaysOf } from './secret.ts'
import { registerRate, registerUndo, registerWinner } from './sending-change.ts'
import { registerConfirm } from './sending-confirm.ts'
import { registerRecipients } from './sending-recipients.ts'
import {
  emailCount,
  facts,
  hitFacts,
  hitLines,
  openMessages,
  report,
  testLines,
  UNTRACKED,
} from './sending-report.ts'
import { watchSending } from './sending-watch.ts'

interface Options extends AccountOption, YesOption {
  watch?: boolean
  local?: boolean
  states: string[]
}

function states(text: string): string[] {
  const given = text.split(',').map(state => state.trim())
  const wrong = given.filter(state => !(RETRYABLE as readonly string[]).includes(state))
  if (wrong.length > 0)
    throw new InvalidArgumentError(`The states are ${RETRYABLE.join(', ')}, separated by commas.`)
  return given
}

const LOCAL = [
  '--local',
  'allow links that only this machine can follow, where the relay is on this machine too',
] as const

export function register(sending: Command, context: Context): void {
  const one = (name: string) =>
    withAccount(sending.command(name).argument('<id>', 'which sending', idOf('sending')))

  withLimit(withAccount(sending.command('list')), 50)
    .description('List the sendings, the newest first.')
    .addHelpText('after', '\nExample:\n  $ pennypost sending list --json')
    .action((options: AccountOption & { limit: number }) => list(context, options))

  one('show')
    .option('--watch', 'wait until it has ended, and print progress')
    .description(
      'Show the state of a sending: emails by state, exclusions, replies grouped, opens and ' +
        'clicks, and why it is stopped.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost sending show 5\n  $ pennypost sending show 5 --watch',
    )
    .action((id: number, options: Options) => show(context, id, options))

  one('pause')
    .description('Hand over no further email until it is resumed; it holds within two seconds.')
    .addHelpText('after', '\nExample:\n  $ pennypost sending pause 5')
    .action((id: number, options: Options) =>
      steer(context, id, options, async (db, accountId) => {
        const { onTheirWay } = await pauseSending(db, accountId, id)
        return (
          `Sending ${id} is paused${onTheirWayText(onTheirWay)}. To go on: ` +
          `pennypost sending resume ${id}`
        )
      }),
    )

  one('resume')
    .option(...LOCAL)
    .description('Let a paused sending go on.')
    .addHelpText('after', '\nExample:\n  $ pennypost sending resume 5')
    .action((id: number, options: Options) =>
      steer(context, id, options, async (db, accountId) => {
        await refuseMessagesToNowhere(db, relaysOf(db, context.config()), options.local)
        await resumeSending(db, accountId, id)
        return `Sending ${id} is running.`
      }),
    )

  registerConfirm(one('confirm'), context)
  registerUndo(one('undo'), context)
  registerRate(one('rate'), context)
  registerWinner(one('winner'), context)
  registerRecipients(one('recipients'), context)

  withYes(one('cancel'))
    .description(
      'Cancel a sending: emails not handed over are withdrawn; it holds within two seconds.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost sending cancel 5')
    .action((id: number, options: Options) =>
      steer(context, id, options, async (db, accountId) => {
        const progress = await sendingProgress(db, accountId, id)
        const facts =
          `Sending ${id} is ${progress.state}; ${emailCount(openMessages(progress))} of it ` +
          'wait.'
        await confirmed(context, options, facts, 'Cancel it')
        const { withdrawn, onTheirWay } = await cancelSending(db, accountId, id)
        const way = onTheirWayText(onTheirWay)
        return `Sending ${id} is cancelled; ${emailCount(withdrawn)} withdrawn${way}.`
      }),
    )

  one('retry')
    .option(
      '--states <states>',
      `which emails: ${RETRYABLE.join(', ')}, separated by commas`,
      states,
      ['failed', 'bounced'],
    )
    .option(...LOCAL)
    .description('Try the emails of a sending again that failed or were deferred, and no others.')
    .addHelpText(
      'after',
      '\nDeferred emails are tried before their time. Uncertain ones may have arrived: name them ' +
        'only if a second copy does less harm than none.\n\nExamples:\n' +
        '  $ pennypost sending retry 5 --states failed\n' +
        '  $ pennypost sending retry 5 --states deferred',
    )
    .action((id: number, options: Options) =>
      steer(context, id, options, async (db, accountId) => {
        await refuseMessagesToNowhere(db, relaysOf(db, context.config()), options.local)
        const again = await retrySending(db, accountId, id, options.states)
        return again === 0
          ? `Nothing in sending ${id} is ${options.states.join(' or ')}.`
          : `${emailCount(again)} of sending ${id} will be tried again.`
      }),
    )
}

/** Emails that the relay has already, or may get before the workers notice the stop. */
const onTheirWayText = (most: number): string =>
  most === 0 ? '' : `; up to ${emailCount(most)} ${most === 1 ? 'is' : 'are'} still on their way`

/** Runs the command and prints the state of the sending. */
async function steer(
  context: Context,
  id: number,
  options: AccountOption,
  work: (db: Store, accountId: number) => Promise<string>,
): Promise<void> {
  const { sentence, progress } = await forAccount(context, options, async (db, account) => ({
    sentence: await work(db, account.id),
    progress: await sendingProgress(db, account.id, id),
  }))
  if (options.json) context.printJson(facts(progress))
  else context.print(sentence)
}

async function list(context: Context, options: AccountOption & { limit: number }): Promise<void> {
  const rows = await forAccount(context, options, (db, account) =>
    sendingsOfAccount(db, {
      accountId: account.id,
      before: null,
      most: Math.min(options.limit, 100_000),
    }),
  )
  if (options.json)
    return context.printJson(
      rows.map(row => ({
        ...row,
        dueAt: formatInstant(row.dueAt),
        finishedAt: row.finishedAt && formatInstant(row.finishedAt),
      })),
    )
  if (rows.length === 0)
    return context.print(
      'There are no sendings yet. To make one: pennypost send --newsletter ID --list ID',
    )
  context.print(
    `${'Id'.padStart(6)}  State         Emails  Time                     Newsletter, to list`,
  )
  for (const { id, state, planned, dueAt, zone, name, listName } of rows) {
    const time = shownTime(dueAt, zone)
    const number = planned === null ? '' : count(planned)
    context.print(
      `${String(id).padStart(6)}  ${state.padEnd(11)}  ${number.padStart(7)}  ` +
        `${time.padEnd(23)}  ${name}, to ${listName || '(deleted)'}`,
    )
  }
}

async function show(context: Context, id: number, options: Options): Promise<void> {
  const { progress, hits, test } = await forAccount(context, options, async (db, account) => ({
    progress: await (options.watch
      ? watchSending(db, account.id, id, { progress: context.progress })
      : sendingProgress(db, account.id, id)),
    hits: await hitsOf(db, account.id, id),
    test: await abTestOf(db, account.id, id),
  }))
  if (options.json) {
    const known = progress.tracked ? hitFacts(hits) : UNTRACKED
    return context.printJson({ ...facts(progress), ...known, abTest: test })
  }
  const lines = [...report(progress), ...hitLines(progress, hits), ...(test ? testLines(test) : [])]
  for (const line of lines) context.print(line)
}
