/** `pennypost route token`: gets an access token for the log-in at a relay. */
import type { Command } from 'commander'
import { tokenOfRoute } from '../actions/relays/route-token.ts'
import { forStore } from './account-option.ts'
import type { Context } from './context.ts'
import { relaysOf } from './secret.ts'

interface TokenOptions {
  show?: boolean
  json?: boolean
}

export function registerToken(route: Command, context: Context): void {
  route
    .command('token')
    .argument('<name>', 'which relay')
    .option('--show', 'print the token itself, for other programs')
    .option('--json', 'as JSON, for programs')
    .description(
      'Get an access token of OAuth 2 for a relay, and say when it ends. Exit code 1 when there ' +
        'is none.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost route token bulk')
    .action((name: string, options: TokenOptions) => printToken(context, name, options))
}

async function printToken(
  context: Context,
  name: string,
  { show, json }: TokenOptions,
): Promise<void> {
  const config = context.config()
  const { token, ...facts } = await forStore(context, db =>
    tokenOfRoute(db, relaysOf(db, config), name),
  )
  if (json) context.printJson({ ...facts, ...(show && { token }) })
  else if (show) context.print(token)
  else context.print(`${facts.from} gives a token for ${facts.route}, until ${facts.ends}.`)
}
