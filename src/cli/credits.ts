/** `pennypost credits ...`: the credits that pay for SMS. */

import type { Command } from 'commander'
import type { ActionOf, AnswerOf } from '../actions/action.ts'
import { creditRoutes } from '../actions/credits/credits.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { counted } from './long-work.ts'
import { credits as inCredits, oneLine } from './sms-report.ts'

const SHOWN_BESIDE = 20

export function register(group: Command, context: Context): void {
  derive(group, context, creditRoutes, {
    'credits add': {
      notes: 'A negative amount is written with =, as in --amount=-12.5.',
      examples: [
        'credits add --amount 500 --note "invoice 1042"',
        'credits add --amount=-12.5 --note "a mistake"',
      ],
      text({ balance, released }, { print }) {
        print(`The balance is ${balance}.`)
        if (released.length === 1) print(`SMS ${released[0]} was held and is sent now.`)
        if (released.length > 1) print(`SMS ${released.join(', ')} were held and go now.`)
      },
    },
    'credits show': {
      examples: ['credits show'],
      async text({ balance, held }, { print, call }) {
        print(`Balance: ${balance}`)
        if (held.messages > 0)
          print(
            `Held:    ${counted(held.messages, 'message')} for ${inCredits(held.cost)} ` +
              '(pennypost sms list)',
          )
        const query = { limit: SHOWN_BESIDE }
        const { items } = await call('GET /credits/entries', { query })
        for (const line of ledger(items)) print(line)
      },
    },
    'credits entries': {
      examples: ['credits entries --limit 1000'],
      text({ items }, { print }) {
        for (const line of ledger(items)) print(line)
      },
    },
  })
}

type Entry = AnswerOf<ActionOf<typeof creditRoutes, 'GET /credits/entries'>>['items'][number]

function ledger(entries: Entry[]): string[] {
  if (entries.length === 0) return ['Nothing was added yet: pennypost credits add --amount CREDITS']
  const width = (of: string[]) => Math.max(...of.map(text => text.length))
  const amounts = width(['Amount', ...entries.map(({ amount }) => amount)])
  const balances = width(['Balance', ...entries.map(({ balance }) => balance)])
  const line = (
    id: string,
    at: string,
    kind: string,
    amount: string,
    balance: string,
    what: string,
  ) =>
    `${id.padStart(7)}  ${at.padEnd(25)}  ${kind.padEnd(10)}  ${amount.padStart(amounts)}  ` +
    `${balance.padStart(balances)}  ${what}`.trimEnd()
  return [
    `\n${line('Entry', 'Time', 'Kind', 'Amount', 'Balance', 'For')}`,
    ...entries.map(({ id, created, kind, amount, balance, messageId, note }) => {
      const message = messageId === null ? '' : `message ${messageId}`
      const what = [message, oneLine(note)].filter(Boolean).join(': ')
      return line(String(id), created, kind, amount, balance, what)
    }),
  ]
}
