/** `pennypost config show`: the settings effective in this folder, and the origin of each. */
import type { Command } from 'commander'
import { givenSettings } from '../settings/config.ts'
import { checkWhole } from '../settings/whole.ts'
import { refuseWrongAccount } from '../start/first-account.ts'
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
      'Show the settings that are set, and whether they come from the environment or from .env.',
    )
    .addHelpText(
      'after',
      `
Secrets are never shown. Values are shown as written; an invalid one is reported as at startup, \
and so is a name that is no setting.

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
  for (const { detail } of context.settingNotes()) context.progress(detail)
  // Throws with the reason if a setting is invalid.
  const config = context.config()
  refuseWrongAccount(config.account)
  for (const { detail } of checkWhole(config)) context.progress(detail)
}
