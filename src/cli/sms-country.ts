/** `pennypost sms country`: the default country of telephone numbers. */
import type { Command } from 'commander'
import { findCountry, removeCountry, saveCountry } from '../domain/sms/plan.sql.ts'
import { isCountry } from '../sms/numbers.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'

export function registerCountry(sms: Command, context: Context): void {
  withAccount(sms.command('country'))
    .argument('[code]', 'a calling code or two letters; without one, show it')
    .option('--remove', 'there is none from now on')
    .description(
      'Set the country of numbers whose subscriber has no country code. Without it they get ' +
        'no SMS.',
    )
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
  if (code !== undefined && !isCountry(code))
    throw new CommandFailed(
      'That is no country: write a calling code such as 46, or two letters such as SE.',
    )
  const now = await forAccount(context, options, async (db, { id: accountId }) => {
    if (options.remove) await removeCountry(db, { accountId })
    if (code !== undefined) await saveCountry(db, { accountId, country: code.trim().toUpperCase() })
    return (await findCountry(db, { accountId }))?.country
  })
  if (options.json) context.printJson({ country: now ?? null })
  else
    context.print(
      now === undefined
        ? 'Numbers without a country code get no SMS.'
        : `Numbers without a country code are of ${now}.`,
    )
}
