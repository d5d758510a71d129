/** `pennypost provider ...`: what mailbox providers say. */
import type { Command } from 'commander'
import type { ActionOf, AnswerOf } from '../actions/action.ts'
import { mailboxProviders } from '../actions/deliverability/providers.ts'
import { seedTestActions } from '../actions/deliverability/seed-tests.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { causesText } from './language.ts'
import { count } from './long-work.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, seedTestActions, {
    'provider seed-tests': {
      examples: ['provider seed-tests'],
      text({ addresses, items }, { print }) {
        if (addresses.length === 0)
          print('There is no address yet: pennypost inbox add --seed-address ADDRESS')
        for (const test of items) printTest(test, print)
      },
    },
    'provider seed-test <newsletterId>': {
      notes: 'The addresses are those of mailboxes: pennypost inbox add --seed-address ADDRESS.',
      examples: ['provider seed-test 3'],
      text: (test, { print }) => printTest(test, print),
    },
    'provider seed-look': {
      notes: 'An email that is found is not looked for again.',
      examples: ['provider seed-look 17'],
      text: (test, { print }) => printTest(test, print),
    },
  })
  derive(group, context, mailboxProviders, {
    'provider findings': {
      examples: ['provider findings', 'provider findings --json'],
      text({ items }, { print }) {
        if (items.length === 0) print('Nothing that keeps emails from arriving was seen.')
        for (const { harm, seen, todo, since, record } of items) {
          print(`${harm.padEnd(8)}${since === null ? '' : `since ${since}: `}${seen.says}`)
          print(`        ${todo.says}`)
          if (record) print(`        ${record.name}  ${record.type}  ${record.value}`)
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

type SeedTest = AnswerOf<ActionOf<typeof seedTestActions, 'POST /seed-tests'>>

function printTest({ id, name, made, emails }: SeedTest, print: (line: string) => void): void {
  print(`${id}  ${name}  ${made}`)
  for (const { address, state, folder, delaySeconds, trouble, causes, ...judged } of emails) {
    const said = (['spf', 'dkim', 'dmarc'] as const).map(name => `${name} ${judged[name] ?? '-'}`)
    print(
      `    ${address}  ${
        state === 'arrived'
          ? `${judged.placement}: ${folder}, after ${count(delaySeconds ?? 0)} s, ${said.join(', ')}`
          : state
      }${trouble === null ? '' : `. ${causesText(trouble, causes)}`}`,
    )
  }
}
