/**
 * `pennypost trigger log`: who passed which step, when and why; recent entries of all subscribers,
 * or all entries of one.
 */
import type { Command } from 'commander'
import type { Definition } from '../domain/triggers/language/definition.ts'
import { passagesOf } from '../domain/triggers/passage-log.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf, withLimit } from './arguments.ts'
import type { Context } from './context.ts'
import { minuteText } from './trigger-show.ts'

interface LogOptions extends AccountOption {
  as?: string
  limit: number
}

export function register(trigger: Command, context: Context): void {
  withLimit(
    withAccount(trigger.command('log').argument('<id>', 'which trigger', idOf('trigger'))),
    50,
  )
    .option('--as <email>', 'of this subscriber: every run, and the current step')
    .description('Show who passed which step, when and why.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost trigger log 2\n  $ pennypost trigger log 2 --as asa@example.com',
    )
    .action((id: number, options: LogOptions) => log(context, id, options))
}

async function log(context: Context, id: number, options: LogOptions): Promise<void> {
  const { as, limit: most } = options
  const { zone, transitions, runs } = await forAccount(context, options, async (db, account) => {
    const { trigger, passages, runs } = await passagesOf(db, account.id, id, { as, most })
    const { zone } = JSON.parse(trigger.definition) as Definition
    return { zone, transitions: passages, runs }
  })
  if (options.json)
    return context.printJson({
      transitions: transitions.map(row => ({ ...row, at: formatInstant(row.at) })),
      ...(runs && {
        runs: runs.map(row => ({
          ...row,
          entered: formatInstant(row.entered),
          due: row.due && formatInstant(row.due),
          ended: row.ended && formatInstant(row.ended),
        })),
      }),
    })
  if (transitions.length === 0 && !runs?.length)
    return context.print('No subscriber has passed a step yet.')
  for (const { entry, version, entered, step, due, ended, ending } of runs ?? []) {
    const now =
      due === null
        ? `ended ${minuteText(ended ?? entered, zone)}: ${ending}`
        : `at ${step}, checked again ${minuteText(due, zone)}`
    context.print(`Run ${entry}, version ${version}: entered ${minuteText(entered, zone)}, ${now}`)
  }
  for (const { at, email, entry, step, way, reason } of transitions) {
    const who = email === undefined ? `run ${entry}` : (email ?? '(erased)')
    context.print(
      `${minuteText(at, zone)}  ${who}  ${step}${way === 'next' ? '' : ` ${way}`}: ${reason}`,
    )
  }
}
