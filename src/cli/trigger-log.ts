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
  lastPassages,
  passagesOfPerson,
  personForWalk,
  walksOfPerson,
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
  const { zone, passages, walks } = await forAccount(context, options, async (db, account) => {
    const trigger = await findTrigger(db, { accountId: account.id, triggerId: id })
    if (!trigger) throw noSuch('no-such-trigger', id)
    const { zone } = JSON.parse(trigger.definition) as Definition
    return { zone, ...(await logged(db, account.id, id, trigger.listId, options)) }
  })
  if (options.json)
    return context.printJson({
      passages: passages.map(row => ({ ...row, at: formatInstant(row.at) })),
      ...(walks && {
        walks: walks.map(row => ({
          ...row,
          entered: formatInstant(row.entered),
          due: row.due && formatInstant(row.due),
          ended: row.ended && formatInstant(row.ended),
        })),
      }),
    })
  if (passages.length === 0 && !walks?.length)
    return context.print('No subscriber has passed a step yet.')
  for (const { entry, version, entered, step, due, ended, ending } of walks ?? []) {
    const now =
      due === null
        ? `ended ${minuteText(ended ?? entered, zone)}: ${ending}`
        : `at ${step}, checked again ${minuteText(due, zone)}`
    context.print(`Walk ${entry}, version ${version}: entered ${minuteText(entered, zone)}, ${now}`)
  }
  for (const { at, email, entry, step, way, reason } of passages) {
    const who = email === undefined ? `walk ${entry}` : (email ?? '(erased)')
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
    return { passages: await lastPassages(db, { accountId, triggerId, most }), walks: undefined }
  const person = await personForWalk(db, { accountId, listId, emailKey: emailKey(as) })
  if (!person) throw new Refusal('no-such-subscriber', `No subscriber has the address ${as}.`)
  const passages = await passagesOfPerson(db, {
    accountId,
    triggerId,
    subscriberId: person.id,
    most,
  })
  return {
    passages: passages.map(row => ({ ...row, email: undefined })),
    walks: await walksOfPerson(db, { accountId, triggerId, subscriberId: person.id, most }),
  }
}
