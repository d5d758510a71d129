/**
 * `pennypost trigger ...`: rules that send automatically. docs/triggers.md describes the language.
 */
import { type Command, Option } from 'commander'
import type { Store } from '../db/db.ts'
import { noSuch } from '../domain/refusal.ts'
import { shownTime } from '../domain/sendings/due-time.ts'
import type { Definition } from '../domain/triggers/language/definition.ts'
import { pauseTrigger, removeTrigger, resumeTrigger } from '../domain/triggers/save-trigger.ts'
import { triggersOfAccount } from '../domain/triggers/triggers.sql.ts'
import { formatInstant } from '../lib/instant.ts'
import { refuseMessagesToNowhere } from '../use-cases/relays/relays.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'
import { relaysOf } from './secret.ts'
import * as files from './trigger-file.ts'
import * as log from './trigger-log.ts'
import * as show from './trigger-show.ts'
import * as dryRun from './trigger-test.ts'

interface Options extends AccountOption, YesOption {
  confirm?: boolean
  local?: boolean
}

const LOCAL = [
  '--local',
  'allow links that only this machine can follow, where the relay is on this machine too',
] as const

export function register(trigger: Command, context: Context): void {
  const one = (name: string) =>
    withAccount(trigger.command(name).argument('<id>', 'which trigger', idOf('trigger')))

  files.register(trigger, context)

  withAccount(trigger.command('list'))
    .description('List the triggers.')
    .addHelpText('after', '\nExample:\n  $ pennypost trigger list --json')
    .action((options: AccountOption) => list(context, options))

  show.register(trigger, context)
  log.register(trigger, context)
  dryRun.register(trigger, context)

  one('pause')
    .description('Pause a trigger: subscribers keep their step, and none enters.')
    .addHelpText('after', '\nExample:\n  $ pennypost trigger pause 2')
    .action((id: number, options: Options) =>
      steer(context, id, options, async (db, accountId) => {
        const { name } = await pauseTrigger(db, accountId, id)
        return `${name} is paused. To go on: pennypost trigger resume ${id}`
      }),
    )

  const resume = (id: number, options: Options) =>
    steer(context, id, options, async (db, accountId) => {
      await refuseMessagesToNowhere(db, relaysOf(db, context.config()), options.local)
      const { name, was } = await resumeTrigger(db, accountId, id, options.confirm === true)
      return was === 'running' ? `${name} was already running.` : `${name} is running.`
    })

  one('resume')
    // The former name of `trigger confirm`.
    .addOption(new Option('--confirm').hideHelp())
    .option(...LOCAL)
    .description(
      'Let a trigger go on that was paused, or held because something it needs was gone.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost trigger resume 2')
    .action(resume)

  one('confirm')
    .option(...LOCAL)
    .description('Confirm a trigger held after a long stop: overdue steps run now.')
    .addHelpText('after', '\nExample:\n  $ pennypost trigger confirm 2')
    .action((id: number, options: Options) => resume(id, { ...options, confirm: true }))

  withYes(one('remove'))
    .description(
      'Remove a trigger: no subscriber enters or continues. Sent emails stay in the reports.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost trigger remove 2')
    .action((id: number, options: Options) =>
      steer(context, id, options, async (db, accountId) => {
        const found = (await triggersOfAccount(db, { accountId })).find(row => row.id === id)
        if (!found) throw noSuch('no-such-trigger', id)
        const facts = `${found.name}: ${count(found.active)} on their way get nothing more.`
        await confirmed(context, options, facts, 'Remove it')
        const { name } = await removeTrigger(db, accountId, id)
        return `${name} was removed.`
      }),
    )
}

async function steer(
  context: Context,
  id: number,
  options: Options,
  work: (db: Store, accountId: number) => Promise<string>,
): Promise<void> {
  const says = await forAccount(context, options, (db, account) => work(db, account.id))
  if (options.json) return context.printJson({ id, says })
  context.print(says)
}

async function list(context: Context, options: AccountOption): Promise<void> {
  const rows = await forAccount(context, options, (db, { id }) =>
    triggersOfAccount(db, { accountId: id }),
  )
  if (options.json)
    return context.printJson(
      rows.map(({ definition, created, modified, ...row }) => ({
        ...row,
        start: (JSON.parse(definition) as Definition).start.on,
        created: formatInstant(created),
        modified: formatInstant(modified),
      })),
    )
  if (rows.length === 0)
    return context.print(
      'There are no triggers yet. To save one: pennypost trigger add --file trigger.yaml',
    )
  context.print(
    `${'Id'.padStart(6)}  ${'List'.padStart(5)}  ${'On their way'.padStart(12)}  ` +
      `${'State'.padEnd(11)}  Changed           Name`,
  )
  for (const { id, listId, active, state, modified, name, reason } of rows) {
    const changed = shownTime(modified, '+01:00').slice(0, 16)
    context.print(
      `${String(id).padStart(6)}  ${String(listId).padStart(5)}  ` +
        `${count(active).padStart(12)}  ${state.padEnd(11)}  ${changed}  ${name}`,
    )
    if (reason !== null && state !== 'paused') context.print(`        ${reason}`)
  }
}
