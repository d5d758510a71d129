/** `pennypost sms deliveries` and `sms find`: what came of SMS, one by one. */
import type { Command } from 'commander'
import { smsLedger } from '../actions/sms/ledger.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { oneLine } from './sms-report.ts'

export function registerLedger(sms: Command, context: Context): void {
  derive(sms, context, smsLedger, {
    'sms find <number>': {
      examples: ['sms find +46701740605', 'sms find 070-1740605 --country 46'],
      text({ number, optedOut, items }, { print }) {
        print(optedOut ? `${number} is opted out of SMS.` : `${number} may get SMS.`)
        if (items.length === 0) print('It has got no SMS.')
        for (const { smsId, created, state, text } of items)
          print(`${created}  ${String(smsId).padStart(6)}  ${state.padEnd(11)}  ${oneLine(text)}`)
      },
    },
    'sms deliveries': {
      examples: ['sms deliveries 1 --state refused'],
      text({ items }, { print }) {
        if (items.length === 0) print('There are none.')
        for (const { number, state, attempts, reply, reason } of items)
          print(
            `${(number ?? '(erased)').padEnd(16)}  ${state.padEnd(11)}  ${attempts}  ` +
              oneLine(reply ?? reason ?? ''),
          )
      },
    },
  })
}
