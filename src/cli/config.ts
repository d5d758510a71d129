/**
 * `pennypost config show`: the settings as they hold for a start in this folder, and where each
 * comes from.
 */
import type { Command } from 'commander'
import { givenSettings } from '../settings/config.ts'
import type { Context } from './context.ts'

interface ShowOptions {
  all?: boolean
  json?: boolean
}

export function register(config: Command, context: Context): void {
  config
    .command('show')
    .option('--all', 'also the settings that are as they are without being given')
    .option('--json', 'as JSON, for programs')
    .description(
      'Show the settings that are given, and whether they come from the environment or from .env.',
    )
    .addHelpText(
      'after',
      `
Secrets are never shown. The values are as they are given; a wrong one is told as the start would tell it.

Examples:
  $ pennypost config show
  $ pennypost config show --all --json`,
    )
    .action((options: ShowOptions) => show(context, options))
}

function show(context: Context, { all, json }: ShowOptions): void {
  const shown = givenSettings(process.env, '.env').filter(
    ({ source }) => all || source !== 'default',
  )
  if (json) context.printJson(shown)
  else if (shown.length === 0)
    context.print('No setting is given: all are as docs/configuration.md has them.')
  else {
    const width = Math.max(...shown.map(({ name }) => name.length))
    for (const { name, value, source } of shown)
      context.print(`${name.padEnd(width)}  ${source.padEnd(11)}  ${value}`.trimEnd())
  }
  // What is wrong with them, in a sentence; nothing when all can be used.
  context.config()
}
