/** `pennypost suppression ...`: who is sent nothing because letters to them came back. */
import type { Command } from 'commander'
import { releasePerson, undeliverablePeople } from '../domain/bounces/suppression.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'

export function register(suppression: Command, context: Context): void {
  withAccount(suppression.command('list'))
    .description('List the people, with the reason. With --json one object a line.')
    .addHelpText(
      'after',
      '\nWho opted out or complained is not here: pennypost optout list\n\nExample:\n  $ pennypost suppression list --json',
    )
    .action((options: AccountOption) => list(context, options))

  withAccount(suppression.command('remove').alias('release'))
    .argument('<address>', 'whom')
    .description(
      'Send a person letters again. What came back so far counts no more; an opt-out stays.',
    )
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
            : `${facts.since}  ${email}  ${reason}${until === null ? '' : ` (until ${facts.until})`}`,
        )
      }
      people += part.length
    }
  })
  if (people === 0 && !options.json) context.print('Nobody: no letter came back for good.')
}

async function release(context: Context, address: string, options: AccountOption): Promise<void> {
  const released = await forAccount(context, options, (db, { id }) =>
    releasePerson(db, id, address),
  )
  if (released === 'unknown') throw new CommandFailed(`Nobody has the address ${address}.`)
  if (options.json) return context.printJson({ email: address, released: released === 'released' })
  context.print(
    released === 'released'
      ? `${address} is sent letters again.`
      : `${address} was not held back by anything that came back.`,
  )
}
