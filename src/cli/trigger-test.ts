/** `pennypost trigger test`: simulates a trigger for a subscriber, without sending anything. */
import type { Command } from 'commander'
import { triggerRuns } from '../actions/triggers/trigger-runs.ts'
import { type AccountOption, withAccount } from './account-option.ts'
import { idOf, textOfFile } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'
import { acting } from './derived/acting.ts'
import { actionOf, takes } from './derived/by-hand.ts'
import { sentenceText, stepLine, whyText } from './language.ts'
import { minuteText } from './trigger-show.ts'

const TRY = actionOf(triggerRuns, 'POST /triggers/:triggerId/try')

interface TestOptions extends AccountOption {
  file?: string
}

export function register(trigger: Command, context: Context): void {
  const command = withAccount(trigger.command('test'))
    .argument('[id]', 'which trigger; or with --file', idOf('trigger'))
    .option('--file <file>', 'a trigger that is not saved yet; - for standard input')
    .description(TRY.about)
  const given = takes(command, TRY, {
    values: ['email', 'at', 'happens'],
    flags: { email: 'as' },
    read: { happens: text => text },
  })
  command
    .addHelpText(
      'after',
      `
It shows which steps are passed, when, and why. Filters use the current data.

Examples:
  $ pennypost trigger test 2 --as asa@example.com
  $ pennypost trigger test --file welcome.yaml --as asa@example.com --happens "read it"`,
    )
    .action((id: number | undefined, options: TestOptions) =>
      tryTrigger(context, id, options, given(options)),
    )
}

async function tryTrigger(
  context: Context,
  triggerId: number | undefined,
  options: TestOptions,
  body: { email: string; at?: string | undefined; happens?: string[] | undefined },
): Promise<void> {
  const { file, json } = options
  if ((triggerId === undefined) === (file === undefined))
    throw new CommandFailed('Name a trigger by its id, or its file with --file.')
  const source = file === undefined ? '' : textOfFile(file)
  const tried = await acting(context, options, triggerRuns, call =>
    triggerId === undefined
      ? call('POST /triggers/try', { body: { ...body, source } })
      : call('POST /triggers/:triggerId/try', { params: { triggerId }, body }),
  )
  if (json) return context.printJson(tried)
  const { name, zone, entering, from, passed, ending, endingWhy, at } = tried
  for (const one of entering) context.print(sentenceText(one))
  context.print(`${minuteText(from, zone)}  enters ${name}`)
  for (const { key, at, step, reason, why } of passed) {
    const because = reason === '' ? '' : ` (${whyText(reason, why)})`
    context.print(`${minuteText(at, zone)}  ${key}: ${stepLine(step)}${because}`)
  }
  context.print(`${minuteText(at, zone)}  ${whyText(ending, endingWhy)}`)
  context.print('Nothing was sent.')
}
