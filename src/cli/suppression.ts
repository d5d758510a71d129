/**
 * `pennypost suppression ...`: the suppression list, addresses that get no email because emails to
 * them bounced.
 */
import { type Command, InvalidArgumentError } from 'commander'
import { releasePerson } from '../domain/bounces/suppression/release-person.ts'
import {
  type SuppressedAddress,
  suppressedAddresses,
} from '../domain/bounces/suppression/suppressed.ts'
import { asciiDomain } from '../lib/email-address.ts'
import { formatInstant, parseInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'
import { registerExport } from './suppression-export.ts'
import { registerImport } from './suppression-import.ts'

interface Reasoned extends AccountOption {
  reason?: string
}

interface ListOptions extends AccountOption {
  since?: Date
  until?: Date
  domain?: string
  limit?: number
}

const moment = (bound: 'from' | 'until') => (text: string) => {
  const read = parseInstant(text, bound)
  if (!read)
    throw new InvalidArgumentError('Write a day or a moment as 2026-11-21 or 2026-11-21T14:00.')
  return read
}

/** As in the key of an address. */
function domainOf(text: string): string {
  const domain = asciiDomain(text.replace(/^@/, '').normalize('NFC').toLowerCase())
  if (domain.length > 255 || !domain.includes('.'))
    throw new InvalidArgumentError('Write a domain as example.com.')
  return domain
}

function rows(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new InvalidArgumentError('A number from 1 to 9999999 is wanted.')
  return Number(text)
}

export function register(suppression: Command, context: Context): void {
  withAccount(suppression.command('list'))
    .option('--since <when>', 'suppressed from this day or moment on', moment('from'))
    .option('--until <when>', 'to the end of this day, minute or second', moment('until'))
    .option('--domain <domain>', 'addresses of this domain', domainOf)
    .option('--limit <number>', 'how many; all without it', rows)
    .description(
      'List the addresses, the newest first, with the reason. With --json one object a line.',
    )
    .addHelpText(
      'after',
      `
Opt-outs and complaints are listed by: pennypost optout list

Examples:
  $ pennypost suppression list --limit 20
  $ pennypost suppression list --domain example.com --since 2026-11-01 --json`,
    )
    .action((options: ListOptions) => list(context, options))

  registerImport(suppression, context)
  registerExport(suppression, context)

  withAccount(suppression.command('remove').alias('release'))
    .argument('<address>', 'whom')
    .description('Send to an address again. Earlier bounces no longer count; an opt-out is kept.')
    .option('--reason <text>', 'why, for the audit log')
    .addHelpText(
      'after',
      "\nExample:\n  $ pennypost suppression remove ada@example.com --reason 'new server'",
    )
    .action((address: string, options: Reasoned) => release(context, address, options))
}

async function list(context: Context, options: ListOptions): Promise<void> {
  let people = 0
  const { since: from, until, domain, limit: most } = options
  const { hardDays } = context.config().bounces
  const chosen = { from, until, domain, most, hardDays }
  await forAccount(context, options, async (db, { id }) => {
    for await (const part of suppressedAddresses(db, id, chosen)) {
      for (const row of part) context.print(options.json ? jsonLine(row) : textLine(row))
      people += part.length
    }
  })
  if (people > 0 || options.json) return
  context.print(
    from || until || domain
      ? 'No such address is on the suppression list.'
      : 'The suppression list is empty: no email bounced permanently.',
  )
}

function jsonLine({ email, since, until, reason }: SuppressedAddress): string {
  const ends = until === null ? null : formatInstant(until)
  return JSON.stringify({ email, since: formatInstant(since), until: ends, reason })
}

const textLine = ({ email, since, until, reason }: SuppressedAddress): string =>
  `${formatInstant(since)}  ${email}  ${reason.replace(/\s+/g, ' ')}` +
  `${until === null ? '' : ` (until ${formatInstant(until)})`}`

async function release(context: Context, address: string, options: Reasoned): Promise<void> {
  const released = await forAccount(context, options, (db, { id }) =>
    releasePerson(db, id, address, options.reason),
  )
  if (released === 'unknown') throw new CommandFailed(`No subscriber has the address ${address}.`)
  if (options.json) return context.printJson({ email: address, released: released === 'released' })
  context.print(
    released === 'released'
      ? `${address} is sent emails again.`
      : `${address} was not held back by anything that came back.`,
  )
}
