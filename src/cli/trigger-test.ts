/**
 * `pennypost trigger test --as EMAIL`: simulates a trigger for a subscriber, without sending
 * anything.
 */
import type { Command } from 'commander'
import type { TriggerDryRun } from '../domain/triggers/dry-run.ts'
import { tryTrigger as simulated } from '../domain/triggers/try-trigger.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf, textOfFile } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'
import { minuteText } from './trigger-show.ts'

interface TestOptions extends AccountOption {
  as: string
  file?: string
  at?: string
  happens?: string[]
}

export function register(trigger: Command, context: Context): void {
  withAccount(
    trigger.command('test').argument('[id]', 'which trigger; or with --file', idOf('trigger')),
  )
    .requiredOption('--as <email>', 'the subscriber')
    .option('--file <file>', 'a trigger that is not saved yet; - for standard input')
    .option(
      '--at <time>',
      'they enter at this day and time of the zone: "2026-11-22 09:00"; otherwise now, or ' +
        'on their next date',
    )
    .option(
      '--happens <step>',
      'what this step waits for happens, otherwise it does not; several times',
      (text, steps: string[] = []) => [...steps, text],
    )
    .description(
      'Simulate a trigger for a subscriber, and show which steps are passed, when, and why. ' +
        'Sends and changes nothing.',
    )
    .addHelpText(
      'after',
      `
Filters use the current data.

Examples:
  $ pennypost trigger test 2 --as asa@example.com
  $ pennypost trigger test --file welcome.yaml --as asa@example.com --happens "read it"`,
    )
    .action((id: number | undefined, options: TestOptions) => tryTrigger(context, id, options))
}

async function tryTrigger(
  context: Context,
  id: number | undefined,
  options: TestOptions,
): Promise<void> {
  const { file, as: email, happens = [] } = options
  if ((id === undefined) === (file === undefined))
    throw new CommandFailed('Name a trigger by its id, or its file with --file.')
  const source = file === undefined ? undefined : textOfFile(file)
  const trigger = source === undefined ? id! : { source }
  const { definition, tried } = await forAccount(context, options, (db, account) =>
    simulated(db, account.id, { trigger, email, at: options.at, happens }),
  )
  if (options.json) return context.printJson(factsOf(tried))
  const { entering, from, passed, ending, at } = tried
  const time = (moment: Date) => minuteText(moment, definition.zone)
  for (const sentence of entering) context.print(sentence)
  context.print(`${time(from)}  enters ${definition.name}`)
  for (const { key, at, does, reason } of passed)
    context.print(`${time(at)}  ${key}: ${does}${reason === '' ? '' : ` (${reason})`}`)
  context.print(`${time(at)}  ${ending}`)
  context.print('Nothing was sent.')
}

const factsOf = ({ entering, from, passed, ending, at }: TriggerDryRun) => ({
  entering,
  from: formatInstant(from),
  passed: passed.map(row => ({ ...row, at: formatInstant(row.at) })),
  ending,
  at: formatInstant(at),
  sent: 0,
})
