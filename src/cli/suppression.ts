/**
 * `pennypost suppression ...`: the suppression list, addresses that get no email because emails to
 * them bounced.
 */
import type { Command } from 'commander'
import { releasePerson, undeliverablePeople } from '../domain/bounces/suppression.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'

export function register(suppression: Command, context: Context): void {
  withAccount(suppression.command('list'))
    .description('List the addresses, with the reason. With --json one object per line.')
    .addHelpText(
      'after',
      '\nOpt-outs and complaints are listed by: pennypost optout list\n\nExample:\n' +
        '  $ pennypost suppression list --json',
    )
    .action((options: AccountOption) => list(context, options))

  withAccount(suppression.command('remove').alias('release'))
    .argument('<address>', 'whom')
    .description('Send to an address again. Earlier bounces no longer count; an opt-out is kept.')
    .addHelpText('after', '\nExample:\n  $ pennypost suppression remove ada@example.com')
    .action((address: string, options: AccountOption) => release(context, address, options))
}

async function list(context: Context, options: AccountOption): Promise<void> {
  let people = 0
  await forAccount(context, options, async (db, { id }) => {
    for await (const part of undeliverablePeople(db, id)) {
      for (const { email, since, until, reason } of part) {
        const facts = {
          email,
          since: formatInstant(since),
          until: until === null ? null : formatInstant(until),
          reason,
        }
        context.print(
          options.json
            ? JSON.stringify(facts)
            : `${facts.since}  ${email}  ` +
                `${reason}${until === null ? '' : ` (until ${facts.until})`}`,
        )
      }
      people += part.length
    }
  })
  if (people === 0 && !options.json)
    context.print('The suppression list is empty: no email bounced permanently.')
}

async function release(context: Context, address: string, options: AccountOption): Promise<void> {
  const released = await forAccount(context, options, (db, { id }) =>
    releasePerson(db, id, address),
  )
  if (released === 'unknown') throw new CommandFailed(`No subscriber has the address ${address}.`)
  if (options.json) return context.printJson({ email: address, released: released === 'released' })
  context.print(
    released === 'released'
      ? `${address} is sent emails again.`
      : `${address} was not held back by anything that came back.`,
  )
}
