/**
 * `pennypost sms test`, `sms replies` and `sms gateway ...`: testing and showing the gateway, and
 * incoming SMS.
 */
import type { Command } from 'commander'
import { repliesOfAccount } from '../domain/sms/opt-outs.sql.ts'
import { readSmsNumber } from '../domain/sms/opt-outs.ts'
import { forgetGateway } from '../domain/sms/receipts/forget-gateway.ts'
import { findGateway } from '../domain/sms/receipts/gateway.sql.ts'
import { checkSms } from '../domain/sms/send-sms.ts'
import { formatInstant } from '../lib/instant.ts'
import type { SmsVerdict } from '../sms/gateway.ts'
import { gatewayOf } from '../start/sms-gateway.ts'
import { trySms } from '../use-cases/sms-test.ts'
import { type AccountOption, forAccount, forStore, withAccount } from './account-option.ts'
import { withLimit } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'
import { oneLine } from './sms-report.ts'

interface TestOptions {
  to: string
  country?: string
  text: string
  wait: string
  json?: boolean
}

export function registerGateway(sms: Command, context: Context): void {
  sms
    .command('test')
    .requiredOption('--to <number>', 'the telephone number, like +46701234567')
    .option('--country <code>', 'the calling code, or two letters, if the number has none')
    .option('--text <text>', 'what it says', 'An SMS to try the gateway. It arrived.')
    .option(
      '--wait <seconds>',
      'how long to wait for the receipt; only over SMPP is there one here',
      '15',
    )
    .option('--json', 'as JSON, for programs')
    .description(
      'Send one real text by the gateway of SMS_URL, and show what that answers. It is in ' +
        'no ledger and costs no credits of ours.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost sms test --to +46701740610')
    .action((options: TestOptions) => test(context, options))

  withLimit(withAccount(sms.command('replies')), 50)
    .description('List what numbers have answered, the newest first.')
    .addHelpText('after', '\nExample:\n  $ pennypost sms replies --limit 10')
    .action((options: AccountOption & { limit: number }) => replies(context, options))

  const gateway = sms
    .command('gateway')
    .description('Show the gateway that the processes use for SMS.')
  gateway
    .command('show')
    .option('--json', 'as JSON, for programs')
    .description('Show which it is, and whether it takes SMS.')
    .addHelpText('after', '\nExample:\n  $ pennypost sms gateway show')
    .action((options: { json?: boolean }) => show(context, options))
  gateway
    .command('remove')
    .alias('forget')
    .description(
      'Processes without SMS_URL send SMS to the sandbox again. One with SMS_URL records ' +
        'its gateway again.',
    )
    .addHelpText('after', '\nExample:\n  $ pennypost sms gateway remove')
    .action(() => forget(context))
}

async function test(context: Context, options: TestOptions): Promise<void> {
  const seconds = /^\d{1,4}$/.test(options.wait) ? Number(options.wait) : Number.NaN
  if (Number.isNaN(seconds)) throw new CommandFailed('--wait is a whole number of seconds.')
  const { number, text, segmented } = meant(options)
  const { verdict, shown, receipts } = await trySms(
    async listener => gatewayOf(context.config(), { listener }),
    { number, text, segmented, waitMillis: seconds * 1000 },
  )
  const waits = verdict.outcome === 'accepted' && shown.startsWith('smpp')
  const segments = segmented.parts.length
  if (options.json) context.printJson({ gateway: shown, number, segments, ...verdict, receipts })
  else {
    for (const line of said(shown, number, segments, verdict)) context.print(line)
    const words = receipts.map(receipt => receipt.said).join(', ')
    if (waits) context.print(`Receipt:   ${words === '' ? `none within ${seconds} s` : words}`)
  }
  if (verdict.outcome !== 'accepted')
    throw new CommandFailed(`The SMS was not accepted: ${verdict.outcome}.`)
}

function meant({ to, country = '', text }: TestOptions) {
  return { number: readSmsNumber(country, to), ...checkSms(text) }
}

const said = (
  shown: string,
  number: string,
  segments: number,
  { outcome, reply, gatewayIds }: SmsVerdict,
): string[] => [
  `Gateway:   ${shown}`,
  `Text:      ${segments === 1 ? '1 segment' : `${segments} segments`} to ${number}`,
  `Outcome:   ${outcome}`,
  `Answer:    ${oneLine(reply)}${gatewayIds.length > 0 ? `, id ${gatewayIds.join(', ')}` : ''}`,
]

async function replies(
  context: Context,
  options: AccountOption & { limit: number },
): Promise<void> {
  const rows = await forAccount(context, options, (db, { id }) =>
    repliesOfAccount(db, { accountId: id, beforeId: Number.MAX_SAFE_INTEGER, most: options.limit }),
  )
  if (options.json)
    return context.printJson(
      rows.map(({ received, ...row }) => ({ ...row, received: formatInstant(received) })),
    )
  if (rows.length === 0) return context.print('There are no replies to SMS yet.')
  for (const { number, text, meaning, received } of rows)
    context.print(
      `${formatInstant(received)}  ${number.padEnd(16)}  ${meaning.padEnd(5)}  ${oneLine(text)}`,
    )
}

async function show(context: Context, options: { json?: boolean }): Promise<void> {
  const known = await forStore(context, db => findGateway(db, {}))
  if (options.json)
    return context.printJson(known ? { ...known, seenAt: formatInstant(known.seenAt) } : null)
  if (!known) return context.print('No gateway is known: without SMS_URL the sandbox keeps SMS.')
  context.print(`Gateway:   ${known.shown}`)
  context.print(`Seen:      ${formatInstant(known.seenAt)}`)
  context.print(
    `State:     ${known.trouble === null ? 'takes SMS' : `takes none: ${known.trouble}`}`,
  )
}

async function forget(context: Context): Promise<void> {
  const known = await forStore(context, db => forgetGateway(db))
  context.print(known ? 'The gateway is forgotten.' : 'No gateway was known.')
}
