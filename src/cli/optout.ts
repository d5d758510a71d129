/** `pennypost optout ...`: the account-wide opt-out list, whose addresses get no email. */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import type { Store } from '../db/db.ts'
import { liftOptOut, type OptOutRow, optOut, optOutsBetween } from '../domain/opt-outs/opt-out.ts'
import { Refusal } from '../domain/refusal.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { momentGiven } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'
import { registerImport } from './optout-import.ts'
import { recogniseErasedHere } from './secret.ts'
import { writeText } from './terminal.ts'

interface Reasoned extends AccountOption {
  reason?: string
}

interface Period extends AccountOption {
  since?: Date
  until?: Date
}

export function register(optout: Command, context: Context): void {
  withAccount(optout.command('add'))
    .argument('<address...>', 'the addresses; - reads them from standard input, one a line')
    .option('--reason <text>', 'the reason, shown in the list')
    .description('Opt addresses out. They leave all mailing lists, and no insert brings them back.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost optout add ada@example.com --reason "asked by phone"\n' +
        '  $ pennypost optout add - < addresses.txt',
    )
    .action((addresses: string[], options: Reasoned) => add(context, addresses, options))

  registerImport(optout, context)

  withAccount(optout.command('list'))
    .option('--since <when>', 'from this day or moment on', momentGiven('from'))
    .option('--until <when>', 'to the end of this day, minute or second', momentGiven('until'))
    .description('List the opt-outs, the newest first. With --json one object a line.')
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost optout list --since 2026-01-01 --json > opt-outs.jsonl',
    )
    .action((options: Period) => list(context, options))

  withAccount(optout.command('remove'))
    .argument('<address>', 'which address')
    .description(
      "Remove an address from the opt-out list, at the person's request. It stays off all " +
        'mailing lists.',
    )
    .option('--reason <text>', 'why, for the audit log')
    .addHelpText(
      'after',
      "\nExample:\n  $ pennypost optout remove ada@example.com --reason 'wrote to us'",
    )
    .action((address: string, options: Reasoned) => remove(context, address, options))
}

async function add(context: Context, given: string[], options: Reasoned): Promise<void> {
  const refused: string[] = []
  const added = await forAccount(context, options, async (db, { id }) => {
    await recogniseErasedHere(db, context.config(), id)
    let count = 0
    for await (const address of addresses(given)) {
      if (await tryOptOut(db, id, address, options.reason ?? '')) count++
      else refused.push(address)
      if (count % 10_000 === 0 && count > 0) context.progress(`${count} addresses opted out`)
    }
    return count
  })
  if (options.json) context.printJson({ optedOut: added, refused })
  else
    context.print(added === 1 ? 'One address is opted out.' : `${added} addresses are opted out.`)
  if (refused.length > 0)
    throw new CommandFailed(
      'Not addresses, and left out: ' +
        `${refused.slice(0, 5).map(shown).join(', ')}${refused.length > 5 ? ', ...' : ''}`,
    )
}

async function tryOptOut(
  db: Store,
  accountId: number,
  email: string,
  reason: string,
): Promise<boolean> {
  try {
    await optOut(db, accountId, { email, reason, listText: '', sendingText: '' })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'not-valid') return false
    throw error
  }
}

async function* addresses(given: string[]): AsyncGenerator<string> {
  for (const one of given) {
    if (one !== '-') yield one
    else
      for await (const line of createInterface({ input: process.stdin }))
        if (line.trim() !== '') yield line
  }
}

/** Shortened to one line. */
const shown = (address: string) =>
  JSON.stringify(address.length > 60 ? `${address.slice(0, 60)}...` : address)

async function list(context: Context, options: Period): Promise<void> {
  const { since = new Date(0), until = 'infinity' } = options
  const write = options.json ? jsonLine : textLine
  await forAccount(context, options, async (db, { id }) => {
    // A reader such as head may close the pipe early.
    let closed = false
    process.stdout.on('error', error => {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
      closed = true
    })
    for await (const rows of optOutsBetween(db, id, since, until)) {
      if (closed) return
      if (!writeText(process.stdout, rows.map(write).join('')) && !closed)
        await once(process.stdout, 'drain').catch(() => {})
    }
  })
}

function jsonLine({ email, name, created, reason, listId, sendingId }: OptOutRow): string {
  return `${JSON.stringify({ email, name, created: formatInstant(created), reason, listId, sendingId })}\n`
}

const textLine = ({ email, created, reason }: OptOutRow) =>
  `${`${formatInstant(created)}  ${email}  ${oneLine(reason)}`.trimEnd()}\n`

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

async function remove(context: Context, address: string, options: Reasoned): Promise<void> {
  const lifted = await forAccount(context, options, async (db, { id }) => {
    await recogniseErasedHere(db, context.config(), id)
    return liftOptOut(db, id, address, options)
  })
  if (!lifted) throw new CommandFailed(`${shown(address)} is not on the opt-out list.`)
  if (options.json) context.printJson({ email: address, optedOut: false })
  else
    context.print(
      `${address} is off the opt-out list. It is on no mailing list until it is put on one.`,
    )
}
