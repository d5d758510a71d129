/** `pennypost sms optout ...`: numbers that get no SMS; separate from the opt-outs of addresses. */
import type { Command } from 'commander'
import { smsOptOuts } from '../actions/sms/opt-outs.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { oneLine } from './sms-report.ts'

export function registerOptOuts(sms: Command, context: Context): void {
  sms
    .command('optout')
    .description('Keep the numbers that get no SMS. Emails are another matter: pennypost optout.')
  derive(sms, context, smsOptOuts, {
    'sms optout list': {
      notes: 'With --json one object a line.',
      examples: ['sms optout list --json > numbers.jsonl'],
      each: ({ number, reason, created }) =>
        `${created}  ${number ?? '(erased)'}  ${oneLine(reason)}`.trimEnd(),
    },
    'sms optout add <number>': {
      examples: [
        'sms optout add +46701740610',
        'sms optout add 070-1740610 --country 46 --reason "asked by phone"',
      ],
      text: ({ number, added }, { print }) =>
        print(added ? `${number} gets no SMS from now on.` : `${number} was opted out already.`),
    },
    'sms optout remove <number>': {
      examples: ['sms optout remove +46701740610'],
      text: (_, { print, given: { body } }) => print(`${body.number} may get SMS again.`),
    },
  })
}
