/** `pennypost provider ...`: what mailbox providers say. */
import type { Command } from 'commander'
import { mailboxProviders } from '../actions/deliverability/providers.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { count } from './long-work.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, mailboxProviders, {
    'provider findings': {
      examples: ['provider findings', 'provider findings --json'],
      text({ items }, { print }) {
        if (items.length === 0) print('Nothing that keeps emails from arriving was seen.')
        for (const { harm, seen, todo, since } of items) {
          print(`${harm.padEnd(8)}${since === null ? '' : `since ${since}: `}${seen.says}`)
          print(`        ${todo.says}`)
        }
      },
    },
    'provider list': {
      notes: 'An email that is tried again is counted at each try.',
      examples: ['provider list', 'provider list --days 7 --json'],
      text({ items, days }, { print }) {
        if (items.length === 0) print(`No provider was asked in ${days.length} days.`)
        for (const { provider, total } of items) {
          const counts = Object.entries(total).filter(([, messages]) => messages > 0)
          const outcomes = counts.map(([outcome, messages]) => `${count(messages)} ${outcome}`)
          print(`${provider}: ${outcomes.join(', ')}`)
        }
      },
    },
    'provider replies': {
      examples: ['provider replies Gmail', 'provider replies other --from 2026-11-01'],
      text({ items }, { print }) {
        if (items.length === 0) print('It accepted all emails, or got none.')
        for (const { messages, outcome, class: about, last, reply } of items)
          print(`${count(messages).padStart(8)}  ${outcome}/${about}  last ${last}  ${reply}`)
      },
    },
  })
}
