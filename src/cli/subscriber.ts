/**
 * `pennypost subscriber ...`: search; the data of one subscriber, by address, as text or JSON, and
 * its erasure.
 */
import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Store } from '../db/db.ts'
import { addressOf } from '../domain/moves/people.sql.ts'
import { optOut } from '../domain/opt-outs/opt-out.ts'
import { type ErasureResult, erase } from '../domain/privacy/erase.ts'
import { exportPerson, type PersonExport } from '../domain/privacy/export-person.ts'
import { isEmailAddress } from '../lib/email-address.ts'
import { noSecret } from '../start/secret-key.ts'
import { type AccountOption, forAccount, type OneAccount, withAccount } from './account-option.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import { CommandFailed, type Context } from './context.ts'
import { count } from './long-work.ts'
import { openKeysHere, recogniseErasedHere } from './secret.ts'
import { emailCount } from './sending-report.ts'
import { registerPut } from './subscriber-put.ts'
import { personLines } from './subscriber-report.ts'
import { registerSearch } from './subscriber-search.ts'

interface ExportOptions extends AccountOption {
  output?: string
}

interface EraseOptions extends AccountOption, YesOption {
  optOut?: boolean
}

export function register(subscriber: Command, context: Context): void {
  registerSearch(subscriber, context)
  registerPut(subscriber, context)

  withAccount(subscriber.command('show').argument('<address|id>', 'whose'))
    .description('Show the data of a subscriber: values, lists, opt-out, emails.')
    .addHelpText(
      'after',
      `
Examples:
  $ pennypost subscriber show ada@example.com
  $ pennypost subscriber show 90001`,
    )
    .action((named: string, options: AccountOption) => show(context, named, options))

  withAccount(subscriber.command('export').argument('<address>', 'whose'))
    .option('--output <file>', 'write it to a file that is not there yet, readable by you alone')
    .description('All data of a person, for a request of access.')
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost subscriber export ada@example.com --output ada.json',
    )
    .action((address: string, options: ExportOptions) => write(context, address, options))

  withYes(withAccount(subscriber.command('erase').argument('<address>', 'whose')))
    .option('--opt-out', 'opt the address out as well: nothing brings it in again')
    .description(
      'Erase a person for ever. Totals of sendings are kept, and of an opted-out address a hash ' +
        'that keeps it out.',
    )
    .addHelpText(
      'after',
      `
An opt-out is kept: the opt-out list stores a hash of the address, keyed by this installation, \
and no insert, import or sending
adds the address again. Without an opt-out nothing is stored, \
and the address can be added again: --opt-out prevents that.
Earlier backups still contain the person.

Examples:
  $ pennypost subscriber erase ada@example.com
  $ pennypost subscriber erase ada@example.com --opt-out --yes`,
    )
    .action((address: string, options: EraseOptions) => remove(context, address, options))
}

/** Emails and bounces after an erasure may contain the address again. */
const hasTraces = ({
  deliveries,
  sandboxMessages,
  testGroups,
  bounces,
  messages,
}: PersonExport): boolean =>
  [deliveries, sandboxMessages, testGroups, bounces, messages].some(found => found.length > 0)

const notFound = (address: string) =>
  new CommandFailed(`Nothing is known of ${shown(address)} in this account.`)

/** Shortened to one line. */
const shown = (address: string) =>
  isEmailAddress(address.trim()) ? address.trim() : JSON.stringify(address.slice(0, 60))

async function known(
  context: Context,
  db: Store,
  account: OneAccount,
  address: string,
): Promise<PersonExport> {
  await recogniseErasedHere(db, context.config(), account.id)
  const everything = await exportPerson(db, account, address)
  if (!everything) throw notFound(address)
  return everything
}

async function show(context: Context, named: string, options: AccountOption): Promise<void> {
  const everything = await forAccount(context, options, async (db, account) => {
    const subscriberId = /^[1-9]\d{0,14}$/.test(named) ? Number(named) : 0
    const found = subscriberId > 0 && (await addressOf(db, { accountId: account.id, subscriberId }))
    return known(context, db, account, found ? found.email : named)
  })
  if (options.json) return context.printJson(everything)
  for (const line of personLines(everything)) context.print(line)
}

async function write(
  context: Context,
  address: string,
  { output, ...options }: ExportOptions,
): Promise<void> {
  const everything = await forAccount(context, options, (db, account) =>
    known(context, db, account, address),
  )
  if (output === undefined || output === '-') return context.printJson(everything)
  try {
    writeFileSync(output, `${JSON.stringify(everything, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const sentence =
      code === 'EEXIST'
        ? `There is a file ${output} already.`
        : `${output} can't be written: ${message}.`
    throw new CommandFailed(sentence, { cause: error })
  }
  if (options.json) context.printJson({ email: everything.email, file: output })
  else context.print(`Everything known of ${everything.email} is in ${output}.`)
}

async function remove(context: Context, address: string, options: EraseOptions): Promise<void> {
  const config = context.config()
  const done = await forAccount(context, options, async (db, account) => {
    if (!(await openKeysHere(db, config))) throw noSecret(config.store)
    const everything = await exportPerson(db, account, address)
    if (!everything) throw notFound(address)
    if (everything.erased && !hasTraces(everything))
      throw new CommandFailed(`${shown(address)} was erased before, and is kept out.`)
    await confirm(context, everything, options)
    if (options.optOut)
      await optOut(db, account.id, { email: address, reason: '', listText: '', sendingText: '' })
    return erase(db, account.id, address)
  })
  if (!done) throw notFound(address)
  if (options.json) return context.printJson({ email: address.trim(), ...done })
  for (const line of erasureLines(address, done)) context.print(line)
}

function confirm(
  context: Context,
  { email, deliveries, optOut }: PersonExport,
  options: EraseOptions,
): Promise<void> {
  const kept =
    optOut || options.optOut
      ? 'kept out by a hash of the address'
      : 'not stored: the address can be added again'
  return confirmed(
    context,
    options,
    `${email}, ${emailCount(deliveries.length)}. Afterwards: ${kept}.`,
    'Erase it',
  )
}

function erasureLines(
  address: string,
  { keptOut, deliveries, sandboxMessages, testGroups, openImports }: ErasureResult,
): string[] {
  const lines = [
    `${shown(address)} is erased. ${emailCount(deliveries)} in sendings no longer name the ` +
      'address.',
  ]
  if (sandboxMessages > 0) lines.push(`${emailCount(sandboxMessages)} in the sandbox are gone.`)
  if (testGroups > 0)
    lines.push(`Taken out of ${count(testGroups)} test ${testGroups === 1 ? 'group' : 'groups'}.`)
  lines.push(
    keptOut
      ? 'The person had opted out: the address cannot be added again. To allow it: pennypost ' +
          'optout remove ADDRESS'
      : 'The person had not opted out: the address can be added again.',
  )
  if (openImports > 0)
    lines.push(
      `${openImports === 1 ? 'An import waits or is' : `${count(openImports)} imports wait or are`} ` +
        'under way: check whether the address is in a file.',
    )
  lines.push('Earlier backups still contain the person.')
  return lines
}
