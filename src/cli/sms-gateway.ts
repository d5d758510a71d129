/**
 * `pennypost sms test` and `sms gateway ...`: testing and showing the gateway. A test uses the
 * settings alone, and opens no store.
 */
import type { Command } from 'commander'
import { smsGateway } from '../actions/sms/gateway.ts'
import { tryGateway } from '../actions/sms/try-gateway.ts'
import { readSmsNumber } from '../domain/sms/opt-outs.ts'
import { checkSms } from '../domain/sms/send-sms.ts'
import type { SmsVerdict } from '../sms/gateway.ts'
import { CommandFailed, type Context } from './context.ts'
import { derive } from './derived/derive.ts'
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

  sms.command('gateway').description('Show the gateway that the processes use for SMS.')
  derive(sms, context, smsGateway, {
    'sms gateway show': {
      examples: ['sms gateway show'],
      text({ gateway: known }, { print }) {
        if (!known) return print('No gateway is known: without SMS_URL the sandbox keeps SMS.')
        print(`Gateway:   ${known.shown}`)
        print(`Seen:      ${known.seenAt}`)
        print(`State:     ${known.trouble === null ? 'takes SMS' : `takes none: ${known.trouble}`}`)
      },
    },
    'sms gateway remove': {
      alias: 'forget',
      notes: 'A process with SMS_URL records its gateway again.',
      examples: ['sms gateway remove'],
      text: (_, { print }) => print('No gateway is known any more.'),
    },
  })
}

async function test(context: Context, options: TestOptions): Promise<void> {
  const seconds = /^\d{1,4}$/.test(options.wait) ? Number(options.wait) : Number.NaN
  if (Number.isNaN(seconds)) throw new CommandFailed('--wait is a whole number of seconds.')
  const { number, text, segmented } = meant(options)
  const { verdict, shown, receipts } = await tryGateway(
    async listener => {
      const { gatewayOf } = await import('../start/sms-gateway.ts')
      return gatewayOf(context.config(), { listener })
    },
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
