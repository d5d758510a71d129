/**
 * `pennypost sms test` and `sms gateway ...`: testing and showing the gateway. A test uses the
 * settings alone, and opens no store.
 */
import type { Command } from 'commander'
import type { z } from 'zod'
import { type CallInput, checkedInput } from '../actions/action.ts'
import { smsGateway } from '../actions/sms/gateway.ts'
import { tryGateway } from '../actions/sms/try-gateway.ts'
import { checkSms } from '../domain/sms/checks/check-sms.ts'
import { readSmsNumber } from '../domain/sms/opt-outs.ts'
import type { SmsVerdict } from '../sms/gateway.ts'
import { CommandFailed, type Context } from './context.ts'
import { actionOf, takes } from './derived/by-hand.ts'
import { derive } from './derived/derive.ts'
import { causesText } from './language.ts'
import { oneLine } from './sms-report.ts'

const TEST = actionOf(smsGateway, 'POST /installation/sms-gateway/try')

export function registerGateway(sms: Command, context: Context): void {
  const command = sms.command('test').option('--json', 'as JSON, for programs')
  const given = takes(command, TEST, {
    values: ['number', 'country', 'text', 'waitSeconds'],
    flags: { number: 'to', waitSeconds: 'wait' },
  })
  command
    .description(TEST.about)
    .addHelpText('after', '\nExample:\n  $ pennypost sms test --to +46701740610')
    .action((options: { json?: boolean }) => test(context, options, given(options)))

  sms.command('gateway').description('Show the gateway that the processes use for SMS.')
  derive(sms, context, smsGateway, {
    'sms gateway show': {
      examples: ['sms gateway show'],
      text({ gateway: known }, { print }) {
        if (!known) return print('No gateway is known: without SMS_URL the sandbox keeps SMS.')
        print(`Gateway:   ${known.shown}`)
        print(`Seen:      ${known.seenAt}`)
        const { trouble, causes } = known
        const state = trouble === null ? 'takes SMS' : `takes none: ${causesText(trouble, causes)}`
        print(`State:     ${state}`)
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

async function test(
  context: Context,
  { json }: { json?: boolean },
  body: CallInput<typeof TEST>['body'],
): Promise<void> {
  const read = checkedInput(TEST, { body }).body as z.output<NonNullable<typeof TEST.body>>
  const { waitSeconds: seconds, country } = read
  const number = readSmsNumber(country, read.number)
  const { text, segmented } = checkSms(read.text)
  const { verdict, shown, receipts } = await tryGateway(
    async listener => {
      const { gatewayOf } = await import('../start/sms-gateway.ts')
      return gatewayOf(context.config(), { listener })
    },
    { number, text, segmented, waitMillis: seconds * 1000 },
  )
  const waits = verdict.outcome === 'accepted' && shown.startsWith('smpp')
  const segments = segmented.parts.length
  if (json) context.printJson({ gateway: shown, number, segments, ...verdict, receipts })
  else {
    for (const line of said(shown, number, segments, verdict)) context.print(line)
    const words = receipts.map(receipt => receipt.said).join(', ')
    if (waits) context.print(`Receipt:   ${words === '' ? `none within ${seconds} s` : words}`)
  }
  if (verdict.outcome !== 'accepted')
    throw new CommandFailed(`The SMS was not accepted: ${verdict.outcome}.`)
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
