/** `pennypost sms country`: the default country of telephone numbers. */
import type { Command } from 'commander'
import { smsGateway } from '../actions/sms/gateway.ts'
import { type AccountOption, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'
import { acting } from './derived/acting.ts'
import { actionOf } from './derived/by-hand.ts'

export function registerCountry(sms: Command, context: Context): void {
  withAccount(sms.command('country'))
    .argument('[code]', 'a calling code or two letters; without one, show it')
    .option('--remove', 'there is none from now on')
    .description(actionOf(smsGateway, 'GET /sms-country').about)
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost sms country SE\n  $ pennypost sms country 46\n' +
        '  $ pennypost sms country --remove',
    )
    .action((code: string | undefined, options: AccountOption & { remove?: boolean }) =>
      country(context, code, options),
    )
}

async function country(
  context: Context,
  code: string | undefined,
  options: AccountOption & { remove?: boolean },
): Promise<void> {
  if (code !== undefined && options.remove)
    throw new CommandFailed('Give a country or --remove, not both.')
  const now = await acting(context, options, smsGateway, call => {
    if (code === undefined && !options.remove) return call('GET /sms-country', {})
    return call('PUT /sms-country', { body: { country: code ?? null } })
  })
  if (options.json) context.printJson(now)
  else
    context.print(
      now.country === null
        ? 'Numbers without a country code get no SMS.'
        : `Numbers without a country code are of ${now.country}.`,
    )
}
