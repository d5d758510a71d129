/**
 * `pennypost trigger test --as EMAIL`: simulates a trigger for a subscriber, without sending
 * anything.
 */
import type { Command } from 'commander'
import type { Db } from '../db/db.ts'
import { noSuch } from '../domain/refusal.ts'
import { validTrigger } from '../domain/triggers/check-trigger.ts'
import { dryRun, type TriggerDryRun } from '../domain/triggers/dry-run.ts'
import type { Definition } from '../domain/triggers/language/definition.ts'
import { findTrigger } from '../domain/triggers/triggers.sql.ts'
import { formatInstant } from '../lib/instant.ts'
import { momentInZone } from '../lib/zones.ts'
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
  const { definition, tried } = await forAccount(context, options, async (db, account) => {
    const definition = await meant(db, account.id, id, source)
    const at = atMoment(options.at, definition.zone)
    return {
      definition,
      tried: await dryRun(db, account.id, definition, { email, happens, at, triggerId: id }),
    }
  })
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

async function meant(
  db: Db,
  accountId: number,
  triggerId: number | undefined,
  source: string | undefined,
): Promise<Definition> {
  if (source !== undefined) return (await validTrigger(db, accountId, source, 'nothing')).definition
  const kept = await findTrigger(db, { accountId, triggerId: triggerId! })
  if (!kept) throw noSuch('no-such-trigger', triggerId!)
  return JSON.parse(kept.definition) as Definition
}

function atMoment(text: string | undefined, zone: string): Date | undefined {
  if (text === undefined) return undefined
  const moment = momentInZone(text.trim(), zone)
  if (!moment)
    throw new CommandFailed(
      `That is no time in the zone ${zone}: write a day and a time that exist, like ` +
        '2026-11-22 09:00.',
    )
  return moment
}

const factsOf = ({ entering, from, passed, ending, at }: TriggerDryRun) => ({
  entering,
  from: formatInstant(from),
  passed: passed.map(row => ({ ...row, at: formatInstant(row.at) })),
  ending,
  at: formatInstant(at),
  sent: 0,
})
