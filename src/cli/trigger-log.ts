/**
 * `pennypost trigger log`: who passed which step, when and why; recent entries of all subscribers,
 * or all entries of one.
 */
import type { Command } from 'commander'
import type { Db } from '../db/db.ts'
import { noSuch, Refusal } from '../domain/refusal.ts'
import type { Definition } from '../domain/triggers/language/definition.ts'
import {
  findTrigger,
  lastTransitions,
  personForRun,
  runsOfPerson,
  transitionsOfPerson,
} from '../domain/triggers/triggers.sql.ts'
import { emailKey } from '../lib/email-address.ts'
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
  const { zone, transitions, runs } = await forAccount(context, options, async (db, account) => {
    const trigger = await findTrigger(db, { accountId: account.id, triggerId: id })
    if (!trigger) throw noSuch('no-such-trigger', id)
    const { zone } = JSON.parse(trigger.definition) as Definition
    return { zone, ...(await logged(db, account.id, id, trigger.listId, options)) }
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

async function logged(
  db: Db,
  accountId: number,
  triggerId: number,
  listId: number,
  { as, limit: most }: LogOptions,
) {
  if (as === undefined)
    return {
      transitions: await lastTransitions(db, { accountId, triggerId, most }),
      runs: undefined,
    }
  const person = await personForRun(db, { accountId, listId, emailKey: emailKey(as) })
  if (!person) throw new Refusal('no-such-subscriber', `No subscriber has the address ${as}.`)
  const transitions = await transitionsOfPerson(db, {
    accountId,
    triggerId,
    subscriberId: person.id,
    most,
  })
  return {
    transitions: transitions.map(row => ({ ...row, email: undefined })),
    runs: await runsOfPerson(db, { accountId, triggerId, subscriberId: person.id, most }),
  }
}
