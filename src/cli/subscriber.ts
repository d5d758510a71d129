/**
 * `pennypost subscriber ...`: one person, by address: what is known of them, as text or as JSON,
 * and erasing it.
 */
import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Store } from '../db/db.ts'
import { optOut } from '../domain/opt-outs/opt-out.ts'
import { type ErasureResult, erase } from '../domain/privacy/erase.ts'
import { type EverythingKnown, everythingKnown } from '../domain/privacy/everything-known.ts'
import { isEmailAddress } from '../lib/email-address.ts'
import { noSecret } from '../start/secret-key.ts'
import { type AccountOption, forAccount, type OneAccount, withAccount } from './account-option.ts'
import { confirmed, withYes, type YesOption } from './confirm.ts'
import { CommandFailed, type Context } from './context.ts'
import { count } from './long-work.ts'
import { openKeysHere, recogniseErasedHere } from './secret.ts'
import { letters } from './sending-report.ts'
import { personLines } from './subscriber-report.ts'

interface ExportOptions extends AccountOption {
  output?: string
}

interface EraseOptions extends AccountOption, YesOption {
  optOut?: boolean
}

export function register(subscriber: Command, context: Context): void {
  withAccount(subscriber.command('show').argument('<address>', 'whose'))
    .description('Show what is known of a person: values, lists, opt-out, letters.')
    .addHelpText('after', '\nExample:\n  $ pennypost subscriber show ada@example.com')
    .action((address: string, options: AccountOption) => show(context, address, options))

  withAccount(subscriber.command('export').argument('<address>', 'whose'))
    .option('--output <file>', 'write it to a file that is not there yet, readable by you alone')
    .description('Everything that is known of a person, as JSON: for them, when they ask for it.')
    .addHelpText(
      'after',
      '\nExample:\n  $ pennypost subscriber export ada@example.com --output ada.json',
    )
    .action((address: string, options: ExportOptions) => write(context, address, options))

  withYes(withAccount(subscriber.command('erase').argument('<address>', 'whose')))
    .option('--opt-out', 'opt the address out as well: nothing brings it in again')
    .description('Erase a person for good. Totals of sendings stay.')
    .addHelpText(
      'after',
      `
Who has opted out stays so: the opt-out list keeps a hash of the address, which only this installation can make, and no insert,
import or sending brings the address in. Who has not opted out is not remembered, and can be added again by anybody who has the
address: --opt-out prevents that. Backups made before still hold the person.

Examples:
  $ pennypost subscriber erase ada@example.com
  $ pennypost subscriber erase ada@example.com --opt-out --yes`,
    )
    .action((address: string, options: EraseOptions) => remove(context, address, options))
}

/** Letters and bounces may come after an erasing, and name the person again. */
const hasTraces = ({
  deliveries,
  sandboxLetters,
  testGroups,
  bounces,
  messages,
}: EverythingKnown): boolean =>
  [deliveries, sandboxLetters, testGroups, bounces, messages].some(found => found.length > 0)

const nobody = (address: string) =>
  new CommandFailed(`Nothing is known of ${shown(address)} in this account.`)

/** On one line, and not endless. */
const shown = (address: string) =>
  isEmailAddress(address.trim()) ? address.trim() : JSON.stringify(address.slice(0, 60))

async function known(
  context: Context,
  db: Store,
  account: OneAccount,
  address: string,
): Promise<EverythingKnown> {
  await recogniseErasedHere(db, context.config(), account.id)
  const everything = await everythingKnown(db, account, address)
  if (!everything) throw nobody(address)
  return everything
}

async function show(context: Context, address: string, options: AccountOption): Promise<void> {
  const everything = await forAccount(context, options, (db, account) =>
    known(context, db, account, address),
  )
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
    const everything = await everythingKnown(db, account, address)
    if (!everything) throw nobody(address)
    if (everything.erased && !hasTraces(everything))
      throw new CommandFailed(`${shown(address)} was erased before, and is kept out.`)
    await confirm(context, everything, options)
    if (options.optOut)
      await optOut(db, account.id, { email: address, reason: '', listText: '', sendingText: '' })
    return erase(db, account.id, address)
  })
  if (!done) throw nobody(address)
  if (options.json) return context.printJson({ email: address.trim(), ...done })
  for (const line of told(address, done)) context.print(line)
}

function confirm(
  context: Context,
  { email, deliveries, optOut }: EverythingKnown,
  options: EraseOptions,
): Promise<void> {
  const kept =
    optOut || options.optOut
      ? 'kept out by a hash of the address'
      : 'not remembered: anybody can add the address again'
  return confirmed(
    context,
    options,
    `${email}, ${letters(deliveries.length)}. Afterwards: ${kept}.`,
    'Erase it',
  )
}

function told(
  address: string,
  { keptOut, deliveries, sandboxLetters, testGroups, openImports }: ErasureResult,
): string[] {
  const lines = [
    `${shown(address)} is erased. ${letters(deliveries)} in sendings no longer name the address.`,
  ]
  if (sandboxLetters > 0) lines.push(`${letters(sandboxLetters)} in the sandbox are gone.`)
  if (testGroups > 0)
    lines.push(`Taken out of ${count(testGroups)} test ${testGroups === 1 ? 'group' : 'groups'}.`)
  lines.push(
    keptOut
      ? 'The person had opted out: nothing brings the address in again. To let it in: pennypost optout remove ADDRESS'
      : 'The person had not opted out: the address can be added again.',
  )
  if (openImports > 0)
    lines.push(
      `${openImports === 1 ? 'An import waits or is' : `${count(openImports)} imports wait or are`} under way: look whether the address is in a file.`,
    )
  lines.push('Backups made before still hold the person.')
  return lines
}
