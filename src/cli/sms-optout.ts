/** `pennypost sms optout ...`: numbers that get no SMS; separate from the opt-outs of addresses. */
import { once } from 'node:events'
import type { Command } from 'commander'
import { liftSmsOptOut, optOutOfSms, readSmsNumber, smsOptOutsOf } from '../domain/sms/opt-outs.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'
import { recogniseErasedHere } from './secret.ts'
import { oneLine } from './sms-report.ts'
import { writeText } from './terminal.ts'

interface NumberOptions extends AccountOption {
  country?: string
  reason?: string
}

export function registerOptOuts(sms: Command, context: Context): void {
  const optout = sms
    .command('optout')
    .description('Keep the numbers that get no SMS. Emails are another matter: pennypost optout.')
  const one = (name: string) =>
    withAccount(optout.command(name))
      .argument('<number>', 'the telephone number')
      .option('--country <code>', 'the calling code, or two letters, if the number has none')

  one('add')
    .option('--reason <text>', 'the reason, shown in the list')
    .description('Opt a number out of SMS.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost sms optout add +46701740610\n' +
        '  $ pennypost sms optout add 070-1740610 --country 46 --reason "asked by phone"',
    )
    .action((number: string, options: NumberOptions) => add(context, number, options))

  one('remove')
    .description("Remove a number from the opt-outs, at the person's request.")
    .addHelpText('after', '\nExample:\n  $ pennypost sms optout remove +46701740610')
    .action((number: string, options: NumberOptions) => remove(context, number, options))

  withAccount(optout.command('list'))
    .description('List the numbers, the newest first. With --json one object a line.')
    .addHelpText('after', '\nExample:\n  $ pennypost sms optout list --json > numbers.jsonl')
    .action((options: AccountOption) => list(context, options))
}

async function add(context: Context, given: string, options: NumberOptions): Promise<void> {
  const done = await forAccount(context, options, async (db, { id }) => {
    const number = readSmsNumber(options.country ?? '', given)
    return { number, added: await optOutOfSms(db, id, number, options.reason ?? '') }
  })
  if (options.json) context.printJson({ number: done.number, optedOut: true, added: done.added })
  else
    context.print(
      done.added
        ? `${done.number} gets no SMS from now on.`
        : `${done.number} was opted out already.`,
    )
}

async function remove(context: Context, given: string, options: NumberOptions): Promise<void> {
  const number = await forAccount(context, options, async (db, { id }) => {
    const meant = readSmsNumber(options.country ?? '', given)
    await recogniseErasedHere(db, context.config(), id)
    if (!(await liftSmsOptOut(db, id, meant)))
      throw new CommandFailed(`${meant} is not opted out of SMS.`)
    return meant
  })
  if (options.json) context.printJson({ number, optedOut: false })
  else context.print(`${number} may get SMS again.`)
}

async function list(context: Context, options: AccountOption): Promise<void> {
  await forAccount(context, options, async (db, { id }) => {
    let closed = false
    process.stdout.on('error', () => {
      closed = true
    })
    for await (const rows of smsOptOutsOf(db, id)) {
      if (closed) return
      const lines = rows.map(({ number, reason, created }) =>
        options.json
          ? `${JSON.stringify({ number: number ?? null, created: formatInstant(created), reason })}\n`
          : `${`${formatInstant(created)}  ${number ?? '(erased)'}  ${oneLine(reason)}`.trimEnd()}\n`,
      )
      if (!writeText(process.stdout, lines.join('')) && !closed)
        await once(process.stdout, 'drain').catch(() => {})
    }
  })
}
