/**
 * `pennypost inbox ...`: mailboxes that bounces are fetched from, where mail can't reach
 * BOUNCE_PORT.
 */
import type { Command } from 'commander'
import type { Store } from '../db/db.ts'
import { inboxes } from '../domain/bounces/messages/inboxes.sql.ts'
import { dropInbox, inboxOf, USUAL_EVERY } from '../domain/bounces/messages/keep-inbox.ts'
import { NO_ACCOUNT } from '../domain/bounces/messages/store-message.ts'
import { formatInstant } from '../lib/instant.ts'
import { addMailbox, countMailbox } from '../use-cases/mailboxes.ts'
import { type AccountOption, forAccount, forStore } from './account-option.ts'
import { idOf, number, urlGiven } from './arguments.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import type { Context } from './context.ts'
import { sealerOf } from './secret.ts'

interface Options extends AccountOption, YesOption {
  url?: string
  every?: number
}

const withOwner = (command: Command): Command =>
  command
    .option('--account <username>', 'whose it is; without it, a mailbox for all accounts')
    .option('--json', 'as JSON, for programs')

export function register(inbox: Command, context: Context): void {
  withOwner(inbox.command('add'))
    .option('--url <address>', 'where it is, when others may see the password')
    .option('--every <seconds>', 'how often it is checked', number, USUAL_EVERY)
    .description(
      'Add a mailbox. Its messages are fetched, then deleted (POP3) or marked as seen (IMAP).',
    )
    .addHelpText(
      'after',
      `
The URL contains the password, so it is read from a prompt or standard input, \
and stored encrypted. It looks like
imaps://user:password@mail.example.com/INBOX or pop3s://user:password@mail.example.com; \
imap:// and pop3:// begin TLS by a command.
Characters like @ and / in user or password are written as %40 and %2F. Options: ?verify=no, \
&tls=no; for OAuth 2 by IMAP token_url, client_id, client_secret, refresh_token and scope, and no password.

Examples:
  $ pennypost inbox add --every 120
  $ pennypost inbox add --account shop < address.txt`,
    )
    .action((options: Options) => add(context, options))

  withOwner(inbox.command('list'))
    .description('List the mailboxes: last check, messages fetched, and errors.')
    .addHelpText('after', '\nExample:\n  $ pennypost inbox list')
    .action((options: Options) => list(context, options))

  withOwner(inbox.command('check').argument('<id>', 'which mailbox', idOf('mailbox')))
    .description(
      'Log in and count; nothing is fetched or changed. Exit code 1 when that is not possible.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost inbox check 1')
    .action((id: number, options: Options) => check(context, id, options))

  withYes(withOwner(inbox.command('remove').argument('<id>', 'which mailbox', idOf('mailbox'))))
    .description('Stop fetching from a mailbox. Fetched messages are kept.')
    .addHelpText('after', '\nExample:\n  $ pennypost inbox remove 1')
    .action((id: number, options: Options) => remove(context, id, options))
}

/** The named account, or all of them. */
const forOwner = <T>(
  context: Context,
  options: Options,
  work: (db: Store, accountId: number) => Promise<T>,
): Promise<T> =>
  options.account === undefined
    ? forStore(context, db => work(db, NO_ACCOUNT))
    : forAccount(context, options, (db, { id }) => work(db, id))

async function add(context: Context, options: Options): Promise<void> {
  const url = await urlGiven(context, options.url, 'Address of the mailbox: ')
  const everySeconds = options.every ?? USUAL_EVERY
  const { id, shown } = await forOwner(context, options, async (db, accountId) =>
    addMailbox(db, await sealerOf(db, context.config()), accountId, { url, everySeconds }),
  )
  if (options.json) return context.printJson({ id, mailbox: shown })
  context.print(
    `The mailbox ${id}, ${shown}, is fetched from. To try it: pennypost inbox check ` +
      `${id}${owner(options)}`,
  )
}

const owner = ({ account }: Options): string =>
  account === undefined ? '' : ` --account ${account}`

async function list(context: Context, options: Options): Promise<void> {
  const rows = await forOwner(context, options, (db, accountId) => inboxes(db, { accountId }))
  const facts = rows.map(({ id, shown, everySeconds, checkedAt, trouble, fetched }) => ({
    id,
    mailbox: shown,
    everySeconds,
    checked: checkedAt === null ? null : formatInstant(checkedAt),
    fetched,
    trouble,
  }))
  if (options.json) return context.printJson(facts)
  if (facts.length === 0)
    return context.print('There are no mailboxes. To add one: pennypost inbox add')
  for (const { id, mailbox, everySeconds, checked, fetched, trouble } of facts)
    context.print(
      `${id}  ${mailbox}  every ${everySeconds} s, ` +
        `${checked === null ? 'not checked yet' : `checked ${checked}`}, ${fetched} ` +
        `fetched${trouble === null ? '' : `. Trouble: ${trouble}`}`,
    )
}

async function check(context: Context, id: number, options: Options): Promise<void> {
  const { shown, counted } = await forOwner(context, options, async (db, accountId) =>
    countMailbox(db, await sealerOf(db, context.config()), accountId, id),
  )
  if (options.json) return context.printJson({ id, mailbox: shown, ...counted })
  context.print(
    `${shown} can be read: ${counted.messages} messages, ${counted.fresh} of them not fetched yet.`,
  )
}

async function remove(context: Context, id: number, options: Options): Promise<void> {
  await forOwner(context, options, async (db, accountId) => {
    const { shown } = await inboxOf(db, accountId, id)
    await confirmed(context, options, `${shown} is forgotten, with its password.`, 'Remove it')
    await dropInbox(db, accountId, id)
  })
  if (options.json) context.printJson({ id, removed: true })
  else context.print(`The mailbox ${id} is fetched from no more.`)
}
