/** `pennypost bounce holds|confirm|release`: hard bounces that one reply caused in many people. */
import type { Command } from 'commander'
import { endHold } from '../domain/bounces/holds/close-hold.ts'
import { openHolds } from '../domain/bounces/holds/holds.sql.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'

export function registerHolds(bounce: Command, context: Context): void {
  withAccount(bounce.command('holds'))
    .description(
      'List hard bounces that wait for a decision: one reply came for many people, and is ' +
        'more likely about the sender.',
    )
    .addHelpText(
      'after',
      `
Nobody of them gets an email meanwhile. After BOUNCE_HOLD_DAYS they are released.

Example:
  $ pennypost bounce holds`,
    )
    .action((options: AccountOption) => list(context, options))

  const ending = (name: string) =>
    withAccount(bounce.command(name).argument('<hold>', 'its number in the list', idOf('hold')))

  ending('confirm')
    .description('The addresses of a hold are dead: their people stay on the suppression list.')
    .addHelpText('after', '\nExample:\n  $ pennypost bounce confirm 3')
    .action((hold: number, options: AccountOption) => end(context, hold, options, 'confirmed'))

  ending('release')
    .description('The reply was about the sender: the people of a hold are sent emails again.')
    .addHelpText('after', '\nExample:\n  $ pennypost bounce release 3')
    .action((hold: number, options: AccountOption) => end(context, hold, options, 'released'))
}

async function list(context: Context, options: AccountOption): Promise<void> {
  const rows = await forAccount(context, options, (db, { id }) => openHolds(db, { accountId: id }))
  if (options.json)
    return context.printJson(
      rows.map(({ id, domainGroup: provider, people, example: reply, openedAt }) => ({
        ...{ id, provider, people, reply },
        openedAt: formatInstant(openedAt),
      })),
    )
  if (rows.length === 0) return context.print('No bounces wait for a decision.')
  for (const { id, domainGroup, people, example, openedAt } of rows) {
    const since = formatInstant(openedAt)
    context.print(`${String(id).padStart(4)}  ${since}  ${domainGroup}  ${count(people)} people`)
    context.print(`      ${example.replace(/\s+/g, ' ').slice(0, 200)}`)
  }
  context.print('To send to them again: pennypost bounce release ID; if dead: bounce confirm ID')
}

async function end(
  context: Context,
  hold: number,
  options: AccountOption,
  outcome: 'confirmed' | 'released',
): Promise<void> {
  const { softLimit, softDays } = context.config().bounces
  const people = await forAccount(context, options, (db, { id }) =>
    endHold(db, id, hold, outcome, { softLimit, softDays }),
  )
  if (options.json) return context.printJson({ hold, outcome, people })
  context.print(
    outcome === 'released'
      ? `${count(people)} people are sent emails again.`
      : `${count(people)} people stay on the suppression list.`,
  )
}
