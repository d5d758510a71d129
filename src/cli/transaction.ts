/** `pennypost transaction ...`: the state of single emails sent by programs, from the ledger. */
import type { Command } from 'commander'
import { type EmailTryAnswer, oneEmail } from '../actions/transactions/one-email.ts'
import { type TransactionAnswer, transactions } from '../actions/transactions/transactions.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { causesText } from './language.ts'

export function register(group: Command, context: Context): void {
  let shown = 0
  const isFirst = () => shown++ === 0
  derive(group, context, transactions, {
    'transaction list': {
      flags: { projectId: 'project' },
      notes: `\
Needs --project, --email or --identifier; given together they are combined with "and".
With --json one object a line.`,
      examples: [
        'transaction list --email ada@example.com',
        'transaction list --project Orders --state failed --json',
      ],
      each: one => (isFirst() ? `${TITLES}\n${lineOf(one)}` : lineOf(one)),
      none: () => 'There are no such transactions.',
    },
    'transaction show': { examples: ['transaction show 4711'], text: show },
  })
  derive(group, context, oneEmail, {
    'transaction tries': {
      examples: ['transaction tries 4711'],
      text({ items }, { print }) {
        if (items.length === 0) print('It was not tried yet.')
        for (const one of items) print(lineOfTry(one))
      },
    },
    'transaction content': {
      examples: ['transaction content 4711'],
      text: ({ email }, { print }) =>
        print(email?.source ?? 'Its content was removed, or it is not written yet.'),
    },
    'transaction again': {
      examples: ['transaction again 4711'],
      text: ({ id }, { print }) => print(`Transaction ${id} sends it again.`),
    },
  })
}

const TITLES = `${'Id'.padStart(10)}  ${'State'.padEnd(11)}  ${'Send time'.padEnd(19)}  Address, identifier`

const lineOf = ({ id, state, sendTime, email, identifier }: TransactionAnswer): string =>
  `${String(id).padStart(10)}  ${state.padEnd(11)}  ${sendTime.slice(0, 19)} ` +
  ` ${email}${identifier === '' ? '' : `, ${identifier}`}`

const lineOfTry = ({ number, at, outcome, reply, reason, route }: EmailTryAnswer): string =>
  [
    String(number).padStart(3),
    (at ?? '').slice(0, 19).padEnd(19),
    outcome.padEnd(11),
    `${route ?? ''}`.padEnd(10),
    reply ?? reason ?? '',
  ]
    .join('  ')
    .trimEnd()

function show(found: TransactionAnswer, { print }: { print(line: string): void }): void {
  const { id, project, version, batchId, identifier, email, name, format } = found
  const row = (title: string, value: string | number) => print(`${`${title}:`.padEnd(14)}${value}`)
  row('Transaction', `${id}${batchId === null ? '' : `, of batch ${batchId}`}`)
  row('Project', `${project}${version === '' ? '' : `, version ${version}`}`)
  if (identifier !== '') row('Identifier', identifier)
  row('To', `${name === '' ? '' : `${name} `}<${email}>, ${format === 'html' ? 'HTML' : 'text'}`)
  row(
    'State',
    `${found.state}${found.reason === null ? '' : `: ${causesText(found.reason, found.causes)}`}`,
  )
  row('Tries', found.tries)
  if (found.onceUncertain) row('Uncertain', 'once: it may have arrived by an earlier try')
  if (found.reply !== null) row('Reply', found.reply)
  row('Given', found.created)
  row('Send time', found.sendTime)
  if (found.nextTry !== null) row('Next try', found.nextTry)
  if (found.changed !== null) row('Changed', found.changed)
  if (found.bounced !== null)
    row('Came back', `${found.bounced}, ${found.bounceKind}: ${found.bounceReason}`)
  row('Opened', found.views)
  row('Clicked', found.clicks)
}
